// A hand as one 64-bit word: four bits per rank, so 15 ranks fill 60 bits.
//
// The top bit of every nibble stays clear in a hand (at most seven cards of a rank), which makes it a guard: subtract a
// combo from a hand whose guards are set, and a guard is borrowed away exactly where the hand holds too few cards.
#pragma once

#include <bit>
#include <cstdint>

namespace paiyou {

using Packed = std::uint64_t;

inline constexpr int kMaxRanks = 15;
inline constexpr int kMaxCopies = 7;
inline constexpr Packed kGuards = 0x0888888888888888ULL;

// A row no hand contains; tables are padded with it.
inline constexpr Packed kUncontainable = kGuards;

constexpr Packed one_of(int rank) { return Packed{1} << (4 * rank); }

constexpr int count_of(Packed hand, int rank) { return static_cast<int>((hand >> (4 * rank)) & 0xF); }

constexpr bool contains(Packed hand, Packed cards) { return (((hand | kGuards) - cards) & kGuards) == kGuards; }

// Sum of all nibbles: bytes first, then one multiplication gathers them in the top byte.
constexpr int total_cards(Packed hand) {
    const Packed bytes = (hand & 0x0F0F0F0F0F0F0F0FULL) + ((hand >> 4) & 0x0F0F0F0F0F0F0F0FULL);
    return static_cast<int>((bytes * 0x0101010101010101ULL) >> 56);
}

// What two hands have in common.
constexpr Packed common_cards(Packed a, Packed b) {
    Packed both = 0;
    for (int rank = 0; rank < kMaxRanks; ++rank) {
        both += one_of(rank) *
                static_cast<Packed>(count_of(a, rank) < count_of(b, rank) ? count_of(a, rank) : count_of(b, rank));
    }
    return both;
}

}  // namespace paiyou
