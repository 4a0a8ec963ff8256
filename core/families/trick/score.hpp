// What taken cards are worth.
#pragma once

#include "families/trick/position.hpp"

namespace paiyou::trick {

// The cards' score alone, for any set of taken cards.
std::int32_t card_score(const Game& game, CardSet taken, CardSet exposed);

// Every seat's score for what it has taken so far: the result, once the game is over.
Payoffs scores(const Game& game, const Position& at);

}  // namespace paiyou::trick
