// A climbing game as an environment of a learner: what a seat knows as a row of small numbers, and the steps of a game
// by numbers of moves. Seats are counted from the one that looks, cards by rank.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "families/climbing/state.hpp"
#include "families/observation_blocks.hpp"

namespace paiyou::climbing {

class Environment {
 public:
    using Position = climbing::Position;
    using Payoffs = climbing::Payoffs;
    using Scratch = MoveSet;

    // What has happened, as far as the position does not say.
    struct Track {
        std::array<Packed, kMaxSeats> played{};
        std::array<Packed, kMaxSeats> latest{};       // what each seat did last; nothing for a pass
        std::array<std::uint8_t, kMaxSeats> calls{};  // its last call of the auction, counted from 1
    };

    explicit Environment(const Game& game);

    const std::vector<ObservationBlock>& blocks() const { return blocks_; }
    int width() const { return width_; }
    int seats() const { return game_->rules.seats; }
    Move moves() const { return game_->first_call() + static_cast<Move>(game_->rules.auction.calls); }

    Scratch scratch() const { return Scratch(*game_); }
    Position deal(std::uint64_t seed) const { return climbing::deal(*game_, seed); }

    template <typename Visit>
    void each_move(const Position& at, Scratch& scratch, Visit&& visit) const {
        climbing::each_move(*game_, at, scratch, visit);
    }

    // To be told before the move is played, since the position says who makes it.
    void follow(Track& track, const Position& at, Move move) const { follow(track, at.turn, move); }
    void follow(Track& track, int seat, Move move) const;
    Track track_of(const State& state) const;
    void play(Position& at, Move move) const { play_move(*game_, at, move); }
    Payoffs payoffs(const Position& at) const { return climbing::payoffs(*game_, at); }

    // Writes width() numbers.
    void observe(const Position& at, const Track& track, int seat, std::int8_t* out) const;

 private:
    const Game* game_;
    int ranks_;
    std::vector<ObservationBlock> blocks_;
    int width_;
};

}  // namespace paiyou::climbing
