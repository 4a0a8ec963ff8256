// A position: one small value, copied without allocation. What has been played before is not part of it.
#pragma once

#include <array>
#include <cstdint>

#include "families/climbing/game.hpp"
#include "families/history.hpp"

namespace paiyou::climbing {

// A move is an action of the combo table, or first_call() + call.

enum class Phase : std::uint8_t { kAuction, kPlay, kOver, kRedeal };

struct Position {
    std::array<Packed, kMaxSeats> hands{};
    Packed pile = 0;      // cards left over; still listed here after the landlord took them
    Action last = kPass;  // the combo to beat; kPass when the seat to move leads
    std::uint8_t last_seat = kNobody;
    std::uint8_t turn = 0;
    std::uint8_t passes = 0;  // in a row
    Phase phase = Phase::kPlay;
    std::uint8_t landlord = 0;
    std::uint8_t opener = 0;  // the seat that opens the auction, or else the seat that led first
    std::uint8_t stake = 1;
    std::uint8_t bombs = 0;  // combos with power played so far
    std::uint16_t node = 0;  // of the auction
    std::uint8_t winner = kNobody;
    std::array<std::uint8_t, kMaxSeats> plays{};           // combos put down by each seat
    std::array<std::uint8_t, kMaxSeats> unbeaten_bombs{};  // tricks taken with a combo with power

    bool operator==(const Position&) const = default;

    bool leading() const { return last == kPass; }
    bool over() const { return phase >= Phase::kOver; }
};

// Plays a legal card action; legality is the caller's business.
inline void play_action(const Game& game, Position& at, Action action) {
    const int seats = game.rules.seats;
    const int seat = at.turn;
    at.turn = static_cast<std::uint8_t>(seat + 1 == seats ? 0 : seat + 1);
    if (action == kPass) {
        if (++at.passes == seats - 1) {
            // Everyone else passed: the trick is over and the lead goes back.
            at.unbeaten_bombs[at.last_seat] += game.combos.combo(at.last).power > 0 ? 1 : 0;
            at.last = kPass;
            at.passes = 0;
        }
        return;
    }
    const ComboTable::Combo& combo = game.combos.combo(action);
    at.hands[seat] -= combo.cards;
    at.last = action;
    at.last_seat = static_cast<std::uint8_t>(seat);
    at.passes = 0;
    at.bombs += combo.power > 0 ? 1 : 0;
    ++at.plays[seat];
    if (at.hands[seat] == 0) {
        at.unbeaten_bombs[seat] += combo.power > 0 ? 1 : 0;
        at.winner = static_cast<std::uint8_t>(seat);
        at.phase = Phase::kOver;
    }
}

// Hands the pile to the landlord, who leads.
inline void begin_play(const Game& game, Position& at, int landlord) {
    at.landlord = static_cast<std::uint8_t>(landlord);
    at.phase = Phase::kPlay;
    at.turn = static_cast<std::uint8_t>(landlord);
    if (game.rules.pile == Pile::kLandlord) at.hands[landlord] += at.pile;
}

inline void play_call(const Game& game, Position& at, int call) {
    const Auction& auction = game.rules.auction;
    const Auction::Step& step = auction.step(at.node, call);
    if (step.next != Auction::kEnd) {
        at.node = static_cast<std::uint16_t>(step.next);
        at.turn = static_cast<std::uint8_t>((at.opener + auction.speaker[at.node]) % game.rules.seats);
    } else if (step.stake == 0) {
        at.phase = Phase::kRedeal;
    } else {
        at.stake = game.rules.score.bid ? step.stake : std::uint8_t{1};
        begin_play(game, at, (at.opener + step.landlord) % game.rules.seats);
    }
}

inline void play_move(const Game& game, Position& at, Move move) {
    if (move < game.first_call()) {
        play_action(game, at, move);
    } else {
        play_call(game, at, static_cast<int>(move - game.first_call()));
    }
}

// The team of each seat, now that there is a landlord.
inline Teams<kMaxSeats> teams_of(const Game& game, const Position& at) {
    Teams<kMaxSeats> teams{};
    for (int place = 0, seat = at.landlord; place < game.rules.seats; ++place) {
        teams[seat] = game.rules.teams[place];
        seat = seat + 1 == game.rules.seats ? 0 : seat + 1;
    }
    return teams;
}

// Whether two seats win and lose together: the one rule of this family. Before there is a landlord everyone is on his
// own.
inline bool allied(const Game& game, const Position& at, int seat, int other) {
    if (seat == other) return true;
    if (at.phase == Phase::kAuction) return false;
    const int seats = game.rules.seats;
    const auto team = [&](int of) {
        return game.rules.teams[of >= at.landlord ? of - at.landlord : of - at.landlord + seats];
    };
    return team(seat) == team(other);
}

// Every seat's result; all zero before the end and after a redeal.
Payoffs payoffs(const Game& game, const Position& at);

// True when one side never got to play: neither peasant a card (spring), or the landlord no more than once
// (anti-spring).
bool spring(const Game& game, const Position& at);

}  // namespace paiyou::climbing
