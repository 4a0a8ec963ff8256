// Which ranks of a climbing game are alike: as long as nobody holds a chain through them, only their order matters.
//
// Cards may then move to other such ranks, if they keep their order, their number and their chains, and it is the same
// game. Whether that is so is read from the combo table: every combo must have its like at all places it can move to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cards/gather.hpp"
#include "families/climbing/combos.hpp"

namespace paiyou::climbing {

class Likeness {
 public:
    static constexpr int kMost = 15;  // ranks

    // None are alike: cards stay where they are.
    Likeness() = default;
    // `deck` bounds what can be held. Some combos hold ranks in place, such as the two jokers of a rocket: with
    // `apart_only` those do not count, and it is good as long as no hand has one (`apart`).
    Likeness(const ComboTable& table, Packed deck, bool apart_only = false);

    // Four bits for each rank that is like the others here.
    Packed ranks() const { return ranks_; }

    // Whether a hand has none of the combos that do not count here.
    bool apart(Packed hand) const {
        return std::none_of(left_out_.begin(), left_out_.end(), [&](Packed cards) { return contains(hand, cards); });
    }

    // One bit for each rank of which there is a card.
    static Packed present(Packed cards) { return (cards | cards >> 1 | cards >> 2) & kOnes; }

    // Cards of ranks that are alike move down to the lowest of these, as far as the ranks that are present leave
    // room; others stay.
    Packed moved_down(Packed cards, Packed present) const {
        return gather_bits(cards, present * 15 & ranks_) << lowest_ | (cards & ~ranks_);
    }

    // One bit for each rank of a hand that is in a chain with the next higher one.
    Packed links(Packed hand) const {
        Packed found = 0;
        for (const Chain& chain : chains_) {
            const Packed there = ((hand | kGuards) - kOnes * chain.copies) >> 3 & chain.ranks;
            Packed begins = there;
            for (int step = 1; step < chain.length; ++step) begins &= there >> (4 * step);
            if (begins == 0) continue;
            for (int step = 0; step + 1 < chain.length; ++step) found |= begins << (4 * step);
        }
        return found;
    }

 private:
    static constexpr Packed kOnes = kGuards >> 3;

    // The shortest chains with so many cards of each rank.
    struct Chain {
        Packed copies;
        int length;
        Packed ranks;  // one bit for each that may be in one
    };

    bool read_chains(const ComboTable& table, Packed deck);
    bool all_alike(const ComboTable& table, Packed deck) const;
    bool alike_everywhere(const ComboTable& table, Packed deck, Action action) const;

    Packed ranks_ = 0;
    int lowest_ = 0;  // bit of the lowest rank of these
    std::vector<Chain> chains_;
    std::vector<Packed> left_out_;
};

}  // namespace paiyou::climbing
