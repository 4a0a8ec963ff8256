// Minimax over open positions, full width (the lecture, "Minimax algorithm"; Shannon, "Programming a computer for
// playing chess", 1950): the root seat's side takes the greatest value, everyone else the least.
#pragma once

#include "search/open/horizon.hpp"
#include "search/open/memo.hpp"

namespace paiyou::search {

template <KeyedGame G, typename Evaluate>
class Minimax {
 public:
    using Position = typename G::Position;

    // The root seat's results are what counts.
    Minimax(const G& game, const Evaluate& evaluate, const OpenSettings& settings, int root, Effort& effort)
        : horizon(game, evaluate, settings, root, effort), memo_(game, settings) {}

    Horizon<G, Evaluate> horizon;

    // What a position is worth to the root seat, looking `depth` moves ahead; of no use once the effort is spent.
    double value(const Position& at, int depth) {
        if (!horizon.effort().spend()) return 0;
        if (horizon.game().over(at)) return horizon.result(at);
        if (horizon.stops(at, depth)) return horizon.estimate(at);
        return memo_.recall(horizon, at, depth, [&] {
            return horizon.best(at, depth, [&](const Position& after) { return value(after, depth - 1); });
        });
    }

    // What every searcher is asked for the positions behind the root's moves: `bound` is the value to beat.
    double value_above(double /*bound*/, const Position& at, int depth) { return value(at, depth); }

 private:
    Memo<G, double> memo_;
};

}  // namespace paiyou::search
