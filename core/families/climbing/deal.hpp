// Deals from a seed. Seat s gets the s-th block of the shuffled deck, the pile is what is left.
#pragma once

#include <array>
#include <cstdint>

#include "cards/card_set.hpp"
#include "cards/shuffle.hpp"
#include "compiler.hpp"
#include "families/climbing/position.hpp"

namespace paiyou::climbing {

// The cards themselves: what a person sees, suits included.
struct DealtCards {
    std::array<CardSet, kMaxSeats> hands{};
    CardSet pile = 0;
};

inline Position deal(const Game& game, std::uint64_t seed, DealtCards* dealt = nullptr) {
    const Rules& rules = game.rules;
    std::array<std::uint8_t, kMaxDeck> order;
    shuffle(seed, rules.deck_size(), order);

    const std::uint8_t* const rank_of_card = rules.rank_of_card.data();
    const auto gather = [&](int begin, int end) {
        Packed cards = 0;
        for (int place = begin; place < end; ++place) cards += one_of(rank_of_card[order[place]]);
        return cards;
    };
    const int dealt_out = rules.seats * rules.hand_size;
    Position at;
    for (int seat = 0; seat < rules.seats; ++seat) {
        at.hands[seat] = gather(seat * rules.hand_size, (seat + 1) * rules.hand_size);
    }
    at.pile = gather(dealt_out, rules.deck_size());
    if (dealt != nullptr) {
        for (int place = 0; place < rules.deck_size(); ++place) {
            CardSet& cards = place < dealt_out ? dealt->hands[place / rules.hand_size] : dealt->pile;
            cards |= CardSet{1} << order[place];
        }
    }
    if (rules.has_auction()) {
        const std::uint64_t word = rules.auction.random_opener ? deal_word(seed) : 0;
        at.opener = static_cast<std::uint8_t>(multiply(word, static_cast<std::uint64_t>(rules.seats)).high);
        at.phase = Phase::kAuction;
        at.turn = static_cast<std::uint8_t>((at.opener + rules.auction.speaker[0]) % rules.seats);
        return at;
    }
    if (rules.lead_card >= 0) {
        for (int place = 0; place < dealt_out; ++place) {
            if (order[place] == rules.lead_card) at.opener = static_cast<std::uint8_t>(place / rules.hand_size);
        }
    }
    begin_play(game, at, 0);
    at.turn = at.opener;
    return at;
}

}  // namespace paiyou::climbing
