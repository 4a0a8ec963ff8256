#include "families/climbing/rewind.hpp"

namespace paiyou::climbing {

State rewound(const Game& game, const State& state) {
    const Rules& rules = game.rules;
    const Position& now = state.at;
    State begun;
    begun.origin = state.origin;
    begun.dealt = state.dealt;
    Position& at = begun.at;
    at.hands = now.hands;
    at.pile = now.pile;
    at.opener = now.opener;
    at.turn = state.history.empty() ? now.turn : state.history.front().seat;
    const std::array<Packed, kMaxSeats> played = played_cards(game, state.history);
    for (int seat = 0; seat < rules.seats; ++seat) at.hands[seat] += played[seat];

    const bool bidding =
        now.phase == Phase::kAuction || (!state.history.empty() && state.history.front().move >= game.first_call());
    if (bidding) {
        at.phase = Phase::kAuction;
        if (!pile_hidden(game, now)) at.hands[now.landlord] -= now.pile;
    } else if (state.origin.last != kPass) {
        // A game from given hands that begins behind a combo and passes.
        at.last = state.origin.last;
        at.passes = state.origin.passes;
        at.last_seat = static_cast<std::uint8_t>((at.turn + 2 * rules.seats - 1 - at.passes) % rules.seats);
        at.plays[at.last_seat] = 1;
        at.bombs = game.combos.combo(at.last).power > 0 ? 1 : 0;
    }
    return begun;
}

}  // namespace paiyou::climbing
