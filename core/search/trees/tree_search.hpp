// The loop of Monte Carlo tree search: selection, expansion, simulation and backpropagation (Kocsis and Szepesvári,
// "Bandit based Monte-Carlo planning", ECML 2006), restricted in every iteration to the moves that the deal of this
// iteration allows (Fig. 2 of Whitehouse et al. 2011). With one deal for all iterations this is UCT; with a new deal
// for each, the nodes stand for information sets of the seat that searches. What makes the searchers different is the
// rule by which a child is chosen: uct.hpp and rave.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "search/game.hpp"
#include "search/limits.hpp"
#include "search/trees/tree.hpp"

namespace paiyou::search {

// Fills in the cards that are hidden; false where no deal was found.
template <typename Position>
using DrawDeal = std::function<bool(Random&, Position&)>;

// Results as rewards of about 0 to 1, the scale that exploration constants are made for.
struct RewardScale {
    Reward reward = Reward::kWin;
    Range range{0, 1};

    double operator()(double result) const { return (result - range.low) / (range.high - range.low); }
};

template <CardGame Game, typename Rule>
class TreeSearch {
 public:
    using Position = typename Game::Position;
    using NodeType = typename Rule::NodeType;
    using NodeTree = Tree<NodeType>;
    using Index = typename NodeTree::Index;

    // A search for the seat to move. `fixed`: all iterations will have the same deal.
    TreeSearch(const Game& game, const Rule& rule, const RewardScale& scale, const Position& seen, bool fixed,
               std::uint64_t max_nodes)
        : game_(&game),
          rule_(rule),
          scale_(scale),
          seat_(game.turn(seen)),
          sure_(game.sure_of_own_moves(seen)),
          fixed_(fixed),
          scratch_(game.scratch()),
          tree_(max_nodes),
          marks_(game.move_limit(), 0) {}

    const NodeTree& tree() const { return tree_; }
    const Statistics& statistics() const { return statistics_; }
    const Rule& rule() const { return rule_; }

    // One iteration from a position with all cards in place.
    void iterate(Position at, Random& random) {
        rule_.begin();
        path_.clear();
        Index node = NodeTree::kRoot;
        bool expanded = false;
        while (!expanded && !game_->over(at)) {
            const int seat = game_->turn(at);
            const Index next = step(node, at, random);
            if (next == kStay) break;
            expanded = tree_[next].visits == 0;
            path_.push_back({node, next, static_cast<std::uint8_t>(seat)});
            game_->play(at, tree_[next].move);
            node = next;
        }
        simulate(at, random);
        finish(at);
    }

 private:
    static constexpr Index kStay = ~Index{0};

    struct Step {
        Index from;
        Index to;
        std::uint8_t seat;
    };

    // The child to go on with, new or known; kStay where the tree is full and the position has a move that is not in
    // it.
    Index step(Index node, const Position& at, Random& random) {
        if (tree_[node].complete) {
            for (NodeType& child : tree_.children(node)) rule_.allow(child);
            return best_child(node, [](const NodeType&) { return true; });
        }
        const std::uint32_t mark = next_mark();
        legal_.clear();
        game_->each_move(at, scratch_, [&](Move move) {
            marks_[move] = mark;
            legal_.push_back(move);
        });
        std::size_t known = 0;
        for (NodeType& child : tree_.children(node)) {
            if (marks_[child.move] != mark) continue;
            rule_.allow(child);
            marks_[child.move] = mark + 1;
            ++known;
        }
        bool all_known = known == legal_.size();
        if (!all_known) {
            if (tree_.full()) {
                statistics_.full = true;
                return kStay;
            }
            if (!rule_.weighs_untried()) return expand(node, mark, legal_.size() - known, random);
            all_known = add_all(node, mark, random);
        }
        // The seat that searches knows what it may do, whatever the others hold.
        tree_[node].complete = all_known && (fixed_ || (sure_ && game_->turn(at) == seat_));
        return best_child(node, [&](const NodeType& child) { return marks_[child.move] == mark + 1; });
    }

    // Adds any of the moves that are legal in this deal and not in the tree.
    Index expand(Index node, std::uint32_t mark, std::size_t missing, Random& random) {
        std::uint32_t number = random.below(static_cast<std::uint32_t>(missing));
        for (const Move move : legal_) {
            if (marks_[move] == mark && number-- == 0) {
                const Index child = tree_.add(node, move);
                rule_.allow(tree_[child]);
                return child;
            }
        }
        return kStay;  // not reached: as many moves are missing as were counted
    }

    // Adds all moves that are legal in this deal and not in the tree, in random order; false where there was no room.
    bool add_all(Index node, std::uint32_t mark, Random& random) {
        for (std::size_t left = legal_.size(); left > 1; --left) {
            std::swap(legal_[left - 1], legal_[random.below(static_cast<std::uint32_t>(left))]);
        }
        for (const Move move : legal_) {
            if (marks_[move] != mark) continue;
            if (tree_.full()) {
                statistics_.full = true;
                return false;
            }
            rule_.allow(tree_[tree_.add(node, move)]);
            marks_[move] = mark + 1;
        }
        return true;
    }

    template <typename Allowed>
    Index best_child(Index node, Allowed&& allowed) const {
        const auto score = rule_.scorer(tree_[node]);
        const std::span<const NodeType> children = tree_.children(node);
        Index best = kStay;
        double highest = 0;
        for (std::size_t place = 0; place < children.size(); ++place) {
            if (!allowed(children[place])) continue;
            const double value = score(children[place]);
            if (best == kStay || value > highest) {
                highest = value;
                best = tree_[node].first + static_cast<Index>(place);
            }
        }
        return best;
    }

    void simulate(Position& at, Random& random) {
        if constexpr (Rule::kHearsMoves) {
            game_->finish(at, scratch_, random, [&](int seat, Move move) { rule_.hear(seat, move); });
        } else {
            game_->finish(at, scratch_, random);
        }
    }

    void finish(const Position& at) {
        const Values results = game_->results(at, scale_.reward);
        const double points =
            scale_.reward == Reward::kPoints ? results[seat_] : game_->results(at, Reward::kPoints)[seat_];
        for (std::size_t place = path_.size(); place-- > 0;) {
            const Step& step = path_[place];
            const double reward = scale_(results[step.seat]);
            NodeType& node = tree_[step.to];
            ++node.visits;
            node.total += reward;
            node.points += points;
            if constexpr (Rule::kHearsMoves) {
                rule_.hear(step.seat, node.move);
                rule_.learn(tree_[step.from], tree_.children(step.from), step.seat, reward);
            }
        }
        ++tree_[NodeTree::kRoot].visits;
        ++statistics_.iterations;
        statistics_.nodes = tree_.size();
        statistics_.depth = std::max(statistics_.depth, static_cast<int>(path_.size()));
    }

    std::uint32_t next_mark() {
        if (mark_ > ~std::uint32_t{0} - 4) {
            std::fill(marks_.begin(), marks_.end(), 0);
            mark_ = 0;
        }
        return mark_ += 2;
    }

    const Game* game_;
    Rule rule_;
    RewardScale scale_;
    int seat_;
    bool sure_;
    bool fixed_;
    typename Game::Scratch scratch_;
    NodeTree tree_;
    std::vector<std::uint32_t> marks_;  // per move: `mark_` if legal in this deal, one more if also a child
    std::uint32_t mark_ = 0;
    std::vector<Move> legal_;
    std::vector<Step> path_;
    Statistics statistics_;
};

}  // namespace paiyou::search
