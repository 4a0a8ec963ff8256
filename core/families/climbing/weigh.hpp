// Weighs the legal moves of a seat by what it may know: how good the rest of the hand is, and whether the move stands.
//
// A group of a split is worth more the likelier it stands, and costs a charge, since it takes a turn to get rid of it
// (the idea of RHCP's "value - 7 * rounds", with values counted from the unseen cards).
#pragma once

#include <vector>

#include "families/climbing/chances.hpp"
#include "families/climbing/moves.hpp"
#include "families/climbing/split.hpp"
#include "families/climbing/state.hpp"

namespace paiyou::climbing {

struct GroupWorth {
    float stands;  // when nobody can beat it, otherwise in proportion to the chance
    float ease;    // above all unseen cards, otherwise in proportion to those below: it is put down on others' easily
};

struct Weights {
    std::vector<GroupWorth> groups;  // by group
    float charge = 0;                // for every group
    float hurry = 0;                 // added to the charge, in full when an enemy is about to go out
    float doom = 0;                  // for a group that an enemy might beat with his last cards
    float run = 0;                   // for a hand that can be played out; here it only chooses between kickers
};

struct Weighed {
    Action action;
    float rest;    // best split of what is left
    float own;     // worth of the move itself, charge included; 0 for a pass
    float stands;  // chance that no enemy beats it; of a pass: that none beats what lies on the table
    float above;   // share of the unseen cards that are lower; 0 for a pass
    float run;     // chance to play everything out from here without an answer; 1 is certain, 0 for a pass
};

class Weigher {
 public:
    Weigher(const Game& game, Weights weights);

    // What the best split of the seat's hand is worth.
    float strength(const View& view);

    // The legal moves in the order of moves(); with `every_kicker`, or only the best choice of kickers for each group
    // and key. The view must be that of the seat to move, in card play.
    const std::vector<Weighed>& weigh(const View& view, MoveSet& moves, bool every_kicker);

 private:
    void look(const View& view);
    float worth(Action action) const;
    float chance(Action action) const;
    void find_runs(Packed hand);
    void keep_best_kickers();

    const Game* game_;
    Weights weights_;
    Chances chances_;
    Splitter splitter_;
    Splitter runs_;
    std::vector<Weighed> weighed_;
    std::vector<Enemy> enemies_;
    int fewest_ = 0;
    float charge_ = 0;
};

}  // namespace paiyou::climbing
