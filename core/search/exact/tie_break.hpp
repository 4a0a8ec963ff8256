// Minimax over open hands with the tie-break of equation 1 of Whitehouse, Powley and Cowling 2011, section
// III.A: of moves with the same result, the one that gives the opponents more opportunities for a mistake.
//
// From the searching seat's side: seats allied to it maximise, all others minimise. Since every move counts in equation
// 1, nothing is pruned, but every position is searched once. Where the whole tree is too large, it is cut off at a
// depth that is deepened step by step, and what lies behind is the mean of a few random games.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "search/exact/memory.hpp"
#include "search/exact/ties.hpp"
#include "search/limits.hpp"

namespace paiyou::search {

template <CardGame G>
class TieBreakMinimax {
 public:
    using Position = typename G::Position;

    struct Result {
        std::vector<ValuedMove> moves;  // every legal move
        bool exact = false;             // the whole tree was searched
        int depth = 0;                  // where it was cut off, else 0
    };

    // With `keep`, values of whole trees are remembered from one search to the next.
    TieBreakMinimax(const G& game, TieRule rule, int playouts, bool keep)
        : game_(game), rule_(rule), playouts_(playouts), keep_(keep), scratch_(game.scratch()) {}

    // Every legal move for the seat to move. Limits count the positions looked at, those of random games included; but
    // every move is looked at, unless the search is interrupted: then the values mean nothing.
    Result search(const Position& at, const Limits& limits, std::uint64_t seed) {
        const std::uint64_t budget = limits.max_nodes;
        const Stopwatch stopwatch(limits);
        limits_ = &limits;
        stopwatch_ = &stopwatch;
        if (!keep_ || memory_.size() > kMostKept) memory_.clear();
        seat_ = game_.turn(at);
        seed_ = seed;
        nodes_ = 0;
        Result result;
        // A part of the budget for the whole tree; the rest for depth after depth. Values that are kept cost nothing
        // the second time, so where they are, no budget may decide.
        stop_at_ = keep_ ? std::numeric_limits<std::uint64_t>::max() : budget / 4;
        must_ = false;
        result.exact = search_root(at, kWhole, memory_, result.moves);
        searched_ += nodes_;
        if (result.exact) return result;
        const std::uint64_t left = budget - budget / 4;
        nodes_ = 0;
        for (int depth = 1;; ++depth) {
            // A first look at every move must be.
            must_ = depth == 1;
            stop_at_ = must_ ? std::numeric_limits<std::uint64_t>::max() : left;
            cut_off_ = false;
            Memory<Worth> memory;
            std::vector<ValuedMove> moves;
            if (!search_root(at, depth, memory, moves)) break;
            result.moves = std::move(moves);
            result.depth = depth;
            result.exact = !cut_off_;
            if (result.exact || nodes_ >= left) break;
        }
        searched_ += nodes_;
        return result;
    }

    // Positions looked at so far, in all searches.
    std::uint64_t searched() const { return searched_; }

    static constexpr std::size_t kMostKept = 2'000'000;

 private:
    static constexpr std::uint64_t kBetween = 64;                   // positions from one look at the clock to the next
    static constexpr int kWhole = std::numeric_limits<int>::max();  // depth without a cut

    bool search_root(const Position& at, int depth, Memory<Worth>& memory, std::vector<ValuedMove>& moves) {
        moves.clear();
        game_.each_move(at, scratch_, [&](Move move) { moves.push_back({move, {}}); });
        for (ValuedMove& valued : moves) {
            Position after = at;
            game_.play(after, valued.move);
            if (!search_position(after, depth, 1, memory, valued.worth)) return false;
        }
        return true;
    }

    bool stopped() {
        if (++turns_ % kBetween != 0) return false;
        if (must_) return limits_->interrupt != nullptr && limits_->interrupt->wanted();
        return !stopwatch_->may_go_on(turns_);
    }

    // False when the budget is spent.
    bool search_position(const Position& at, int depth, int height, Memory<Worth>& memory, Worth& worth) {
        if (game_.over(at)) {
            worth = {game_.results(at, Reward::kPoints)[seat_], 0};
            return true;
        }
        KeyMaker maker;
        game_.add_to_key(at, maker);
        maker.add(static_cast<std::uint64_t>(seat_) << 32 |
                  static_cast<std::uint64_t>(depth == kWhole ? 0 : depth - height));
        const HashKey key = maker.key();
        if (const Worth* const known = memory.find(key)) {
            worth = *known;
            return true;
        }
        if (nodes_ >= stop_at_ || stopped()) return false;
        ++nodes_;
        if (height == depth) {
            worth = estimate(at, key);
        } else if (!search_moves(at, depth, height, memory, worth)) {
            return false;
        }
        memory.store(key, worth);
        return true;
    }

    bool search_moves(const Position& at, int depth, int height, Memory<Worth>& memory, Worth& worth) {
        const bool maximise = game_.allied(at, game_.turn(at), seat_);
        // The moves of all positions on the way down, one behind the other.
        const std::size_t begin = moves_.size();
        game_.each_move(at, scratch_, [&](Move move) { moves_.push_back(move); });
        const std::size_t end = moves_.size();
        double sum = 0;
        bool searched = true;
        for (std::size_t place = begin; place < end && searched; ++place) {
            Position after = at;
            game_.play(after, moves_[place]);
            Worth child;
            searched = search_position(after, depth, height + 1, memory, child);
            sum += child.sum();
            if (place == begin || better(maximise ? child : worth, maximise ? worth : child)) worth = child;
        }
        worth.tie += rule_.share(sum, end - begin);
        moves_.resize(begin);
        return searched;
    }

    // The mean result of some random games. They follow from the position and the seed, so that a position is worth the
    // same whichever way it is come by.
    Worth estimate(const Position& at, const HashKey& key) {
        cut_off_ = true;
        Random random(key.first ^ seed_);
        double total = 0;
        for (int playout = 0; playout < playouts_; ++playout) {
            Position end = at;
            game_.finish(end, scratch_, random, [&](int, Move) { ++nodes_; });
            total += game_.results(end, Reward::kPoints)[seat_];
        }
        return {total / playouts_, 0};
    }

    G game_;
    TieRule rule_;
    int playouts_;
    bool keep_;
    typename G::Scratch scratch_;
    Memory<Worth> memory_;
    std::vector<Move> moves_;
    int seat_ = 0;
    std::uint64_t seed_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t stop_at_ = 0;
    std::uint64_t searched_ = 0;
    bool cut_off_ = false;
    bool must_ = false;  // whatever the clock says
    std::uint64_t turns_ = 0;
    const Limits* limits_ = nullptr;
    const Stopwatch* stopwatch_ = nullptr;
};

}  // namespace paiyou::search
