// Breaking ties between moves that are worth the same against perfect play: equation 1 of Whitehouse, Powley and
// Cowling, "Determinization and information set Monte Carlo tree search for the card game Dou Di Zhu", 2011, section
// III.A, and the rules it is compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"
#include "families/history.hpp"

namespace paiyou::search {

enum class Ties : std::uint8_t {
    kMean,    // equation 1 as its text has it: plus epsilon times the mean over the moves
    kSum,     // as it is printed: epsilon times the sum
    kFirst,   // none: the first of the best moves
    kRandom,  // none: any of the best moves
};

struct TieRule {
    Ties ties = Ties::kMean;
    double epsilon = 1e-3;

    bool in_use() const { return ties == Ties::kMean || ties == Ties::kSum; }

    // What a position gains beyond its best move: `sum` over the worth of its `moves`.
    double share(double sum, std::size_t moves) const {
        if (!in_use()) return 0;
        return epsilon * (ties == Ties::kMean ? sum / static_cast<double>(moves) : sum);
    }
};

// The worth of a position to the searching seat in two parts, whose sum is that of equation 1. They are compared one
// after the other, so that no epsilon, however large, puts a move before one with a better result.
struct Worth {
    double result = 0;  // against perfect play
    double tie = 0;     // all terms with epsilon

    double sum() const { return result + tie; }
};

// How much of a difference is only rounding. Results of open positions are whole points; those of information sets are
// means of such.
inline constexpr double kSameResult = 1e-11;
inline constexpr double kSameTie = 1e-14;

inline bool better(const Worth& a, const Worth& b) {
    if (std::abs(a.result - b.result) > kSameResult) return a.result > b.result;
    return a.tie > b.tie;
}

struct ValuedMove {
    Move move = 0;
    Worth worth;
};

// The places of all best moves, ties of equation 1 included.
inline std::vector<std::size_t> best_moves(const std::vector<ValuedMove>& moves) {
    const Worth* best = &moves.front().worth;
    for (const ValuedMove& move : moves) best = better(move.worth, *best) ? &move.worth : best;
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < moves.size(); ++place) {
        const Worth& worth = moves[place].worth;
        const double scale = std::max(1.0, std::abs(best->tie));
        const bool same = std::abs(worth.result - best->result) <= kSameResult;
        if (&worth == best || (same && best->tie - worth.tie <= kSameTie * scale)) places.push_back(place);
    }
    return places;
}

// The place of the move that is chosen.
inline std::size_t choose_move(const std::vector<ValuedMove>& moves, Ties ties, Random& random) {
    const std::vector<std::size_t> best = best_moves(moves);
    return best[ties == Ties::kRandom ? random.below(static_cast<std::uint32_t>(best.size())) : 0];
}

}  // namespace paiyou::search
