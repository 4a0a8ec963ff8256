// Iterative deepening under a clock and a limit of positions (the lecture, "Dealing with limited time"; Slate and
// Atkin, "Chess 4.5", 1977): depth 1, 2, 3, ... until the game is solved or there is nothing left to spend. A depth
// that was not finished counts for nothing: the answer is that of the last finished one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "search/open/horizon.hpp"

namespace paiyou::search {

struct DeepenedMove {
    Move move = 0;
    double value = 0;
    bool exact = true;  // false: the value is no more than a bound from above
};

struct Deepened {
    std::vector<DeepenedMove> moves;  // best first; among equals as the game lists them
    int depth = 0;                    // the last finished; 0: no more than estimates of what each move leads to
    bool solved = false;              // every value is the game's, none an estimate
};

// Better values first; a bound behind the same value that is exact, since it may be worse.
inline bool ranks_before(const DeepenedMove& a, const DeepenedMove& b) {
    return a.value != b.value ? a.value > b.value : a.exact && !b.exact;
}

// With `every_value` all root moves get their own value; else those that cannot beat the best so far get a bound, which
// is found sooner.
template <typename Search, typename G, typename Evaluate>
Deepened deepen(Search& search, const G& game, const Evaluate& evaluate, const typename G::Position& root, int depth,
                bool every_value) {
    auto& horizon = search.horizon;
    Deepened done;
    std::vector<typename G::Position> after;
    auto scratch = game.scratch();
    game.each_move(root, scratch, [&](Move move) { done.moves.push_back({move, 0, true}); });
    for (DeepenedMove& each : done.moves) {
        after.push_back(root);
        game.play(after.back(), each.move);
        const bool over = game.over(after.back());
        each.value = over ? horizon.result(after.back()) : evaluate.value(after.back(), horizon.root());
    }
    const std::vector<DeepenedMove> listed = done.moves;  // in the game's order
    std::vector<std::size_t> order(listed.size());        // best of the last depth first
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto sort_by = [&](const std::vector<DeepenedMove>& moves) {
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return ranks_before(moves[a], moves[b]); });
    };
    std::vector<DeepenedMove> finished = listed;
    sort_by(finished);
    const int deepest = std::min(depth, kMostDepth);
    for (int now = 1; now <= deepest && !done.solved; ++now) {
        std::vector<DeepenedMove> found = listed;
        double best = -std::numeric_limits<double>::infinity();
        horizon.grounds = {};
        for (const std::size_t place : order) {
            const double bound = every_value ? -std::numeric_limits<double>::infinity() : best;
            const double value = search.value_above(bound, after[place], now - 1);
            if (horizon.effort().stopped()) break;
            found[place].value = value;
            found[place].exact = every_value || value > bound;
            best = std::max(best, value);
        }
        if (horizon.effort().stopped()) break;
        finished = found;
        sort_by(finished);
        done.depth = now;
        done.solved = !horizon.grounds.estimated;
    }
    done.moves.clear();
    for (const std::size_t place : order) done.moves.push_back(finished[place]);
    return done;
}

}  // namespace paiyou::search
