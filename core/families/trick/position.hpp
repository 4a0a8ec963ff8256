// A position of a trick game: one small value, copied without allocation. Earlier tricks are only who took which cards.
#pragma once

#include <array>
#include <cstdint>

#include "families/trick/game.hpp"

namespace paiyou::trick {

enum class Phase : std::uint8_t { kExpose, kPlay, kOver };

struct Position {
    std::array<CardSet, kMaxSeats> hands{};
    std::array<CardSet, kMaxSeats> taken{};
    CardSet pile = 0;      // cards left over, hidden from everyone
    CardSet in_trick = 0;  // cards of the trick in progress
    CardSet exposed = 0;   // cards shown before the first lead
    std::array<std::uint8_t, kMaxSeats> tricks{};
    std::uint8_t turn = 0;
    std::uint8_t opener = 0;  // the seat that exposes and leads first
    std::uint8_t down = 0;    // cards in the trick, or seats that have spoken while exposing
    std::uint8_t best = 0;    // the highest card of the trick's suit so far
    std::uint8_t best_seat = 0;
    std::uint8_t led = 0;  // suits led in earlier tricks
    Phase phase = Phase::kPlay;

    bool operator==(const Position&) const = default;

    bool leading() const { return down == 0; }
    bool over() const { return phase == Phase::kOver; }
};

inline std::uint8_t next_seat(const Game& game, int seat) {
    return static_cast<std::uint8_t>(seat + 1 == game.rules.seats ? 0 : seat + 1);
}

// Plays a legal card; legality is the caller's business.
inline void play_card(const Game& game, Position& at, int card) {
    const CardSet bit = card_bit(card);
    at.hands[at.turn] &= ~bit;
    at.in_trick |= bit;
    // A card of another suit never wins; within the suit the later card is the higher.
    if (at.down == 0 || (card > at.best && (bit & game.suit_of(at.best)) != 0)) {
        at.best = static_cast<std::uint8_t>(card);
        at.best_seat = at.turn;
    }
    if (++at.down < game.rules.seats) {
        at.turn = next_seat(game, at.turn);
        return;
    }
    at.taken[at.best_seat] |= at.in_trick;
    ++at.tricks[at.best_seat];
    at.led |= static_cast<std::uint8_t>(1 << game.suit(at.best));
    at.in_trick = 0;
    at.down = 0;
    at.turn = at.best_seat;
    if (at.hands[at.turn] == 0) at.phase = Phase::kOver;
}

inline CardSet cards_of_mask(const Game& game, Move mask) {
    CardSet cards = 0;
    for (std::size_t bit = 0; bit < game.rules.exposures.size(); ++bit) {
        if ((mask >> bit & 1) != 0) cards |= card_bit(game.rules.exposures[bit].card);
    }
    return cards;
}

// One pass: every seat speaks once, from the opener on.
inline void expose(const Game& game, Position& at, Move mask) {
    at.exposed |= cards_of_mask(game, mask);
    at.turn = next_seat(game, at.turn);
    if (++at.down == game.rules.seats) {
        at.down = 0;
        at.phase = Phase::kPlay;
    }
}

// Whether two seats win and lose together: the one rule of this family.
inline bool allied(const Game& game, const Position&, int seat, int other) {
    return game.rules.teams[seat] == game.rules.teams[other];
}

inline void play_move(const Game& game, Position& at, Move move) {
    if (move < game.first_exposure()) {
        play_card(game, at, static_cast<int>(move));
    } else {
        expose(game, at, move - game.first_exposure());
    }
}

}  // namespace paiyou::trick
