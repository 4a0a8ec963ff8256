// Games played to the end by a play-out network: every seat makes the move that it values most, from what it may know.
// Cards are exposed like that, too.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "families/trick/rewind.hpp"
#include "families/trick/state.hpp"
#include "nets/policy.hpp"
#include "nets/trick_network.hpp"

namespace paiyou::nets {

// What a thread works with.
struct TrickRoom {
    explicit TrickRoom(const trick::Game&) {}

    std::array<TrickNetwork::Kept, trick::kMaxSeats> kept;
    std::vector<std::int32_t> values;
};

// Legal moves of which there is only one are not valued, and what they would be told of is not looked at.
inline bool is_forced(const trick::Game& game, const trick::Position& at, Move& only) {
    if (at.phase == trick::Phase::kExpose) {
        only = game.first_exposure();
        return trick::exposable(game, at) == 0;
    }
    const CardSet legal = trick::legal_cards(game, at);
    only = static_cast<Move>(std::countr_zero(legal));
    return (legal & (legal - 1)) == 0;
}

// Every legal move of the seat to move, whose sums are brought up to date.
template <typename Visit>
void each_value(const TrickNetwork& network, const TrickNetwork::Decision& now, TrickNetwork::Kept& kept,
                Visit&& visit) {
    const TrickNetwork::Look look = network.look(now);
    network.follow(kept, look);
    network.each_value(now, look, kept.sums, visit);
}

// Of moves of the same worth the one with the highest number.
inline Move best_move(const TrickNetwork& network, const TrickNetwork::Decision& now, TrickNetwork::Kept& kept) {
    Move best = 0;
    if (is_forced(network.game(), *now.at, best)) return best;
    std::int32_t most = INT32_MIN;
    each_value(network, now, kept, [&](Move move, std::int32_t value) {
        if (value < most) return;
        most = value;
        best = move;
    });
    return best;
}

inline CardSet cards_in_play(const trick::Game& game, const trick::Position& at) {
    CardSet held = at.pile;
    for (int seat = 0; seat < game.rules.seats; ++seat) held |= at.hands[seat];
    return held;
}

// Plays a game on to its end, all hands being known; `seen` is what everybody has seen. Tells every move, and returns
// how many were made.
template <typename Tell>
int play_by_network(const TrickNetwork& network, trick::Position& at, trick::Public seen, TrickRoom& room,
                    Tell&& tell) {
    const trick::Game& game = network.game();
    CardSet held = cards_in_play(game, at);
    for (int seat = 0; seat < game.rules.seats; ++seat) network.begin(room.kept[seat]);
    int made = 0;
    for (; !at.over(); ++made) {
        const std::uint8_t seat = at.turn;
        const Move move = best_move(network, {&at, &seen, held & ~at.hands[seat]}, room.kept[seat]);
        tell(move);
        seen.follow(game, at.exposed, {move, seat});
        if (move < game.first_exposure()) held &= ~card_bit(static_cast<int>(move));
        trick::play_move(game, at, move);
    }
    return made;
}

// What follows is the same for every family, in the words of its own: see bindings/networks.cpp.

inline bool is_to_play(const TrickNetwork&, const trick::Position& at) { return !at.over(); }

template <typename Told>
trick::Public seen_in(const TrickNetwork& network, const Told& told) {
    return trick::public_in(network.game(), told);
}

// Every legal move of the seat that a view belongs to.
template <typename Visit>
void each_value(const TrickNetwork& network, const trick::View& view, TrickRoom& room, Visit&& visit) {
    const trick::Public seen = seen_in(network, view);
    network.begin(room.kept[0]);
    each_value(network, {&view.at, &seen, view.unseen}, room.kept[0], visit);
}

template <typename OfState, typename OfMove>
void each_feature(const TrickNetwork& network, const trick::View& view, OfState&& of_state, OfMove&& of_move) {
    const trick::Public seen = seen_in(network, view);
    const TrickNetwork::Decision now{&view.at, &seen, view.unseen};
    const TrickNetwork::Look look = network.look(now);
    network.each_of_sets(look, of_state);
    network.each_of_decision(now, look, of_state);
    trick::each_move(network.game(), view.at, [&](Move move) { network.each_of_move(now, look, move, of_move(move)); });
}

inline void play_candidate(const TrickNetwork& network, trick::Position& at, trick::Public& seen, Move move) {
    seen.follow(network.game(), at.exposed, {move, at.turn});
    trick::play_move(network.game(), at, move);
}

// The logarithm of the chance of all moves that others than `seat` have made up to a state, were all hands as they are
// there.
inline double log_likelihood(const TrickNetwork& network, const trick::State& state, int seat, const Policy& policy,
                             TrickRoom& room) {
    const trick::Game& game = network.game();
    trick::Position at = trick::rewound(game, state).at;
    trick::Public seen = trick::public_at_first(game, state.at.exposed, state.origin);
    CardSet held = cards_in_play(game, at);
    for (int other = 0; other < game.rules.seats; ++other) network.begin(room.kept[other]);
    double total = 0;
    for (const Event& event : state.history) {
        Move only = 0;
        if (event.seat != seat && !is_forced(game, at, only)) {
            std::int32_t own = 0;
            room.values.clear();
            each_value(network, {&at, &seen, held & ~at.hands[event.seat]}, room.kept[event.seat],
                       [&](Move move, std::int32_t value) {
                           room.values.push_back(value);
                           if (move == event.move) own = value;
                       });
            total += log_chance(own, room.values, policy);
        }
        seen.follow(game, at.exposed, event);
        if (event.move < game.first_exposure()) held &= ~card_bit(static_cast<int>(event.move));
        trick::play_move(game, at, event.move);
    }
    return total;
}

}  // namespace paiyou::nets
