// Games played to the end by a play-out network: every seat makes the move that it values most, from what it may know.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "families/climbing/rewind.hpp"
#include "families/climbing/state.hpp"
#include "nets/climbing_network.hpp"
#include "nets/policy.hpp"

namespace paiyou::nets {

// What a thread works with.
struct ClimbingRoom {
    explicit ClimbingRoom(const climbing::Game& game) : moves(game) {}

    climbing::MoveSet moves;
    alignas(64) std::array<Sums, kMaxSeats> sums;
    std::vector<std::int32_t> values;
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
int play_by_network(const ClimbingNetwork& network, climbing::Position& at, Public seen, ClimbingRoom& room,
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

// What follows is the same for every family, in the words of its own: see bindings/networks.cpp.

// Cards are played by the network; calls of an auction are not.
inline bool is_to_play(const ClimbingNetwork&, const climbing::Position& at) {
    return at.phase == climbing::Phase::kPlay;
}

template <typename Told>
Public seen_in(const ClimbingNetwork& network, const Told& told) {
    return {climbing::played_cards(network.game(), told.history), told.origin.open};
}

inline Decision decision_of(const climbing::View& view) {
    return {view.seat,   view.at.landlord, view.at.hands[view.seat], view.unseen,
            view.counts, view.at.last,     view.at.last_seat,        view.at.bombs};
}

// Every legal move of the seat that a view belongs to.
template <typename Visit>
void each_value(const ClimbingNetwork& network, const climbing::View& view, ClimbingRoom& room, Visit&& visit) {
    const Decision at = decision_of(view);
    network.sum_cards(at, seen_in(network, view), room.sums[0]);
    climbing::card_moves(network.game(), view.at, room.moves);
    network.each_value(at, room.sums[0], room.moves, visit);
}

template <typename OfState, typename OfMove>
void each_feature(const ClimbingNetwork& network, const climbing::View& view, OfState&& of_state, OfMove&& of_move) {
    const Decision at = decision_of(view);
    network.each_of_cards(at, seen_in(network, view), of_state);
    network.each_of_decision(at, of_state);
    climbing::MoveSet moves(network.game());
    climbing::card_moves(network.game(), view.at, moves);
    moves.each([&](Action action) { network.each_of_move(at, action, of_move(action)); });
}

inline void play_candidate(const ClimbingNetwork& network, climbing::Position& at, Public& seen, Move move) {
    seen.played[at.turn] += network.game().combos.combo(move).cards;
    climbing::play_action(network.game(), at, move);
}

// The logarithm of the chance of all card moves that others than `seat` have made up to a state, were all hands as they
// are there.
inline double log_likelihood(const ClimbingNetwork& network, const climbing::State& state, int seat,
                             const Policy& policy, ClimbingRoom& room) {
    const climbing::Game& game = network.game();
    const int seats = game.rules.seats;
    climbing::Position at = climbing::rewound(game, state).at;
    Public seen{{}, state.origin.open};
    double total = 0;
    for (const Event& event : state.history) {
        if (at.phase == climbing::Phase::kPlay) {
            if (event.seat != seat) {
                climbing::card_moves(game, at, room.moves);
                if (room.moves.size() > 1) {
                    Decision decision{event.seat, at.landlord, at.hands[event.seat], 0,
                                      {},         at.last,     at.last_seat,         at.bombs};
                    if (game.rules.pile == climbing::Pile::kHidden) decision.unseen = at.pile;
                    for (int other = 0; other < seats; ++other) {
                        decision.left[other] = static_cast<std::uint8_t>(total_cards(at.hands[other]));
                        if (other != event.seat) decision.unseen += at.hands[other];
                    }
                    network.sum_cards(decision, seen, room.sums[0]);
                    std::int32_t own = 0;
                    room.values.clear();
                    network.each_value(decision, room.sums[0], room.moves, [&](Action action, std::int32_t value) {
                        room.values.push_back(value);
                        if (action == event.move) own = value;
                    });
                    total += log_chance(own, room.values, policy);
                }
            }
            seen.played[event.seat] += game.combos.combo(event.move).cards;
        }
        climbing::play_move(game, at, event.move);
    }
    return total;
}

}  // namespace paiyou::nets
