// A climbing game as searchers see it.
#pragma once

#include <algorithm>
#include <limits>

#include "families/climbing/evaluation_features.hpp"
#include "families/climbing/playout.hpp"
#include "families/climbing/state.hpp"
#include "search/game.hpp"
#include "search/key.hpp"

namespace paiyou::search {

class Climbing {
 public:
    using Position = climbing::Position;
    using Scratch = climbing::MoveSet;

    explicit Climbing(const climbing::Game& game) : game_(&game), evaluation_(game) {}

    const climbing::Game& game() const { return *game_; }

    Scratch scratch() const { return Scratch(*game_); }
    int seats() const { return game_->rules.seats; }
    int turn(const Position& at) const { return at.turn; }
    bool over(const Position& at) const { return at.over(); }

    Values results(const Position& at, Reward reward) const {
        Values values{};
        if (reward == Reward::kPoints) {
            const climbing::Payoffs points = climbing::payoffs(*game_, at);
            for (int seat = 0; seat < seats(); ++seat) values[seat] = points[seat];
            values = to_sides(at, values);
        } else {
            for (int seat = 0; seat < seats(); ++seat) {
                // Nobody has won a game that is dealt again.
                values[seat] = at.winner == kNobody ? 0.5 : allied(at, seat, at.winner) ? 1.0 : 0.0;
            }
        }
        return values;
    }

    bool allied(const Position& at, int seat, int other) const { return climbing::allied(*game_, at, seat, other); }

    bool has_partners() const { return game_->rules.has_partners(); }
    Values to_sides(const Position& at, const Values& points) const {
        return has_partners() ? less_the_others(points, climbing::teams_of(*game_, at), seats()) : points;
    }

    template <typename Visit>
    void each_move(const Position& at, Scratch& moves, Visit&& visit) const {
        climbing::each_move(*game_, at, moves, visit);
    }

    void play(Position& at, Move move) const { climbing::play_move(*game_, at, move); }

    Move move_limit() const { return game_->first_call() + static_cast<Move>(game_->rules.auction.calls); }

    bool sure_of_own_moves(const Position& at) const { return at.phase != climbing::Phase::kAuction; }
    bool is_part(Move) const { return false; }

    // The landlord's, at the highest bid and without bombs; or all cards of a hand, which count twice with partners,
    // since what one side gains the other loses.
    Range range() const {
        const climbing::Rules& rules = game_->rules;
        double most = rules.hand_size;
        if (rules.score.kind == climbing::Scoring::kStake) {
            int stake = 1;
            for (const climbing::Auction::Step& step : rules.auction.steps) {
                if (rules.score.bid && step.next == climbing::Auction::kEnd) stake = std::max<int>(stake, step.stake);
            }
            most = rules.score.landlord_factor * stake;
        }
        if (has_partners()) most *= 2;
        return {-most, most};
    }

    void finish(Position& at, Scratch& moves, Random& random) const { play_randomly(*game_, at, random, moves); }

    template <typename Tell>
    void finish(Position& at, Scratch& moves, Random& random, Tell&& tell) const {
        play_randomly(*game_, at, random, moves, tell);
    }

    // All that moves, results and features depend on; what no longer matters is left out, so that more positions are
    // the same. Of the combo on the table only what it stands for counts; of plays, no more than the score asks.
    using Key = HashKey;
    bool keyed() const { return true; }

    Key key(const Position& at) const {
        KeyMaker maker;
        add_to_key(at, maker);
        return maker.key();
    }

    void add_to_key(const Position& at, KeyMaker& maker) const {
        const climbing::Score& score = game_->rules.score;
        for (int seat = 0; seat < seats(); ++seat) maker.add(at.hands[seat]);
        const bool auction = at.phase == climbing::Phase::kAuction;
        if (auction) {
            maker.add(at.pile);
            maker.add(std::uint64_t{at.node} << 8 | at.opener);
        }
        std::uint64_t to_beat = 0;  // 44 bits
        if (!at.leading()) {
            const climbing::Standing standing = game_->combos.standing(at.last);
            to_beat = std::uint64_t{1} << 43 | std::uint64_t{standing.group} << 24 | std::uint64_t{standing.key} << 16 |
                      std::uint64_t{standing.power} << 8 | std::uint64_t{at.last_seat} << 4 | at.passes;
        }
        maker.add(to_beat << 8 | std::uint64_t{at.turn} << 2 | static_cast<std::uint64_t>(at.phase));
        std::uint64_t worth = 0;
        std::uint64_t plays = 0;
        if (score.kind == climbing::Scoring::kStake && !auction) {
            worth = std::uint64_t{at.stake} << 16 | std::uint64_t{at.bombs} << 8 | at.landlord;
        } else if (has_partners() && !auction) {
            worth = at.landlord;  // teams are counted from him
        }
        for (int seat = 0; seat < seats(); ++seat) {
            if (score.spring || score.never_played_factor > 1) {
                // Once played or never; a landlord who played twice is safe from an anti-spring.
                plays |= std::uint64_t{std::min<std::uint8_t>(at.plays[seat], 2)} << (2 * seat);
            }
            if (score.unbeaten_bomb != 0) plays |= std::uint64_t{at.unbeaten_bombs[seat]} << (8 + 8 * seat);
        }
        maker.add(worth);
        maker.add(plays);
    }

    // What a move brings to light beside itself: the pile that a landlord takes.
    bool reveals(const Position& before, const Position& after) const {
        return pile_hidden(*game_, before) && !pile_hidden(*game_, after);
    }
    std::uint64_t revealed(const Position& at) const { return at.pile; }
    // Whether hidden cards outside the hands can still come into play.
    bool pile_matters(const Position& at) const { return at.phase == climbing::Phase::kAuction; }

    // Results any seat can still come to. Without bombs and springs the stake is known; else there is no telling.
    Range sure_range(const Position& at) const {
        const climbing::Score& score = game_->rules.score;
        const bool known = score.kind == climbing::Scoring::kStake && !score.spring &&
                           at.phase == climbing::Phase::kPlay &&
                           game_->combos.power_from(1) == game_->combos.plain_end();
        const double most = known ? std::max(1, score.landlord_factor) * static_cast<double>(at.stake)
                                  : std::numeric_limits<double>::infinity();
        return {-most, most};
    }

    // A combo waits for its answers, or there is no landlord yet.
    bool quiet(const Position& at) const { return at.phase == climbing::Phase::kPlay && at.leading(); }

    // Passing and the cheapest answer: every answer would be a tree of its own.
    template <typename Visit>
    bool each_forcing_move(const Position& at, Scratch& moves, Visit&& visit) const {
        int answers = 0;
        climbing::each_move(*game_, at, moves, [&](Move move) {
            if (at.phase == climbing::Phase::kPlay && move != climbing::kPass && ++answers > 1) return;
            visit(move);
        });
        return answers <= 1;
    }

    static constexpr std::size_t kFeatures = climbing::kEvaluationFeatures.size();
    static constexpr const auto& kFeatureNames = climbing::kEvaluationFeatures;
    auto roles() const { return evaluation_.roles(); }
    int role(const Position& at, int seat) const { return evaluation_.role(at, seat); }
    double scale(const Position& at) const { return evaluation_.scale(at); }
    std::pair<double, double> bounds(const Position& at, int seat) const { return evaluation_.bounds(at, seat); }
    void features(const Position& at, int seat, climbing::EvaluationFeatures::Features& out) const {
        evaluation_.features(at, seat, out);
    }

 private:
    const climbing::Game* game_;
    climbing::EvaluationFeatures evaluation_;
};

static_assert(CardGame<Climbing> && KeyedGame<Climbing> && QuietGame<Climbing>);

}  // namespace paiyou::search
