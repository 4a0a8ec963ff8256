// A trick game as an environment of a learner: what a seat knows as a row of small numbers, and the steps of a game by
// numbers of moves. Seats are counted from the one that looks; a set of cards is one number per card of the deck.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "families/observation_blocks.hpp"
#include "families/trick/score.hpp"
#include "families/trick/state.hpp"

namespace paiyou::trick {

class Environment {
 public:
    using Position = trick::Position;
    using Payoffs = trick::Payoffs;
    struct Scratch {};

    // What has happened, as far as the position does not say.
    struct Track {
        std::array<CardSet, kMaxSeats> trick{};            // the card of each seat in the trick in progress
        std::array<std::uint8_t, kMaxSeats> unfollowed{};  // suits that a seat did not follow
        int down = 0;                                      // cards in the trick in progress
        int suit = 0;                                      // that was led
    };

    explicit Environment(const Game& game);

    const std::vector<ObservationBlock>& blocks() const { return blocks_; }
    int width() const { return width_; }
    int seats() const { return game_->rules.seats; }
    Move moves() const { return game_->rules.exposures.empty() ? game_->first_exposure() : game_->moves(); }

    Scratch scratch() const { return {}; }
    Position deal(std::uint64_t seed) const { return trick::deal(*game_, seed); }

    template <typename Visit>
    void each_move(const Position& at, Scratch&, Visit&& visit) const {
        trick::each_move(*game_, at, visit);
    }

    // To be told before the move is played, since the position says who makes it.
    void follow(Track& track, const Position& at, Move move) const { follow(track, at.turn, move); }
    void follow(Track& track, int seat, Move move) const;
    Track track_of(const State& state) const;
    void play(Position& at, Move move) const { play_move(*game_, at, move); }
    Payoffs payoffs(const Position& at) const { return scores(*game_, at); }

    // Writes width() numbers.
    void observe(const Position& at, const Track& track, int seat, std::int8_t* out) const;

 private:
    const Game* game_;
    int suits_;
    std::vector<ObservationBlock> blocks_;
    int width_;
};

}  // namespace paiyou::trick
