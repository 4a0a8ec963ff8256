// The search for a forced win, from one position on: who wins, the attackers or all others together.
//
// A position is settled first: seats that have no move but to pass have passed. Then it is won by a hand that can be
// played out (runs.hpp), or known by its key (keys.hpp, positions.hpp), or else its moves are searched one after the
// other (charges.hpp says which first), and what its verdict stands on is stored (reasons.hpp).
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "families/climbing/moves.hpp"
#include "search/effort.hpp"
#include "search/endgame/charges.hpp"
#include "search/endgame/child.hpp"
#include "search/endgame/keys.hpp"
#include "search/endgame/layout.hpp"
#include "search/endgame/positions.hpp"
#include "search/endgame/reasons.hpp"
#include "search/endgame/runs.hpp"
#include "search/endgame/sides.hpp"

namespace paiyou::search::endgame {

class Prover {
 public:
    // Where the search is plain, every position stands for itself in the table.
    Prover(const Game& game, const Position& root, Effort& effort, bool plain = false)
        : game_(game),
          exact_(plain || game.rules.must_beat),
          effort_(effort),
          moves_(game),
          sides_(game.rules.seats),
          layout_(game, sides_, root, plain),
          keys_(game, sides_, layout_, root),
          runs_(game, sides_, root, plain),
          charges_(game, sides_, runs_, !exact_),
          reasons_(game, sides_, layout_, runs_),
          table_(exact_) {}
    Prover(const Prover&) = delete;  // its parts know each other
    Prover& operator=(const Prover&) = delete;

    // Begins anew: the side of a seat attacks, and all others defend together.
    void set_attackers(const Position& at, int seat) {
        sides_.set_attackers(game_, at, seat);
        layout_.follow_sides();
        explains_ = !exact_ && layout_.likeness().ranks() != 0;
        table_.clear();
    }

    bool together(int seat, int other) const { return sides_.together(seat, other); }
    Verdict won_by(int seat) const { return sides_.won_by(seat); }

    // kUnknown when the budget is spent.
    Verdict prove(const Position& at) {
        Child child{at};
        const Verdict known = look(child);
        return known == Verdict::kUnknown ? expand(child.at, child.key) : known;
    }

    // Passes for all who have no other move; how many that were.
    int settle(Position& at) {
        int passes = 0;
        for (; !at.leading(); ++passes) {
            list_moves(at);
            if (moves_.combos() != 0) break;
            play_action(game_, at, kPass);
        }
        return passes;
    }

    // All moves of the seat to move, in the order of the table.
    std::vector<Action> legal_moves(const Position& at) {
        std::vector<Action> actions;
        list_moves(at);
        moves_.each([&](Action action) { actions.push_back(action); });
        return actions;
    }

    // A move that wins, in a position the side to move is known to win.
    Action winning_move(const Position& at) {
        if (!at.leading() && runs_.helper_runs(at)) return kPass;
        const std::vector<Action> actions = legal_moves(at);
        const Danger danger = runs_.danger_for(at, at.turn);
        const int tricks = runs_.tricks_for(at, at.turn);
        const auto run = least(actions, [&](Action action) -> std::optional<float> {
            if (action == kPass || !runs_.runs_with(at, action, danger, tricks)) return std::nullopt;
            const Packed rest = at.hands[at.turn] - game_.combos.combo(action).cards;
            return rest == 0 ? 0.0F : static_cast<float>(runs_.parts(at.turn).groups(rest));
        });
        if (run) return *run;
        const auto known = least(actions, [&](Action action) -> std::optional<float> {
            Child child = make_child(game_, at, action);
            if (look(child) != won_by(at.turn)) return std::nullopt;
            return charges_.charge_for(at, child);
        });
        if (known) return *known;
        for (const Action action : actions) {  // known by other cards that lie the same way: what follows may be new
            if (prove(make_child(game_, at, action).at) == won_by(at.turn)) return action;
        }
        return kPass;
    }

    Key key_of(const Position& at) {
        if (!at.leading()) list_moves(at);
        return keys_.make(at, moves_);
    }

 private:
    // The action with the least charge of those that have one.
    template <typename Charge>
    static std::optional<Action> least(const std::vector<Action>& actions, Charge&& charge_of) {
        std::optional<Action> best;
        float least = 0;
        for (const Action action : actions) {
            const std::optional<float> charge = charge_of(action);
            if (!charge || (best && *charge >= least)) continue;
            best = action;
            least = *charge;
        }
        return best;
    }

    void list_moves(const Position& at) { keys_.list_moves(at, at.turn, moves_); }

    // What is known of a position without searching it. It is settled, and where nothing is known its key is made.
    Verdict look(Child& child) {
        const Verdict verdict = without_search(child);
        return verdict == Verdict::kUnknown ? look_up(child) : verdict;
    }

    // The same without looking it up.
    Verdict without_search(Child& child) {
        Position& at = child.at;
        if (at.over()) return won_by(at.winner);
        child.passed = static_cast<std::uint8_t>(settle(at));
        child.run = runs_.find(at, moves_);
        if (child.run.found()) return won_by(at.turn);
        child.key = keys_.make(at, moves_);
        return Verdict::kUnknown;
    }

    Verdict look_up(Child& child) {
        const Verdict verdict = table_.find(child.key);
        child.proven = verdict != Verdict::kUnknown;
        return verdict;
    }

    // The verdict about a position, which is remembered; the key's order becomes what its proof asks for.
    Verdict expand(const Position& at, Key& key) {
        if (!effort_.spend()) return Verdict::kUnknown;
        const std::size_t first = children_.size();
        const std::size_t first_decided = decided_.size();
        const Verdict verdict = try_moves(at, first);
        if (verdict != Verdict::kUnknown) {
            if (explains_) key.order = reasons_.explain(at, key, verdict, std::span(decided_).subspan(first_decided));
            table_.store(key, verdict);
        }
        children_.resize(first);
        decided_.resize(first_decided);
        return verdict;
    }

    // The children of a position are kept in children_ from `first` on, and taken off by the caller.
    Verdict try_moves(const Position& at, std::size_t first) {
        const Verdict good = won_by(at.turn);
        list_moves(at);
        moves_.each([&](Action action) { children_.push_back(make_child(game_, at, action)); });
        if (know_best(first, good)) return good;
        const std::size_t kept = children_.size();
        for (std::size_t number = first; kept > first + 1 && number < kept; ++number) {
            children_[number].charge = charges_.charge_for(at, children_[number]);
        }
        for (std::size_t number = first; number < kept; ++number) {
            bring_forward_least(number, kept, good);
            Child child = children_[number];  // a copy: deeper positions move the others
            Verdict verdict = look_up(child);
            if (verdict == Verdict::kUnknown) {
                const std::uint64_t before = effort_.nodes();
                verdict = expand(child.at, child.key);
                if (verdict == Verdict::kUnknown) return verdict;
                child.proven = true;
                charges_.add(at, child.action, verdict == good, effort_.nodes() - before);
            }
            if (explains_) decided_.push_back(child);
            if (verdict == good) return good;
        }
        return good == Verdict::kWon ? Verdict::kLost : Verdict::kWon;
    }

    // Keeps the children from `first` on that are not known; true where one is known to be good. All are tried without
    // a search before any is looked up, so that the table's memory can come meanwhile, and all are looked up before any
    // is searched.
    bool know_best(std::size_t first, Verdict good) {
        if (keep_children(first, good, [this](Child& child) {
                const Verdict verdict = without_search(child);
                if (verdict == Verdict::kUnknown) table_.prefetch(child.key);
                return verdict;
            })) {
            return true;
        }
        for (std::size_t number = first; number < children_.size(); ++number)
            table_.prefetch_group(children_[number].key);
        for (std::size_t number = first; number < children_.size(); ++number)
            table_.prefetch_orders(children_[number].key);
        return keep_children(first, good, [this](Child& child) { return look_up(child); });
    }

    // Drops the children from `first` on that have a verdict; true as soon as one has the verdict wished for.
    template <typename Ask>
    bool keep_children(std::size_t first, Verdict wished, Ask&& ask) {
        std::size_t kept = first;
        for (std::size_t number = first; number < children_.size(); ++number) {
            const Verdict verdict = ask(children_[number]);
            if (verdict != Verdict::kUnknown && explains_) decided_.push_back(children_[number]);
            if (verdict == wished) return true;
            if (verdict == Verdict::kUnknown) children_[kept++] = children_[number];
        }
        children_.resize(kept);
        return false;
    }

    // Of the children from `number` to `end` the one with the least charge changes places with the first; or rather one
    // that is no worse for the seat to move, where the table would say so. Nothing is lost by that: where the better
    // one loses, its proof tells of the other, which is then not searched; where it wins, there is no need for the
    // other.
    void bring_forward_least(std::size_t number, std::size_t end, Verdict good) {
        const auto place = [this](std::size_t of) { return children_.begin() + static_cast<std::ptrdiff_t>(of); };
        std::iter_swap(place(number), std::min_element(place(number), place(end), [](const Child& a, const Child& b) {
                           return a.charge < b.charge;
                       }));
        for (std::size_t other = number + 1; other < end && !exact_; ++other) {
            const Key& least = children_[number].key;
            const Key& key = children_[other].key;
            if (key.words != least.words) continue;
            if (good == Verdict::kWon ? key.order.no_worse(least.order) : least.order.no_worse(key.order)) {
                std::swap(children_[number], children_[other]);
            }
        }
    }

    const Game& game_;
    bool exact_;             // where beating is a duty, more answers may be worse
    bool explains_ = false;  // what proofs stand on
    Effort& effort_;
    MoveSet moves_;
    Sides sides_;
    Layout layout_;
    Keys keys_;
    Runs runs_;
    Charges charges_;
    Reasons reasons_;
    PositionTable table_;
    std::vector<Child> children_;
    std::vector<Child> decided_;  // with a verdict
};

}  // namespace paiyou::search::endgame
