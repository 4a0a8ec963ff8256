// What the best opponent gets against a player who always does the same when he knows the same, in a climbing game of
// two.
//
// The walk is that of `climbing_tree.hpp`, public histories with all hands that fit them, but it keeps only the path
// that it is on, and of the known player's moves it follows the one that he makes. So a game may be far too large for
// its tree.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "theory/deal_table.hpp"

namespace paiyou::theory {

class BestReply {
 public:
    // The move of the known player, who is to move in the state and has a choice. It must follow from what he sees.
    using Choose = std::function<climbing::Action(const climbing::State&)>;

    BestReply(const climbing::Game& game, const DealTable& deals, int known, Choose choose);

    double value() const { return value_; }       // what the other player gets at best
    std::size_t asked() const { return asked_; }  // information sets at which the known player chose
    std::size_t histories() const { return histories_; }

 private:
    // A hand a player may have been dealt.
    struct Held {
        std::int32_t hand;  // number of the starting hand
        Packed left;
    };
    using Hands = std::vector<Held>;
    struct Choice {
        climbing::Action action;
        std::int32_t place;  // among the hands of the player to move
    };

    // For each of the other player's hands what it gets from here on, summed over the deals by their weights.
    std::vector<double> visit(const climbing::Position& at, const std::array<Hands, 2>& held);
    std::vector<Choice> choices(const climbing::Position& at, const std::array<Hands, 2>& held);
    climbing::Action chosen(std::int32_t deal);

    const climbing::Game* game_;
    const DealTable* deals_;
    int known_;
    Choose choose_;
    climbing::MoveSet moves_;
    std::vector<climbing::Action> path_;
    double value_ = 0;
    std::size_t asked_ = 0;
    std::size_t histories_ = 0;
};

}  // namespace paiyou::theory
