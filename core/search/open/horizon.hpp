// What the searchers of open games share: whose side a seat is on, how far they look, and which moves they go on with.
//
// `depth` is the number of moves still to be looked at. At 0 the position is estimated (cut-off; the lecture, "Resource
// limits"), unless it is not quiet: then the search goes on with the forcing moves, at most kQuietPlies of them. Rolls
// of chance are no moves and do not count.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "search/effort.hpp"
#include "search/game.hpp"

namespace paiyou::search {

inline constexpr int kQuietPlies = 8;
inline constexpr int kMostDepth = 400;  // also keeps the recursion within any stack

struct OpenSettings {
    Reward reward = Reward::kPoints;
    bool quiescence = true;
    bool table = false;
    std::size_t table_size = std::size_t{1} << 20;
};

// What a value rests on.
struct Grounds {
    bool estimated = false;  // on an estimate, or on some of the moves only; if not, it is exact
    int reach = 0;           // on ends of the game this many plies from the root at most

    void add(const Grounds& other) {
        estimated = estimated || other.estimated;
        reach = std::max(reach, other.reach);
    }
};

// How deep an entry of a table has looked, and so at which depths it serves.
class DepthOfEntry {
 public:
    DepthOfEntry() = default;

    // For a value just found at this depth, from a position this many plies from the root.
    DepthOfEntry(int depth, const Grounds& grounds, int ply)
        : depth_(static_cast<std::int16_t>(grounds.estimated ? depth : grounds.reach - ply)),
          solved_(!grounds.estimated) {}

    // A value that rests on ends of the game alone is the same at every depth that reaches them.
    bool serves(int depth) const { return solved_ ? depth_ <= depth : depth_ == depth; }

    Grounds grounds(int ply) const { return {!solved_, solved_ ? ply + depth_ : 0}; }

 private:
    std::int16_t depth_ = 0;
    bool solved_ = false;
};

// `Evaluate` offers value(at, seat) and values(at), estimates of results.
template <OpenGame G, typename Evaluate>
class Horizon {
 public:
    using Position = typename G::Position;

    Horizon(const G& game, const Evaluate& evaluate, const OpenSettings& settings, int root, Effort& effort)
        : game_(game),
          evaluate_(evaluate),
          settings_(settings),
          root_(root),
          effort_(effort),
          scratch_(game.scratch()) {}

    Grounds grounds;  // of all values since this was last cleared

    const G& game() const { return game_; }
    int root() const { return root_; }
    Effort& effort() { return effort_; }
    const OpenSettings& settings() const { return settings_; }

    bool stops(const Position& at, int depth) const {
        if (ply_ >= kMostDepth + kQuietPlies) return true;  // rolls of chance without end
        if (depth > 0) return false;
        if constexpr (QuietGame<G>) return !settings_.quiescence || depth <= -kQuietPlies || game_.quiet(at);
        return true;
    }

    double result(const Position& at) { return results(at)[static_cast<std::size_t>(root_)]; }
    Values results(const Position& at) {
        grounds.reach = std::max(grounds.reach, ply_);
        return game_.results(at, settings_.reward);
    }

    double estimate(const Position& at) {
        grounds.estimated = true;
        return evaluate_.value(at, root_);
    }

    Values estimates(const Position& at) {
        grounds.estimated = true;
        return evaluate_.values(at);
    }

    // Everyone who does not win and lose with the root seat is taken to play against it alone (paranoid; Sturtevant and
    // Korf, "On pruning techniques for multi-player games", AAAI 2000). With two seats that is what they do anyway.
    bool maximizes(const Position& at) const { return game_.allied(at, root_, game_.turn(at)); }

    // The moves to go on with, as long as the value lives. One stack serves the whole recursion.
    class Moves {
     public:
        Moves(Horizon& horizon, const Position& at, int depth) : horizon_(horizon), begin_(horizon.stack_.size()) {
            ++horizon_.ply_;
            const auto add = [&](Move move) { horizon_.stack_.push_back(move); };
            if constexpr (QuietGame<G>) {
                if (depth <= 0) {
                    if (!horizon_.game_.each_forcing_move(at, horizon_.scratch_, add))
                        horizon_.grounds.estimated = true;
                    end_ = horizon_.stack_.size();
                    return;
                }
            }
            horizon_.game_.each_move(at, horizon_.scratch_, add);
            end_ = horizon_.stack_.size();
        }
        ~Moves() {
            horizon_.stack_.resize(begin_);
            --horizon_.ply_;
        }
        Moves(const Moves&) = delete;
        Moves& operator=(const Moves&) = delete;

        std::size_t size() const { return end_ - begin_; }
        Move& operator[](std::size_t place) { return horizon_.stack_[begin_ + place]; }

     private:
        Horizon& horizon_;
        std::size_t begin_;
        std::size_t end_ = 0;
    };

    // The greatest value behind the moves, or the least where the mover plays against the root seat; `value(after)` is
    // asked for every one. Of no use once the effort is spent, like all below.
    template <typename Value>
    double best(const Position& at, int depth, Value&& value) {
        const bool maximizing = maximizes(at);
        Moves moves(*this, at, depth);
        double best = maximizing ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
        for (std::size_t place = 0; place < moves.size() && !effort_.stopped(); ++place) {
            Position after = at;
            game_.play(after, moves[place]);
            const double found = value(after);
            best = maximizing ? std::max(best, found) : std::min(best, found);
        }
        return best;
    }

    // Where chance moves, everything that may happen, with its probability.
    template <typename Visit>
    void each_outcome(const Position& at, Visit&& visit)
        requires ChanceGame<G>
    {
        std::vector<std::pair<Move, double>> outcomes;  // listed first, since visiting may use the scratch again
        game_.each_chance(at, scratch_,
                          [&](Move move, double probability) { outcomes.emplace_back(move, probability); });
        ++ply_;
        for (const auto& [move, probability] : outcomes) {
            Position after = at;
            game_.play(after, move);
            visit(after, probability);
            if (effort_.stopped()) break;
        }
        --ply_;
    }

    // The mean of what may happen.
    template <typename Value>
    double average(const Position& at, Value&& value)
        requires ChanceGame<G>
    {
        double sum = 0;
        each_outcome(at, [&](const Position& after, double probability) { sum += probability * value(after); });
        return sum;
    }

    int ply() const { return ply_; }

 private:
    const G& game_;
    const Evaluate& evaluate_;
    OpenSettings settings_;
    int root_;
    Effort& effort_;
    typename G::Scratch scratch_;
    std::vector<Move> stack_;
    int ply_ = 0;
};

}  // namespace paiyou::search
