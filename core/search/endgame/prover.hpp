// The search for a forced win, from one position on.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "families/climbing/moves.hpp"
#include "search/effort.hpp"
#include "search/endgame/experience.hpp"
#include "search/endgame/parts.hpp"
#include "search/endgame/positions.hpp"

namespace paiyou::search::endgame {

using namespace paiyou::climbing;

// Proves who wins positions: one side, the attackers, or all others together.
class Prover {
 public:
    // Where the search is plain, every position stands for itself in the table.
    Prover(const Game& game, const Position& root, Effort& effort, bool plain = false)
        : game_(game),
          likeness_(plain ? none_alike() : game.likeness()),
          seats_(game.rules.seats),
          effort_(effort),
          moves_(game),
          spare_(game),
          // Where beating is a duty, more answers may be worse.
          table_(plain || game.rules.must_beat) {
        parts_.reserve(static_cast<std::size_t>(seats_));  // they are pointed at
        for (int seat = 0; seat < seats_; ++seat) {
            parts_.emplace_back(game, root.hands[seat]);
            power_[seat] = has_power(game.combos, root.hands[seat]);
        }
        for (int of = 0; of < seats_; ++of) {
            for (int by = 0; by < seats_; ++by) threats_.emplace_back(game, parts_[of], parts_[by]);
        }
    }

    // Begins anew: the side of a seat attacks, and all others defend together.
    void set_attackers(const Position& at, int seat) {
        for (int other = 0; other < seats_; ++other) attacks_[other] = allied(game_, at, seat, other);
        table_.clear();
    }

    // Whether two seats are together in this proof, which those of different teams may be: against an attacker all are.
    bool together(int seat, int other) const { return attacks_[seat] == attacks_[other]; }
    Verdict won_by(int seat) const { return attacks_[seat] ? Verdict::kWon : Verdict::kLost; }

    // kUnknown when the budget is spent.
    Verdict prove(Position at) {
        Key key;
        const Verdict known = look(at, key);
        return known == Verdict::kUnknown ? expand(at, key) : known;
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
        if (!at.leading() && helper_runs(at)) return kPass;
        const std::vector<Action> actions = legal_moves(at);
        const Classes beaten = beaten_classes(at, at.turn);
        const auto run = least(actions, [&](Action action) -> std::optional<float> {
            if (action == kPass || !runs_with(at, action, beaten)) return std::nullopt;
            const Packed rest = at.hands[at.turn] - game_.combos.combo(action).cards;
            return rest == 0 ? 0.0F : static_cast<float>(parts_[at.turn].groups(rest));
        });
        if (run) return *run;
        const auto known = least(actions, [&](Action action) -> std::optional<float> {
            Child child = make_child(at, action);
            if (look(child.at, child.key) != won_by(at.turn)) return std::nullopt;
            return charge_for(at, child);
        });
        return known.value_or(kPass);
    }

    Key key_of(const Position& at) {
        if (!at.leading()) list_moves(at);
        return make_key(at);
    }

 private:
    template <typename Value>
    using SideBySide = std::array<Value, 2>;
    static constexpr int kAttackers = 0;
    static constexpr int kDefenders = 1;

    static constexpr int kNoAnswer = 16;
    static constexpr Packed kThreeBits = (kGuards >> 3) * 7;
    static constexpr int kBitsOfHand = 3 * kMaxRanks;
    // Places in an order; those below are for the defenders' ranks that are like others.
    static constexpr int kAttackersAnswer = Likeness::kMost;
    static constexpr int kDefendersAnswer = Likeness::kMost + 1;

    struct Child {
        Position at;
        Key key;
        Action action;
        float charge;
    };

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

    static const Likeness& none_alike() {
        static const Likeness none;
        return none;
    }

    int side_of(int seat) const { return attacks_[seat] ? kAttackers : kDefenders; }
    void list_moves(const Position& at) { card_moves(game_, at.hands[at.turn], at.last, moves_, power_[at.turn]); }

    Child make_child(const Position& at, Action action) const {
        Child child{at, {}, action, 0};
        play_action(game_, child.at, action);
        return child;
    }

    // What is known of a position without searching it. It is settled, and where nothing is known its key is made.
    Verdict look(Position& at, Key& key) {
        const Verdict verdict = without_search(at, key);
        return verdict == Verdict::kUnknown ? table_.find(key) : verdict;
    }

    // The same without looking it up.
    Verdict without_search(Position& at, Key& key) {
        if (at.over()) return won_by(at.winner);
        settle(at);
        const int seat = at.turn;
        const Classes beaten = beaten_classes(at, seat);
        if (at.leading()) {
            if (parts_[seat].runs(at.hands[seat], beaten)) return won_by(seat);
        } else {
            bool runs = false;
            moves_.each([&](Action action) { runs = runs || (action != kPass && runs_with(at, action, beaten)); });
            if (runs || helper_runs(at)) return won_by(seat);
        }
        key = make_key(at);
        return Verdict::kUnknown;
    }

    // Which classes of a seat's combos are beaten by somebody who would, or who must.
    Classes beaten_classes(const Position& at, int seat) {
        Classes beaten = 0;
        for (int other = 0; other < seats_; ++other) {
            if (other == seat || (!game_.rules.must_beat && together(seat, other))) continue;
            beaten |= threats_[static_cast<std::size_t>(seat * seats_ + other)].beaten(at.hands[other], spare_);
        }
        return beaten;
    }

    // The seat to move goes out with this combo, or it stands and the rest of the hand can be played out.
    bool runs_with(const Position& at, Action action, Classes beaten) {
        Parts& parts = parts_[at.turn];
        const Packed rest = at.hands[at.turn] - game_.combos.combo(action).cards;
        return rest == 0 || (parts.stands(game_.combos.standing(action), beaten) && parts.runs(rest, beaten));
    }

    // The trick belongs to a seat of the same side, which can play out its hand if it is left to it.
    bool helper_runs(const Position& at) {
        if (!together(at.turn, at.last_seat)) return false;
        const Classes beaten = beaten_classes(at, at.last_seat);
        Parts& parts = parts_[at.last_seat];
        return parts.stands(game_.combos.standing(at.last), beaten) && parts.runs(at.hands[at.last_seat], beaten);
    }

    // Of a settled position; behind a combo, `moves_` holds the moves of the seat to move.
    Key make_key(const Position& at) {
        SideBySide<Packed> present{};
        SideBySide<Packed> links{};
        for (int seat = 0; seat < seats_; ++seat) {
            const int side = side_of(seat);
            present[side] |= Likeness::present(at.hands[seat]);
            links[side] |= likeness_.links(at.hands[seat]);
        }
        Key key;
        for (int seat = 0; seat < seats_; ++seat) {
            // Three bits a rank are enough; what else there is to tell goes above them.
            key.words[static_cast<std::size_t>(seat)] =
                gather_bits(likeness_.moved_down(at.hands[seat], present[side_of(seat)]), kThreeBits);
        }
        int place = 0;
        const Packed attacking = present[kAttackers];
        for (Packed bits = present[kDefenders] & likeness_.ranks(); bits != 0; bits &= bits - 1) {
            const Packed rank = bits & -bits;
            key.order.set(place++, 2 * std::popcount(attacking & (rank - 1)) + ((attacking & rank) != 0 ? 1 : 0));
        }
        std::uint64_t standing = 0;  // 0 on the lead
        if (!at.leading()) {
            const SideBySide<int> lowest = lowest_answers(at);
            const Standing to_beat = game_.combos.standing(at.last);
            if (lowest[kAttackers] == kNoAnswer && lowest[kDefenders] == kNoAnswer) {
                standing = 1U + to_beat.power;
            } else {
                standing = 257U + to_beat.group;
                key.order.set(kAttackersAnswer, rank_among(lowest[kAttackers], present[kAttackers]));
                key.order.set(kDefendersAnswer, kNoAnswer - rank_among(lowest[kDefenders], present[kDefenders]));
            }
        }
        key.words[0] |= (standing << 2 | at.turn) << kBitsOfHand;
        key.words[1] |= (gather_bits(links[kAttackers], present[kAttackers]) << 2 | at.passes) << kBitsOfHand;
        key.words[2] |= gather_bits(links[kDefenders], present[kDefenders]) << kBitsOfHand;
        return key;
    }

    // The place of a rank among those that are present on a side; ranks that are not like others have their own.
    int rank_among(int rank, Packed present) const {
        const Packed alike = likeness_.ranks();
        if (rank == kNoAnswer || (one_of(rank) & alike) == 0) return rank;
        return std::countr_zero(alike) / 4 + std::popcount(present & alike & (one_of(rank) - 1));
    }

    // What beats the combo that lies there, without more power: the lowest key that each side has in hands that may
    // still answer.
    SideBySide<int> lowest_answers(const Position& at) {
        const Standing standing = game_.combos.standing(at.last);
        SideBySide<int> lowest{kNoAnswer, kNoAnswer};
        for (int seat = at.turn;;) {
            int& low = lowest[side_of(seat)];
            moves_.each([&](Action action) {
                const ComboTable::Combo& combo = game_.combos.combo(action);
                if (action == kPass || combo.power > standing.power) return;
                // A combo that answers as an alias may have any key there.
                low = std::min(low, combo.group == standing.group ? combo.key : standing.key + 1);
            });
            seat = seat + 1 == seats_ ? 0 : seat + 1;
            if (seat == at.last_seat) break;
            card_moves(game_, at.hands[seat], at.last, moves_, power_[seat]);
        }
        return lowest;
    }

    Verdict expand(const Position& at, const Key& key) {
        if (!effort_.spend()) return Verdict::kUnknown;
        const std::size_t first = children_.size();
        const Verdict verdict = try_moves(at, first);
        if (verdict != Verdict::kUnknown) table_.store(key, verdict);
        children_.resize(first);
        return verdict;
    }

    // The children of a position are kept in children_ from `first` on, and taken off by the caller.
    Verdict try_moves(const Position& at, std::size_t first) {
        const Verdict good = won_by(at.turn);
        list_moves(at);
        moves_.each([&](Action action) { children_.push_back(make_child(at, action)); });
        // All are tried without a search before any is looked up, so that the table's memory can come meanwhile, and
        // all are looked up before any is searched.
        if (keep_children(first, good, [this](Child& child) {
                const Verdict verdict = without_search(child.at, child.key);
                if (verdict == Verdict::kUnknown) table_.prefetch(child.key);
                return verdict;
            })) {
            return good;
        }
        if (keep_children(first, good, [this](Child& child) { return table_.find(child.key); })) return good;
        const std::size_t kept = children_.size();
        for (std::size_t number = first; number < kept; ++number) {
            children_[number].charge = charge_for(at, children_[number]);
        }
        for (std::size_t number = first; number < kept; ++number) {
            const auto place = [this](std::size_t at_number) {
                return children_.begin() + static_cast<std::ptrdiff_t>(at_number);
            };
            std::iter_swap(place(number),
                           std::min_element(place(number), place(kept),
                                            [](const Child& a, const Child& b) { return a.charge < b.charge; }));
            const Child child = children_[number];  // a copy: deeper positions move the others
            Verdict verdict = table_.find(child.key);
            if (verdict == Verdict::kUnknown) {
                const std::uint64_t before = effort_.nodes();
                verdict = expand(child.at, child.key);
                if (verdict == Verdict::kUnknown) return verdict;
                experience_.add(at, child.action, verdict == good, effort_.nodes() - before);
            }
            if (verdict == good) return good;
        }
        return good == Verdict::kWon ? Verdict::kLost : Verdict::kWon;
    }

    // Drops the children from `first` on that have a verdict; true as soon as one has the verdict wished for.
    template <typename Ask>
    bool keep_children(std::size_t first, Verdict wished, Ask&& ask) {
        std::size_t kept = first;
        for (std::size_t number = first; number < children_.size(); ++number) {
            const Verdict verdict = ask(children_[number]);
            if (verdict == wished) return true;
            if (verdict == Verdict::kUnknown) children_[kept++] = children_[number];
        }
        children_.resize(kept);
        return false;
    }

    // Moves with a low charge are tried first. The numbers were found by trying what makes searches short.
    float charge_for(const Position& at, const Child& child) {
        const int seat = at.turn;
        const int next = child.at.turn;
        const float side = together(seat, next) ? -1.0F : 1.0F;
        float charge = experience_.charge(at, child.action);
        charge += 1.0F * static_cast<float>(parts_[seat].groups(child.at.hands[seat]));
        charge -= 0.25F * side * static_cast<float>(parts_[next].groups(child.at.hands[next]));
        if (child.at.leading()) charge += 0.5F * side;
        if (side < 0) charge -= 0.4F;
        if (child.action == kPass) {
            charge += together(seat, at.last_seat) ? -1.0F : 0.5F;
        } else {
            const ComboTable::Combo& combo = game_.combos.combo(child.action);
            charge += 1.4F * static_cast<float>(combo.power) - 0.12F * static_cast<float>(total_cards(combo.cards));
            if (child.at.leading() && next == seat) charge -= 0.5F;
        }
        return charge;
    }

    const Game& game_;
    const Likeness& likeness_;
    int seats_;
    Effort& effort_;
    MoveSet moves_;
    MoveSet spare_;
    std::vector<Parts> parts_;
    std::vector<Threats> threats_;  // seat * seats_ + other
    std::array<bool, kMaxSeats> power_{};
    std::array<bool, kMaxSeats> attacks_{};
    PositionTable table_;
    Experience experience_;
    std::vector<Child> children_;
};

}  // namespace paiyou::search::endgame
