// A trick game: its rules and what follows from them, read-only once made.
#pragma once

#include "families/history.hpp"
#include "families/trick/rules.hpp"

namespace paiyou::trick {

struct Game {
    Rules rules;
    std::array<CardSet, kMaxSuits> suits{};  // the cards of each suit
    CardSet open = 0;                        // all cards dealt in everyone's sight

    explicit Game(const Rules& given);

    // A move is a card or, behind those, the mask of an exposure.
    Move first_exposure() const { return static_cast<Move>(rules.deck_size()); }
    Move moves() const { return first_exposure() + (Move{1} << rules.exposures.size()); }
    int suit(int card) const { return rules.suit_of_card[static_cast<std::size_t>(card)]; }
    CardSet suit_of(int card) const { return suits[suit(card)]; }
};

}  // namespace paiyou::trick
