// What a trick position looks like to a seat that sees all hands, in a few numbers: the features by which searchers
// evaluate a game before its end. They depend on nothing that `search::Trick::key` leaves out.
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "families/trick/position.hpp"

namespace paiyou::trick {

// Points are in hundreds. Good and bad cards are those with points above and below zero. A winner is a card that no
// other hand's card of its suit can beat, a loser one that beats none of them.
inline constexpr std::array<std::string_view, 22> kEvaluationFeatures = {
    "constant",        // 1
    "points",          // of what it has taken
    "rival",           // the most points of any seat that it plays against
    "trick",           // what the trick in progress would bring it, where it is winning that
    "own bad",         // points in its hand
    "own good",        //
    "others bad",      // points in other hands
    "others good",     //
    "winners",         // in its hand, in tenths
    "losers",          // in tenths
    "winners bad",     // winners, times bad points in other hands
    "winners good",    // winners, times good points in other hands
    "own cards",       // in tenths
    "voids",           // suits it has none of
    "lead",            // it leads
    "own worst",       // holds the card with the fewest points
    "above worst",     // cards that the worst, in another hand, may fall on
    "own best",        // holds the card with the most points
    "above best",      // cards that catch the best, in another hand
    "own multiplier",  // holds the card that multiplies
    "multiplied",      // has taken it
    "set",             // share of the set it has taken, where nobody else has a part of it
};

inline constexpr std::array<std::string_view, 1> kEvaluationRoles = {"player"};

class EvaluationFeatures {
 public:
    using Features = std::array<double, kEvaluationFeatures.size()>;

    explicit EvaluationFeatures(const Game& game);

    std::span<const std::string_view> roles() const { return kEvaluationRoles; }
    int role(const Position&, int /*seat*/) const { return 0; }
    double scale(const Position&) const { return 1; }

    // Points may go up and down to the last trick.
    std::pair<double, double> bounds(const Position&, int /*seat*/) const {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }

    void features(const Position& at, int seat, Features& out) const;

 private:
    const Game* game_;
    CardSet bad_ = 0;  // cards with points below zero
    CardSet good_ = 0;
    int worst_ = -1;  // the first card with the fewest points; -1 where none costs any
    int best_ = -1;
};

}  // namespace paiyou::trick
