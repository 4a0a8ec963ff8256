// The key of a position: what two positions have in common that are one in the table.
//
// Each hand's cards in order, the chains in them, whose turn it is and what may still beat the combo that lies there;
// and in its order how the sides' cards lie to each other (layout.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "families/climbing/moves.hpp"
#include "search/endgame/layout.hpp"

namespace paiyou::search::endgame {

class Keys {
 public:
    Keys(const Game& game, const Sides& sides, const Layout& layout, const Position& root)
        : game_(game), sides_(sides), layout_(layout) {
        for (int seat = 0; seat < sides.seats(); ++seat) {
            power_[seat] = has_power(game.combos, root.hands[seat]);
            chains_[seat] = layout.likeness_of_game().links(root.hands[seat]) != 0;
        }
    }

    // What a seat may do.
    void list_moves(const Position& at, int seat, MoveSet& moves) const {
        card_moves(game_, at.hands[seat], at.last, moves, power_[seat]);
    }

    // Of a settled position; behind a combo, `moves` are those of the seat to move, and others afterwards.
    Key make(const Position& at, MoveSet& moves) const {
        const Likeness& likeness = layout_.likeness();
        const Ranks ranks = layout_.ranks_of(at);
        Key key;
        for (int seat = 0; seat < sides_.seats(); ++seat) {
            // Three bits a rank are enough; what else there is to tell goes above them.
            const Packed present = sides_.attacks(seat) ? ranks.attacking : ranks.own[seat];
            key.words[static_cast<std::size_t>(seat)] =
                gather_bits(likeness.moved_down(at.hands[seat], present), kThreeBits) |
                (chains_[seat] ? gather_bits(likeness.links(at.hands[seat]), present) << kBitsOfHand : 0);
        }
        layout_.each_rank(ranks, [&](int, int rank, Packed partner, int place) {
            key.order.set(place, 2 * Layout::below(ranks.attacking, rank) + Layout::has(ranks.attacking, rank));
            key.order.set(place + 1, Layout::below(partner, rank));
        });
        std::uint64_t rest =
            (at.leading() ? 0 : add_answers(at, ranks, key.order, moves)) << 4 | at.turn << 2 | at.passes;
        for (int word = 0; word < 3; ++word, rest >>= 5) {
            key.words[static_cast<std::size_t>(word)] |= rest << (kBitsOfHand + kBitsOfLinks);
        }
        return key;
    }

 private:
    static constexpr Packed kThreeBits = (kGuards >> 3) * 7;
    static constexpr int kBitsOfHand = 3 * kMaxRanks;
    static constexpr int kBitsOfLinks = 14;

    // What beats the combo that lies there, without more power: the lowest key that the attackers have, and each
    // defender, in hands that may still answer. Returns a number that tells what kind of combo it is.
    std::uint64_t add_answers(const Position& at, const Ranks& ranks, Order& order, MoveSet& moves) const {
        const Standing to_beat = game_.combos.standing(at.last);
        int attackers = Layout::kNoAnswer;
        bool answered = false;
        for (int seat = at.turn;;) {
            const int low = lowest_answer(to_beat, moves);
            answered = answered || low != Layout::kNoAnswer;
            if (sides_.attacks(seat)) {
                attackers = std::min(attackers, layout_.rank_among(low, ranks.attacking));
            } else {
                order.set(layout_.place_of_answer(seat), Layout::kNoAnswer - layout_.rank_among(low, ranks.own[seat]));
            }
            seat = sides_.behind(seat);
            if (seat == at.last_seat) break;
            list_moves(at, seat, moves);
        }
        order.set(Layout::kAttackersAnswer, attackers);
        if (!answered) return 1U + to_beat.power;  // but for more power
        return 257U + to_beat.group;
    }

    // Of these moves.
    int lowest_answer(const Standing& to_beat, const MoveSet& moves) const {
        int low = Layout::kNoAnswer;
        moves.each([&](Action action) {
            const ComboTable::Combo& combo = game_.combos.combo(action);
            if (action == kPass || combo.power > to_beat.power) return;
            // A combo that answers as an alias may have any key there.
            low = std::min(low, combo.group == to_beat.group ? combo.key : to_beat.key + 1);
        });
        return low;
    }

    const Game& game_;
    const Sides& sides_;
    const Layout& layout_;
    std::array<bool, kMaxSeats> power_{};  // what the hand at the root holds: later ones have no more
    std::array<bool, kMaxSeats> chains_{};
};

}  // namespace paiyou::search::endgame
