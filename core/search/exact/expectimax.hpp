// Expectimax over information sets (Whitehouse, Powley and Cowling 2011, section III.E).
//
// A node is the set of all states that the searching seat j cannot tell apart, with their probabilities. At its own
// nodes it takes the best move for the whole set. At other seats' nodes chance picks the state and its owner, who sees
// it, the move that is worst for j (best, if allied):
//
//     v([s]) = max over a of v([f(s, a)])                                 j to move
//     v([s]) = sum over s of P(s) * min over a in A(s) of v([f(s, a)])    another seat to move
//
// where [f(s, a)] is the set of all states of [s] in which a is legal, after a, with P renormalised.
//
// Sets that come up again are looked up, and what cannot change the value of a root move is left out: alpha-beta with
// the cuts at chance nodes of Ballard ("The *-minimax search procedure for trees containing chance nodes", 1983). The
// paper leaves ties open; those of equation 1 carry over (plus epsilon times the mean over the moves), but then every
// move counts and nothing is left out.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "search/deals.hpp"
#include "search/exact/memory.hpp"
#include "search/exact/ties.hpp"
#include "search/limits.hpp"

namespace paiyou::search {

template <CardGame G>
class Expectimax {
 public:
    using Position = typename G::Position;
    using Deal = WeightedDeal<Position>;

    // With `keep`, values are remembered from one search to the next.
    Expectimax(const G& game, TieRule rule, bool keep)
        : game_(game), rule_(rule), keep_(keep), scratch_(game.scratch()) {}

    // Every legal move of the seat to move, which must be the same in all deals. False when there are more than
    // `max_nodes` information sets, or when time ran out or it was interrupted. With `only_best` moves that are worse
    // than the best may be valued too high, though not as high as the best.
    bool search(const std::vector<Deal>& deals, const Limits& limits, bool only_best, std::vector<ValuedMove>& result) {
        if (!keep_ || memory_.size() > kMostKept) memory_.clear();
        seat_ = game_.turn(deals.front().at);
        bounds_ = rule_.in_use() ? kUnbounded : game_.sure_range(deals.front().at);
        nodes_ = 0;
        max_nodes_ = limits.max_nodes;
        stopwatch_ = Stopwatch(limits);
        states_ = deals;
        result.clear();
        game_.each_move(deals.front().at, scratch_, [&](Move move) { result.push_back({move, {}}); });
        const std::size_t end = states_.size();
        HashKey root{};
        if (keep_) {
            root = key_of_set(0, end);
            root.second ^= only_best ? 1 : 0;
            if (const std::vector<ValuedMove>* const known = decisions_.find(root)) {
                result = *known;
                return true;
            }
        }
        double best = kUnbounded.low;
        for (std::size_t place = result.size(); place-- > 0;) {
            const Range window{only_best && !rule_.in_use() ? best - kCloseCall : kUnbounded.low, kUnbounded.high};
            if (!value_of_move(0, end, result[place].move, window, result[place].worth)) return false;
            best = std::max(best, result[place].worth.result);
        }
        if (keep_) {
            if (decisions_.size() >= kMostDecisions) decisions_.clear();
            decisions_.store(root, result);
        }
        return true;
    }

    // Information sets searched last.
    std::uint64_t nodes() const { return nodes_; }

    static constexpr std::size_t kMostKept = 1'000'000;
    static constexpr std::size_t kMostDecisions = 100'000;

 private:
    static constexpr Range kUnbounded{-std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::infinity()};

    // Sets with fewer behind them, themselves included, are searched again rather than remembered: most are such.
    static constexpr std::uint64_t kWorthKeeping = 2;
    static constexpr double kCloseCall = 1e-9;  // moves this close to the best are valued exactly

    // What is remembered of a set: its value lies between the two.
    struct Known {
        double lower = 0;
        double upper = 0;
        double tie = 0;
    };

    struct Legal {
        Move move;
        std::uint32_t state;  // counted from the first of the set
    };

    // What a state's owner has found so far.
    struct Choice {
        Worth best;
        double sum = 0;
        std::uint32_t moves = 0;

        void add(const Worth& worth, bool maximise) {
            if (better(maximise ? worth : best, maximise ? best : worth)) best = worth;
            ++moves;
            sum += worth.sum();
        }
    };

    // A set is a range of states_; those of its children are put behind it and taken away again.
    double total_weight(std::size_t begin, std::size_t end) const {
        double total = 0;
        for (std::size_t place = begin; place < end; ++place) total += states_[place].weight;
        return total;
    }

    // The searching seat's own move, the same in every state. A value at or below window.low is a bound from above, one
    // at or above window.high a bound from below; here and in what follows.
    bool value_of_move(std::size_t begin, std::size_t end, Move move, const Range& window, Worth& worth) {
        const std::size_t after = states_.size();
        bool reveals = false;
        for (std::size_t place = begin; place < end; ++place) {
            states_.push_back(states_[place]);
            game_.play(states_.back().at, move);
            reveals = reveals || game_.reveals(states_[place].at, states_.back().at);
        }
        bool searched = true;
        if (!reveals) {
            searched = value_of_set(after, states_.size(), window, worth);
        } else {
            // Chance decides what comes to light.
            const double total = total_weight(after, states_.size());
            worth = {};
            searched = each_revealed(after, [&](std::size_t from, std::size_t to, const Worth& part) {
                const double weight = total_weight(from, to) / total;
                worth.result += weight * part.result;
                worth.tie += weight * part.tie;
            });
        }
        states_.resize(after);
        return searched;
    }

    // The states behind `begin`, grouped by what the last move has revealed.
    template <typename Visit>
    bool each_revealed(std::size_t begin, Visit&& visit) {
        const auto first = states_.begin() + static_cast<std::ptrdiff_t>(begin);
        std::stable_sort(first, states_.end(),
                         [&](const Deal& a, const Deal& b) { return game_.revealed(a.at) < game_.revealed(b.at); });
        const std::size_t end = states_.size();
        for (std::size_t from = begin, to = begin; from < end; from = to) {
            while (to < end && game_.revealed(states_[to].at) == game_.revealed(states_[from].at)) ++to;
            Worth worth;
            if (!value_of_set(from, to, kUnbounded, worth)) return false;
            visit(from, to, worth);
        }
        return true;
    }

    bool value_of_set(std::size_t begin, std::size_t end, Range window, Worth& worth) {
        const Position& at = states_[begin].at;
        if (game_.over(at)) {
            worth = {};
            const double total = total_weight(begin, end);
            for (std::size_t place = begin; place < end; ++place) {
                const double result = game_.results(states_[place].at, Reward::kPoints)[seat_];
                worth.result += states_[place].weight / total * result;
            }
            return true;
        }
        if (window.low >= bounds_.high || window.high <= bounds_.low) {
            worth = {window.low >= bounds_.high ? bounds_.high : bounds_.low, 0};
            return true;
        }
        if (rule_.in_use()) window = kUnbounded;  // a sum over all moves has no use for bounds
        const HashKey key = key_of_set(begin, end);
        const Known* const known = memory_.find(key);
        if (known != nullptr) {
            if (known->lower >= known->upper || known->lower >= window.high || known->upper <= window.low) {
                worth = {known->upper <= window.low ? known->upper : known->lower, known->tie};
                return true;
            }
            window = {std::max(window.low, known->lower), std::min(window.high, known->upper)};
        }
        if (nodes_ >= max_nodes_) return false;
        if (!stopwatch_.may_go_on(nodes_)) return false;
        const std::uint64_t before = nodes_++;
        const bool own = game_.turn(at) == seat_;
        if (!(own ? search_own(begin, end, window, worth) : search_others(begin, end, window, worth))) return false;
        const double lower = worth.result > window.low ? worth.result : kUnbounded.low;
        const double upper = worth.result < window.high ? worth.result : kUnbounded.high;
        if (Known* const place = memory_.find(key)) {
            *place = {std::max(place->lower, lower), std::min(place->upper, upper), worth.tie};
        } else if (nodes_ - before >= kWorthKeeping) {
            memory_.store(key, {lower, upper, worth.tie});
        }
        return true;
    }

    bool search_own(std::size_t begin, std::size_t end, const Range& window, Worth& worth) {
        const std::size_t first = moves_.size();
        game_.each_move(states_[begin].at, scratch_, [&](Move move) { moves_.push_back({move, 0}); });
        Choice choice{{kUnbounded.low, 0}};
        bool searched = true;
        // From the last: many cards at once are the better moves more often than not.
        for (std::size_t place = moves_.size(); place-- > first && searched;) {
            const double least = std::max(window.low, choice.best.result);
            if (choice.moves > 0 && least >= std::min(window.high, bounds_.high)) break;
            Worth child;
            searched = value_of_move(begin, end, moves_[place].move, {least, window.high}, child);
            choice.add(child, true);
        }
        moves_.resize(first);
        worth = {choice.best.result, choice.best.tie + rule_.share(choice.sum, choice.moves)};
        return searched;
    }

    bool search_others(std::size_t begin, std::size_t end, const Range& window, Worth& worth) {
        const bool maximise = game_.allied(states_[begin].at, game_.turn(states_[begin].at), seat_);
        const std::size_t first = moves_.size();
        for (std::size_t place = begin; place < end; ++place) {
            game_.each_move(states_[place].at, scratch_,
                            [&](Move move) { moves_.push_back({move, static_cast<std::uint32_t>(place - begin)}); });
        }
        const std::size_t last = moves_.size();
        std::sort(
            moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.end(),
            [](const Legal& a, const Legal& b) { return a.move != b.move ? a.move > b.move : a.state < b.state; });
        const std::size_t choices = choices_.size();
        choices_.resize(choices + (end - begin), Choice{{maximise ? bounds_.low : bounds_.high, 0}});
        const double total = total_weight(begin, end);
        bool searched = true;
        bool low = false;  // the set is worth no more than window.low
        double mean = maximise ? bounds_.low : bounds_.high;
        for (std::size_t from = first, to = first; from < last && searched && !low; from = to) {
            while (to < last && moves_[to].move == moves_[from].move) ++to;
            Range within = kUnbounded;
            if (!maximise && !window_of_group(begin, from, to, choices, total, mean, window.low, within)) continue;
            if (within.low >= within.high) {  // low already, but for a last digit
                low = true;
                break;
            }
            searched = value_of_group(begin, from, to, choices, maximise, within, low);
            mean = mean_of_choices(begin, end, choices, total).result;
            low = low || (!maximise && mean <= window.low);
        }
        if (searched) worth = mean_of_choices(begin, end, choices, total);
        // A sum may come out a last digit too high; what is only a bound must not be taken for the value.
        if (low) worth.result = std::min(worth.result, window.low);
        choices_.resize(choices);
        moves_.resize(first);
        return searched;
    }

    Worth mean_of_choices(std::size_t begin, std::size_t end, std::size_t choices, double total) const {
        Worth mean;
        for (std::size_t place = begin; place < end; ++place) {
            const Choice& choice = choices_[choices + place - begin];
            const double weight = states_[place].weight / total;
            mean.result += weight * choice.best.result;
            mean.tie += weight * (choice.best.tie + rule_.share(choice.sum, choice.moves));
        }
        return mean;
    }

    // Between which values a move of an enemy matters: above, no state's owner would choose it; below, the whole set
    // falls to `least`. False where it does not matter at all.
    bool window_of_group(std::size_t begin, std::size_t from, std::size_t to, std::size_t choices, double total,
                         double mean, double least, Range& window) const {
        double high = bounds_.low;
        double weight = 0;
        double here = 0;
        for (std::size_t place = from; place < to; ++place) {
            const double best = choices_[choices + moves_[place].state].best.result;
            const double part = states_[begin + moves_[place].state].weight / total;
            high = std::max(high, best);
            weight += part;
            here += part * best;
        }
        if (high <= bounds_.low) return false;
        window.high = high;
        const double others = mean - here;
        // Before every state has a first value there may be no bound, and nothing follows.
        if (std::isfinite(others) && std::isfinite(least)) window.low = (least - others) / weight;
        return true;
    }

    // One move of another seat, in all states where it is legal: moves_[from] to moves_[to].
    bool value_of_group(std::size_t begin, std::size_t from, std::size_t to, std::size_t choices, bool maximise,
                        const Range& window, bool& low) {
        const std::size_t after = states_.size();
        bool reveals = false;
        for (std::size_t place = from; place < to; ++place) {
            const std::size_t state = begin + moves_[place].state;
            states_.push_back(states_[state]);
            game_.play(states_.back().at, moves_[place].move);
            reveals = reveals || game_.reveals(states_[state].at, states_.back().at);
        }
        bool searched = true;
        if (!reveals) {
            Worth worth;
            searched = value_of_set(after, states_.size(), window, worth);
            low = worth.result <= window.low;
            for (std::size_t place = from; place < to; ++place) {
                choices_[choices + moves_[place].state].add(worth, maximise);
            }
        } else {
            // The states were sorted into groups: each finds its own by what it revealed.
            std::vector<std::pair<std::uint64_t, Worth>> worths;
            searched = each_revealed(after, [&](std::size_t group, std::size_t, const Worth& worth) {
                worths.emplace_back(game_.revealed(states_[group].at), worth);
            });
            for (std::size_t place = from; place < to && searched; ++place) {
                const std::uint64_t revealed = game_.revealed(states_[begin + moves_[place].state].at);
                for (const auto& [group, worth] : worths) {
                    if (group == revealed) choices_[choices + moves_[place].state].add(worth, maximise);
                }
            }
        }
        states_.resize(after);
        return searched;
    }

    // All states of a set are alike but for the hidden hands.
    HashKey key_of_set(std::size_t begin, std::size_t end) const {
        KeyMaker maker;
        Position shared = states_[begin].at;
        for (int seat = 0; seat < game_.seats(); ++seat) {
            if (seat != seat_) shared.hands[seat] = 0;
        }
        game_.add_to_key(shared, maker);
        maker.add(static_cast<std::uint64_t>(seat_));
        for (std::size_t place = begin; place < end; ++place) {
            for (int seat = 0; seat < game_.seats(); ++seat) {
                if (seat != seat_) maker.add(states_[place].at.hands[seat]);
            }
            if (game_.pile_matters(shared)) maker.add(states_[place].at.pile);
            maker.add(std::bit_cast<std::uint64_t>(states_[place].weight));
        }
        return maker.key();
    }

    G game_;
    TieRule rule_;
    bool keep_;
    typename G::Scratch scratch_;
    Memory<Known> memory_;
    Memory<std::vector<ValuedMove>> decisions_;  // whole answers, which last when `memory_` is full
    std::vector<Deal> states_;
    std::vector<Legal> moves_;
    std::vector<Choice> choices_;
    int seat_ = 0;
    Range bounds_ = kUnbounded;
    std::uint64_t nodes_ = 0;
    std::uint64_t max_nodes_ = 0;
    Stopwatch stopwatch_{Limits{}};
};

}  // namespace paiyou::search
