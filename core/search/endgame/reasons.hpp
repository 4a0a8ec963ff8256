// Why a position is won or lost: which comparisons of cards its verdict stands on, gathered from its moves.
#pragma once

#include <span>

#include "search/endgame/child.hpp"
#include "search/endgame/comparisons.hpp"
#include "search/endgame/runs.hpp"

namespace paiyou::search::endgame {

class Reasons {
 public:
    Reasons(const Game& game, const Sides& sides, const Layout& layout, Runs& runs)
        : game_(game), sides_(sides), layout_(layout), runs_(runs) {}

    // The order of a position as far as its verdict asks for it. `decided` are its moves that were decided, in the
    // order in which that happened: the last one counts where it wins, or else all of them.
    Order explain(const Position& at, const Key& key, Verdict verdict, std::span<const Child> decided) {
        Comparisons found(game_, sides_, layout_, verdict);
        const bool wins = verdict == sides_.won_by(at.turn);
        for (const Child& child : wins ? decided.last(1) : decided) {
            add_child(at, child, found);
            if (!at.leading()) add_trick(at, key, child, found);
        }
        if (!wins && !at.leading()) found.hold_answers(at.turn, key.order);
        return found.order(at, key);
    }

 private:
    // What the verdict about a child stands on, seen from its parent.
    void add_child(const Position& at, const Child& child, Comparisons& found) {
        // Answers to a combo that lay there already are in the parent's own order.
        if (child.action != kPass) {
            for (int passed = 0, seat = at.turn; passed < child.passed; ++passed) {
                seat = sides_.behind(seat);
                found.add_unable(seat, child.at.hands[seat], child.action, at.turn);
            }
        }
        if (child.proven) {
            const Ranks ranks = layout_.ranks_of(child.at);
            found.add_order(ranks, child.key.order);
            if (child.action != kPass && !child.at.leading()) found.add_answers(child.at, ranks, child.key.order);
        } else if (child.run.found()) {
            add_run(child.at, child.run, found);
        }
    }

    // What it says of the answers to the combo that lies there before it.
    void add_trick(const Position& at, const Key& key, const Child& child, Comparisons& found) const {
        if (child.action != kPass) {
            if (!found.loses(at.turn)) found.need_answer(at, at.turn, child.action);
            return;
        }
        for (int passed = 0, seat = at.turn; passed < child.passed; ++passed) {
            seat = sides_.behind(seat);
            if (found.loses(seat)) found.hold_answers(seat, key.order);
        }
        if (child.at.leading()) return;
        if (child.proven) {
            found.hold_all_answers(child.key.order);
        } else if (child.run.action != kPass) {
            found.need_answer(child.at, child.at.turn, child.run.action);
        } else {  // a helper's combo stands
            for (int seat = 0; seat < sides_.seats(); ++seat) {
                if (found.loses(seat)) found.hold_answers(seat, key.order);
            }
        }
    }

    // What a run stands on.
    void add_run(const Position& at, const Run& run, Comparisons& found) {
        const int seat = run.seat;
        const auto visit = [&](Action action, Parts::Role role) {
            for (int other = 0; other < sides_.seats(); ++other) {
                if (sides_.together(seat, other)) continue;
                const Packed hand = at.hands[other];
                if (role == Parts::Role::kTakes) {
                    found.add_tops(seat, action, other, hand);
                } else if (role == Parts::Role::kStands || game_.combos.find(hand) != kPass) {
                    found.add_unable(other, hand, action, seat);  // or it would go out by that
                }
            }
        };
        Packed hand = at.hands[seat];
        const Danger danger = runs_.danger_for(at, seat);
        const int tricks = runs_.tricks_for(at, seat);
        if (run.action != kPass) {
            found.add_beats(seat, run.action, at.last, at.last_seat);
            hand -= game_.combos.combo(run.action).cards;
            if (hand == 0) return;
            runs_.parts(seat).trace_behind(game_.combos.standing(run.action), hand, danger, tricks, visit);
            return;
        }
        if (!at.leading()) visit(at.last, Parts::Role::kStands);
        runs_.parts(seat).trace_run(hand, danger, tricks, visit);
    }

    const Game& game_;
    const Sides& sides_;
    const Layout& layout_;
    Runs& runs_;
};

}  // namespace paiyou::search::endgame
