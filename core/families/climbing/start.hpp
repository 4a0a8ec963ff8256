// A game from given hands, as a person writes them down: an endgame, a puzzle, a test.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "families/climbing/notation.hpp"
#include "families/climbing/state.hpp"

namespace paiyou::climbing {

struct StartTexts {
    std::vector<std::string_view> hands;  // seat by seat
    int turn = 0;
    std::optional<std::pair<int, std::string_view>> last;  // the seat and the combo to beat
    // Cards the landlord (seat 0) took face up, cards to be taken by whoever wins the auction, or cards hidden from
    // all, as the rules have it.
    std::string_view bottom;
};

// Begins with the auction where the game has one and every hand is as dealt, else with card play. Throws
// std::invalid_argument with a sentence for a person where that cannot be.
State start_game(const Game& game, const Notation& notation, const StartTexts& texts);

}  // namespace paiyou::climbing
