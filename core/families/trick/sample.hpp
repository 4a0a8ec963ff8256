// Draws full deals that agree with all a seat knows, uniformly: how many cards everyone holds, which are unseen, and
// what play has proven to everyone (`known_to_all`). Every one of these is a card in its place or a suit a seat has
// none of, so all are counted exactly, suit by suit.
//
// A belief about hidden cards (`cards/belief.hpp`) weighs the deals by factors; cards are then counted one by one, and
// ways are what deals weigh.
#pragma once

#include <optional>
#include <vector>

#include "cards/chances.hpp"
#include "cards/random.hpp"
#include "cards/sharing.hpp"
#include "families/trick/state.hpp"

namespace paiyou::trick {

// A deal, and how often it counts: once, since all cards are different, or what a belief makes of it.
struct PossibleDeal {
    Position at;
    double ways = 1;
};

class Sampler {
 public:
    // Where there are factors, they are by card, slot and whether it is there.
    Sampler(const Game& game, const View& view, const Chances* factors = nullptr);

    // Fills in the hidden hands and the pile.
    void draw(Random& random, Position& at) const;

    // A whole state of the view this was made for, its history included.
    State draw_state(Random& random, const View& view) const;

    // The number of deals that agree, or what they weigh together.
    double ways() const { return sharing_.ways(); }
    double deals() const { return card_by_card_ ? sharing_.chains() : ways(); }
    bool exact() const { return true; }

    // Every deal that agrees; nothing when there are more than `limit`.
    std::optional<std::vector<PossibleDeal>> enumerate(const View& view, std::size_t limit) const;

    // 1 for a deal that agrees, or what it weighs; else 0.
    double ways_of(const Position& at) const;

    // How likely each card is in a slot, besides those known.
    Chances chances() const;

    int slots() const { return slots_; }

    // Who a slot is: 0 for the seat that plays after the one that looks, and so on; behind the seats the pile.
    int holder(int slot) const { return holder_[slot]; }

    static Chances no_chances(const Game& game) { return {game.rules.deck_size(), 2, 0.0}; }

    // A whole state with the history of the view this was made for.
    State state_of(const View& view, const Position& at) const { return {at, view.history, view.origin}; }

 private:
    static constexpr int kMaxSlots = Sharing::kMaxSlots;  // the other hands and the pile

    void fill(const std::array<CardSet, kMaxSlots>& cards, Position& at) const;

    int slots_ = 0;
    std::array<std::uint8_t, kMaxSlots> seat_{};  // kNobody for the pile
    std::array<int, kMaxSlots> holder_{};
    std::array<CardSet, kMaxSlots> known_{};
    std::vector<CardSet> unknown_;  // suit by suit, or card by card
    bool card_by_card_ = false;
    const Game* game_;
    Sharing sharing_;
};

}  // namespace paiyou::trick
