// Expectiminimax (the lecture, "Algorithm for nondeterministic games"; Michie, "Game-playing and game-learning
// automata", 1966): minimax with positions in which chance moves; those are worth the average of what may happen,
// weighted by probability. Where nothing is left to chance it is minimax.
#pragma once

#include "search/open/horizon.hpp"
#include "search/open/memo.hpp"

namespace paiyou::search {

template <KeyedGame G, typename Evaluate>
class Expectiminimax {
 public:
    using Position = typename G::Position;

    // The root seat's results are what counts.
    Expectiminimax(const G& game, const Evaluate& evaluate, const OpenSettings& settings, int root, Effort& effort)
        : horizon(game, evaluate, settings, root, effort), memo_(game, settings) {}

    Horizon<G, Evaluate> horizon;

    // What a position is worth to the root seat, looking `depth` moves ahead; of no use once the effort is spent.
    double value(const Position& at, int depth) {
        if (!horizon.effort().spend()) return 0;
        if (horizon.game().over(at)) return horizon.result(at);
        if (horizon.stops(at, depth)) return horizon.estimate(at);
        return memo_.recall(horizon, at, depth, [&] {
            if constexpr (ChanceGame<G>) {
                if (horizon.game().turn(at) == kChance) {
                    return horizon.average(at, [&](const Position& after) { return value(after, depth); });
                }
            }
            return horizon.best(at, depth, [&](const Position& after) { return value(after, depth - 1); });
        });
    }

    double value_above(double /*bound*/, const Position& at, int depth) { return value(at, depth); }

 private:
    Memo<G, double> memo_;
};

}  // namespace paiyou::search
