// Expectimax over information sets (paper 000, section III.E).
//
// A node is the set of all states that the searching seat j cannot tell apart, with their probabilities. At its own
// nodes it takes the best move for the whole set. At other seats' nodes chance picks the state and its owner, who sees
// it, the move that is worst for j (best, if allied):
//
//     v([s]) = max over a of v([f(s, a)])                            j to move
//     v([s]) = sum over s of P(s) * min over a in A(s) of v([f(s, a)])    another seat to move
//
// where [f(s, a)] is the set of all states of [s] in which a is legal, after a, with P renormalised. Sets that come up
// again are looked up. The paper leaves ties open; those of equation 1 carry over: plus epsilon times the mean over the
// moves.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/det_minimax.hpp"

namespace paiyou::search {

template <CardGame G>
class Expectimax {
 public:
    using Position = typename G::Position;
    using Deal = WeightedDeal<Position>;

    // With `keep`, values are remembered from one search to the next.
    Expectimax(const G& game, TieRule rule, bool keep)
        : game_(game), rule_(rule), keep_(keep), essence_(game), scratch_(game.scratch()) {}

    // Every legal move of the seat to move, which must be the same in all deals. False when there are more than
    // `max_nodes` information sets.
    bool search(const std::vector<Deal>& deals, std::uint64_t max_nodes, std::vector<ValuedMove>& result) {
        if (!keep_ || memory_.size() > kMostKept) memory_.clear();
        seat_ = game_.turn(deals.front().at);
        nodes_ = 0;
        max_nodes_ = max_nodes;
        states_ = deals;
        result.clear();
        game_.each_move(deals.front().at, scratch_, [&](Move move) { result.push_back({move, {}}); });
        const std::size_t end = states_.size();
        return std::all_of(result.begin(), result.end(),
                           [&](ValuedMove& valued) { return value_of_move(0, end, valued.move, valued.worth); });
    }

    // Information sets searched last.
    std::uint64_t nodes() const { return nodes_; }

    static constexpr std::size_t kMostKept = 2'000'000;

 private:
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
            if (moves++ == 0 || better(maximise ? worth : best, maximise ? best : worth)) best = worth;
            sum += worth.sum();
        }
    };

    // A set is a range of states_; those of its children are put behind it and taken away again.
    double total_weight(std::size_t begin, std::size_t end) const {
        double total = 0;
        for (std::size_t place = begin; place < end; ++place) total += states_[place].weight;
        return total;
    }

    // The searching seat's own move, the same in every state.
    bool value_of_move(std::size_t begin, std::size_t end, Move move, Worth& worth) {
        const std::size_t after = states_.size();
        bool reveals = false;
        for (std::size_t place = begin; place < end; ++place) {
            states_.push_back(states_[place]);
            game_.play(states_.back().at, move);
            reveals = reveals || essence_.reveals(states_[place].at, states_.back().at);
        }
        bool searched = true;
        if (!reveals) {
            searched = value_of_set(after, states_.size(), worth);
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
        std::stable_sort(first, states_.end(), [&](const Deal& a, const Deal& b) {
            return essence_.revealed(a.at) < essence_.revealed(b.at);
        });
        const std::size_t end = states_.size();
        for (std::size_t from = begin, to = begin; from < end; from = to) {
            while (to < end && essence_.revealed(states_[to].at) == essence_.revealed(states_[from].at)) ++to;
            Worth worth;
            if (!value_of_set(from, to, worth)) return false;
            visit(from, to, worth);
        }
        return true;
    }

    bool value_of_set(std::size_t begin, std::size_t end, Worth& worth) {
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
        const Fingerprint key = key_of_set(begin, end);
        if (const Worth* const known = memory_.find(key)) {
            worth = *known;
            return true;
        }
        if (nodes_ >= max_nodes_) return false;
        ++nodes_;
        const bool searched =
            game_.turn(at) == seat_ ? search_own(begin, end, worth) : search_others(begin, end, worth);
        if (searched) memory_.store(key, worth);
        return searched;
    }

    bool search_own(std::size_t begin, std::size_t end, Worth& worth) {
        const std::size_t first = moves_.size();
        game_.each_move(states_[begin].at, scratch_, [&](Move move) { moves_.push_back({move, 0}); });
        const std::size_t last = moves_.size();
        Choice choice;
        bool searched = true;
        for (std::size_t place = first; place < last && searched; ++place) {
            Worth child;
            searched = value_of_move(begin, end, moves_[place].move, child);
            choice.add(child, true);
        }
        moves_.resize(first);
        worth = {choice.best.result, choice.best.tie + rule_.share(choice.sum, choice.moves)};
        return searched;
    }

    bool search_others(std::size_t begin, std::size_t end, Worth& worth) {
        const bool maximise = game_.allied(states_[begin].at, game_.turn(states_[begin].at), seat_);
        const std::size_t first = moves_.size();
        for (std::size_t place = begin; place < end; ++place) {
            game_.each_move(states_[place].at, scratch_, [&](Move move) {
                moves_.push_back({move, static_cast<std::uint32_t>(place - begin)});
            });
        }
        const std::size_t last = moves_.size();
        std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(first), moves_.end(),
                         [](const Legal& a, const Legal& b) { return a.move < b.move; });
        const std::size_t choices = choices_.size();
        choices_.resize(choices + (end - begin));
        bool searched = true;
        for (std::size_t from = first, to = first; from < last && searched; from = to) {
            while (to < last && moves_[to].move == moves_[from].move) ++to;
            searched = value_of_group(begin, from, to, choices, maximise);
        }
        if (searched) {
            const double total = total_weight(begin, end);
            worth = {};
            for (std::size_t place = begin; place < end; ++place) {
                const Choice& choice = choices_[choices + place - begin];
                const double weight = states_[place].weight / total;
                worth.result += weight * choice.best.result;
                worth.tie += weight * (choice.best.tie + rule_.share(choice.sum, choice.moves));
            }
        }
        choices_.resize(choices);
        moves_.resize(first);
        return searched;
    }

    // One move of another seat, in all states where it is legal: moves_[from] to moves_[to].
    bool value_of_group(std::size_t begin, std::size_t from, std::size_t to, std::size_t choices, bool maximise) {
        const std::size_t after = states_.size();
        bool reveals = false;
        for (std::size_t place = from; place < to; ++place) {
            const std::size_t state = begin + moves_[place].state;
            states_.push_back(states_[state]);
            game_.play(states_.back().at, moves_[place].move);
            reveals = reveals || essence_.reveals(states_[state].at, states_.back().at);
        }
        bool searched = true;
        if (!reveals) {
            Worth worth;
            searched = value_of_set(after, states_.size(), worth);
            for (std::size_t place = from; place < to; ++place) {
                choices_[choices + moves_[place].state].add(worth, maximise);
            }
        } else {
            // The states were sorted into groups: each finds its own by what it revealed.
            std::vector<std::pair<std::uint64_t, Worth>> worths;
            searched = each_revealed(after, [&](std::size_t group, std::size_t, const Worth& worth) {
                worths.emplace_back(essence_.revealed(states_[group].at), worth);
            });
            for (std::size_t place = from; place < to && searched; ++place) {
                const std::uint64_t revealed = essence_.revealed(states_[begin + moves_[place].state].at);
                for (const auto& [group, worth] : worths) {
                    if (group == revealed) choices_[choices + moves_[place].state].add(worth, maximise);
                }
            }
        }
        states_.resize(after);
        return searched;
    }

    // All states of a set are alike but for the hidden hands.
    Fingerprint key_of_set(std::size_t begin, std::size_t end) const {
        Hasher hasher;
        Position shared = states_[begin].at;
        for (int seat = 0; seat < game_.seats(); ++seat) {
            if (seat != seat_) shared.hands[seat] = 0;
        }
        essence_.add(shared, hasher);
        hasher.add(static_cast<std::uint64_t>(seat_));
        for (std::size_t place = begin; place < end; ++place) {
            for (int seat = 0; seat < game_.seats(); ++seat) {
                if (seat != seat_) hasher.add(states_[place].at.hands[seat]);
            }
            if (essence_.pile_matters(shared)) hasher.add(states_[place].at.pile);
            hasher.add(std::bit_cast<std::uint64_t>(states_[place].weight));
        }
        return hasher.result();
    }

    G game_;
    TieRule rule_;
    bool keep_;
    Essence<G> essence_;
    typename G::Scratch scratch_;
    Memory<Worth> memory_;
    std::vector<Deal> states_;
    std::vector<Legal> moves_;
    std::vector<Choice> choices_;
    int seat_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t max_nodes_ = 0;
};

}  // namespace paiyou::search
