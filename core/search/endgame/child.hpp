// What a search knows of the position behind a move.
#pragma once

#include <cstdint>

#include "families/climbing/position.hpp"
#include "search/endgame/positions.hpp"
#include "search/endgame/runs.hpp"

namespace paiyou::search::endgame {

struct Child {
    Position at;
    Key key{};
    Action action = kPass;
    float charge = 0;
    std::uint8_t passed = 0;  // seats that could not but pass behind the action
    Run run{};                // how it is won without a search
    bool proven = false;      // or else by a search: the order of its key is then what the proof asks for
};

inline Child make_child(const Game& game, const Position& at, Action action) {
    Child child{.at = at, .action = action};
    play_action(game, child.at, action);
    return child;
}

}  // namespace paiyou::search::endgame
