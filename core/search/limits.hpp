// How long a search may go on, and what it says about itself afterwards.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace paiyou::search {

using Clock = std::chrono::steady_clock;

// Somebody outside who may want the search to end, such as a person at the keyboard. Asked from every thread.
class Interrupt {
 public:
    virtual bool wanted() = 0;

 protected:
    ~Interrupt() = default;
};

// Without a limit the number is the largest there is.
struct Limits {
    std::uint64_t iterations = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
    Interrupt* interrupt = nullptr;
};

struct Statistics {
    std::uint64_t iterations = 0;
    std::uint64_t nodes = 0;
    int depth = 0;      // moves from the root to the deepest node
    bool full = false;  // the limit on nodes was reached

    void add(const Statistics& other) {
        iterations += other.iterations;
        nodes += other.nodes;
        depth = std::max(depth, other.depth);
        full = full || other.full;
    }
};

// Says whether a loop may go on. Clock and interrupt are asked every so often only: asking costs a twentieth of an
// iteration. The first turn is always allowed, so that there is a result.
class Stopwatch {
 public:
    explicit Stopwatch(const Limits& limits) : limits_(limits), begun_(Clock::now()) {}

    bool may_go_on(std::uint64_t done) const {
        if (done >= limits_.iterations) return false;
        return done == 0 || done % kBetween != 0 || !over();
    }

 private:
    static constexpr std::uint64_t kBetween = 16;

    bool over() const {
        if (limits_.interrupt != nullptr && limits_.interrupt->wanted()) return true;
        return limits_.seconds < std::numeric_limits<double>::infinity() &&
               std::chrono::duration<double>(Clock::now() - begun_).count() >= limits_.seconds;
    }

    Limits limits_;
    Clock::time_point begun_;
};

}  // namespace paiyou::search
