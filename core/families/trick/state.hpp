// A game in progress as a person follows it: the position and how it came about. And a View: what one seat may know.
#pragma once

#include <array>
#include <vector>

#include "families/trick/deal.hpp"
#include "families/trick/moves.hpp"

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

struct State {
    Position at;
    History history;
    Origin origin;

    bool operator==(const State&) const = default;

    void play(const Game& game, Move move) {
        history.push_back({move, at.turn});
        play_move(game, at, move);
    }
};

State deal_state(const Game& game, std::uint64_t seed);

// The trick in progress, card by card.
History trick_in_progress(const Game& game, const Position& at, const History& history, const Origin& origin);

struct View {
    int seat = 0;
    Position at;  // other hands and the pile are empty here
    std::array<std::uint8_t, kMaxSeats> counts{};
    CardSet unseen = 0;  // other hands and the pile, together
    History history;
    Origin origin;

    bool operator==(const View&) const = default;
};

View make_view(const Game& game, const State& state, int seat);

// What play has proven to everyone.
struct Knowledge {
    std::array<CardSet, kMaxSeats> holds{};       // cards a seat is known to hold still
    std::array<std::uint8_t, kMaxSeats> void_{};  // suits of which a seat holds no card but those known
};

// Shown voids, exposed cards not yet played, the card that leads; and an exposed card played in the first trick of its
// suit was its holder's only card of the suit.
Knowledge known_to_all(const Game& game, const View& view);

}  // namespace paiyou::trick
