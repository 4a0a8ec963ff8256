// A game from given hands, as a person writes them down: an endgame, a puzzle, a test.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "families/trick/notation.hpp"
#include "families/trick/state.hpp"

namespace paiyou::trick {

struct StartTexts {
    using Cards = std::vector<std::string_view>;

    std::vector<Cards> hands;  // seat by seat
    int turn = 0;
    std::optional<std::pair<int, std::string_view>> last;  // the seat before `turn` and the card it led
    Cards bottom;                                          // cards hidden from all
    std::optional<Cards> exposed;                          // cards of the hands that have been shown
};

// Begins with exposing where the game has it, every hand is full and nothing is said to be exposed; else with card
// play. Throws std::invalid_argument with a sentence for a person where that cannot be.
State start_game(const Game& game, const Notation& notation, const StartTexts& texts);

}  // namespace paiyou::trick
