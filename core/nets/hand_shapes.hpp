// What a hand is worth at a glance, for the features of networks: about how many moves empty it, and the best that it
// has of a group. The arrays are those of paiyou/games/hand_shapes.py, and the estimate is that of
// paiyou/learn/climbing/hand_shapes.py, where it is described; a test holds the two together.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "cards/contain.hpp"
#include "cards/packed.hpp"

namespace paiyou::nets {

struct HandShapes {
    static constexpr int kRounds = 3;  // chains that are taken away at most
    static constexpr int kKeys = 16;   // members of a group, by key

    int chains = 0;
    std::vector<Packed> chain_cards;  // padded for contained_bits
    std::vector<std::uint8_t> chain_kickers;
    Packed rocket = 0;
    int trio_kickers = 0;
    int quad_kickers = 0;
    std::vector<Packed> members;  // by group and key; padded
    std::vector<std::uint8_t> group_power;
    std::vector<std::uint8_t> group_size;  // of its smallest combo

    int groups() const { return static_cast<int>(group_power.size()); }

    int moves_left(Packed hand) const {
        const int held_rocket = rocket != 0 && contains(hand, rocket) ? 1 : 0;
        int kickers = 0;
        int best = turns(hand, kickers, held_rocket);
        for (int taken = 1; taken <= kRounds; ++taken) {
            int least = kNone;
            int chosen = 0;
            for (int base = 0; base < chains; base += 64) {
                const int count = chains - base < 64 ? chains - base : 64;
                for (std::uint64_t held = contained_bits(hand, chain_cards.data() + base, count); held != 0;
                     held &= held - 1) {
                    const int chain = base + std::countr_zero(held);
                    const int cost = turns(hand - chain_cards[chain], kickers + chain_kickers[chain], held_rocket);
                    if (cost < least) {
                        least = cost;
                        chosen = chain;
                    }
                }
            }
            if (least == kNone) break;
            best = taken + least < best ? taken + least : best;
            hand -= chain_cards[chosen];
            kickers += chain_kickers[chosen];
        }
        return best;
    }

    // The highest key of a group in a hand plus one; 0 where it has none.
    int best_key(Packed hand, int group) const {
        const std::uint64_t held = contained_bits(hand, members.data() + group * kKeys, kKeys);
        return 64 - std::countl_zero(held);
    }

 private:
    static constexpr int kNone = 99;

    // Moves without chains.
    int turns(Packed hand, int kickers, int held_rocket) const {
        constexpr Packed kOnes = 0x0111111111111111ULL;
        const Packed first = hand & kOnes;
        const Packed second = (hand >> 1) & kOnes;
        const int quads = std::popcount((hand >> 2) & kOnes);
        const int trios = std::popcount(first & second);
        const int loose = std::popcount(first ^ second) - 2 * held_rocket;
        const int room = kickers + trio_kickers * trios + quad_kickers * quads;
        return trios + quads + held_rocket + (loose > room ? loose - room : 0);
    }
};

}  // namespace paiyou::nets
