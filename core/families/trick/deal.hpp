// Deals from a seed: open cards are where they always are, the rest of the shuffled deck fills the hands seat by seat.
#pragma once

#include "cards/shuffle.hpp"
#include "families/trick/position.hpp"

namespace paiyou::trick {

inline Position deal(const Game& game, std::uint64_t seed) {
    const Rules& rules = game.rules;
    std::array<std::uint8_t, kMaxDeck> order;
    shuffle(seed, rules.deck_size(), order);

    Position at;
    int place = 0;
    for (int seat = 0; seat < rules.seats; ++seat) {
        at.hands[seat] = rules.open[seat];
        for (int room = rules.hand_size - std::popcount(rules.open[seat]); room > 0; ++place) {
            const CardSet card = card_bit(order[place]);
            if ((card & game.open) != 0) continue;
            at.hands[seat] |= card;
            --room;
        }
        if (rules.lead_card >= 0 && (at.hands[seat] & card_bit(rules.lead_card)) != 0) {
            at.opener = static_cast<std::uint8_t>(seat);
        }
    }
    at.pile = rules.deck();
    for (int seat = 0; seat < rules.seats; ++seat) at.pile &= ~at.hands[seat];
    at.turn = at.opener;
    at.phase = rules.exposures.empty() ? Phase::kPlay : Phase::kExpose;
    return at;
}

}  // namespace paiyou::trick
