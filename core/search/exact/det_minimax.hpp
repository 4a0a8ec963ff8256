// Determinized minimax (Whitehouse, Powley and Cowling 2011, section III.C): every deal of the information
// set is searched with open hands, and each votes for its best move with its probability.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "search/deals.hpp"
#include "search/exact/tie_break.hpp"

namespace paiyou::search {

enum class Vote : std::uint8_t {
    kOne,    // one vote for the move chosen in a deal
    kSplit,  // shared among all best moves of a deal
    kValue,  // none: moves are ranked by their mean result
};

struct Candidate {
    Move move = 0;
    Worth worth;       // weighted mean over the deals
    double votes = 0;  // sum of the probabilities of the deals that chose it
};

struct Ballot {
    std::vector<Candidate> moves;  // best first
    bool exact = true;             // every deal was searched to the end
    int depth = 0;                 // the shallowest cut-off, 0 where there was none
};

// The seat to move is the same in all deals, and so are its moves. The limits are those of one deal, but for `seconds`:
// when that many have passed for all deals together, those that are left have no vote.
template <CardGame G>
Ballot vote_on_deals(TieBreakMinimax<G>& minimax, const std::vector<WeightedDeal<typename G::Position>>& deals,
                     Vote vote, Ties ties, const Limits& limits, std::uint64_t seed) {
    Ballot ballot;
    double total = 0;
    for (const auto& deal : deals) total += deal.weight;
    std::uint64_t number = 0;
    const auto begun = Clock::now();
    const double seconds = limits.seconds * static_cast<double>(deals.size());
    for (const auto& deal : deals) {
        if (limits.interrupt != nullptr && limits.interrupt->wanted()) break;
        const bool late = std::chrono::duration<double>(Clock::now() - begun).count() > seconds;
        if (number > 0 && late) {
            ballot.exact = false;
            break;
        }
        const double weight = deal.weight / total;
        const std::uint64_t word = random_word(seed, number++);
        const auto result = minimax.search(deal.at, limits, word);
        if (!result.exact) {
            ballot.depth = ballot.exact ? result.depth : std::min(ballot.depth, result.depth);
            ballot.exact = false;
        }
        if (ballot.moves.empty()) {
            for (const ValuedMove& move : result.moves) ballot.moves.push_back({move.move, {}, 0});
        }
        for (std::size_t place = 0; place < result.moves.size(); ++place) {
            ballot.moves[place].worth.result += weight * result.moves[place].worth.result;
            ballot.moves[place].worth.tie += weight * result.moves[place].worth.tie;
        }
        if (vote == Vote::kSplit) {
            const std::vector<std::size_t> best = best_moves(result.moves);
            for (const std::size_t place : best) {
                ballot.moves[place].votes += weight / static_cast<double>(best.size());
            }
        } else {
            Random random(word);
            ballot.moves[choose_move(result.moves, ties, random)].votes += weight;
        }
    }
    // The votes first, or the results; of equals the one with the better worth, then the first. Rounded, since sums of
    // the same numbers in another order differ in their last digits.
    const auto rank = [&](const Candidate& move) {
        const double votes = vote == Vote::kValue ? 0 : std::round(move.votes / kSameResult);
        return std::tuple(votes, std::round(move.worth.result / kSameResult), std::round(move.worth.tie / kSameTie));
    };
    std::stable_sort(ballot.moves.begin(), ballot.moves.end(),
                     [&](const Candidate& a, const Candidate& b) { return rank(a) > rank(b); });
    return ballot;
}

}  // namespace paiyou::search
