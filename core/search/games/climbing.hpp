// A climbing game as searchers see it.
#pragma once

#include <algorithm>

#include "families/climbing/playout.hpp"
#include "search/game.hpp"

namespace paiyou::search {

class Climbing {
 public:
    using Position = climbing::Position;
    using Scratch = climbing::MoveSet;

    explicit Climbing(const climbing::Game& game) : game_(&game) {}

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
        } else {
            for (int seat = 0; seat < seats(); ++seat) {
                // Nobody has won a game that is dealt again.
                values[seat] = at.winner == kNobody ? 0.5 : allied(at, seat, at.winner) ? 1.0 : 0.0;
            }
        }
        return values;
    }

    // Before there is a landlord everyone is on his own.
    bool allied(const Position& at, int seat, int other) const {
        if (seat == other) return true;
        if (game_->rules.score.kind != climbing::Scoring::kStake || at.phase == climbing::Phase::kAuction) return false;
        return seat != at.landlord && other != at.landlord;
    }

    template <typename Visit>
    void each_move(const Position& at, Scratch& moves, Visit&& visit) const {
        climbing::each_move(*game_, at, moves, visit);
    }

    void play(Position& at, Move move) const { climbing::play_move(*game_, at, move); }

    Move move_limit() const { return game_->first_call() + static_cast<Move>(game_->rules.auction.calls); }

    bool sure_of_own_moves(const Position& at) const { return at.phase != climbing::Phase::kAuction; }
    bool is_part(Move) const { return false; }

    // The landlord's, at the highest bid and without bombs; or all cards of a hand.
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
        return {-most, most};
    }

    void finish(Position& at, Scratch& moves, Random& random) const { play_randomly(*game_, at, random, moves); }

    template <typename Tell>
    void finish(Position& at, Scratch& moves, Random& random, Tell&& tell) const {
        play_randomly(*game_, at, random, moves, tell);
    }

 private:
    const climbing::Game* game_;
};

static_assert(CardGame<Climbing>);

}  // namespace paiyou::search
