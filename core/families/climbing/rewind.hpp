// The beginning of a game, from any later state of it: every card played is back in the hand it came from.
#pragma once

#include "families/climbing/state.hpp"

namespace paiyou::climbing {

// Playing the history of `state` from here gives `state` again. Auction included: a pile the landlord took is left over
// once more.
State rewound(const Game& game, const State& state);

}  // namespace paiyou::climbing
