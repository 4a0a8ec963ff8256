#include "bindings/tree_search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/deals.hpp"
#include "bindings/interrupt.hpp"
#include "search/games/grouped.hpp"
#include "search/games/suited.hpp"
#include "search/trees/determinized_uct.hpp"
#include "search/trees/forest.hpp"
#include "search/trees/isuct.hpp"
#include "search/trees/rave.hpp"
#include "search/trees/uct.hpp"

namespace paiyou::bindings {

namespace {

using namespace nb::literals;
using search::Grown;
using search::Limits;

// The options of one search, as src/paiyou/agents/search/trees.py gives them.
struct Settings {
    std::string method;  // uct, isuct or rave
    int trees;
    int threads;
    Limits limits;
    std::uint64_t seed;
    double exploration;
    search::Counting counting;
    double equivalence;
    search::RapidTerm rapid;
    bool uct_explores;
    bool weigh_untried;
    search::Final order;
    search::Reward reward;
    bool suits;      // combos that differ in suits alone are moves of their own
    int tree_depth;  // levels of the first tree to hand out

    static Settings read(const nb::dict& options) {
        Settings settings;
        settings.method = nb::cast<std::string>(options["method"]);
        settings.trees = nb::cast<int>(options["trees"]);
        settings.threads = nb::cast<int>(options["threads"]);
        if (!options["iterations"].is_none())
            settings.limits.iterations = nb::cast<std::uint64_t>(options["iterations"]);
        if (!options["seconds"].is_none()) settings.limits.seconds = nb::cast<double>(options["seconds"]);
        settings.limits.max_nodes = nb::cast<std::uint64_t>(options["max_nodes"]);
        settings.seed = seed_of(options["seed"]);
        settings.exploration = nb::cast<double>(options["c"]);
        settings.counting = nb::cast<std::string>(options["count"]) == "available" ? search::Counting::kAvailable
                                                                                   : search::Counting::kParent;
        settings.equivalence = nb::cast<double>(options["k"]);
        const auto rapid = nb::cast<std::string>(options["rapid"]);
        settings.rapid = rapid == "visits" ? search::RapidTerm::kVisits
                         : rapid == "mean" ? search::RapidTerm::kMean
                                           : search::RapidTerm::kAmaf;
        settings.uct_explores = nb::cast<std::string>(options["bonus"]) == "both";
        settings.weigh_untried = nb::cast<std::string>(options["untried"]) == "rave";
        settings.order =
            nb::cast<std::string>(options["final"]) == "score" ? search::Final::kScore : search::Final::kVisits;
        settings.reward =
            nb::cast<std::string>(options["reward"]) == "points" ? search::Reward::kPoints : search::Reward::kWin;
        settings.suits = nb::cast<bool>(options["suits"]);
        settings.tree_depth = nb::cast<int>(options["tree_depth"]);
        return settings;
    }

    // A tree's share of time and memory.
    Limits of_tree() const {
        Limits share = limits;
        const int side_by_side = std::min(threads, trees);
        const int rounds = (trees + side_by_side - 1) / side_by_side;
        share.seconds /= rounds;
        share.max_nodes = std::max<std::uint64_t>(limits.max_nodes / static_cast<std::uint64_t>(trees), 2);
        return share;
    }
};

// A node of a finished tree, for people to look at.
struct Branch {
    Move move = 0;
    std::uint32_t visits = 0;
    std::uint32_t available = 0;
    double total = 0;
    std::uint32_t heard = 0;  // RAVE's count
    double heard_total = 0;
    std::vector<Branch> children;
};

template <typename NodeType>
Branch copy_branch(const search::Tree<NodeType>& tree, std::uint32_t node, int depth) {
    Branch branch{tree[node].move, tree[node].visits, tree[node].available, tree[node].total, 0, 0, {}};
    if constexpr (std::is_same_v<NodeType, search::RaveNode>) {
        branch.heard = tree[node].heard;
        branch.heard_total = tree[node].heard_total;
    }
    if (depth == 0) return branch;
    for (std::uint32_t child = tree[node].first; child < tree[node].first + tree[node].children; ++child) {
        branch.children.push_back(copy_branch(tree, child, depth - 1));
    }
    return branch;
}

struct Found {
    std::vector<Grown> forest;
    Branch tree;
    double seconds = 0;
};

template <search::CardGame Game, typename Rule>
Found run(const Game& game, const Rule& rule, const typename Game::Position& seen,
          const search::DrawDeal<typename Game::Position>& draw, const Settings& settings) {
    search::RewardScale scale;
    scale.reward = settings.reward;
    if (settings.reward == search::Reward::kPoints) scale.range = game.range();
    Found found;
    const Limits limits = settings.of_tree();
    const auto begun = search::Clock::now();
    found.forest = search::grow_forest(settings.trees, settings.threads, [&](int tree) {
        if (limits.interrupt->wanted()) return Grown{};
        const std::uint64_t seed = random_word(settings.seed, static_cast<std::uint64_t>(tree));
        const auto look = [&](const auto& search) {
            if (tree == 0 && settings.tree_depth > 0) found.tree = copy_branch(search.tree(), 0, settings.tree_depth);
        };
        return settings.method == "uct"
                   ? search::grow_determinized_tree(game, rule, scale, seen, draw, limits, seed, look)
                   : search::grow_information_set_tree(game, rule, scale, seen, draw, limits, seed, look);
    });
    found.seconds = std::chrono::duration<double>(search::Clock::now() - begun).count();
    return found;
}

template <search::CardGame Game>
Found run(const Game& game, const typename Game::Position& seen, const search::DrawDeal<typename Game::Position>& draw,
          const Settings& settings) {
    if (settings.method == "rave") {
        const search::RapidActionValue rule(settings.exploration, settings.equivalence, settings.rapid,
                                            settings.uct_explores, settings.weigh_untried, game.move_limit());
        return run(game, rule, seen, draw, settings);
    }
    return run(game, search::UpperConfidence(settings.exploration, settings.counting), seen, draw, settings);
}

nb::object name_of(const auto& object, Move move, bool suits) {
    const Move last = static_cast<Move>(nb::len(object.names.all()));
    if (suits) return object.name(search::Suited::by_rank(move));
    if (move < last) return object.name(move);
    // A body whose kickers are chosen in the next step.
    return nb::str(("body " + std::to_string(move - last)).c_str());
}

nb::dict describe(const auto& object, const Branch& branch, bool suits) {
    nb::dict result;
    result["move"] = name_of(object, branch.move, suits);
    result["visits"] = branch.visits;
    result["available"] = branch.available;
    result["total"] = branch.total;
    result["heard"] = branch.heard;
    result["heard_total"] = branch.heard_total;
    nb::list children;
    for (const Branch& child : branch.children) children.append(describe(object, child, suits));
    result["children"] = children;
    return result;
}

template <typename Family>
nb::tuple report(const typename Family::GameObject& object, const std::vector<search::RootMove>& roots,
                 const Found& found, const Settings& settings) {
    nb::list moves;
    for (const search::RootMove& move : roots) {
        const double mean = move.own.visits > 0 ? move.own.points / move.own.visits : 0.0;
        moves.append(nb::make_tuple(object.name(move.move), mean, move.own.visits));
    }
    search::Statistics sums;
    for (const Grown& tree : found.forest) sums.add(tree.statistics);
    nb::dict statistics;
    statistics["iterations"] = sums.iterations;
    statistics["iterations_per_s"] = found.seconds > 0 ? static_cast<double>(sums.iterations) / found.seconds : 0.0;
    statistics["nodes"] = sums.nodes;
    statistics["depth"] = sums.depth;
    statistics["trees"] = settings.trees;
    statistics["seconds"] = found.seconds;
    statistics["full"] = sums.full;
    return nb::make_tuple(moves, statistics,
                          settings.tree_depth > 0 ? describe(object, found.tree, settings.suits) : nb::dict());
}

template <typename Game>
std::vector<Move> legal_moves(const Game& game, const typename Game::Position& at) {
    std::vector<Move> legal;
    auto scratch = game.scratch();
    game.each_move(at, scratch, [&](Move move) { legal.push_back(move); });
    return legal;
}

template <typename Family>
nb::tuple search_from(const typename Family::GameObject& object, const typename Family::SearchGame::Position& seen,
                      const search::DrawDeal<typename Family::SearchGame::Position>& draw, const nb::dict& options) {
    Settings settings = Settings::read(options);
    SignalInterrupt interrupt;
    settings.limits.interrupt = &interrupt;
    const typename Family::SearchGame game(object.game);
    Found found;
    const bool grouped = nb::cast<bool>(options["grouped"]);
    std::vector<Move> legal = legal_moves(game, seen);
    if constexpr (std::is_same_v<Family, ClimbingFamily>) {
        if (settings.suits) {
            const search::Suited suited(object.game);
            if (!suited.possible()) refuse(search::Suited::kTooMany);
            legal = legal_moves(suited, seen);
        }
    } else if (settings.suits) {
        refuse("suits=on is for climbing games: the moves of this game are cards with suits already");
    }
    {
        const nb::gil_scoped_release release;
        if constexpr (std::is_same_v<Family, ClimbingFamily>) {
            if (settings.suits) {
                found = run(search::Suited(object.game), seen, draw, settings);
            } else if (grouped) {
                const auto draw_inner = [&](Random& random, search::Grouped::Position& at) {
                    return draw(random, at.at);
                };
                found = run(search::Grouped(object.game), {seen}, draw_inner, settings);
            } else {
                found = run(game, seen, draw, settings);
            }
        } else {
            found = run(game, seen, draw, settings);
        }
    }
    interrupt.check();
    for (const Grown& tree : found.forest) {
        if (!tree.dealt) refuse("no deal was found that agrees with every pass of this game");
    }
    std::vector<search::RootMove> roots = search::sum_roots(legal, found.forest, settings.order);
    if (settings.suits) roots = search::Suited::best_by_rank(roots);
    return report<Family>(object, roots, found, settings);
}

void require_turn(bool over, bool to_move) {
    if (over) refuse("there is no move to search: the game is over");
    if (!to_move) refuse("there is no move to search: this seat is not to move");
}

// Over deals that agree with what a seat knows: given ones, or drawn uniformly.
template <typename Family>
nb::tuple search_view(const typename Family::GameObject& self, const typename Family::ViewObject& view,
                      const nb::dict& options, const std::optional<nb::list>& deals) {
    using Position = typename Family::SearchGame::Position;
    const Position& seen = view.view.at;
    if (view.object.get() != &self) refuse("this is a view of another game than the searcher's");
    require_turn(seen.over(), seen.turn == view.view.seat);
    if (deals) {
        const Deals<Family> read = read_deals<Family>(view, *deals);
        const search::Urn<Position> urn(read);
        return search_from<Family>(
            self, seen,
            [&](Random& random, Position& at) {
                at = urn.draw(random);
                return true;
            },
            options);
    }
    const typename Family::Sampler sampler(self.game, view.view);
    return search_from<Family>(
        self, seen,
        [&](Random& random, Position& at) {
            if constexpr (std::is_void_v<decltype(sampler.draw(random, at))>) {
                sampler.draw(random, at);
                return true;
            } else {
                return sampler.draw(random, at);
            }
        },
        options);
}

// With open hands.
template <typename Family>
nb::tuple search_state(const typename Family::GameObject& self, const typename Family::StateObject& state,
                       const nb::dict& options) {
    using Position = typename Family::SearchGame::Position;
    if (state.object.get() != &self) refuse("this is a state of another game than the searcher's");
    require_turn(state.at().over(), true);
    return search_from<Family>(self, state.at(), [](Random&, Position&) { return true; }, options);
}

template <typename Family>
void bind(nb::class_<typename Family::GameObject>& game_class, const FamilyNames& names) {
    game_class.def(
        "search_trees",
        [](const typename Family::GameObject& self, const nb::handle& decision, const nb::dict& options,
           const std::optional<nb::list>& deals) {
            const typename Family::ViewObject* view = nullptr;
            if (nb::try_cast(decision, view) && view != nullptr)
                return search_view<Family>(self, *view, options, deals);
            const typename Family::StateObject* state = nullptr;
            if (nb::try_cast(decision, state) && state != nullptr) return search_state<Family>(self, *state, options);
            throw nb::type_error("a decision is a view or a state of this family of games");
        },
        "view"_a, "options"_a, "deals"_a = nb::none(),
        nb::sig(names("def search_trees(self, view: {family}View | {family}State, options: dict[str, typing.Any], "
                      "deals: collections.abc.Sequence[tuple[{family}State, float]] | None = None) -> "
                      "tuple[list[tuple[str, float, float]], dict[str, typing.Any], dict[str, typing.Any]]")
                    .c_str()),
        "Grows trees over deals of a view, or from a state with open hands, as `options` say: every move with its "
        "value "
        "and visits, best first; statistics; and the first levels of a tree.");
}

}  // namespace

void bind_tree_search(nb::class_<ClimbingFamily::GameObject>& game_class) {
    bind<ClimbingFamily>(game_class, kClimbingNames);
    game_class.def(
        "branches",
        [](const ClimbingFamily::GameObject& self, const ClimbingFamily::StateObject& state, bool grouped) {
            const auto count = [](const auto& game, const auto& at) {
                std::size_t branches = 0;
                auto scratch = game.scratch();
                game.each_move(at, scratch, [&](Move) { ++branches; });
                return branches;
            };
            return grouped ? count(search::Grouped(self.game), search::Grouped::Position{state.at()})
                           : count(search::Climbing(self.game), state.at());
        },
        "state"_a, "grouped"_a,
        "How many moves a tree branches into here, kickers chosen in a step of their own where `grouped`.");
}
void bind_tree_search(nb::class_<TrickFamily::GameObject>& game_class) { bind<TrickFamily>(game_class, kTrickNames); }

}  // namespace paiyou::bindings
