#include "families/trick/moves.hpp"

namespace paiyou::trick {

Refusal refusal(const Game& game, const Position& at, Move move) {
    if (at.over()) return Refusal::kOver;
    if (move >= game.first_exposure()) {
        if (at.phase != Phase::kExpose) return Refusal::kExposingOver;
        const Move mask = move - game.first_exposure();
        return (mask & ~exposable(game, at)) == 0 ? Refusal::kNone : Refusal::kCannotExpose;
    }
    if (at.phase == Phase::kExpose) return Refusal::kExposeFirst;
    const CardSet card = card_bit(static_cast<int>(move));
    const CardSet hand = at.hands[at.turn];
    if ((hand & card) == 0) return Refusal::kNotInHand;
    const CardSet legal = legal_cards(game, at);
    if ((legal & card) != 0) return Refusal::kNone;
    if (at.leading()) {
        const bool forced = game.rules.must_lead_card && legal == card_bit(game.rules.lead_card);
        return forced ? Refusal::kMustLeadCard : Refusal::kExposedWaits;
    }
    return (card & game.suit_of(at.best)) != 0 ? Refusal::kExposedWaits : Refusal::kMustFollow;
}

}  // namespace paiyou::trick
