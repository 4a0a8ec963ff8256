// The history heuristic of the endgame solver.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"
#include "families/climbing/position.hpp"

namespace paiyou::search::endgame {

using climbing::Action;
using climbing::Position;

// How moves have fared in this search: how often they won, and how much work it was to find out.
class Experience {
 public:
    Experience() : entries_(1 << 13) {}

    // Less is better: a move that wins seldom or takes long is tried late.
    float charge(const Position& at, Action action) const { return entries_[place_of(at, action)].charge; }

    void add(const Position& at, Action action, bool won, std::uint64_t nodes) {
        Entry& entry = entries_[place_of(at, action)];
        entry.tried += 1.0F;
        entry.won += won ? 1.0F : 0.0F;
        entry.cost += std::log2(1.0F + static_cast<float>(nodes));
        const float odds = (entry.won + 0.5F) / (entry.tried + 1.0F);
        entry.charge = kCost * entry.cost / (entry.tried + 1.0F) - kOdds * std::log2(odds);
    }

 private:
    static constexpr float kOdds = 4.1F;
    static constexpr float kCost = 2.0F;

    struct Entry {
        float tried = 0;
        float won = 0;
        float cost = 0;
        float charge = kOdds;  // of a move that has not been tried: even odds
    };

    // By the move, who makes it, and whose combo it answers.
    std::size_t place_of(const Position& at, Action action) const {
        const std::uint64_t whose = at.leading() ? 0U : at.last_seat + 1U;
        return mix((action * std::uint64_t{8} + at.turn) * 8 + whose) & (entries_.size() - 1);
    }

    std::vector<Entry> entries_;
};

}  // namespace paiyou::search::endgame
