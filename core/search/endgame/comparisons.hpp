// The comparisons of cards that a verdict about a position stands on, as orders tell of them (layout.hpp, bounds.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "search/endgame/bounds.hpp"
#include "search/endgame/layout.hpp"

namespace paiyou::search::endgame {

class Comparisons {
 public:
    Comparisons(const Game& game, const Sides& sides, const Layout& layout, Verdict verdict)
        : game_(game), sides_(sides), layout_(layout), bounds_(verdict) {}

    bool loses(int seat) const { return sides_.attacks(seat) != bounds_.won(); }

    // A seat has nothing of the same kind that beats another's combo: where the seat's side loses, that counts.
    void add_unable(int seat, Packed hand, Action last, int last_seat) {
        if (!loses(seat)) return;
        const ComboTable::Combo& combo = game_.combos.combo(last);
        const int copies = count_of(combo.cards, combo.key);
        if (!sides_.attacks(seat)) {
            Bounds::Rows& rows = rows_of(seat);
            hold_cards(sides_.attacks(last_seat) ? rows.weak : rows.partner, hand, copies, combo.key, combo.key);
        } else if (!sides_.attacks(last_seat)) {
            hold_to_highest(rows_of(last_seat).weak, combo.key, hand, copies, combo.key);
        }
    }

    // A seat of the side that wins beats a combo.
    void add_beats(int seat, Action action, Action last, int last_seat) {
        const ComboTable::Combo& combo = game_.combos.combo(action);
        const ComboTable::Combo& beaten = game_.combos.combo(last);
        if (combo.power != beaten.power) return;
        if (!sides_.attacks(seat)) {
            Bounds::Rows& rows = rows_of(seat);
            bounds_.hold(sides_.attacks(last_seat) ? rows.strict : rows.partner, combo.key, beaten.key);
        } else if (!sides_.attacks(last_seat)) {
            bounds_.hold(rows_of(last_seat).strict, beaten.key, combo.key);
        }
    }

    // A seat's combo beats all that a hand of another side has of its kind.
    void add_tops(int seat, Action action, int other, Packed hand) {
        const ComboTable::Combo& combo = game_.combos.combo(action);
        const int copies = count_of(combo.cards, combo.key);
        if (sides_.attacks(seat)) {
            hold_cards(rows_of(other).strict, hand, copies, combo.key - 1, combo.key);
        } else {
            hold_to_highest(rows_of(seat).strict, combo.key, hand, copies, combo.key - 1);
        }
    }

    // All that an order asks for of the cards, in a position that it tells of and that has these ranks.
    void add_order(const Ranks& ranks, const Order& order) {
        const auto hold = [&](Bounds::Row& row, int card, Packed present, int number) {
            if (number < std::popcount(present))
                bounds_.hold(row, card, std::countr_zero(from_bit(present, static_cast<std::uint32_t>(number))) / 4);
        };
        layout_.each_rank(ranks, [&](int seat, int card, Packed partner, int place) {
            Bounds::Rows& rows = rows_of(seat);
            const int held = order.get(place);
            const int partner_held = order.get(place + 1);
            if (bounds_.won()) {
                hold(held % 2 != 0 ? rows.weak : rows.strict, card, ranks.attacking, held / 2);
                hold(rows.partner, card, partner, partner_held);
            } else {
                if (held > 0) hold(held % 2 != 0 ? rows.weak : rows.strict, card, ranks.attacking, (held - 1) / 2);
                if (partner_held > 0) hold(rows.partner, card, partner, partner_held - 1);
            }
        });
    }

    // What it says there of the answers to the combo that lies there.
    void add_answers(const Position& at, const Ranks& ranks, const Order& order) {
        const ComboTable::Combo& last = game_.combos.combo(at.last);
        const int copies = count_of(last.cards, last.key);
        const bool by_attackers = sides_.attacks(at.last_seat);
        for (int seat = at.turn; seat != at.last_seat; seat = sides_.behind(seat)) {
            const Packed hand = at.hands[seat];
            const int place = order.get(layout_.place_of_answer(seat));
            if (sides_.attacks(seat)) {
                if (by_attackers) continue;
                const int lowest = layout_.rank_at(place, ranks.attacking);
                Bounds::Rows& rows = rows_of(at.last_seat);
                if (!bounds_.won()) {
                    hold_to_highest(rows.weak, last.key, hand, copies,
                                    std::min<int>(last.key, std::min(lowest, kMaxRanks) - 1));
                } else if (lowest < Layout::kNoAnswer) {
                    bounds_.hold(rows.strict, last.key, lowest);
                }
            } else {
                const int lowest = layout_.rank_at(Layout::kNoAnswer - place, ranks.own[seat]);
                Bounds::Rows& rows = rows_of(seat);
                if (bounds_.won()) {
                    hold_cards(by_attackers ? rows.weak : rows.partner, hand, copies,
                               std::min<int>(last.key, std::min(lowest, kMaxRanks) - 1), last.key);
                } else if (lowest != Layout::kNoAnswer) {
                    bounds_.hold(by_attackers ? rows.strict : rows.partner, lowest, last.key);
                }
            }
        }
    }

    // A seat of the side that wins needs this answer to the combo that lies there.
    void need_answer(const Position& at, int seat, Action action) {
        const ComboTable::Combo& combo = game_.combos.combo(action);
        if (combo.power != game_.combos.combo(at.last).power) return;  // beats it whatever its key
        const Ranks ranks = layout_.ranks_of(at);
        bounds_.hold_answer(layout_.place_of_answer(seat),
                            sides_.attacks(seat) ? layout_.rank_among(combo.key, ranks.attacking)
                                                 : Layout::kNoAnswer - layout_.rank_among(combo.key, ranks.own[seat]));
    }

    // A seat's answers to the combo that lies there are as in this order, or fewer.
    void hold_answers(int seat, const Order& order) {
        const int place = layout_.place_of_answer(seat);
        bounds_.hold_answer(place, order.get(place));
    }
    void hold_all_answers(const Order& order) {
        for (int place = 0; place < Bounds::kAnswers; ++place) bounds_.hold_answer(place, order.get(place));
    }

    // The order of the position that was explained, as far as its verdict asks for it. On the lead there are no answers
    // to ask for.
    Order order(const Position& at, const Key& key) const {
        const Ranks ranks = layout_.ranks_of(at);
        const Packed attacking = ranks.attacking;
        const bool won = bounds_.won();
        const auto below = [](Packed present, int rank) { return Layout::below(present, rank); };
        const auto has = [](Packed present, int rank) { return Layout::has(present, rank); };
        Order order;
        for (int place = 0; place < Bounds::kAnswers; ++place) {
            order.set(place, at.leading() ? key.order.get(place) : bounds_.answers[static_cast<std::size_t>(place)]);
        }
        layout_.each_rank(ranks, [&](int seat, int card, Packed partner, int place) {
            const auto rank = static_cast<std::size_t>(card);
            const Bounds::Rows& rows = bounds_.defenders[static_cast<std::size_t>(sides_.number(seat))];
            int held = won ? Order::kMost : 0;
            int partner_held = held;
            const auto hold = [&](int number) { held = won ? std::min(held, number) : std::max(held, number); };
            if (bounds_.bounded(rows.weak[rank])) {
                const int other = rows.weak[rank] - 1;
                hold(2 * below(attacking, other) + has(attacking, other));
            }
            if (bounds_.bounded(rows.strict[rank])) {
                const int other = rows.strict[rank] - 1;
                hold(2 * (below(attacking, other) + (won ? 0 : has(attacking, other))));
            }
            if (bounds_.bounded(rows.partner[rank])) {
                const int other = rows.partner[rank] - 1;
                partner_held = below(partner, other) + (won ? 0 : has(partner, other));
            }
            order.set(place, held);
            order.set(place + 1, partner_held);
        });
        return order;
    }

 private:
    Bounds::Rows& rows_of(int seat) { return bounds_.defenders[static_cast<std::size_t>(sides_.number(seat))]; }

    // Every card of a defender's hand up to a rank is held to a rank, if there are so many copies of it.
    void hold_cards(Bounds::Row& row, Packed hand, int copies, int highest, int to) const {
        for (int card = 0; card <= highest; ++card) {
            if (count_of(hand, card) >= copies) bounds_.hold(row, card, to);
        }
    }

    // A defender's card is held to the highest rank up to a given one of which an attacker has so many copies.
    void hold_to_highest(Bounds::Row& row, int card, Packed hand, int copies, int highest) const {
        for (int rank = highest; rank >= 0; --rank) {
            if (count_of(hand, rank) < copies) continue;
            bounds_.hold(row, card, rank);
            break;
        }
    }

    const Game& game_;
    const Sides& sides_;
    const Layout& layout_;
    Bounds bounds_;
};

}  // namespace paiyou::search::endgame
