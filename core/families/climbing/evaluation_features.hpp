// What a climbing position looks like to a seat that sees all hands, in a few numbers: the features by which searchers
// evaluate a game before its end. They depend on nothing that `search::Climbing::key` leaves out.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "families/climbing/position.hpp"

namespace paiyou::climbing {

// Allies are the seats that win and lose with this one; enemies all others. Where there are several, "cards",
// "near" and "turns" are of the one with the fewest cards.
inline constexpr std::array<std::string_view, 25> kEvaluationFeatures = {
    "constant",        // 1
    "own cards",       // in tenths, like all counts of cards
    "own near",        // 1 / cards
    "own turns",       // about how many leads it takes to put all cards down, in tenths
    "own high",        // cards of the highest quarter of the ranks
    "own power",       // combos with power held
    "ally cards",      // all of the allies' are 0 where there is none
    "ally near",       //
    "ally turns",      //
    "ally high",       //
    "ally power",      //
    "enemy cards",     //
    "enemy near",      //
    "enemy turns",     //
    "enemy high",      //
    "enemy power",     //
    "own trick",       // it has put down what lies on the table
    "ally trick",      //
    "own lead",        // it leads
    "ally lead",       //
    "own turn",        // it is to answer
    "own top",         // holds a card of the highest rank still in hands
    "ally top",        //
    "own unplayed",    // has not put down a card, where that counts
    "enemy unplayed",  // nor has any enemy
};

// What a seat is in this position: landlord, next after the landlord, anyone else, bidder; or a player for himself.
inline constexpr std::array<std::string_view, 4> kStakeRoles = {"landlord", "next", "last", "bidder"};
inline constexpr std::array<std::string_view, 1> kCardsRoles = {"player"};

class EvaluationFeatures {
 public:
    using Features = std::array<double, kEvaluationFeatures.size()>;

    explicit EvaluationFeatures(const Game& game);

    std::span<const std::string_view> roles() const;
    int role(const Position& at, int seat) const;

    // What a position is played for: the stake with its doublings.
    double scale(const Position& at) const;

    // A sum may not promise more than winning at once would bring, nor threaten more than losing at once, in the sum's
    // own unit: a sure win must look better than any hope. Nothing is promised before there is a landlord.
    std::pair<double, double> bounds(const Position& at, int seat) const;

    void features(const Position& at, int seat, Features& out) const;

 private:
    int turns(Packed hand) const;

    const Game* game_;
    int high_shift_ = 0;    // a hand shifted right by this is its high cards
    int straight_ = 0;      // ranks in the shortest straight; 0 where there is none
    int straight_end_ = 0;  // straights end below this rank
    bool kickers_ = false;  // trios take other cards along
};

}  // namespace paiyou::climbing
