// What everybody sees of a game, card by card: who played what in answer to what, and what that has proven.
#pragma once

#include <array>
#include <cstdint>

#include "families/trick/position.hpp"

namespace paiyou::trick {

// What everybody knows of how a game began, besides the history.
struct Origin {
    std::array<CardSet, kMaxSeats> known{};  // cards that everybody knew a seat to hold: open ones, the card that leads
    // A game from given hands may begin with suits led and a trick begun.
    std::uint8_t led = 0;
    std::uint8_t first_card = 0;
    std::uint8_t first_seat = kNobody;  // who led `first_card`

    bool operator==(const Origin&) const = default;
};

// What play has proven to everyone: shown voids, exposed cards not yet played, the card that leads; and an exposed card
// played in the first trick of its suit was its holder's only card of the suit.
struct Knowledge {
    std::array<CardSet, kMaxSeats> holds{};       // cards a seat is known to hold still
    std::array<std::uint8_t, kMaxSeats> void_{};  // suits of which a seat holds no card but those known
};

struct Public {
    std::array<CardSet, kMaxSeats> led{};
    std::array<CardSet, kMaxSeats> followed{};  // played in the suit led
    std::array<CardSet, kMaxSeats> thrown{};    // played off it
    std::array<CardSet, kMaxSeats> lying{};     // in the trick in progress
    Knowledge known;
    std::uint8_t led_suits = 0;  // of earlier tricks
    std::uint8_t down = 0;       // cards in the trick
    std::uint8_t suit = 0;       // of the trick

    void show(const Game& game, int seat, Move mask) { known.holds[seat] |= cards_of_mask(game, mask); }

    // `exposed` are all cards shown before the first lead.
    void play(const Game& game, CardSet exposed, int seat, int card) {
        const CardSet bit = card_bit(card);
        const auto own_suit = static_cast<std::uint8_t>(1 << game.suit(card));
        const bool leads = down == 0;
        if (leads) {
            suit = static_cast<std::uint8_t>(game.suit(card));
            lying = {};
        }
        const bool follows = game.suit(card) == suit;
        (leads ? led : follows ? followed : thrown)[seat] |= bit;
        lying[seat] = bit;
        // Who had to lead this card proves nothing by it.
        const bool forced = game.rules.must_lead_card && card == game.rules.lead_card && leads && led_suits == 0;
        if (!follows) known.void_[seat] |= static_cast<std::uint8_t>(1 << suit);
        if (follows && (led_suits & own_suit) == 0 && (exposed & bit) != 0 && !forced) known.void_[seat] |= own_suit;
        known.holds[seat] &= ~bit;
        if (++down == game.rules.seats) {
            down = 0;
            led_suits |= static_cast<std::uint8_t>(1 << suit);
            lying = {};
        }
    }

    void follow(const Game& game, CardSet exposed, const Event& event) {
        if (event.move < game.first_exposure()) {
            play(game, exposed, event.seat, static_cast<int>(event.move));
        } else {
            show(game, event.seat, event.move - game.first_exposure());
        }
    }
};

// Before anything of the history.
inline Public public_at_first(const Game& game, CardSet exposed, const Origin& origin) {
    Public seen;
    seen.known.holds = origin.known;
    seen.led_suits = origin.led;
    if (origin.first_seat != kNobody) seen.play(game, exposed, origin.first_seat, origin.first_card);
    return seen;
}

// In a State or a View.
template <typename Told>
Public public_in(const Game& game, const Told& told) {
    Public seen = public_at_first(game, told.at.exposed, told.origin);
    for (const Event& event : told.history) seen.follow(game, told.at.exposed, event);
    return seen;
}

}  // namespace paiyou::trick
