// Max-n (Luckhardt and Irani, "An algorithmic solution of n-person games", AAAI 1986): a position has a value for every
// seat, and whoever moves takes the move with the best value of its own. Chance is averaged seat by seat.
//
// Ties matter here, unlike in minimax: moves that are the same to the mover may not be to the others. A seat that is
// indifferent takes the first of its best moves in the order in which the game lists them.
#pragma once

#include <cstddef>

#include "search/open/horizon.hpp"
#include "search/open/memo.hpp"

namespace paiyou::search {

template <KeyedGame G, typename Evaluate>
class MaxN {
 public:
    using Position = typename G::Position;

    MaxN(const G& game, const Evaluate& evaluate, const OpenSettings& settings, int root, Effort& effort)
        : horizon(game, evaluate, settings, root, effort), memo_(game, settings) {}

    Horizon<G, Evaluate> horizon;

    // What a position is worth to every seat, looking `depth` moves ahead; of no use once the effort is spent.
    Values values(const Position& at, int depth) {
        if (!horizon.effort().spend()) return {};
        if (horizon.game().over(at)) return horizon.results(at);
        if (horizon.stops(at, depth)) return horizon.estimates(at);
        return memo_.recall(horizon, at, depth, [&] {
            if constexpr (ChanceGame<G>) {
                if (horizon.game().turn(at) == kChance) return average(at, depth);
            }
            return best(at, depth);
        });
    }

    double value_above(double /*bound*/, const Position& at, int depth) {
        return values(at, depth)[static_cast<std::size_t>(horizon.root())];
    }

 private:
    Values average(const Position& at, int depth)
        requires ChanceGame<G>
    {
        Values sum{};
        horizon.each_outcome(at, [&](const Position& after, double probability) {
            const Values found = values(after, depth);
            for (std::size_t seat = 0; seat < sum.size(); ++seat) sum[seat] += probability * found[seat];
        });
        return sum;
    }

    Values best(const Position& at, int depth) {
        const auto seat = static_cast<std::size_t>(horizon.game().turn(at));
        typename Horizon<G, Evaluate>::Moves moves(horizon, at, depth);
        Values best{};
        for (std::size_t place = 0; place < moves.size(); ++place) {
            Position after = at;
            horizon.game().play(after, moves[place]);
            const Values found = values(after, depth - 1);
            if (horizon.effort().stopped()) return {};
            if (place == 0 || found[seat] > best[seat]) best = found;
        }
        return best;
    }

    Memo<G, Values> memo_;
};

}  // namespace paiyou::search
