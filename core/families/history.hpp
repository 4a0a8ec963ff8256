// Moves as numbers, and what has been played so far.
#pragma once

#include <cstdint>
#include <vector>

namespace paiyou {

// What a number stands for is the family's business: an action or a call, a card or an exposure.
using Move = std::uint32_t;

inline constexpr std::uint8_t kNobody = 0xFF;  // no seat

struct Event {
    Move move;
    std::uint8_t seat;

    bool operator==(const Event&) const = default;
};

using History = std::vector<Event>;

}  // namespace paiyou
