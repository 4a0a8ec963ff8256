// Legal moves: follow suit if able; an exposed card waits until its suit has been led once.
#pragma once

#include <cstdint>

#include "families/trick/position.hpp"

namespace paiyou::trick {

// Of the cards a hand may play of one suit that has not been led before: an exposed one only if there is no other.
inline CardSet without_exposed(CardSet cards, CardSet exposed) {
    const CardSet others = cards & ~exposed;
    return others != 0 ? others : cards;
}

inline CardSet leads(const Game& game, const Position& at) {
    const Rules& rules = game.rules;
    CardSet hand = at.hands[at.turn];
    if (rules.must_lead_card && at.led == 0 && (hand & card_bit(rules.lead_card)) != 0) {
        return card_bit(rules.lead_card);
    }
    each_card(hand & at.exposed, [&](int card) {
        if ((at.led >> game.suit(card) & 1) != 0) return;
        const CardSet suit = game.suit_of(card);
        hand = (hand & ~suit) | without_exposed(hand & suit, at.exposed);
    });
    return hand;
}

// The cards that the seat to move may play. Never empty while the game goes on.
inline CardSet legal_cards(const Game& game, const Position& at) {
    if (at.leading()) return leads(game, at);
    const CardSet hand = at.hands[at.turn];
    const CardSet follow = hand & game.suit_of(at.best);
    if (follow == 0) return hand;
    return (at.led >> game.suit(at.best) & 1) != 0 ? follow : without_exposed(follow, at.exposed);
}

// The mask of all cards that the seat to move may expose.
inline Move exposable(const Game& game, const Position& at) {
    Move mask = 0;
    for (std::size_t bit = 0; bit < game.rules.exposures.size(); ++bit) {
        if ((at.hands[at.turn] & card_bit(game.rules.exposures[bit].card)) != 0) mask |= Move{1} << bit;
    }
    return mask;
}

// Every legal move: masks of exposures from none to all, or cards from the first of the deck.
template <typename Visit>
inline void each_move(const Game& game, const Position& at, Visit&& visit) {
    if (at.phase == Phase::kPlay) {
        each_card(legal_cards(game, at), [&](int card) { visit(static_cast<Move>(card)); });
    } else if (at.phase == Phase::kExpose) {
        const Move all = exposable(game, at);
        // The subsets of a mask in rising order: subtracting the mask carries through the bits that are not in it.
        Move mask = 0;
        do {
            visit(game.first_exposure() + mask);
            mask = (mask - all) & all;
        } while (mask != 0);
    }
}

enum class Refusal : std::uint8_t {
    kNone,
    kOver,
    kExposeFirst,   // a card before everyone has spoken
    kExposingOver,  // an exposure during play
    kNotInHand,
    kCannotExpose,  // a card of another hand
    kMustLeadCard,
    kMustFollow,
    kExposedWaits,  // an exposed card in its suit's first trick
};

// Why a move is refused; kNone when it is legal.
Refusal refusal(const Game& game, const Position& at, Move move);

}  // namespace paiyou::trick
