// What is won without a search: a seat can play out its hand, whatever enemies do about it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/climbing/moves.hpp"
#include "search/endgame/parts.hpp"
#include "search/endgame/sides.hpp"

namespace paiyou::search::endgame {

using namespace paiyou::climbing;

// A seat that plays out its hand, beginning with an action or, on the lead, with any.
struct Run {
    std::uint8_t seat = kNobody;
    Action action = kPass;

    bool found() const { return seat != kNobody; }
};

class Runs {
 public:
    // No tricks are given away in a plain search; nor where an answer may be of another kind, or one that needs a
    // smaller hand.
    Runs(const Game& game, const Sides& sides, const Position& root, bool plain)
        : game_(game),
          sides_(sides),
          gives_tricks_(!plain && !game.combos.has_aliases() && !game.combos.has_last_only()),
          spare_(game) {
        const int seats = sides.seats();
        parts_.reserve(static_cast<std::size_t>(seats));  // they are pointed at
        for (int seat = 0; seat < seats; ++seat) parts_.emplace_back(game, root.hands[seat]);
        for (int of = 0; of < seats; ++of) {
            for (int by = 0; by < seats; ++by) threats_.emplace_back(game, parts_[of], parts_[by], gives_tricks_);
        }
    }

    Parts& parts(int seat) { return parts_[static_cast<std::size_t>(seat)]; }

    // By the seat to move or, behind a combo, by a helper whose combo lies there; `moves` are those of the seat to
    // move.
    Run find(const Position& at, const MoveSet& moves) {
        const std::uint8_t seat = at.turn;
        const Danger danger = danger_for(at, seat);
        const int tricks = tricks_for(at, seat);
        if (at.leading()) return parts(seat).runs(at.hands[seat], danger, tricks) ? Run{seat, kPass} : Run{};
        Run run;
        moves.each([&](Action action) {
            if (run.found() || action == kPass || !runs_with(at, action, danger, tricks)) return;
            run = {seat, action};
        });
        if (!run.found() && helper_runs(at)) run = {at.last_seat, kPass};
        return run;
    }

    // The seat to move goes out with this combo, or it stands or comes back and the rest of the hand can be played out.
    bool runs_with(const Position& at, Action action, const Danger& danger, int tricks) {
        const Packed rest = at.hands[at.turn] - game_.combos.combo(action).cards;
        return rest == 0 || parts(at.turn).runs_behind(game_.combos.standing(action), rest, danger, tricks);
    }

    // The trick belongs to a seat of the same side, which can play out its hand if it is left to it.
    bool helper_runs(const Position& at) {
        if (!sides_.together(at.turn, at.last_seat)) return false;
        const Danger danger = danger_for(at, at.last_seat);
        Parts& helpers = parts(at.last_seat);
        return helpers.stands(game_.combos.standing(at.last), danger.beaten) &&
               helpers.runs(at.hands[at.last_seat], danger, tricks_for(at, at.last_seat));
    }

    // What others can do about a seat's combos.
    Danger danger_for(const Position& at, int seat) {
        Danger danger;
        for (int other = 0; other < sides_.seats(); ++other) {
            if (!in_the_way(seat, other)) continue;
            danger |= threats_[static_cast<std::size_t>(seat * sides_.seats() + other)].danger(at.hands[other], spare_);
        }
        return danger;
    }

    // How many tricks a seat may give away on its way out: each lets others play a combo, and none may go out by that.
    int tricks_for(const Position& at, int seat) {
        if (!gives_tricks_) return 0;
        int fewest = Parts::kMostTricks + 1;
        for (int other = 0; other < sides_.seats(); ++other) {
            if (in_the_way(seat, other)) fewest = std::min(fewest, parts(other).groups(at.hands[other]));
        }
        return std::max(1, fewest - 1);
    }

 private:
    // Whether a seat may come between the combos of another and what it plays for: an enemy, and where beating is a
    // duty anybody.
    bool in_the_way(int seat, int other) const {
        return other != seat && (game_.rules.must_beat || !sides_.together(seat, other));
    }

    const Game& game_;
    const Sides& sides_;
    bool gives_tricks_;
    MoveSet spare_;
    std::vector<Parts> parts_;
    std::vector<Threats> threats_;  // seat * seats + other
};

}  // namespace paiyou::search::endgame
