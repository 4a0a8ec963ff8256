// Exact results of endgames with open hands, for every climbing game: who can force that his side goes out first.
//
// One side attacks, everybody else defends: landlord and peasants, one pair of partners and the other, or, where all
// play for themselves, a seat and all others together. Every round of turns takes cards off the table, so a game never
// comes back to a position, and a position is won by one side or the other whatever led to it: depth-first search with
// a table. All moves are looked up before one is searched (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph
// properties of game trees", AAAI 1996), and those come first that did well before (Schaeffer, "The history heuristic
// and alpha-beta search enhancements in practice", IEEE PAMI 11, 1989), here by how often they won and how little work
// that was.
//
// Positions are one in the table when nobody who may still answer can tell them apart: the combo to beat counts only by
// the lowest combo that beats it, and where none does the trick is over. Besides, a position tells of others: of those
// with other ranks in the same order, of those whose cards lie worse for the side that loses (positions.hpp), and of
// those that differ in what its proof does not ask for (bounds.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "families/climbing/moves.hpp"
#include "search/effort.hpp"

namespace paiyou::search {

struct Solved {
    Stop stop = Stop::kNone;                // what kept it from being solved
    std::uint8_t winner = kNobody;          // the seat that goes out in `line`; kNobody where no seat can force it
    std::vector<climbing::Action> winning;  // all winning moves of the seat to move, in the order of its legal moves
    History line;             // winners play winning moves; losers hold out as long as they can against those
    std::uint64_t nodes = 0;  // positions searched, each once
};

// The position must be one of card play, and not over. Of the limits `max_nodes` is the number of positions to
// remember; there are no iterations. With `plain` every position is searched by itself, as a measure of how much there
// is to see and as a reference: the winner and the winning moves are the same.
Solved solve(const climbing::Game& game, const climbing::Position& at, const Limits& limits, bool plain = false);

// Which of these moves win for the side of the seat to move, one answer each; fewer where the effort was spent before.
std::vector<bool> winning(const climbing::Game& game, const climbing::Position& at,
                          const std::vector<climbing::Action>& moves, Effort& effort);

}  // namespace paiyou::search
