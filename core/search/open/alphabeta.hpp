// Alpha-beta (the lecture, "The alpha-beta algorithm"; Knuth and Moore, "An analysis of alpha-beta pruning", 1975),
// fail soft, with a transposition table and ordered moves: the table's move first, then killers (Akl and Newborn,
// 1977), then by history (Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", 1989).
//
// Its values are those of minimax: the table answers only at the depth asked for, or for solved positions at every
// depth that reaches their ends. Positions in which chance moves are averaged, each outcome with a window of its own;
// pruning begins again below.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "search/open/horizon.hpp"
#include "search/open/transposition.hpp"

namespace paiyou::search {

// The order in which moves are tried; it changes no value, only how much is pruned.
class MoveOrder {
 public:
    static constexpr Move kNone = std::numeric_limits<Move>::max();

    // A move that made the rest of its position's moves needless.
    void praise(int ply, int seat, Move move, int depth) {
        Killers& killers = killers_at(ply);
        if (killers[0] != move) killers = {move, killers[0]};
        std::vector<std::uint32_t>& history = history_[static_cast<std::size_t>(seat)];
        if (history.size() <= move) history.resize(std::max<std::size_t>(move + 1, history.size() * 2));
        const int worth = std::max(depth, 1);
        history[move] += static_cast<std::uint32_t>(worth * worth);
    }

    std::uint64_t rank(int ply, int seat, Move move, Move known) {
        if (move == known) return std::numeric_limits<std::uint64_t>::max();
        const Killers& killers = killers_at(ply);
        if (move == killers[0]) return std::uint64_t{1} << 41;
        if (move == killers[1]) return std::uint64_t{1} << 40;
        const std::vector<std::uint32_t>& history = history_[static_cast<std::size_t>(seat)];
        return move < history.size() ? history[move] : 0;
    }

 private:
    using Killers = std::array<Move, 2>;

    Killers& killers_at(int ply) {
        if (killers_.size() <= static_cast<std::size_t>(ply))
            killers_.resize(static_cast<std::size_t>(ply) + 1, {kNone, kNone});
        return killers_[static_cast<std::size_t>(ply)];
    }

    std::vector<Killers> killers_;
    std::array<std::vector<std::uint32_t>, kMaxSeats> history_;
};

template <KeyedGame G, typename Evaluate>
class AlphaBeta {
 public:
    using Position = typename G::Position;

    // The root seat's results are what counts.
    AlphaBeta(const G& game, const Evaluate& evaluate, const OpenSettings& settings, int root, Effort& effort)
        : horizon(game, evaluate, settings, root, effort) {
        if (settings.table && game.keyed()) table_.emplace(settings.table_size);
    }

    Horizon<G, Evaluate> horizon;

    // What a position is worth to the root seat, looking `depth` moves ahead. Exact within the window; outside, a bound
    // on the same side of it. Of no use once the effort is spent.
    double value(const Position& at, int depth, double alpha, double beta) {
        if (!horizon.effort().spend()) return 0;
        if (horizon.game().over(at)) return horizon.result(at);
        if (horizon.stops(at, depth)) return horizon.estimate(at);
        if constexpr (ChanceGame<G>) {
            if (horizon.game().turn(at) == kChance) {
                return horizon.average(at, [&](const Position& after) { return value(after, depth); });
            }
        }
        if (!table_) {
            Move found = MoveOrder::kNone;
            return best(at, depth, alpha, beta, found);
        }
        return recall(at, depth, alpha, beta);
    }

    double value(const Position& at, int depth) { return value(at, depth, -kInfinity, kInfinity); }

    // Exact above the bound; else a bound from above.
    double value_above(double bound, const Position& at, int depth) { return value(at, depth, bound, kInfinity); }

 private:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();

    enum class Bound : std::uint8_t { kExact, kLower, kUpper };

    struct Entry {
        double value = 0;
        Move move = MoveOrder::kNone;
        DepthOfEntry depth;
        Bound bound = Bound::kExact;
    };

    double recall(const Position& at, int depth, double alpha, double beta) {
        const typename G::Key key = horizon.game().key(at);
        Move move = MoveOrder::kNone;
        if (const Entry* const known = table_->find(key)) {
            move = known->move;
            const bool enough = known->bound == Bound::kExact ||
                                (known->bound == Bound::kLower && known->value >= beta) ||
                                (known->bound == Bound::kUpper && known->value <= alpha);
            if (enough && known->depth.serves(depth)) {
                horizon.grounds.add(known->depth.grounds(horizon.ply()));
                return known->value;
            }
        }
        const Grounds before = std::exchange(horizon.grounds, {});
        const double value = best(at, depth, alpha, beta, move);
        if (!horizon.effort().stopped()) {
            const Bound bound = value <= alpha ? Bound::kUpper : value >= beta ? Bound::kLower : Bound::kExact;
            table_->store(key, {value, move, DepthOfEntry(depth, horizon.grounds, horizon.ply()), bound});
        }
        horizon.grounds.add(before);
        return value;
    }

    // `move` is the one to try first, and becomes the best one found.
    double best(const Position& at, int depth, double alpha, double beta, Move& move) {
        const bool maximizing = horizon.maximizes(at);
        const int seat = horizon.game().turn(at);
        typename Horizon<G, Evaluate>::Moves moves(horizon, at, depth);
        const int ply = horizon.ply();
        const Move known = move;
        double best = maximizing ? -kInfinity : kInfinity;
        for (std::size_t place = 0; place < moves.size(); ++place) {
            bring_best_forward(moves, place, ply, seat, known);
            Position after = at;
            horizon.game().play(after, moves[place]);
            const double found = value(after, depth - 1, alpha, beta);
            if (horizon.effort().stopped()) return 0;
            if (maximizing ? found > best : found < best) {
                best = found;
                move = moves[place];
            }
            if (maximizing) {
                alpha = std::max(alpha, best);
            } else {
                beta = std::min(beta, best);
            }
            if (alpha >= beta) {
                order_.praise(ply, seat, moves[place], depth);
                break;
            }
        }
        return best;
    }

    // Most positions are left after a few moves or after all: the first ones are picked one by one, the rest as they
    // come.
    void bring_best_forward(typename Horizon<G, Evaluate>::Moves& moves, std::size_t place, int ply, int seat,
                            Move known) {
        if (place >= kOrdered) return;
        std::size_t best = place;
        std::uint64_t rank = order_.rank(ply, seat, moves[place], known);
        for (std::size_t other = place + 1; other < moves.size(); ++other) {
            const std::uint64_t here = order_.rank(ply, seat, moves[other], known);
            if (here > rank) {
                rank = here;
                best = other;
            }
        }
        // Rotated rather than swapped, so that moves of equal rank stay in the game's order.
        std::rotate(&moves[place], &moves[best], &moves[best] + 1);
    }

    static constexpr std::size_t kOrdered = 8;

    std::optional<TranspositionTable<typename G::Key, Entry>> table_;
    MoveOrder order_;
};

}  // namespace paiyou::search
