// Legal moves: plain combos and bodies are scanned first, then the kickers of the bodies that fit.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "cards/card_set.hpp"
#include "families/climbing/position.hpp"

namespace paiyou::climbing {

// The legal card actions of one decision, as words of 64 table rows each. Made once per thread and game and reused.
class MoveSet {
 public:
    explicit MoveSet(const Game& game)
        : words_(game.combos.size() / 64 + game.combos.bodies() * 2 + 64), table_(&game.combos) {}

    void clear() {
        used_ = 0;
        combos_ = 0;
        pass_ = false;
    }

    void add(std::uint32_t base, std::uint64_t bits) {
        words_[used_] = {bits, base};
        used_ += bits != 0 ? 1 : 0;  // no branch: whether anything fits cannot be predicted
        combos_ += static_cast<std::uint32_t>(std::popcount(bits));
    }

    void allow_pass() { pass_ = true; }

    std::uint32_t combos() const { return combos_; }
    std::uint32_t size() const { return combos_ + (pass_ ? 1 : 0); }

    // The actions in table order, the pass first; both ways of reading agree on the order.
    template <typename Visit>
    void each(Visit&& visit) const {
        if (pass_) visit(kPass);
        for (std::uint32_t word = 0; word < used_; ++word) {
            for (std::uint64_t bits = words_[word].bits; bits != 0; bits &= bits - 1) {
                visit(action(words_[word].base, bits));
            }
        }
    }

    Action at(std::uint32_t number) const {
        if (pass_) {
            if (number == 0) return kPass;
            --number;
        }
        for (std::uint32_t word = 0;; ++word) {
            const std::uint64_t bits = words_[word].bits;
            const std::uint32_t here = static_cast<std::uint32_t>(std::popcount(bits));
            if (number >= here) {
                number -= here;
                continue;
            }
            return action(words_[word].base, from_bit(bits, number));
        }
    }

 private:
    struct Word {
        std::uint64_t bits;
        std::uint32_t base;
    };

    Action action(std::uint32_t base, std::uint64_t bits) const {
        return table_->action_of_row(base + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }

    std::vector<Word> words_;
    const ComboTable* table_;
    std::uint32_t used_ = 0;
    std::uint32_t combos_ = 0;
    bool pass_ = false;
};

inline void add_rows(const ComboTable& table, Packed hand, std::uint32_t begin, std::uint32_t end, MoveSet& moves) {
    for (std::uint32_t base = begin; base < end; base += 64) {
        const int count = static_cast<int>(end - base < 64 ? end - base : 64);
        moves.add(base, contained_bits(hand, table.rows() + base, count));
    }
}

template <bool kLead>
inline void add_bodies(const ComboTable& table, Packed hand, std::uint32_t begin, std::uint32_t end, MoveSet& moves) {
    for (std::uint32_t base = begin; base < end; base += 64) {
        const int count = static_cast<int>(end - base < 64 ? end - base : 64);
        std::uint64_t bits = contained_bits(hand, table.body_rows() + base, count);
        for (; bits != 0; bits &= bits - 1) {
            const ComboTable::Body& body = table.body(base + static_cast<std::uint32_t>(std::countr_zero(bits)));
            if (kLead && !body.lead) continue;
            if (body.whole_hand != 0 && body.whole_hand != total_cards(hand)) continue;
            add_rows(table, hand, body.first, body.first + body.count, moves);
        }
    }
}

// What a hand may do about the combo on the table (kPass: it leads). `power` is false where the caller knows that the
// hand holds no combo with power.
inline void card_moves(const Game& game, Packed hand, Action last, MoveSet& moves, bool power = true) {
    const ComboTable& table = game.combos;
    moves.clear();
    if (last == kPass) {
        const int size = total_cards(hand);
        add_rows(table, hand, 1, table.plain_end_for(size), moves);
        if (power) add_rows(table, hand, table.power_from(1), table.plain_end(), moves);
        add_bodies<true>(table, hand, 0, table.body_end_for(size), moves);
        return;
    }
    const Standing standing = table.standing(last);
    add_rows(table, hand, table.plain_above(standing.group, standing.key), table.plain_group_end(standing.group),
             moves);
    add_bodies<false>(table, hand, table.body_above(standing.group, standing.key), table.body_group_end(standing.group),
                      moves);
    // A duty to beat does not reach to combos with power: a bomb is never forced.
    const bool forced = game.rules.must_beat && standing.power == 0 && moves.combos() > 0;
    if (power) add_rows(table, hand, table.power_from(standing.power + 1), table.plain_end(), moves);
    if (!forced) moves.allow_pass();
}

inline void card_moves(const Game& game, const Position& at, MoveSet& moves) {
    card_moves(game, at.hands[at.turn], at.last, moves);
}

// Every legal move, calls of the auction included; `moves` is scratch.
template <typename Visit>
inline void each_move(const Game& game, const Position& at, MoveSet& moves, Visit&& visit) {
    if (at.phase == Phase::kAuction) {
        for (int call = 0; call < game.rules.auction.calls; ++call) {
            if (game.rules.auction.open(at.node, call)) visit(game.first_call() + static_cast<Move>(call));
        }
    } else if (!at.over()) {
        card_moves(game, at, moves);
        moves.each(visit);
    }
}

// True when the hand holds a combo with power. Cards only ever leave a hand, so a no is final.
inline bool has_power(const ComboTable& table, Packed hand) {
    for (std::uint32_t base = table.power_from(1); base < table.plain_end(); base += 64) {
        const int count = static_cast<int>(table.plain_end() - base < 64 ? table.plain_end() - base : 64);
        if (contained_bits(hand, table.rows() + base, count) != 0) return true;
    }
    return false;
}

// True when the hand holds a combo without power that beats the one on the table: what a pass denies under must-beat.
bool has_duty_to_beat(const Game& game, Packed hand, Action last);

enum class Refusal : std::uint8_t {
    kNone,
    kOver,
    kAuctionFirst,  // cards during the auction
    kAuctionOver,   // a call during play
    kCallNotOpen,   // a call this node of the auction does not offer
    kNotInHand,
    kDoesNotBeat,
    kLastCardsOnly,
    kLeaderMustPlay,
    kMustBeat,
};

// Why a move is refused; kNone when it is legal. No list is made.
Refusal refusal(const Game& game, const Position& at, Move move);

}  // namespace paiyou::climbing
