// The beginning of a game, from any later state of it: every card played is back in the hand it came from.
#pragma once

#include "families/trick/state.hpp"

namespace paiyou::trick {

// Playing the history of `state` from here gives `state` again, exposures included.
State rewound(const Game& game, const State& state);

}  // namespace paiyou::trick
