// Games played to the end by a play-out network: every seat makes the move that it values most, from what it may know.
#pragma once

#include <array>
#include <cstdint>

#include "nets/climbing_network.hpp"

namespace paiyou::nets {

// What a thread works with.
struct PlayoutRoom {
    explicit PlayoutRoom(const climbing::Game& game) : moves(game) {}

    climbing::MoveSet moves;
    alignas(64) std::array<Sums, kMaxSeats> sums;
};

// Of moves of the same worth the one with the highest number.
inline Action best_action(const ClimbingNetwork& network, const Decision& at, const Sums& sums,
                          const climbing::MoveSet& moves) {
    if (moves.size() == 1) return moves.at(0);
    Action best = kPass;
    std::int32_t most = INT32_MIN;
    network.each_value(at, sums, moves, [&](Action action, std::int32_t value) {
        if (value < most || (value == most && action < best)) return;
        most = value;
        best = action;
    });
    return best;
}

// Plays card play on to its end, all hands being known; `seen` is what had been played before. Tells every move, and
// returns how many were made.
template <typename Tell>
int play_by_network(const ClimbingNetwork& network, climbing::Position& at, Public seen, PlayoutRoom& room,
                    Tell&& tell) {
    const climbing::Game& game = network.game();
    const int seats = game.rules.seats;
    const Packed hidden = game.rules.pile == climbing::Pile::kHidden ? at.pile : 0;
    Packed held = hidden;
    for (int seat = 0; seat < seats; ++seat) held += at.hands[seat];
    Decision decision;
    decision.landlord = at.landlord;
    std::array<bool, kMaxSeats> power{};
    for (int seat = 0; seat < seats; ++seat) {
        decision.left[seat] = static_cast<std::uint8_t>(total_cards(at.hands[seat]));
        power[seat] = climbing::has_power(game.combos, at.hands[seat]);
    }
    const auto look = [&](int seat) {
        decision.seat = seat;
        decision.hand = at.hands[seat];
        decision.unseen = held - at.hands[seat];
    };
    for (int seat = 0; seat < seats; ++seat) {
        look(seat);
        network.sum_cards(decision, seen, room.sums[seat]);
    }
    int made = 0;
    for (; !at.over(); ++made) {
        const int seat = at.turn;
        climbing::card_moves(game, at.hands[seat], at.last, room.moves, power[seat]);
        look(seat);
        decision.last = at.last;
        decision.last_seat = at.last_seat;
        decision.bombs = at.bombs;
        const Action action = best_action(network, decision, room.sums[seat], room.moves);
        tell(action);
        const Packed cards = game.combos.combo(action).cards;
        if (cards != 0 && cards != at.hands[seat]) {
            for (int other = 0; other < seats; ++other) {
                network.cards_leave(room.sums[other], other, at.landlord, at.hands[other], held - at.hands[other], seen,
                                    seat, decision.left[seat], cards);
            }
            seen.played[seat] += cards;
            held -= cards;
            decision.left[seat] = static_cast<std::uint8_t>(decision.left[seat] - total_cards(cards));
        }
        climbing::play_action(game, at, action);
        if (power[seat] && cards != 0) power[seat] = climbing::has_power(game.combos, at.hands[seat]);
    }
    return made;
}

}  // namespace paiyou::nets
