// The open-hand solver over an information set: which moves win in every deal that agrees with what a seat knows, or in
// how many of them.
//
// In each deal all hands count as open to all, as in determinized minimax (Whitehouse et al. 2011, section III.C): a
// move that wins in every deal may still need a different plan in each, so it is a strong hint rather than a proof.
#pragma once

#include <cstdint>
#include <vector>

#include "families/climbing/sample.hpp"
#include "search/effort.hpp"

namespace paiyou::search {

struct EveryDeal {
    bool looked = false;  // false where there are more deals than allowed
    std::vector<climbing::Action> moves;
    std::vector<double> won;  // for each move, the ways of the deals in which it wins
    double ways = 0;          // of all deals
    std::size_t deals = 0;
    std::uint64_t nodes = 0;
    Stop stop = Stop::kNone;  // what kept it from coming to an end; there are no moves then
};

// The view must be that of the seat to move in card play. `max_deals` is the most deals to look at, and max_nodes of
// the limits the positions to search in all of them together.
EveryDeal count_wins(const climbing::Game& game, const climbing::View& view, const climbing::Sampler& sampler,
                     std::size_t max_deals, const Limits& limits);

// The moves that win in every deal, and no others. Where `favourite` (a legal move) is one of them, it alone.
EveryDeal find_sure_moves(const climbing::Game& game, const climbing::View& view, const climbing::Sampler& sampler,
                          climbing::Action favourite, std::size_t max_deals, const Limits& limits);

}  // namespace paiyou::search
