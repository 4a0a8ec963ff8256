#include "families/trick/rewind.hpp"

namespace paiyou::trick {

State rewound(const Game& game, const State& state) {
    const Position& now = state.at;
    State begun;
    begun.origin = state.origin;
    Position& at = begun.at;
    at.hands = now.hands;
    at.pile = now.pile;
    at.opener = now.opener;
    at.exposed = now.exposed;
    at.led = state.origin.led;
    at.turn = state.history.empty() ? now.turn : state.history.front().seat;
    at.phase = now.phase == Phase::kExpose ? Phase::kExpose : Phase::kPlay;
    for (const Event& event : state.history) {
        if (event.move >= game.first_exposure()) {
            at.phase = Phase::kExpose;
            at.exposed &= ~cards_of_mask(game, event.move - game.first_exposure());
        } else {
            at.hands[event.seat] |= card_bit(static_cast<int>(event.move));
        }
    }
    if (state.origin.first_seat != kNobody) {
        at.in_trick = card_bit(state.origin.first_card);
        at.down = 1;
        at.best = state.origin.first_card;
        at.best_seat = state.origin.first_seat;
    }
    return begun;
}

}  // namespace paiyou::trick
