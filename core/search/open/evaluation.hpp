// Positions evaluated before their end: Eval(s) = w1 f1(s) + w2 f2(s) + ..., the weighted sum of features of the
// lecture "Game Playing" ("Evaluation functions"; Shannon, "Programming a computer for playing chess",
// 1950).
//
// Features are the family's; weights come from outside, one row for each role a seat may have. A sum is scaled by what
// the game is played for (the stake, where there is one), so that weights learned at one stake hold at all. With
// partners every seat's own points are estimated and put together as results are: its side's less all others'.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

#include "search/game.hpp"

namespace paiyou::search {

template <typename G>
concept FeaturedGame = OpenGame<G> && requires(const G& game, const typename G::Position& at, int seat,
                                               std::array<double, G::kFeatures>& out) {
    { game.role(at, seat) } -> std::convertible_to<int>;
    { game.scale(at) } -> std::convertible_to<double>;  // what one point of the sum is worth in points
    // What a sum may come to at least and at most.
    { game.bounds(at, seat) } -> std::same_as<std::pair<double, double>>;
    game.features(at, seat, out);
    { game.has_partners() } -> std::convertible_to<bool>;
    { game.to_sides(at, Values{}) } -> std::same_as<Values>;  // what every seat's points come to for its side
};

// One row for each role.
using WeightRows = std::vector<std::vector<double>>;

template <FeaturedGame G>
class WeightedSum {
 public:
    WeightedSum(const G& game, Reward reward, WeightRows weights)
        : game_(&game), reward_(reward), weights_(std::move(weights)) {}

    double value(const typename G::Position& at, int seat) const {
        if (reward_ == Reward::kWin) return 0.5 + squash(sum(at, seat) - 0.5, -0.5, 0.5);
        return in_points(at, seat, game_->has_partners() ? game_->to_sides(at, sums(at))[seat] : sum(at, seat));
    }

    Values values(const typename G::Position& at) const {
        Values result{};
        if (game_->has_partners() && reward_ == Reward::kPoints) {
            result = game_->to_sides(at, sums(at));
            for (int seat = 0; seat < game_->seats(); ++seat) result[seat] = in_points(at, seat, result[seat]);
        } else {
            for (int seat = 0; seat < game_->seats(); ++seat) result[seat] = value(at, seat);
        }
        return result;
    }

 private:
    double sum(const typename G::Position& at, int seat) const {
        std::array<double, G::kFeatures> features;
        game_->features(at, seat, features);
        const std::vector<double>& weights = weights_[static_cast<std::size_t>(game_->role(at, seat))];
        double sum = 0;
        for (std::size_t place = 0; place < features.size(); ++place) sum += weights[place] * features[place];
        return sum;
    }

    Values sums(const typename G::Position& at) const {
        Values result{};
        for (int seat = 0; seat < game_->seats(); ++seat) result[seat] = sum(at, seat);
        return result;
    }

    double in_points(const typename G::Position& at, int seat, double estimate) const {
        const auto [low, high] = game_->bounds(at, seat);
        return squash(estimate, low, high) * game_->scale(at);
    }

    // Bent into its bounds, so that no hope looks as good as a sure win, while the better of two hopes stays the
    // better.
    static double squash(double sum, double low, double high) {
        const double bound = sum < 0 ? -low : high;
        if (!std::isfinite(bound)) return sum;
        return bound > 0 ? bound * std::tanh(sum / bound) : 0.0;
    }

    const G* game_;
    Reward reward_;
    WeightRows weights_;
};

}  // namespace paiyou::search
