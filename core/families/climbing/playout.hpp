// Uniformly random play to the end: the measure of an engine, and the rollout of every tree search.
#pragma once

#include "cards/random.hpp"
#include "families/climbing/deal.hpp"
#include "families/climbing/moves.hpp"

namespace paiyou::climbing {

// Plays at random, uniform over all legal moves, kickers included; tells the seat and the move of each, and returns the
// number of moves made.
template <typename Tell>
inline int play_randomly(const Game& game, Position& at, Random& random, MoveSet& moves, Tell&& tell) {
    int made = 0;
    while (at.phase == Phase::kAuction) {
        const Auction& auction = game.rules.auction;
        int call = 0;
        do {
            call = static_cast<int>(random.below(static_cast<std::uint32_t>(auction.calls)));
        } while (!auction.open(at.node, call));
        tell(at.turn, game.first_call() + static_cast<Move>(call));
        play_call(game, at, call);
        ++made;
    }
    std::array<bool, kMaxSeats> power{};
    for (int seat = 0; seat < game.rules.seats; ++seat) power[seat] = has_power(game.combos, at.hands[seat]);
    for (; !at.over(); ++made) {
        const int seat = at.turn;
        card_moves(game, at.hands[seat], at.last, moves, power[seat]);
        const Action action = moves.at(random.below(moves.size()));
        tell(seat, action);
        play_action(game, at, action);
        if (power[seat]) power[seat] = has_power(game.combos, at.hands[seat]);
    }
    return made;
}

inline int play_randomly(const Game& game, Position& at, Random& random, MoveSet& moves) {
    return play_randomly(game, at, random, moves, [](int, Move) {});
}

struct PlayoutTotals {
    std::uint64_t games = 0;
    std::uint64_t moves = 0;
    std::uint64_t first_seat_wins = 0;
    std::uint64_t bombs = 0;
};

// Random games from the shuffle to the score, on the deals of `seed` and the seeds that follow it.
inline PlayoutTotals play_games(const Game& game, std::uint64_t games, std::uint64_t seed) {
    PlayoutTotals totals;
    MoveSet moves(game);
    Random random(seed);
    for (; totals.games < games; ++totals.games) {
        Position at = deal(game, seed + totals.games);
        totals.moves += static_cast<std::uint64_t>(play_randomly(game, at, random, moves));
        totals.first_seat_wins += at.winner == 0 ? 1 : 0;
        totals.bombs += at.bombs;
    }
    return totals;
}

}  // namespace paiyou::climbing
