// How much a search may do, and how much it has done: positions and time.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

#include "search/limits.hpp"

namespace paiyou::search {

struct EffortLimits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t nodes_per_look = 64;  // at the clock
    Interrupt* interrupt = nullptr;
};

class Effort {
 public:
    explicit Effort(const EffortLimits& limits) : limits_(limits), begun_(Clock::now()) {}

    // Counts a position; false once there is nothing left to spend. The position that does not fit is not counted.
    bool spend() {
        if (nodes_ >= limits_.nodes) {
            full_ = true;
        } else if (unlooked_-- == 0) {
            unlooked_ = limits_.nodes_per_look - 1;
            late_ = late_ || seconds() >= limits_.seconds || (limits_.interrupt && limits_.interrupt->wanted());
        }
        if (!stopped()) ++nodes_;
        return !stopped();
    }

    bool stopped() const { return full_ || late_; }
    bool full() const { return full_; }  // stopped by the number of positions
    std::uint64_t nodes() const { return nodes_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

 private:
    EffortLimits limits_;
    Clock::time_point begun_;
    std::uint64_t nodes_ = 0;
    std::uint64_t unlooked_ = 0;  // positions until the next look at the clock
    bool full_ = false;
    bool late_ = false;
};

}  // namespace paiyou::search
