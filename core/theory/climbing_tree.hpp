// A climbing game of two players in sequence form, made from all its deals.
//
// Moves are public and hands are not, so the tree that is walked is that of public histories, once for all deals
// together: at a history each player has a list of starting hands he may have come from, with what is left of each and
// his own sequence. Only a hand with a choice makes an information set; forced moves, passes mostly, make none.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/limits.hpp"
#include "theory/deal_table.hpp"
#include "theory/sequence_form.hpp"

namespace paiyou::theory {

class ClimbingTree {
 public:
    // Where somebody interrupts, or the ends become more than `max_ends`, the tree is left unfinished.
    ClimbingTree(const climbing::Game& game, DealTable deals, std::size_t max_ends, search::Interrupt& interrupt);

    bool finished() const { return !stopped_; }

    const SequenceForm& form() const { return form_; }

    std::size_t histories() const { return histories_.size(); }
    std::size_t decisions() const { return decisions_; }  // pairs of a deal and a history, forced moves included

    // A state in which the player whose turn it is has this information set.
    climbing::State state(int player, std::size_t set) const;

    std::size_t bytes() const;

 private:
    struct History {
        std::int32_t before;
        climbing::Action action;
    };
    // Where an information set is found again.
    struct Place {
        std::int32_t history;
        std::int32_t deal;  // one of those that belong to it
    };
    // A hand a player may have been dealt.
    struct Held {
        std::int32_t hand;  // number of the starting hand
        Packed left;
        Sequence sequence;
    };
    using Hands = std::vector<Held>;
    struct Choice {
        climbing::Action action;
        Held held;  // before the action, with the sequence that goes on with it
    };

    void visit(const climbing::Position& at, std::int32_t history, const std::array<Hands, 2>& held);
    void end(int player, climbing::Position& over, const Held& mover, const Hands& others);

    const climbing::Game* game_;
    std::size_t max_ends_;
    search::Interrupt* interrupt_;  // only while the tree is made
    bool stopped_ = false;
    climbing::MoveSet moves_;
    DealTable deals_;
    std::vector<History> histories_;
    std::array<std::vector<Place>, 2> places_;
    std::size_t decisions_ = 0;
    SequenceForm form_;
};

}  // namespace paiyou::theory
