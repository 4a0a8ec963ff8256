// CFR+: O. Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042 (2014); O. Tammelin,
// N. Burch, M. Johanson, M. Bowling, "Solving heads-up limit Texas hold'em", IJCAI 2015. Counterfactual regret
// minimization with three changes: regrets never fall below zero (regret matching+), the players learn in turn, and the
// average weighs iteration t with t.
//
// A plan is counted in the average when the other player learns from it, which is the order for which N. Burch,
// M. Moravcik, M. Schmid, "Revisiting CFR+ and alternating updates", JAIR 64 (2019) prove the bound. Nothing is drawn
// at random.
#pragma once

#include <array>
#include <vector>

#include "theory/sequence_form.hpp"

namespace paiyou::theory {

class CfrPlus {
 public:
    explicit CfrPlus(const SequenceForm& form) : form_(&form) {
        for (int player = 0; player < 2; ++player) {
            regrets_[player].assign(form.sides[player].sequences(), 0.0F);
            totals_[player].assign(form.sides[player].sequences(), 0.0);
            make_plan(player);
        }
    }

    int iterations() const { return iterations_; }

    void iterate() {
        ++iterations_;
        for (int player = 0; player < 2; ++player) {
            count(1 - player);
            learn(player);
            make_plan(player);
        }
    }

    // The average of the plans so far, which is what converges; before the first iteration the first plan.
    Plan average(int player) const {
        if (iterations_ == 0) return plans_[player];
        Plan average = totals_[player];
        const double all = average[kEmptySequence];
        for (double& chance : average) chance /= all;
        return average;
    }

    std::size_t bytes() const {
        std::size_t sum = values_.capacity() * sizeof(double);
        for (int player = 0; player < 2; ++player)
            sum += regrets_[player].size() * (sizeof(float) + 2 * sizeof(double));
        return sum;
    }

 private:
    void count(int player) {
        const Plan& plan = plans_[player];
        for (std::size_t sequence = 0; sequence < plan.size(); ++sequence) {
            totals_[player][sequence] += iterations_ * plan[sequence];
        }
    }

    // Calls use(sequence, probability) for the moves of an information set, by regret matching.
    template <typename Use>
    void match_regrets(int player, std::size_t set, Use&& use) const {
        const Side& side = form_->sides[player];
        const std::vector<float>& regrets = regrets_[player];
        const Sequence begin = side.first[set];
        const Sequence end = side.first[set + 1];
        double sum = 0;
        for (Sequence sequence = begin; sequence < end; ++sequence) sum += regrets[sequence];
        const double alike = 1.0 / (end - begin);
        for (Sequence sequence = begin; sequence < end; ++sequence) {
            use(sequence, sum > 0 ? regrets[sequence] / sum : alike);
        }
    }

    void learn(int player) {
        const Side& side = form_->sides[player];
        std::vector<float>& regrets = regrets_[player];
        end_values(*form_, player, plans_[1 - player], values_);
        for (std::size_t set = side.sets(); set-- > 0;) {
            double value = 0;
            match_regrets(player, set, [&](Sequence sequence, double chance) { value += chance * values_[sequence]; });
            for (Sequence sequence = side.first[set]; sequence < side.first[set + 1]; ++sequence) {
                const double regret = regrets[sequence] + (values_[sequence] - value);
                regrets[sequence] = regret > 0 ? static_cast<float>(regret) : 0.0F;
            }
            values_[side.parent[set]] += value;
        }
    }

    void make_plan(int player) {
        const Side& side = form_->sides[player];
        Plan& plan = plans_[player];
        plan.resize(side.sequences());
        plan[kEmptySequence] = 1;
        for (std::size_t set = 0; set < side.sets(); ++set) {
            const double reach = plan[side.parent[set]];
            match_regrets(player, set, [&](Sequence sequence, double chance) { plan[sequence] = reach * chance; });
        }
    }

    const SequenceForm* form_;
    int iterations_ = 0;
    std::array<std::vector<float>, 2> regrets_;
    std::array<Plan, 2> plans_;
    std::array<Plan, 2> totals_;
    std::vector<double> values_;  // working space
};

}  // namespace paiyou::theory
