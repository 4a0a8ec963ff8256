// A shuffle without a sequence of swaps: every card gets its own random key, and the order is the order of the keys.
// NumPy and torch do the same with one argsort.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "cards/random.hpp"

namespace paiyou {

inline constexpr int kMaxDeck = 64;

// order[i] is the place in the deck of the i-th card from the top. The low six bits of a key are the card's own place,
// so that no two keys are equal; the key is kept below 2^63 for languages that compare signed words.
inline void shuffle(std::uint64_t seed, int cards, std::array<std::uint8_t, kMaxDeck>& order) {
    std::array<std::int64_t, kMaxDeck> keys;
    for (int card = 0; card < cards; ++card) {
        const std::uint64_t word = random_word(seed, static_cast<std::uint64_t>(card)) >> 1;
        keys[card] = static_cast<std::int64_t>((word & ~std::uint64_t{63}) | static_cast<std::uint64_t>(card));
    }
    // A card's place is the number of smaller keys: all pairs, no branches, and the compiler can use wide vectors. The
    // upper halves of the keys nearly always tell them apart and are half the work; two cards on one place show when
    // not.
    std::array<std::int32_t, kMaxDeck> halves;
    for (int card = 0; card < cards; ++card) halves[card] = static_cast<std::int32_t>(keys[card] >> 32);
    std::uint64_t taken = 0;
    for (int card = 0; card < cards; ++card) {
        std::int32_t smaller = 0;
        for (int other = 0; other < cards; ++other) smaller += halves[other] < halves[card] ? 1 : 0;
        order[smaller] = static_cast<std::uint8_t>(card);
        taken |= std::uint64_t{1} << smaller;
    }
    if (std::popcount(taken) == cards) return;
    for (int card = 0; card < cards; ++card) {
        std::int64_t smaller = 0;
        for (int other = 0; other < cards; ++other) smaller += keys[other] < keys[card] ? 1 : 0;
        order[smaller] = static_cast<std::uint8_t>(card);
    }
}

// The word that settles everything about a deal besides the order of the cards (who speaks first in the auction).
inline std::uint64_t deal_word(std::uint64_t seed) { return random_word(seed, kMaxDeck); }

}  // namespace paiyou
