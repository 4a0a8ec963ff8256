// Draws full deals that agree with all a seat knows, uniformly: how many cards everyone holds, which are unseen, and
// what play has proven to everyone (`known_to_all`). Every one of these is a card in its place or a suit a seat has
// none of, so all are counted exactly, suit by suit.
#pragma once

#include <optional>
#include <vector>

#include "cards/random.hpp"
#include "cards/sharing.hpp"
#include "families/trick/state.hpp"

namespace paiyou::trick {

// A deal, and how often it counts: once, since all cards are different.
struct PossibleDeal {
    Position at;
    double ways = 1;
};

class Sampler {
 public:
    Sampler(const Game& game, const View& view);

    // Fills in the hidden hands and the pile.
    void draw(Random& random, Position& at) const;

    // A whole state of the view this was made for, its history included.
    State draw_state(Random& random, const View& view) const;

    // The number of deals that agree.
    double ways() const { return sharing_.ways(); }
    double deals() const { return ways(); }
    bool exact() const { return true; }

    // Every deal that agrees; nothing when there are more than `limit`.
    std::optional<std::vector<PossibleDeal>> enumerate(const View& view, std::size_t limit) const;

    // 1 for a deal that agrees, else 0.
    double ways_of(const Position& at) const;

    // A whole state with the history of the view this was made for.
    State state_of(const View& view, const Position& at) const { return {at, view.history, view.origin}; }

 private:
    static constexpr int kMaxSlots = Sharing::kMaxSlots;  // the other hands and the pile

    void fill(const std::array<CardSet, kMaxSlots>& cards, Position& at) const;

    int slots_ = 0;
    std::array<std::uint8_t, kMaxSlots> seat_{};  // kNobody for the pile
    std::array<CardSet, kMaxSlots> known_{};
    std::vector<CardSet> unknown_;  // suit by suit
    Sharing sharing_;
};

}  // namespace paiyou::trick
