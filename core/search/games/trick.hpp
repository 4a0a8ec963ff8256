// A trick game as searchers see it.
#pragma once

#include <algorithm>
#include <limits>

#include "families/trick/evaluation_features.hpp"
#include "families/trick/playout.hpp"
#include "search/game.hpp"
#include "search/key.hpp"

namespace paiyou::search {

class Trick {
 public:
    using Position = trick::Position;
    struct Scratch {};

    explicit Trick(const trick::Game& game) : game_(&game), evaluation_(game), counted_(cards_that_count(game.rules)) {}

    const trick::Game& game() const { return *game_; }

    Scratch scratch() const { return {}; }
    int seats() const { return game_->rules.seats; }
    int turn(const Position& at) const { return at.turn; }
    bool over(const Position& at) const { return at.over(); }

    // The game is won by the most points; those with equally many share it. Partners' points are counted together.
    Values results(const Position& at, Reward reward) const {
        const trick::Payoffs points = trick::scores(*game_, at);
        Values values{};
        for (int seat = 0; seat < seats(); ++seat) values[seat] = points[seat];
        if (reward == Reward::kPoints) return to_sides(at, values);
        Values sums{};
        for (int seat = 0; seat < seats(); ++seat) {
            for (int other = 0; other < seats(); ++other) sums[seat] += allied(at, seat, other) ? values[other] : 0.0;
        }
        const double best = *std::max_element(sums.begin(), sums.begin() + seats());
        double first = 0;  // teams that share it
        for (int seat = 0; seat < seats(); ++seat) {
            if (sums[seat] == best) first += 1.0 / team_size(game_->rules.teams, seats(), seat);
        }
        for (int seat = 0; seat < seats(); ++seat) values[seat] = sums[seat] == best ? 1.0 / first : 0.0;
        return values;
    }

    bool allied(const Position& at, int seat, int other) const { return trick::allied(*game_, at, seat, other); }

    bool has_partners() const { return game_->rules.has_partners(); }
    Values to_sides(const Position&, const Values& points) const {
        return has_partners() ? less_the_others(points, game_->rules.teams, seats()) : points;
    }

    template <typename Visit>
    void each_move(const Position& at, Scratch&, Visit&& visit) const {
        trick::each_move(*game_, at, visit);
    }

    void play(Position& at, Move move) const { trick::play_move(*game_, at, move); }

    Move move_limit() const { return game_->moves(); }

    bool sure_of_own_moves(const Position&) const { return true; }
    bool is_part(Move) const { return false; }

    // All bad cards, all good cards and all tricks. With partners: one side has all the good, the other all the bad.
    Range range() const {
        const trick::Score& score = game_->rules.score;
        double low = -score.par;
        double high = static_cast<double>(score.trick) * game_->rules.hand_size - score.par;
        for (const std::int32_t points : score.points) (points < 0 ? low : high) += points;
        high = std::max(high, low + 1);
        return has_partners() ? Range{low - high, high - low} : Range{low, high};
    }

    void finish(Position& at, Scratch&, Random& random) const { play_randomly(*game_, at, random); }

    template <typename Tell>
    void finish(Position& at, Scratch&, Random& random, Tell&& tell) const {
        play_randomly(*game_, at, random, tell);
    }

    // All that moves, results and features depend on. Of cards taken and on the table only those that count are kept.
    using Key = HashKey;
    bool keyed() const { return true; }

    Key key(const Position& at) const {
        KeyMaker maker;
        add_to_key(at, maker);
        return maker.key();
    }

    void add_to_key(const Position& at, KeyMaker& maker) const {
        const bool tricks_count = game_->rules.score.trick != 0;
        for (int seat = 0; seat < seats(); ++seat) {
            maker.add(at.hands[seat]);
            maker.add(at.taken[seat] & counted_);
        }
        if (tricks_count) {
            for (int seat = 0; seat < seats(); ++seat) maker.add(at.tricks[seat]);
        }
        maker.add(at.in_trick & counted_);
        maker.add(at.exposed);
        const bool trick = at.phase == trick::Phase::kPlay && at.down > 0;
        maker.add((trick ? std::uint64_t{at.best} << 40 | std::uint64_t{at.best_seat} << 32 : 0) |
                  std::uint64_t{at.led} << 16 | std::uint64_t{at.down} << 8 | std::uint64_t{at.turn} << 4 |
                  static_cast<std::uint64_t>(at.phase));
    }

    // A move brings nothing to light but cards and exposures, and the pile stays where it is.
    bool reveals(const Position&, const Position&) const { return false; }
    std::uint64_t revealed(const Position&) const { return 0; }
    bool pile_matters(const Position&) const { return false; }
    Range sure_range(const Position&) const {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }

    // A trick in progress is played to its end, and exposing too.
    bool quiet(const Position& at) const { return at.phase == trick::Phase::kPlay && at.down == 0; }

    template <typename Visit>
    bool each_forcing_move(const Position& at, Scratch&, Visit&& visit) const {
        trick::each_move(*game_, at, visit);
        return true;
    }

    static constexpr std::size_t kFeatures = trick::kEvaluationFeatures.size();
    static constexpr const auto& kFeatureNames = trick::kEvaluationFeatures;
    auto roles() const { return evaluation_.roles(); }
    int role(const Position& at, int seat) const { return evaluation_.role(at, seat); }
    double scale(const Position& at) const { return evaluation_.scale(at); }
    std::pair<double, double> bounds(const Position& at, int seat) const { return evaluation_.bounds(at, seat); }
    void features(const Position& at, int seat, trick::EvaluationFeatures::Features& out) const {
        evaluation_.features(at, seat, out);
    }

 private:
    static CardSet cards_that_count(const trick::Rules& rules) {
        const trick::Score& score = rules.score;
        CardSet cards = score.set | score.flip_when | score.flips | score.company;
        for (int card = 0; card < rules.deck_size(); ++card) {
            if (score.points[card] != 0) cards |= card_bit(card);
        }
        if (score.multiplier != trick::Score::kNoCard) cards |= card_bit(score.multiplier);
        return cards;
    }

    const trick::Game* game_;
    trick::EvaluationFeatures evaluation_;
    CardSet counted_;
};

static_assert(CardGame<Trick> && KeyedGame<Trick> && QuietGame<Trick>);

}  // namespace paiyou::search
