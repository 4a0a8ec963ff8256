// Number of lines of play of a length, for checking a move generator: perft, as chess programmers call it.
#pragma once

#include "families/climbing/moves.hpp"

namespace paiyou::climbing {

inline std::uint64_t perft(const Game& game, const Position& at, int depth) {
    if (depth == 0) return 1;
    std::uint64_t lines = 0;
    MoveSet moves(game);
    each_move(game, at, moves, [&](Move move) {
        Position next = at;
        play_move(game, next, move);
        lines += perft(game, next, depth - 1);
    });
    return lines;
}

}  // namespace paiyou::climbing
