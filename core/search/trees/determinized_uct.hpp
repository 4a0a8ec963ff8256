// Determinized UCT (Whitehouse, Powley and Cowling 2011, III.D): a tree is searched for one deal drawn from
// what the seat sees, as if all hands lay open; the visits of many such trees are summed. Where the deal drawn is
// always the true one this is cheating UCT (III.B).
#pragma once

#include "search/trees/root_moves.hpp"
#include "search/trees/tree_search.hpp"

namespace paiyou::search {

template <CardGame Game, typename Rule, typename Look>
Grown grow_determinized_tree(const Game& game, const Rule& rule, const RewardScale& scale,
                             const typename Game::Position& seen, const DrawDeal<typename Game::Position>& draw,
                             const Limits& limits, std::uint64_t seed, Look&& look) {
    TreeSearch<Game, Rule> search(game, rule, scale, seen, true, limits.max_nodes);
    Random random(seed);
    typename Game::Position deal = seen;
    if (!draw(random, deal)) return {{}, search.statistics(), false};
    const Stopwatch watch(limits);
    for (std::uint64_t done = 0; watch.may_go_on(done); ++done) search.iterate(deal, random);
    look(search);
    return {read_root(game, search.tree(), search.rule()), search.statistics(), true};
}

}  // namespace paiyou::search
