// UCT-RAVE of Rui and Wang 2012, after Gelly and Silver, "Combining online and offline knowledge in UCT",
// ICML 2007: the mean of a move counts together with the mean of all iterations in which its seat made the move later
// (all moves as first, AMAF), and the latter counts less with every visit.
//
//   beta(s)      = sqrt(k / (3 n(s) + k))
//   Q_RAVE(s, a) = AMAF mean + c sqrt(ln m(s) / m(s, a))
//   Q_UCT(s, a)  = mean + c sqrt(ln n(s) / n(s, a))
//   Q_UR(s, a)   = beta Q_RAVE + (1 - beta) Q_UCT
//
// m(s) is the sum of m(s, a) over the moves. With k = 0 this is UCT.
//
// That is not what the paper prints. It has the plain mean in Q_RAVE, defines m in the same words as n, and writes
// Q_UCT for the mean without its bonus, both in Q_UR and in the choice of UCT itself: so Q_UR = mean + beta c sqrt(ln
// n(s) / n(s, a)), and its UCT, with beta = 0, does not explore. `RapidTerm` and `uct_explores` are these readings
// apart.
//
// Where n(s, a) = 0 the formula is infinite, so every move is tried once before any is chosen again. With
// `weigh_untried` such a move has Q_RAVE alone once it has been heard, as in Gelly and Silver: what was bad elsewhere
// need not be tried.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/game.hpp"
#include "search/trees/tree.hpp"

namespace paiyou::search {

struct RaveNode : Node {
    std::uint32_t heard = 0;           // m(s, a)
    std::uint32_t heard_children = 0;  // m(s) of the position behind this move
    double heard_total = 0;
    std::uint64_t allowed = 0;  // the last iteration whose deal allowed the move
};

// The RAVE term: the mean and the counts of all later uses (AMAF); the plain mean with those counts; or the plain mean
// with the move's own visits, as the paper's words have it.
enum class RapidTerm : std::uint8_t { kAmaf, kMean, kVisits };

class RapidActionValue {
 public:
    using NodeType = RaveNode;
    static constexpr bool kHearsMoves = true;

    RapidActionValue(double exploration, double equivalence, RapidTerm term, bool uct_explores, bool weigh_untried,
                     Move move_limit)
        : exploration_(exploration),
          equivalence_(equivalence),
          term_(term),
          uct_explores_(uct_explores),
          weigh_untried_(weigh_untried),
          move_limit_(move_limit) {
        heard_.resize(static_cast<std::size_t>(kMaxSeats) * move_limit, 0);
    }

    void begin() { ++iteration_; }
    bool weighs_untried() const { return weigh_untried_; }

    void allow(RaveNode& child) {
        ++child.available;
        child.allowed = iteration_;
    }

    auto scorer(const RaveNode& parent) const {
        const double visits_of_parent = parent.visits;
        const double logarithm = std::log(visits_of_parent);
        const double heard_logarithm = std::log(static_cast<double>(parent.heard_children));
        const double beta = std::sqrt(equivalence_ / (3 * visits_of_parent + equivalence_));
        return [this, logarithm, heard_logarithm, beta](const RaveNode& child) {
            const double visits = child.visits;
            const double heard = child.heard;
            if (visits == 0) {
                if (heard == 0 || beta == 0) return std::numeric_limits<double>::infinity();
                return child.heard_total / heard + exploration_ * std::sqrt(heard_logarithm / heard);
            }
            const double mean = child.total / visits;
            const double bonus = exploration_ * std::sqrt(logarithm / visits);
            const double plain = uct_explores_ ? mean + bonus : mean;
            if (beta == 0) return plain;
            const double rapid = term_ == RapidTerm::kVisits
                                     ? mean + bonus
                                     : (term_ == RapidTerm::kMean ? mean : child.heard_total / heard) +
                                           exploration_ * std::sqrt(heard_logarithm / heard);
            return beta * rapid + (1 - beta) * plain;
        };
    }

    // A seat has made a move in this iteration.
    void hear(int seat, Move move) { heard_[static_cast<std::size_t>(seat) * move_limit_ + move] = iteration_; }

    // Counts the moves a seat has made since it stood at `parent`, the first one included.
    void learn(RaveNode& parent, std::span<RaveNode> children, int seat, double reward) const {
        const std::uint64_t* heard = heard_.data() + static_cast<std::size_t>(seat) * move_limit_;
        for (RaveNode& child : children) {
            if (heard[child.move] != iteration_ || child.allowed != iteration_) continue;
            ++child.heard;
            ++parent.heard_children;
            child.heard_total += reward;
        }
    }

 private:
    double exploration_;
    double equivalence_;
    RapidTerm term_;
    bool uct_explores_;
    bool weigh_untried_;
    Move move_limit_;
    std::uint64_t iteration_ = 0;
    std::vector<std::uint64_t> heard_;  // per seat and move: the last iteration in which it was made
};

}  // namespace paiyou::search
