// What a search by positions has spent of its limits, and which of them ended it.
#pragma once

#include <chrono>
#include <cstdint>

#include "search/limits.hpp"

namespace paiyou::search {

enum class Stop : std::uint8_t { kNone, kMaxNodes, kSeconds, kInterrupt };

class Effort {
 public:
    // Clock and interrupt are asked every so many positions.
    explicit Effort(const Limits& limits, std::uint64_t nodes_per_look = 64)
        : limits_(limits), nodes_per_look_(nodes_per_look), begun_(Clock::now()) {}

    // Counts a position; false once there is nothing left to spend. The position that does not fit is not counted.
    bool spend() {
        if (nodes_ >= limits_.max_nodes) {
            if (stop_ == Stop::kNone) stop_ = Stop::kMaxNodes;
        } else if (unlooked_-- == 0) {
            unlooked_ = nodes_per_look_ - 1;
            look();
        }
        if (!stopped()) ++nodes_;
        return !stopped();
    }

    Stop stop() const { return stop_; }
    bool stopped() const { return stop_ != Stop::kNone; }
    std::uint64_t nodes() const { return nodes_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

 private:
    void look() {
        if (stopped()) return;
        if (seconds() >= limits_.seconds) stop_ = Stop::kSeconds;
        if (limits_.interrupt != nullptr && limits_.interrupt->wanted()) stop_ = Stop::kInterrupt;
    }

    Limits limits_;
    std::uint64_t nodes_per_look_;
    Clock::time_point begun_;
    std::uint64_t nodes_ = 0;
    std::uint64_t unlooked_ = 0;  // positions until the next look at the clock
    Stop stop_ = Stop::kNone;
};

}  // namespace paiyou::search
