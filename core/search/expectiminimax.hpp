// Expectiminimax (paper 002, "Algorithm for nondeterministic games"; Michie, "Game-playing and game-learning automata",
// 1966): minimax with positions in which chance moves; those are worth the average of what may happen, weighted by
// probability. Where nothing is left to chance it is minimax.
#pragma once

#include <algorithm>
#include <limits>

#include "search/horizon.hpp"
#include "search/memo.hpp"

namespace paiyou::search {

template <OpenGame G, typename Evaluate>
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
                if (horizon.game().turn(at) == kChance) return average(at, depth);
            }
            return best(at, depth);
        });
    }

    double value_above(double /*bound*/, const Position& at, int depth) { return value(at, depth); }

 private:
    double average(const Position& at, int depth)
        requires ChanceGame<G>
    {
        double sum = 0;
        horizon.each_outcome(
            at, [&](const Position& after, double probability) { sum += probability * value(after, depth); });
        return sum;
    }

    double best(const Position& at, int depth) {
        const bool maximizing = horizon.maximizes(at);
        typename Horizon<G, Evaluate>::Moves moves(horizon, at, depth);
        double best = maximizing ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
        for (std::size_t place = 0; place < moves.size(); ++place) {
            Position after = at;
            horizon.game().play(after, moves[place]);
            const double found = value(after, depth - 1);
            if (horizon.effort().stopped()) return 0;
            best = maximizing ? std::max(best, found) : std::min(best, found);
        }
        return best;
    }

    Memo<G, double> memo_;
};

}  // namespace paiyou::search
