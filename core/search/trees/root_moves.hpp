// What a search has found out about the moves at its root, and the sum over several trees.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/game.hpp"
#include "search/limits.hpp"
#include "search/trees/tree.hpp"

namespace paiyou::search {

struct Tally {
    double visits = 0;
    double points = 0;  // summed over the visits
    double score = 0;   // by the rule that chooses children
};

// A whole move, and the first part of it where the game splits moves in two (the move itself where not).
struct RootMove {
    Move move = 0;
    Tally own;
    Tally part;
};

struct Grown {
    std::vector<RootMove> moves;
    Statistics statistics;
    bool dealt = true;  // false: no deal was found that agrees with the view
};

// How the moves are ordered in the end: by visits, or by the score that chose them during the search.
enum class Final : std::uint8_t { kVisits, kScore };

template <typename NodeType, typename Rule>
Tally tally_of(const NodeType& parent, const NodeType& child, const Rule& rule) {
    if (child.visits == 0) return {};
    return {static_cast<double>(child.visits), child.points, rule.scorer(parent)(child)};
}

template <CardGame Game, typename NodeType, typename Rule>
std::vector<RootMove> read_root(const Game& game, const Tree<NodeType>& tree, const Rule& rule) {
    std::vector<RootMove> moves;
    const NodeType& root = tree[Tree<NodeType>::kRoot];
    for (std::uint32_t child = root.first; child < root.first + root.children; ++child) {
        const Tally part = tally_of(root, tree[child], rule);
        if (!game.is_part(tree[child].move)) {
            moves.push_back({tree[child].move, part, part});
            continue;
        }
        for (const NodeType& whole : tree.children(child)) {
            moves.push_back({whole.move, tally_of(tree[child], whole, rule), part});
        }
    }
    return moves;
}

// All legal moves with their sums over the trees, best first; of equals the one that comes first in `legal`.
inline std::vector<RootMove> sum_roots(const std::vector<Move>& legal, const std::vector<Grown>& forest, Final order) {
    std::vector<RootMove> sums;
    for (const Move move : legal) {
        RootMove sum{move, {}, {}};
        for (const Grown& tree : forest) {
            for (const RootMove& found : tree.moves) {
                if (found.move != move) continue;
                for (const auto& [to, from] : {std::pair{&sum.own, &found.own}, std::pair{&sum.part, &found.part}}) {
                    to->visits += from->visits;
                    to->points += from->points;
                    to->score += from->score;
                }
            }
        }
        sums.push_back(sum);
    }
    const auto rank = [order](const RootMove& move) {
        return order == Final::kVisits ? std::pair{move.part.visits, move.own.visits}
                                       : std::pair{move.part.score, move.own.score};
    };
    std::stable_sort(sums.begin(), sums.end(),
                     [&](const RootMove& one, const RootMove& other) { return rank(one) > rank(other); });
    return sums;
}

}  // namespace paiyou::search
