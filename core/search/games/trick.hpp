// A trick game as searchers see it.
#pragma once

#include <algorithm>

#include "families/trick/playout.hpp"
#include "search/game.hpp"

namespace paiyou::search {

class Trick {
 public:
    using Position = trick::Position;
    struct Scratch {};

    explicit Trick(const trick::Game& game) : game_(&game) {}

    const trick::Game& game() const { return *game_; }

    Scratch scratch() const { return {}; }
    int seats() const { return game_->rules.seats; }
    int turn(const Position& at) const { return at.turn; }
    bool over(const Position& at) const { return at.over(); }

    // The game is won by the most points; seats with equally many share it.
    Values results(const Position& at, Reward reward) const {
        const trick::Payoffs points = trick::scores(*game_, at);
        Values values{};
        for (int seat = 0; seat < seats(); ++seat) values[seat] = points[seat];
        if (reward == Reward::kPoints) return values;
        const double best = *std::max_element(values.begin(), values.begin() + seats());
        const double first = static_cast<double>(std::count(values.begin(), values.begin() + seats(), best));
        for (int seat = 0; seat < seats(); ++seat) values[seat] = values[seat] == best ? 1.0 / first : 0.0;
        return values;
    }

    bool allied(const Position&, int seat, int other) const { return seat == other; }

    template <typename Visit>
    void each_move(const Position& at, Scratch&, Visit&& visit) const {
        trick::each_move(*game_, at, visit);
    }

    void play(Position& at, Move move) const { trick::play_move(*game_, at, move); }

    Move move_limit() const { return game_->moves(); }

    bool sure_of_own_moves(const Position&) const { return true; }
    bool is_part(Move) const { return false; }

    // All bad cards, all good cards and all tricks.
    Range range() const {
        const trick::Score& score = game_->rules.score;
        double low = -score.par;
        double high = static_cast<double>(score.trick) * game_->rules.hand_size - score.par;
        for (const std::int32_t points : score.points) (points < 0 ? low : high) += points;
        return {low, std::max(high, low + 1)};
    }

    void finish(Position& at, Scratch&, Random& random) const { play_randomly(*game_, at, random); }

    template <typename Tell>
    void finish(Position& at, Scratch&, Random& random, Tell&& tell) const {
        play_randomly(*game_, at, random, tell);
    }

 private:
    const trick::Game* game_;
};

static_assert(CardGame<Trick>);

}  // namespace paiyou::search
