// A game of two players, zero-sum, with hidden information, in sequence form: B. von Stengel, "Efficient computation of
// behavior strategies", Games and Economic Behavior 14 (1996); D. Koller, N. Megiddo, B. von Stengel, "Efficient
// computation of equilibria for extensive two-person games", the same volume.
//
// A sequence is what one player has chosen so far, together with what he knew when he chose; with perfect recall it is
// an information set and a move there, or the empty sequence. A plan gives every sequence of a player the product of
// the probabilities of its choices. The expected result is then bilinear in the two plans, and all sweeps below are
// loops over plain arrays.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace paiyou::theory {

using Sequence = std::int32_t;
using Plan = std::vector<double>;

inline constexpr Sequence kEmptySequence = 0;

// What one player may do. Information sets are numbered with parents before children, and the sequences of each stand
// side by side, so that a loop from the last to the first visits what follows before what leads there.
struct Side {
    std::vector<Sequence> parent;    // of each information set: the own sequence that leads to it
    std::vector<Sequence> first{1};  // of each information set: its first sequence; then the number of all sequences

    std::size_t sets() const { return parent.size(); }
    std::size_t sequences() const { return static_cast<std::size_t>(first.back()); }

    // The sequences of a new information set with a number of moves; the first of them is returned.
    Sequence add_set(Sequence leads_here, Sequence moves) {
        const Sequence begin = first.back();
        parent.push_back(leads_here);
        first.push_back(begin + moves);
        return begin;
    }
};

// Ends of the game, listed by a sequence of one player (the mover: in a card game, whoever goes out) and with each the
// sequences of the other player that may stand against it. Two thirds of the size of a list of pairs.
struct Ends {
    std::vector<Sequence> mover;
    std::vector<std::size_t> begin{0};  // of each mover's sequence: its first end; then the number of all ends
    std::vector<Sequence> other;        // of each end
    std::vector<float> payoff;          // of each end: to player 0, times its weight

    void add(Sequence against, double result) {
        other.push_back(against);
        payoff.push_back(static_cast<float>(result));
    }
    // Closes the list of ends that were added since the last call.
    void close(Sequence sequence) {
        if (begin.back() == other.size()) return;
        mover.push_back(sequence);
        begin.push_back(other.size());
    }
};

struct SequenceForm {
    std::array<Side, 2> sides;
    std::array<Ends, 2> ends;  // by the player who is the mover
    double weight = 1;  // of all chance together: payoffs are divided by it, so that weights may be whole numbers

    std::size_t number_of_ends() const { return ends[0].other.size() + ends[1].other.size(); }

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Side& side : sides) sum += (side.parent.size() + side.first.size()) * sizeof(Sequence);
        for (const Ends& list : ends) {
            sum += list.mover.size() * sizeof(Sequence) + list.begin.size() * sizeof(std::size_t) +
                   list.other.size() * (sizeof(Sequence) + sizeof(float));
        }
        return sum;
    }
};

// What each sequence of a player brings him by the ends it stands at, given the other's plan.
inline void end_values(const SequenceForm& form, int player, const Plan& other_plan, std::vector<double>& values) {
    values.assign(form.sides[player].sequences(), 0.0);
    const double unit = (player == 0 ? 1.0 : -1.0) / form.weight;
    const Ends& own = form.ends[player];
    for (std::size_t list = 0; list < own.mover.size(); ++list) {
        double sum = 0;
        for (std::size_t end = own.begin[list]; end < own.begin[list + 1]; ++end) {
            sum += own.payoff[end] * other_plan[own.other[end]];
        }
        values[own.mover[list]] += unit * sum;
    }
    const Ends& others = form.ends[1 - player];
    for (std::size_t list = 0; list < others.mover.size(); ++list) {
        const double chance = unit * other_plan[others.mover[list]];
        if (chance == 0) continue;
        for (std::size_t end = others.begin[list]; end < others.begin[list + 1]; ++end) {
            values[others.other[end]] += chance * others.payoff[end];
        }
    }
}

// What player 0 may expect from two plans.
inline double expected_result(const SequenceForm& form, const Plan& plan, const Plan& other_plan) {
    std::vector<double> values;
    end_values(form, 0, other_plan, values);
    double sum = 0;
    for (std::size_t sequence = 0; sequence < values.size(); ++sequence) sum += values[sequence] * plan[sequence];
    return sum;
}

// The plan of a behaviour strategy: for every sequence the probability of its last choice.
inline Plan plan_of(const Side& side, const std::vector<double>& behaviour) {
    Plan plan(side.sequences());
    plan[kEmptySequence] = 1;
    for (std::size_t set = 0; set < side.sets(); ++set) {
        for (Sequence sequence = side.first[set]; sequence < side.first[set + 1]; ++sequence) {
            plan[sequence] = plan[side.parent[set]] * behaviour[sequence];
        }
    }
    return plan;
}

struct BestResponse {
    double value;  // to the player who responds
    Plan plan;     // pure; the first of equally good moves
};

inline BestResponse best_response(const SequenceForm& form, int player, const Plan& other_plan) {
    const Side& side = form.sides[player];
    std::vector<double> values;
    end_values(form, player, other_plan, values);
    std::vector<double> behaviour(side.sequences(), 0.0);
    for (std::size_t set = side.sets(); set-- > 0;) {
        const auto best = std::max_element(values.begin() + side.first[set], values.begin() + side.first[set + 1]);
        behaviour[static_cast<std::size_t>(best - values.begin())] = 1;
        values[side.parent[set]] += *best;
    }
    return {values[kEmptySequence], plan_of(side, behaviour)};
}

}  // namespace paiyou::theory
