#include "families/climbing/moves.hpp"

namespace paiyou::climbing {

namespace {

bool contains_any(const ComboTable& table, Packed hand, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t row = begin; row < end; ++row) {
        if (contains(hand, table.rows()[row])) return true;
    }
    return false;
}

}  // namespace

bool has_duty_to_beat(const Game& game, Packed hand, Action last) {
    const ComboTable& table = game.combos;
    const Standing standing = table.standing(last);
    if (standing.power > 0) return false;
    const std::uint32_t plain_end = table.plain_group_end(standing.group);
    if (contains_any(table, hand, table.plain_above(standing.group, standing.key), plain_end)) return true;
    const std::uint32_t body_end = table.body_group_end(standing.group);
    for (std::uint32_t number = table.body_above(standing.group, standing.key); number < body_end; ++number) {
        if (!contains(hand, table.body_rows()[number])) continue;
        const ComboTable::Body& body = table.body(number);
        if (body.whole_hand != 0 && body.whole_hand != total_cards(hand)) continue;
        if (contains_any(table, hand, body.first, body.first + body.count)) return true;
    }
    return false;
}

Refusal refusal(const Game& game, const Position& at, Move move) {
    if (at.over()) return Refusal::kOver;
    if (move >= game.first_call()) {
        if (at.phase != Phase::kAuction) return Refusal::kAuctionOver;
        const int call = static_cast<int>(move - game.first_call());
        return game.rules.auction.open(at.node, call) ? Refusal::kNone : Refusal::kCallNotOpen;
    }
    if (at.phase == Phase::kAuction) return Refusal::kAuctionFirst;
    const Packed hand = at.hands[at.turn];
    if (move == kPass) {
        if (at.leading()) return Refusal::kLeaderMustPlay;
        if (game.rules.must_beat && has_duty_to_beat(game, hand, at.last)) return Refusal::kMustBeat;
        return Refusal::kNone;
    }
    const ComboTable::Combo& combo = game.combos.combo(move);
    if (!contains(hand, combo.cards)) return Refusal::kNotInHand;
    if (!at.leading() && !game.combos.beats(move, game.combos.standing(at.last))) return Refusal::kDoesNotBeat;
    if (combo.whole_hand != 0 && combo.cards != hand) return Refusal::kLastCardsOnly;
    return Refusal::kNone;
}

}  // namespace paiyou::climbing
