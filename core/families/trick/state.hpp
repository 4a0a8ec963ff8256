// A game in progress as a person follows it: the position and how it came about. And a View: what one seat may know.
#pragma once

#include <array>
#include <vector>

#include "families/trick/deal.hpp"
#include "families/trick/moves.hpp"
#include "families/trick/public.hpp"

namespace paiyou::trick {

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

Knowledge known_to_all(const Game& game, const View& view);

}  // namespace paiyou::trick
