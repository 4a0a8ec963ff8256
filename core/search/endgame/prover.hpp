// The search for a forced win, from one position on.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "families/climbing/moves.hpp"
#include "search/effort.hpp"
#include "search/endgame/bounds.hpp"
#include "search/endgame/experience.hpp"
#include "search/endgame/outlook.hpp"
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
          alike_(plain ? none_alike() : likeness_for(game, root)),
          seats_(game.rules.seats),
          // Not in a plain search; nor where an answer may be of another kind, or one that needs a smaller hand.
          gives_tricks_(!plain && !game.combos.has_aliases() && !game.combos.has_last_only()),
          exact_(plain || game.rules.must_beat),
          effort_(effort),
          moves_(game),
          spare_(game),
          table_(exact_) {
        parts_.reserve(static_cast<std::size_t>(seats_));  // they are pointed at
        for (int seat = 0; seat < seats_; ++seat) {
            parts_.emplace_back(game, root.hands[seat]);
            power_[seat] = has_power(game.combos, root.hands[seat]);
            chains_[seat] = alike_.links(root.hands[seat]) != 0;
        }
        for (int of = 0; of < seats_; ++of) {
            for (int by = 0; by < seats_; ++by) threats_.emplace_back(game, parts_[of], parts_[by], gives_tricks_);
        }
    }

    // Begins anew: the side of a seat attacks, and all others defend together.
    void set_attackers(const Position& at, int seat) {
        int defenders = 0;
        for (int other = 0; other < seats_; ++other) {
            attacks_[other] = allied(game_, at, seat, other);
            if (!attacks_[other]) number_[other] = defenders++;
        }
        // More than two defenders do not go into an order.
        likeness_ = defenders > 2 ? &none_alike() : &alike_;
        explains_ = !exact_ && likeness_->ranks() != 0;
        table_.clear();
    }

    // Whether two seats are together in this proof, which those of different teams may be: against an attacker all are.
    bool together(int seat, int other) const { return attacks_[seat] == attacks_[other]; }
    Verdict won_by(int seat) const { return attacks_[seat] ? Verdict::kWon : Verdict::kLost; }

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
        if (!at.leading() && helper_runs(at)) return kPass;
        const std::vector<Action> actions = legal_moves(at);
        const Danger danger = danger_for(at, at.turn);
        const int tricks = tricks_for(at, at.turn);
        const auto run = least(actions, [&](Action action) -> std::optional<float> {
            if (action == kPass || !runs_with(at, action, danger, tricks)) return std::nullopt;
            const Packed rest = at.hands[at.turn] - game_.combos.combo(action).cards;
            return rest == 0 ? 0.0F : static_cast<float>(parts_[at.turn].groups(rest));
        });
        if (run) return *run;
        const auto known = least(actions, [&](Action action) -> std::optional<float> {
            Child child = make_child(at, action);
            if (look(child) != won_by(at.turn)) return std::nullopt;
            return charge_for(at, child);
        });
        if (known) return *known;
        for (const Action action : actions) {  // known by other cards that lie the same way: what follows may be new
            if (prove(make_child(at, action).at) == won_by(at.turn)) return action;
        }
        return kPass;
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
    static constexpr int kBitsOfLinks = 14;
    // Places in an order: the attackers' lowest answer, each defender's, and two for each of the defenders' ranks that
    // are like others.
    static constexpr int kAttackersAnswer = 0;
    static constexpr int kDefendersAnswer = 1;
    static constexpr int kFirstRank = kMaxSeats;
    static constexpr int kMostRanksInOrder = 14;  // of each of two defenders

    // A seat that plays out its hand, beginning with an action or, on the lead, with any.
    struct Run {
        std::uint8_t seat = kNobody;
        Action action = kPass;
    };

    struct Child {
        Position at;
        Key key{};
        Action action = kPass;
        float charge = 0;
        std::uint8_t passed = 0;  // seats that could not but pass behind the action
        Run run{};                // how it is won without a search
        bool proven = false;      // or else by a search: the order of its key is then what the proof asks for
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

    // What is alike from here on: hands only get smaller.
    static const Likeness& likeness_for(const Game& game, const Position& root) {
        const auto every_hand = [&](auto&& is) {
            return std::all_of(root.hands.begin(), root.hands.begin() + game.rules.seats, is);
        };
        const Likeness& apart = game.likeness_apart();
        const Likeness& likeness = every_hand([&](Packed hand) { return apart.apart(hand); }) ? apart : game.likeness();
        const bool fits = every_hand([&](Packed hand) {
            return std::popcount(Likeness::present(hand) & likeness.ranks()) <= kMostRanksInOrder;
        });
        return fits ? likeness : none_alike();
    }

    int side_of(int seat) const { return attacks_[seat] ? kAttackers : kDefenders; }
    void list_moves(const Position& at) { card_moves(game_, at.hands[at.turn], at.last, moves_, power_[at.turn]); }

    Child make_child(const Position& at, Action action) const {
        Child child{.at = at, .action = action};
        play_action(game_, child.at, action);
        return child;
    }

    // What is known of a position without searching it. It is settled, and where nothing is known its key is made.
    Verdict look(Child& child) {
        const Verdict verdict = without_search(child);
        return verdict == Verdict::kUnknown ? look_up(child) : verdict;
    }

    Verdict look_up(Child& child) {
        const Verdict verdict = table_.find(child.key);
        child.proven = verdict != Verdict::kUnknown;
        return verdict;
    }

    // The same without looking it up.
    Verdict without_search(Child& child) {
        Position& at = child.at;
        if (at.over()) return won_by(at.winner);
        child.passed = static_cast<std::uint8_t>(settle(at));
        const std::uint8_t seat = at.turn;
        const Danger danger = danger_for(at, seat);
        const int tricks = tricks_for(at, seat);
        if (at.leading()) {
            if (parts_[seat].runs(at.hands[seat], danger, tricks)) child.run = {seat, kPass};
        } else {
            moves_.each([&](Action action) {
                if (child.run.seat != kNobody || action == kPass || !runs_with(at, action, danger, tricks)) return;
                child.run = {seat, action};
            });
            if (child.run.seat == kNobody && helper_runs(at)) child.run = {at.last_seat, kPass};
        }
        if (child.run.seat != kNobody) return won_by(seat);
        child.key = make_key(at);
        return Verdict::kUnknown;
    }

    // Whether a seat may come between the combos of another and what it plays for: an enemy, and where beating is a
    // duty anybody.
    bool in_the_way(int seat, int other) const {
        return other != seat && (game_.rules.must_beat || !together(seat, other));
    }

    // What others can do about a seat's combos.
    Danger danger_for(const Position& at, int seat) {
        Danger danger;
        for (int other = 0; other < seats_; ++other) {
            if (!in_the_way(seat, other)) continue;
            danger |= threats_[static_cast<std::size_t>(seat * seats_ + other)].danger(at.hands[other], spare_);
        }
        return danger;
    }

    // How many tricks a seat may give away on its way out: each lets others play a combo, and none may go out by that.
    int tricks_for(const Position& at, int seat) {
        if (!gives_tricks_) return 0;
        int fewest = Parts::kMostTricks + 1;
        for (int other = 0; other < seats_; ++other) {
            if (in_the_way(seat, other)) fewest = std::min(fewest, parts_[other].groups(at.hands[other]));
        }
        return std::max(1, fewest - 1);
    }

    // The seat to move goes out with this combo, or it stands or comes back and the rest of the hand can be played out.
    bool runs_with(const Position& at, Action action, const Danger& danger, int tricks) {
        const Packed rest = at.hands[at.turn] - game_.combos.combo(action).cards;
        return rest == 0 || parts_[at.turn].runs_behind(game_.combos.standing(action), rest, danger, tricks);
    }

    // The trick belongs to a seat of the same side, which can play out its hand if it is left to it.
    bool helper_runs(const Position& at) {
        if (!together(at.turn, at.last_seat)) return false;
        const Danger danger = danger_for(at, at.last_seat);
        Parts& parts = parts_[at.last_seat];
        return parts.stands(game_.combos.standing(at.last), danger.beaten) &&
               parts.runs(at.hands[at.last_seat], danger, tricks_for(at, at.last_seat));
    }

    // The ranks that each seat holds, one bit each, and all attackers.
    struct Ranks {
        std::array<Packed, kMaxSeats> own{};
        Packed attacking = 0;
    };

    Ranks ranks_of(const Position& at) const {
        Ranks ranks;
        for (int seat = 0; seat < seats_; ++seat) {
            ranks.own[seat] = Likeness::present(at.hands[seat]);
            if (attacks_[seat]) ranks.attacking |= ranks.own[seat];
        }
        return ranks;
    }

    // The other defender's ranks; none where there is no other.
    Packed partner_of(const Ranks& ranks, int seat) const {
        for (int other = 0; other < seats_; ++other) {
            if (other != seat && !attacks_[other]) return ranks.own[other];
        }
        return 0;
    }

    // For every rank of the defenders that is like others, with its first place in an order.
    template <typename Visit>
    void each_rank(const Ranks& ranks, Visit&& visit) const {
        int place = kFirstRank;
        for (int seat = 0; seat < seats_; ++seat) {
            if (attacks_[seat]) continue;
            const Packed partner = partner_of(ranks, seat);
            for (Packed bits = ranks.own[seat] & likeness_->ranks(); bits != 0; bits &= bits - 1, place += 2) {
                visit(seat, std::countr_zero(bits) / 4, partner, place);
            }
        }
    }

    static int below(Packed present, int rank) { return std::popcount(present & (one_of(rank) - 1)); }
    static int has(Packed present, int rank) { return (present & one_of(rank)) != 0 ? 1 : 0; }

    // Of a settled position; behind a combo, `moves_` holds the moves of the seat to move.
    Key make_key(const Position& at) {
        const Ranks ranks = ranks_of(at);
        Key key;
        for (int seat = 0; seat < seats_; ++seat) {
            // Three bits a rank are enough; what else there is to tell goes above them.
            const Packed present = attacks_[seat] ? ranks.attacking : ranks.own[seat];
            key.words[static_cast<std::size_t>(seat)] =
                gather_bits(likeness_->moved_down(at.hands[seat], present), kThreeBits) |
                (chains_[seat] ? gather_bits(likeness_->links(at.hands[seat]), present) << kBitsOfHand : 0);
        }
        each_rank(ranks, [&](int, int rank, Packed partner, int place) {
            key.order.set(place, 2 * below(ranks.attacking, rank) + has(ranks.attacking, rank));
            key.order.set(place + 1, below(partner, rank));
        });
        std::uint64_t rest = (at.leading() ? 0 : add_answers(at, ranks, key.order)) << 4 | at.turn << 2 | at.passes;
        for (int word = 0; word < 3; ++word, rest >>= 5) {
            key.words[static_cast<std::size_t>(word)] |= rest << (kBitsOfHand + kBitsOfLinks);
        }
        return key;
    }

    // What beats the combo that lies there, without more power: the lowest key that the attackers have, and each
    // defender, in hands that may still answer. Returns a number that tells what kind of combo it is.
    std::uint64_t add_answers(const Position& at, const Ranks& ranks, Order& order) {
        const Standing to_beat = game_.combos.standing(at.last);
        int attackers = kNoAnswer;
        bool answered = false;
        for (int seat = at.turn;;) {
            const int low = lowest_answer(to_beat);
            answered = answered || low != kNoAnswer;
            if (attacks_[seat]) {
                attackers = std::min(attackers, rank_among(low, ranks.attacking));
            } else {
                order.set(kDefendersAnswer + number_[seat], kNoAnswer - rank_among(low, ranks.own[seat]));
            }
            seat = seat + 1 == seats_ ? 0 : seat + 1;
            if (seat == at.last_seat) break;
            card_moves(game_, at.hands[seat], at.last, moves_, power_[seat]);
        }
        order.set(kAttackersAnswer, attackers);
        if (!answered) return 1U + to_beat.power;  // but for more power
        return 257U + to_beat.group;
    }

    // Of moves_.
    int lowest_answer(const Standing& to_beat) const {
        int low = kNoAnswer;
        moves_.each([&](Action action) {
            const ComboTable::Combo& combo = game_.combos.combo(action);
            if (action == kPass || combo.power > to_beat.power) return;
            // A combo that answers as an alias may have any key there.
            low = std::min(low, combo.group == to_beat.group ? combo.key : to_beat.key + 1);
        });
        return low;
    }

    // The place of a rank among those that are present; ranks that are not like others have their own.
    int rank_among(int rank, Packed present) const {
        const Packed alike = likeness_->ranks();
        if (rank == kNoAnswer || (one_of(rank) & alike) == 0) return rank;
        return std::countr_zero(alike) / 4 + below(present & alike, rank);
    }

    // The order of a position as far as a proof of it asks for it.
    Order order_for(const Position& at, const Key& key, const Bounds& bounds) const {
        const Ranks ranks = ranks_of(at);
        const Packed attacking = ranks.attacking;
        Order order;
        for (int place = 0; place < Bounds::kAnswers; ++place) {
            order.set(place, at.leading() ? key.order.get(place) : bounds.answers[static_cast<std::size_t>(place)]);
        }
        each_rank(ranks, [&](int seat, int card, Packed partner, int place) {
            const auto rank = static_cast<std::size_t>(card);
            const Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[seat])];
            int held = bounds.won() ? Order::kMost : 0;
            int partner_held = held;
            const auto hold = [&](int number) {
                held = bounds.won() ? std::min(held, number) : std::max(held, number);
            };
            if (bounds.bounded(rows.weak[rank])) {
                const int other = rows.weak[rank] - 1;
                hold(2 * below(attacking, other) + has(attacking, other));
            }
            if (bounds.bounded(rows.strict[rank])) {
                const int other = rows.strict[rank] - 1;
                hold(2 * (below(attacking, other) + (bounds.won() ? 0 : has(attacking, other))));
            }
            if (bounds.bounded(rows.partner[rank])) {
                const int other = rows.partner[rank] - 1;
                partner_held = below(partner, other) + (bounds.won() ? 0 : has(partner, other));
            }
            order.set(place, held);
            order.set(place + 1, partner_held);
        });
        return order;
    }

    // The other way round: what an order asks for in a position that it tells of.
    void add_order(const Position& at, const Order& order, Bounds& bounds) const {
        const Ranks ranks = ranks_of(at);
        const auto hold = [&](Bounds::Row& row, int card, Packed present, int number) {
            if (number < std::popcount(present))
                bounds.hold(row, card, std::countr_zero(from_bit(present, static_cast<std::uint32_t>(number))) / 4);
        };
        each_rank(ranks, [&](int seat, int card, Packed partner, int place) {
            Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[seat])];
            const int held = order.get(place);
            const int partner_held = order.get(place + 1);
            if (bounds.won()) {
                hold(held % 2 != 0 ? rows.weak : rows.strict, card, ranks.attacking, held / 2);
                hold(rows.partner, card, partner, partner_held);
            } else {
                if (held > 0) hold(held % 2 != 0 ? rows.weak : rows.strict, card, ranks.attacking, (held - 1) / 2);
                if (partner_held > 0) hold(rows.partner, card, partner, partner_held - 1);
            }
        });
    }

    // A seat has nothing of the same kind that beats another's combo: where the seat's side loses, that counts.
    void add_unable(int seat, Packed hand, Action last, int last_seat, Bounds& bounds) const {
        if (won_by(seat) == (bounds.won() ? Verdict::kWon : Verdict::kLost)) return;
        const ComboTable::Combo& combo = game_.combos.combo(last);
        const int copies = count_of(combo.cards, combo.key);
        if (!attacks_[seat]) {
            Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[seat])];
            Bounds::Row& row = attacks_[last_seat] ? rows.weak : rows.partner;
            for (int card = 0; card <= combo.key; ++card) {
                if (count_of(hand, card) >= copies) bounds.hold(row, card, combo.key);
            }
        } else if (!attacks_[last_seat]) {
            Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[last_seat])];
            for (int rank = combo.key; rank >= 0; --rank) {
                if (count_of(hand, rank) < copies) continue;
                bounds.hold(rows.weak, combo.key, rank);
                break;
            }
        }
    }

    // A seat of the side that wins beats a combo.
    void add_beats(int seat, Action action, Action last, int last_seat, Bounds& bounds) const {
        const ComboTable::Combo& combo = game_.combos.combo(action);
        const ComboTable::Combo& beaten = game_.combos.combo(last);
        if (combo.power != beaten.power) return;
        if (!attacks_[seat]) {
            Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[seat])];
            bounds.hold(attacks_[last_seat] ? rows.strict : rows.partner, combo.key, beaten.key);
        } else if (!attacks_[last_seat]) {
            Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[last_seat])];
            bounds.hold(rows.strict, beaten.key, combo.key);
        }
    }

    // A seat's combo beats all that a hand of another side has of its kind.
    void add_tops(int seat, Action action, int other, Packed hand, Bounds& bounds) const {
        const ComboTable::Combo& combo = game_.combos.combo(action);
        const int copies = count_of(combo.cards, combo.key);
        if (attacks_[seat]) {
            Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[other])];
            for (int card = 0; card < combo.key; ++card) {
                if (count_of(hand, card) >= copies) bounds.hold(rows.strict, card, combo.key);
            }
        } else {
            Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[seat])];
            for (int rank = combo.key - 1; rank >= 0; --rank) {
                if (count_of(hand, rank) < copies) continue;
                bounds.hold(rows.strict, combo.key, rank);
                break;
            }
        }
    }

    // What a run stands on.
    void add_run(const Position& at, const Run& run, Bounds& bounds) {
        const int seat = run.seat;
        const auto visit = [&](Action action, Parts::Role role) {
            for (int other = 0; other < seats_; ++other) {
                if (together(seat, other)) continue;
                const Packed hand = at.hands[other];
                if (role == Parts::Role::kTakes) {
                    add_tops(seat, action, other, hand, bounds);
                } else if (role == Parts::Role::kStands || game_.combos.find(hand) != kPass) {
                    add_unable(other, hand, action, seat, bounds);  // or it would go out by that
                }
            }
        };
        Packed hand = at.hands[seat];
        const Danger danger = danger_for(at, seat);
        const int tricks = tricks_for(at, seat);
        if (run.action != kPass) {
            add_beats(seat, run.action, at.last, at.last_seat, bounds);
            hand -= game_.combos.combo(run.action).cards;
            if (hand == 0) return;
            parts_[seat].trace_behind(game_.combos.standing(run.action), hand, danger, tricks, visit);
            return;
        }
        if (!at.leading()) visit(at.last, Parts::Role::kStands);
        parts_[seat].trace_run(hand, danger, tricks, visit);
    }

    // What an order says of the answers to the combo that lies there, in a position that it tells of.
    void add_answers(const Position& at, const Order& order, Bounds& bounds) const {
        const Ranks ranks = ranks_of(at);
        const ComboTable::Combo& last = game_.combos.combo(at.last);
        const int copies = count_of(last.cards, last.key);
        const bool by_attackers = attacks_[at.last_seat];
        for (int seat = at.turn; seat != at.last_seat; seat = seat + 1 == seats_ ? 0 : seat + 1) {
            const Packed hand = at.hands[seat];
            if (attacks_[seat]) {
                if (by_attackers) continue;
                const int lowest = rank_at(order.get(kAttackersAnswer), ranks.attacking);
                Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[at.last_seat])];
                if (bounds.won()) {
                    if (lowest < kNoAnswer) bounds.hold(rows.strict, last.key, lowest);
                    continue;
                }
                for (int rank = std::min(lowest, kMaxRanks) - 1; rank >= 0; --rank) {
                    if (rank > last.key || count_of(hand, rank) < copies) continue;
                    bounds.hold(rows.weak, last.key, rank);
                    break;
                }
            } else {
                const int lowest = rank_at(kNoAnswer - order.get(kDefendersAnswer + number_[seat]), ranks.own[seat]);
                Bounds::Rows& rows = bounds.defenders[static_cast<std::size_t>(number_[seat])];
                if (!bounds.won()) {
                    if (lowest != kNoAnswer) bounds.hold(by_attackers ? rows.strict : rows.partner, lowest, last.key);
                    continue;
                }
                for (int card = 0; card < std::min(lowest, kMaxRanks); ++card) {
                    if (card > last.key || count_of(hand, card) < copies) continue;
                    bounds.hold(by_attackers ? rows.weak : rows.partner, card, last.key);
                }
            }
        }
    }

    // The other way round than rank_among.
    int rank_at(int place, Packed present) const {
        const Packed alike = present & likeness_->ranks();
        const int number = place - std::countr_zero(likeness_->ranks()) / 4;
        if (place == kNoAnswer || number < 0 || number >= std::popcount(alike)) return place;
        return std::countr_zero(from_bit(alike, static_cast<std::uint32_t>(number))) / 4;
    }

    // What the verdict about a child stands on, seen from its parent.
    void add_child(const Position& at, const Child& child, Bounds& bounds) {
        // Answers to a combo that lay there already are in the parent's own order.
        if (child.action != kPass) {
            for (int passed = 0, seat = at.turn; passed < child.passed; ++passed) {
                seat = seat + 1 == seats_ ? 0 : seat + 1;
                add_unable(seat, child.at.hands[seat], child.action, at.turn, bounds);
            }
        }
        if (child.proven) {
            add_order(child.at, child.key.order, bounds);
            if (child.action != kPass && !child.at.leading()) add_answers(child.at, child.key.order, bounds);
        } else if (child.run.seat != kNobody) {
            add_run(child.at, child.run, bounds);
        }
    }

    // Where an order tells of a seat's answers, and how.
    int place_of_answer(int seat) const { return attacks_[seat] ? kAttackersAnswer : kDefendersAnswer + number_[seat]; }
    void hold_exactly(int seat, const Key& key, Bounds& bounds) const {
        bounds.hold_answer(place_of_answer(seat), key.order.get(place_of_answer(seat)));
    }
    // A seat of the side that wins needs this answer to the combo that lies there.
    void hold_answer(const Position& at, int seat, Action action, Bounds& bounds) const {
        const ComboTable::Combo& combo = game_.combos.combo(action);
        if (combo.power != game_.combos.combo(at.last).power) return;  // beats it whatever its key
        const Ranks ranks = ranks_of(at);
        bounds.hold_answer(place_of_answer(seat), attacks_[seat] ? rank_among(combo.key, ranks.attacking)
                                                                 : kNoAnswer - rank_among(combo.key, ranks.own[seat]));
    }

    // What the verdict about a child says of the answers to the combo that lies there before it.
    void add_trick(const Position& at, const Key& key, const Child& child, Bounds& bounds) const {
        if (at.leading()) return;
        const auto loses = [&](int seat) { return attacks_[seat] != bounds.won(); };
        if (child.action != kPass) {
            if (!loses(at.turn)) hold_answer(at, at.turn, child.action, bounds);
            return;
        }
        for (int passed = 0, seat = at.turn; passed < child.passed; ++passed) {
            seat = seat + 1 == seats_ ? 0 : seat + 1;
            if (loses(seat)) hold_exactly(seat, key, bounds);
        }
        if (child.at.leading()) return;
        if (child.proven) {
            for (int place = 0; place < Bounds::kAnswers; ++place)
                bounds.hold_answer(place, child.key.order.get(place));
        } else if (child.run.action != kPass) {
            hold_answer(child.at, child.at.turn, child.run.action, bounds);
        } else {  // a helper's combo stands
            for (int seat = 0; seat < seats_; ++seat) {
                if (loses(seat)) hold_exactly(seat, key, bounds);
            }
        }
    }

    // The verdict about a position, which is remembered; the key's order becomes what its proof asks for.
    Verdict expand(const Position& at, Key& key) {
        if (!effort_.spend()) return Verdict::kUnknown;
        const std::size_t first = children_.size();
        const std::size_t first_decided = decided_.size();
        const Verdict verdict = try_moves(at, first);
        if (verdict != Verdict::kUnknown) {
            if (explains_) key.order = explain(at, key, verdict, first_decided);
            table_.store(key, verdict);
        }
        children_.resize(first);
        decided_.resize(first_decided);
        return verdict;
    }

    // What the verdict stands on: the last move that was decided, where that wins, or else all of them.
    Order explain(const Position& at, const Key& key, Verdict verdict, std::size_t first_decided) {
        Bounds bounds(verdict);
        if (verdict == won_by(at.turn)) {
            add_child(at, decided_.back(), bounds);
            add_trick(at, key, decided_.back(), bounds);
        } else {
            for (std::size_t number = first_decided; number < decided_.size(); ++number) {
                add_child(at, decided_[number], bounds);
                add_trick(at, key, decided_[number], bounds);
            }
            if (!at.leading()) hold_exactly(at.turn, key, bounds);
        }
        return order_for(at, key, bounds);
    }

    // The children of a position are kept in children_ from `first` on, and taken off by the caller.
    Verdict try_moves(const Position& at, std::size_t first) {
        const Verdict good = won_by(at.turn);
        list_moves(at);
        moves_.each([&](Action action) { children_.push_back(make_child(at, action)); });
        // All are tried without a search before any is looked up, so that the table's memory can come meanwhile, and
        // all are looked up before any is searched.
        if (keep_children(first, good, [this](Child& child) {
                const Verdict verdict = without_search(child);
                if (verdict == Verdict::kUnknown) table_.prefetch(child.key);
                return verdict;
            })) {
            return good;
        }
        for (std::size_t number = first; number < children_.size(); ++number)
            table_.prefetch_group(children_[number].key);
        for (std::size_t number = first; number < children_.size(); ++number)
            table_.prefetch_orders(children_[number].key);
        if (keep_children(first, good, [this](Child& child) { return look_up(child); })) return good;
        const std::size_t kept = children_.size();
        for (std::size_t number = first; kept > first + 1 && number < kept; ++number) {
            children_[number].charge = charge_for(at, children_[number]);
        }
        for (std::size_t number = first; number < kept; ++number) {
            const auto place = [this](std::size_t at_number) {
                return children_.begin() + static_cast<std::ptrdiff_t>(at_number);
            };
            std::iter_swap(place(number),
                           std::min_element(place(number), place(kept),
                                            [](const Child& a, const Child& b) { return a.charge < b.charge; }));
            Child child = children_[number];  // a copy: deeper positions move the others
            Verdict verdict = look_up(child);
            if (verdict == Verdict::kUnknown) {
                const std::uint64_t before = effort_.nodes();
                verdict = expand(child.at, child.key);
                if (verdict == Verdict::kUnknown) return verdict;
                child.proven = true;
                experience_.add(at, child.action, verdict == good, effort_.nodes() - before);
            }
            if (explains_) decided_.push_back(child);
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
            if (verdict != Verdict::kUnknown && explains_) decided_.push_back(children_[number]);
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
        if (exact_)
            return charge;  // puzzles are graded by a plain search; a duty to beat leaves few moves to choose from
        return charge + (attacks_[seat] ? -kOutlook : kOutlook) * outlook(child.at);
    }

    // For the attackers.
    float outlook(const Position& at) {
        const std::array<float, kMaxSeats> top = top_cards(at.hands, seats_);
        SideBySide<Holding> sides;
        float fewest = kMaxHand;
        for (int seat = 0; seat < seats_; ++seat) {
            const Packed hand = at.hands[seat];
            const auto losers = static_cast<float>(parts_[seat].losers(hand, danger_for(at, seat).beaten));
            Holding& side = sides[static_cast<std::size_t>(side_of(seat))];
            side.groups += static_cast<float>(parts_[seat].groups(hand));
            side.losers += losers;
            side.cards += static_cast<float>(total_cards(hand));
            side.top += top[seat];
            if (!attacks_[seat]) fewest = std::min(fewest, losers);
        }
        int steps = 0;
        for (int seat = at.turn; !attacks_[seat]; ++steps) seat = seat + 1 == seats_ ? 0 : seat + 1;
        return log_odds(sides[kAttackers], sides[kDefenders], fewest, steps);
    }

    static constexpr float kOutlook = 4.0F;  // beside what else is charged

    const Game& game_;
    const Likeness& alike_;
    const Likeness* likeness_ = nullptr;
    int seats_;
    bool gives_tricks_;
    bool exact_;             // where beating is a duty, more answers may be worse
    bool explains_ = false;  // what proofs stand on
    Effort& effort_;
    MoveSet moves_;
    MoveSet spare_;
    std::vector<Parts> parts_;
    std::vector<Threats> threats_;         // seat * seats_ + other
    std::array<bool, kMaxSeats> power_{};  // what the hand at the root holds: later ones have no more
    std::array<bool, kMaxSeats> chains_{};
    std::array<bool, kMaxSeats> attacks_{};
    std::array<int, kMaxSeats> number_{};  // of the defenders
    PositionTable table_;
    Experience experience_;
    std::vector<Child> children_;
    std::vector<Child> decided_;  // with a verdict
};

}  // namespace paiyou::search::endgame
