// Uniformly random play to the end: the measure of an engine, and the rollout of every tree search.
#pragma once

#include "cards/random.hpp"
#include "families/trick/deal.hpp"
#include "families/trick/moves.hpp"
#include "families/trick/score.hpp"

namespace paiyou::trick {

// Plays at random, uniform over all legal moves, exposures included; tells the seat and the move of each, and returns
// the number of moves made.
template <typename Tell>
inline int play_randomly(const Game& game, Position& at, Random& random, Tell&& tell) {
    int made = 0;
    for (; at.phase == Phase::kExpose; ++made) {
        // Every subset of the mask is as likely as any other: each of its bits is set or not.
        const Move mask = exposable(game, at) & static_cast<Move>(random.next());
        tell(at.turn, game.first_exposure() + mask);
        expose(game, at, mask);
    }
    for (; !at.over(); ++made) {
        const CardSet legal = legal_cards(game, at);
        const int card = card_at(legal, random.below(static_cast<std::uint32_t>(std::popcount(legal))));
        tell(at.turn, static_cast<Move>(card));
        play_card(game, at, card);
    }
    return made;
}

inline int play_randomly(const Game& game, Position& at, Random& random) {
    return play_randomly(game, at, random, [](int, Move) {});
}

struct PlayoutTotals {
    std::uint64_t games = 0;
    std::uint64_t moves = 0;
    std::array<std::int64_t, kMaxSeats> points{};
};

// Random games from the shuffle to the score, on the deals of `seed` and the seeds that follow it.
inline PlayoutTotals play_games(const Game& game, std::uint64_t games, std::uint64_t seed) {
    PlayoutTotals totals;
    Random random(seed);
    for (; totals.games < games; ++totals.games) {
        Position at = deal(game, seed + totals.games);
        totals.moves += static_cast<std::uint64_t>(play_randomly(game, at, random));
        const Payoffs result = scores(game, at);
        for (int seat = 0; seat < game.rules.seats; ++seat) totals.points[seat] += result[seat];
    }
    return totals;
}

}  // namespace paiyou::trick
