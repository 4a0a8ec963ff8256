// Splits a hand into combos: the split with the greatest sum of what its combos are worth.
//
// Every split is one set of combos, so it may be taken apart lowest card first: the best split of a hand is the best,
// over the combos that use its lowest rank, of the combo and the best split of the rest. Parts of a hand come up again
// and again and are remembered.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "families/climbing/game.hpp"

namespace paiyou::climbing {

class Splitter {
 public:
    explicit Splitter(const Game& game) : game_(&game), memory_(1 << 12) {}

    // Starts over with a hand; `worth` says what an action is worth as one group of a split. After this the hand and
    // any part of it can be split.
    template <typename Worth>
    void begin(Packed hand, Worth&& worth) {
        forget();
        each_combo(hand, [&](Action action) { add(action, worth(action)); });
        for (Rank& rank : ranks_) rank.cards.insert(rank.cards.end(), kRowPadding, kUncontainable);
    }

    // What the best split is worth; minus infinity where there is none. With `spare_last` one group of the split,
    // whichever is best, goes last and counts for nothing.
    float best(Packed hand, bool spare_last = false) { return solve(spare_last ? hand | kSpare : hand).worth; }

    // The combos of the best split, the one with the lowest card first.
    template <typename Visit>
    void each_group(Packed hand, Visit&& visit) {
        for (Packed key = hand; (key & kCards) != 0;) {
            const Choice choice = solve(key);
            if (choice.action == kPass) return;  // there is no split
            visit(choice.action);
            key = without(key, choice.action);
        }
    }

 private:
    // Combos for the last cards are one group of a split at most; whether it has been used is a bit above the cards.
    static constexpr Packed kLastUsed = Packed{1} << 60;
    // Another bit says that the group to go last is still to be chosen.
    static constexpr Packed kSpare = Packed{1} << 61;
    static constexpr Packed kCards = kLastUsed - 1;

    struct Choice {
        float worth;
        Action action;
    };

    struct Slot {
        Packed key;
        Choice choice;
        std::uint32_t age;  // in use where it is the present age
    };

    // The combos whose lowest rank is this one.
    struct Rank {
        std::vector<Packed> cards;
        std::vector<Choice> choices;
    };

    template <typename Visit>
    void each_combo(Packed hand, Visit&& visit) const {
        const ComboTable& table = game_->combos;
        const auto scan = [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t base = begin; base < end; base += 64) {
                const int count = static_cast<int>(end - base < 64 ? end - base : 64);
                std::uint64_t bits = contained_bits(hand, table.rows() + base, count);
                for (; bits != 0; bits &= bits - 1) visit(base + static_cast<Action>(std::countr_zero(bits)));
            }
        };
        const int size = total_cards(hand);
        scan(1, table.plain_end_for(size));
        scan(table.power_from(1), table.plain_end());
        for (std::uint32_t number = 0; number < table.body_end_for(size); ++number) {
            const ComboTable::Body& body = table.body(number);
            if (body.lead && contains(hand, table.body_rows()[number])) scan(body.first, body.first + body.count);
        }
    }

    Packed without(Packed key, Action action) const {
        const ComboTable::Combo& combo = game_->combos.combo(action);
        return (key - combo.cards) | (combo.whole_hand != 0 ? kLastUsed : 0);
    }

    void forget();
    void add(Action action, float worth);
    Choice solve(Packed key);
    Slot& slot_of(Packed key);
    void grow();

    const Game* game_;
    std::array<Rank, kMaxRanks> ranks_;
    std::vector<Slot> memory_;  // open addressing, a power of two
    std::uint32_t used_ = 0;
    std::uint32_t age_ = 1;
};

}  // namespace paiyou::climbing
