// Information set UCT (Fig. 2 of Whitehouse, Powley and Cowling 2011): one tree whose nodes are information
// sets of the seat that searches; every iteration draws a deal and goes only where that deal allows. The same loop
// carries UCT-RAVE (Fig. 1 of Rui and Wang 2012).
#pragma once

#include "search/trees/root_moves.hpp"
#include "search/trees/tree_search.hpp"

namespace paiyou::search {

// Grows one tree from what a seat sees; `look` is handed the finished search.
template <CardGame Game, typename Rule, typename Look>
Grown grow_information_set_tree(const Game& game, const Rule& rule, const RewardScale& scale,
                                const typename Game::Position& seen, const DrawDeal<typename Game::Position>& draw,
                                const Limits& limits, std::uint64_t seed, Look&& look) {
    TreeSearch<Game, Rule> search(game, rule, scale, seen, false, limits.max_nodes);
    Random random(seed);
    const Stopwatch watch(limits);
    for (std::uint64_t done = 0; watch.may_go_on(done); ++done) {
        typename Game::Position at = seen;
        if (!draw(random, at)) return {{}, search.statistics(), false};
        search.iterate(at, random);
    }
    look(search);
    return {read_root(game, search.tree(), search.rule()), search.statistics(), true};
}

}  // namespace paiyou::search
