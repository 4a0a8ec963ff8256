// Many games of one kind at once, each at its own pace: at every step the seat to move of each game moves, and a game
// that ends is followed by the next deal. What a learner reads lies in arrays that stay where they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "families/history.hpp"

namespace paiyou {

template <typename Environment>
class Batch {
 public:
    // With `masks`, the legal moves are kept as ones in a row of all moves as well.
    Batch(const Environment& environment, std::size_t number, std::uint64_t seed, bool masks)
        : environment_(environment),
          scratch_(environment.scratch()),
          number_(number),
          games_(number),
          first_(number + 1),
          turn_(number),
          ended_(number),
          payoffs_(number * static_cast<std::size_t>(environment.seats())),
          seeds_(number),
          observation_(number * static_cast<std::size_t>(environment.width())),
          final_(observation_.size()),
          mask_(masks ? number * environment.moves() : 0) {
        reset(seed);
    }

    std::size_t number() const { return number_; }
    const Environment& environment() const { return environment_; }
    const std::vector<std::uint32_t>& legal() const { return legal_; }

    // Arrays with a row for each game, written anew by every step.
    std::int64_t* first() { return first_.data(); }  // where the legal moves of a game begin; number() + 1 of them
    std::int32_t* turn() { return turn_.data(); }
    std::uint8_t* ended() { return ended_.data(); }
    std::int32_t* payoffs() { return payoffs_.data(); }
    std::uint64_t* seeds() { return seeds_.data(); }
    std::int8_t* observation() { return observation_.data(); }
    // Of the games that the last step ended: what the seat that moved last knows at the end; other rows mean nothing.
    std::int8_t* final_observation() { return final_.data(); }
    std::int8_t* mask() { return mask_.empty() ? nullptr : mask_.data(); }

    // Game i is the deal of seed + i.
    void reset(std::uint64_t seed) {
        for (std::size_t game = 0; game < number_; ++game) {
            seeds_[game] = seed + game;
            games_[game] = {environment_.deal(seeds_[game]), {}};
        }
        std::fill(ended_.begin(), ended_.end(), std::uint8_t{0});
        std::fill(payoffs_.begin(), payoffs_.end(), 0);
        show();
    }

    // The first game whose action is not legal; number() where all are.
    std::size_t find_illegal(const std::int64_t* actions) const {
        for (std::size_t game = 0; game < number_; ++game) {
            const auto begin = legal_.begin() + first_[game];
            const auto end = legal_.begin() + first_[game + 1];
            const auto is_action = [&](std::uint32_t move) { return static_cast<std::int64_t>(move) == actions[game]; };
            if (std::none_of(begin, end, is_action)) return game;
        }
        return number_;
    }

    // One legal action in every game.
    void step(const std::int64_t* actions) {
        const std::size_t seats = static_cast<std::size_t>(environment_.seats());
        for (std::size_t game = 0; game < number_; ++game) {
            auto& [at, track] = games_[game];
            const Move move = static_cast<Move>(actions[game]);
            const int mover = at.turn;
            environment_.follow(track, at, move);
            environment_.play(at, move);
            const bool over = at.over();
            ended_[game] = over ? 1 : 0;
            std::int32_t* const results = payoffs_.data() + game * seats;
            if (!over) {
                std::fill_n(results, seats, 0);
                continue;
            }
            const auto paid = environment_.payoffs(at);
            std::copy_n(paid.begin(), seats, results);
            observe(final_, game, mover);
            seeds_[game] += number_;
            games_[game] = {environment_.deal(seeds_[game]), {}};
        }
        show();
    }

 private:
    struct Playing {
        typename Environment::Position at;
        typename Environment::Track track;
    };

    // Legal moves and observations of all games.
    void show() {
        mark(0);
        legal_.clear();
        for (std::size_t game = 0; game < number_; ++game) {
            const auto& at = games_[game].at;
            first_[game] = static_cast<std::int64_t>(legal_.size());
            turn_[game] = at.turn;
            environment_.each_move(at, scratch_, [&](Move move) { legal_.push_back(move); });
            observe(observation_, game, at.turn);
        }
        first_[number_] = static_cast<std::int64_t>(legal_.size());
        mark(1);
    }

    // What a seat of a game knows, into the game's row.
    void observe(std::vector<std::int8_t>& rows, std::size_t game, int seat) {
        const auto& [at, track] = games_[game];
        environment_.observe(at, track, seat, rows.data() + game * static_cast<std::size_t>(environment_.width()));
    }

    // Only what is legal is touched: a row of all moves is long.
    void mark(std::int8_t value) {
        if (mask_.empty() || legal_.empty()) return;
        for (std::size_t game = 0; game < number_; ++game) {
            std::int8_t* const row = mask_.data() + game * environment_.moves();
            for (std::int64_t place = first_[game]; place < first_[game + 1]; ++place) {
                row[legal_[static_cast<std::size_t>(place)]] = value;
            }
        }
    }

    Environment environment_;
    typename Environment::Scratch scratch_;
    std::size_t number_;
    std::vector<Playing> games_;
    std::vector<std::uint32_t> legal_;
    std::vector<std::int64_t> first_;
    std::vector<std::int32_t> turn_;
    std::vector<std::uint8_t> ended_;
    std::vector<std::int32_t> payoffs_;
    std::vector<std::uint64_t> seeds_;
    std::vector<std::int8_t> observation_;
    std::vector<std::int8_t> final_;
    std::vector<std::int8_t> mask_;
};

}  // namespace paiyou
