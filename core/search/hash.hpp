// Positions as keys for remembered values: 128 bits of everything that can still change a result, and of nothing else,
// so that lines of play which come to the same thing meet. Two positions with the same bits are taken for one: among a
// billion of them the chance of a mistake is below 1e-20.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "families/climbing/state.hpp"
#include "search/games/climbing.hpp"
#include "search/games/trick.hpp"

namespace paiyou::search {

struct Fingerprint {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const Fingerprint&) const = default;
};

class Hasher {
 public:
    void add(std::uint64_t word) {
        first_ = fold(first_ ^ word, 0xA0761D6478BD642FULL);
        second_ = fold(second_ + word, 0xE7037ED1A0B428DBULL);
    }

    Fingerprint result() const { return {mix(first_), mix(second_)}; }

 private:
    // Both halves of a 128-bit product.
    static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
        const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }

    std::uint64_t first_ = 0x2D358DCCAA6C78A5ULL;
    std::uint64_t second_ = 0x8BB84B93962EACC9ULL;
};

// Tells a hasher what still matters of a position.
template <typename G>
class Essence;

template <>
class Essence<Climbing> {
 public:
    explicit Essence(const Climbing& game) : game_(&game.game()) {}

    void add(const climbing::Position& at, Hasher& hasher) const;

    // What a move brings to light beside itself: the pile that a landlord takes.
    bool reveals(const climbing::Position& before, const climbing::Position& after) const {
        return pile_hidden(*game_, before) && !pile_hidden(*game_, after);
    }
    std::uint64_t revealed(const climbing::Position& at) const { return at.pile; }

    // Results a seat can still come to. Without bombs and springs the stake is known; else there is no telling.
    Range bounds(const climbing::Position& at) const {
        const climbing::Score& score = game_->rules.score;
        const bool known = score.kind == climbing::Scoring::kStake && !score.spring &&
                           at.phase == climbing::Phase::kPlay &&
                           game_->combos.power_from(1) == game_->combos.plain_end();
        const double most = known ? std::max(1, score.landlord_factor) * static_cast<double>(at.stake)
                                  : std::numeric_limits<double>::infinity();
        return {-most, most};
    }

    bool pile_matters(const climbing::Position& at) const { return at.phase == climbing::Phase::kAuction; }

 private:
    const climbing::Game* game_;
};

template <>
class Essence<Trick> {
 public:
    explicit Essence(const Trick& game) : game_(&game.game()) {
        const trick::Score& score = game_->rules.score;
        counted_ = score.set | score.flip_when | score.flips | score.company;
        if (score.multiplier != trick::Score::kNoCard) counted_ |= card_bit(score.multiplier);
        for (std::size_t card = 0; card < score.points.size(); ++card) {
            if (score.points[card] != 0) counted_ |= card_bit(static_cast<int>(card));
        }
    }

    void add(const trick::Position& at, Hasher& hasher) const;

    // Nothing but cards and exposures.
    bool reveals(const trick::Position&, const trick::Position&) const { return false; }
    std::uint64_t revealed(const trick::Position&) const { return 0; }
    Range bounds(const trick::Position&) const {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
    bool pile_matters(const trick::Position&) const { return false; }

 private:
    const trick::Game* game_;
    CardSet counted_ = 0;  // cards that count for whoever takes them
};

inline void Essence<Climbing>::add(const climbing::Position& at, Hasher& hasher) const {
    const climbing::Game& game = *game_;
    const climbing::Score& score = game.rules.score;
    const bool stakes = score.kind == climbing::Scoring::kStake;
    const bool bidding = at.phase == climbing::Phase::kAuction;
    for (int seat = 0; seat < game.rules.seats; ++seat) hasher.add(at.hands[seat]);
    hasher.add(std::uint64_t{at.last} | std::uint64_t{at.turn} << 32 | std::uint64_t{at.passes} << 40 |
               std::uint64_t{at.leading() ? kNobody : at.last_seat} << 48 | static_cast<std::uint64_t>(at.phase) << 56);
    std::uint64_t rest = 0;
    if (stakes) rest |= at.landlord | std::uint64_t{at.stake} << 8 | std::uint64_t{at.bombs} << 16;
    if (stakes && score.spring) {
        // The landlord: never, once or more often. The others: at all.
        for (int seat = 0; seat < game.rules.seats; ++seat) {
            rest |= seat == at.landlord ? std::min<std::uint64_t>(at.plays[seat], 2) << 24
                                        : std::uint64_t{at.plays[seat] > 0} << 26;
        }
    }
    if (!stakes && score.never_played_factor != 1) {
        for (int seat = 0; seat < game.rules.seats; ++seat) rest |= std::uint64_t{at.plays[seat] > 0} << (24 + seat);
    }
    if (!stakes && score.unbeaten_bomb != 0) {
        for (int seat = 0; seat < game.rules.seats; ++seat) {
            rest |= std::uint64_t{at.unbeaten_bombs[seat]} << (32 + 8 * seat);
        }
    }
    hasher.add(rest);
    if (bidding) {
        hasher.add(at.pile);
        hasher.add(at.node | std::uint64_t{at.opener} << 16);
    }
}

inline void Essence<Trick>::add(const trick::Position& at, Hasher& hasher) const {
    const trick::Game& game = *game_;
    const trick::Score& score = game.rules.score;
    std::uint64_t tricks = 0;
    for (int seat = 0; seat < game.rules.seats; ++seat) {
        hasher.add(at.hands[seat]);
        hasher.add(at.taken[seat] & counted_);
        if (score.trick != 0) tricks |= std::uint64_t{at.tricks[seat]} << (8 * seat);
    }
    // Once a suit has been led, exposed cards of it are cards like others; without exposures only the first lead
    // counts.
    const bool waiting = at.exposed != 0 || at.phase == trick::Phase::kExpose;
    const std::uint64_t led = waiting ? at.led : std::uint64_t{at.led != 0};
    hasher.add(at.table);
    hasher.add(at.exposed);
    hasher.add(tricks | led << 32 | std::uint64_t{at.turn} << 40 | std::uint64_t{at.down} << 48 |
               static_cast<std::uint64_t>(at.phase) << 56);
    hasher.add(at.down > 0 ? at.best | std::uint64_t{at.best_seat} << 8 : 0);
}

}  // namespace paiyou::search
