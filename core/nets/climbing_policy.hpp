// A play-out network as a model of how others play: a move is the likelier, the more the network values it.
#pragma once

#include <cmath>
#include <vector>

#include "families/climbing/rewind.hpp"
#include "nets/climbing_playout.hpp"

namespace paiyou::nets {

// Moves are chosen by a softmax of their values, `temperature` in units of a win; with probability `noise` it is any.
struct Policy {
    double temperature = 0.1;
    double noise = 0;
};

inline constexpr double kUnitOfValues = 8192;  // whole numbers of a win

// The logarithm of the chance that a seat makes a move, of several that it may make.
inline double log_chance(const ClimbingNetwork& network, const Decision& at, const Sums& sums,
                         const climbing::MoveSet& moves, Action made, const Policy& policy,
                         std::vector<std::int32_t>& values) {
    values.clear();
    std::int32_t most = INT32_MIN;
    std::int32_t own = 0;
    network.each_value(at, sums, moves, [&](Action action, std::int32_t value) {
        values.push_back(value);
        most = std::max(most, value);
        if (action == made) own = value;
    });
    const double unit = kUnitOfValues * policy.temperature;
    double total = 0;
    for (const std::int32_t value : values) total += std::exp((value - most) / unit);
    const double log_share = (own - most) / unit - std::log(total);
    if (policy.noise == 0) return log_share;
    return std::log((1 - policy.noise) * std::exp(log_share) + policy.noise / static_cast<double>(values.size()));
}

// The logarithm of the chance of all card moves that others than `seat` have made up to a state, were all hands as they
// are there.
inline double log_likelihood(const ClimbingNetwork& network, const climbing::State& state, int seat,
                             const Policy& policy, PlayoutRoom& room, std::vector<std::int32_t>& values) {
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
                    total += log_chance(network, decision, room.sums[0], room.moves, event.move, policy, values);
                }
            }
            seen.played[event.seat] += game.combos.combo(event.move).cards;
        }
        climbing::play_move(game, at, event.move);
    }
    return total;
}

}  // namespace paiyou::nets
