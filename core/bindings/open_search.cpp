#include "bindings/open_search.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/interrupt.hpp"
#include "bindings/python_game.hpp"
#include "search/open/alphabeta.hpp"
#include "search/open/deepening.hpp"
#include "search/open/evaluation.hpp"
#include "search/open/expectiminimax.hpp"
#include "search/open/maxn.hpp"
#include "search/open/minimax.hpp"

namespace paiyou::bindings {

namespace {

using namespace nb::literals;

// The options of one search, as src/paiyou/agents/search/open.py gives them.
struct Options {
    std::string method;  // minimax, alphabeta or expectiminimax
    bool selfish = false;
    bool every_value = true;
    int depth = search::kMostDepth;
    search::Limits limits;
    std::uint64_t nodes_per_look = 64;
    search::OpenSettings settings;

    static Options read(const nb::dict& given) {
        Options options;
        options.method = nb::cast<std::string>(given["method"]);
        options.selfish = nb::cast<std::string>(given["players"]) == "maxn";
        options.every_value = nb::cast<std::string>(given["values"]) == "all";
        if (!given["depth"].is_none()) options.depth = nb::cast<int>(given["depth"]);
        if (!given["max_nodes"].is_none()) options.limits.max_nodes = nb::cast<std::uint64_t>(given["max_nodes"]);
        if (!given["seconds"].is_none()) options.limits.seconds = nb::cast<double>(given["seconds"]);
        options.settings.reward = read_reward(nb::cast<std::string>(given["reward"]));
        options.settings.quiescence = nb::cast<bool>(given["quiescence"]);
        options.settings.table = nb::cast<bool>(given["table"]);
        return options;
    }

    static search::Reward read_reward(const std::string& text) {
        return text == "win" ? search::Reward::kWin : search::Reward::kPoints;
    }
};

struct Found {
    search::Deepened done;
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool full = false;
};

template <template <typename, typename> typename Search, typename G, typename Evaluate>
Found run_as(const G& game, const Evaluate& evaluate, const typename G::Position& root, const Options& options) {
    search::Effort effort(options.limits, options.nodes_per_look);
    Search<G, Evaluate> search(game, evaluate, options.settings, game.turn(root), effort);
    Found found;
    found.done = search::deepen(search, game, evaluate, root, options.depth, options.every_value);
    found.nodes = effort.nodes();
    found.seconds = effort.seconds();
    found.full = effort.stop() == search::Stop::kMaxNodes;
    return found;
}

template <typename G, typename Evaluate>
Found run(const G& game, const Evaluate& evaluate, const typename G::Position& root, const Options& options) {
    if (options.selfish) return run_as<search::MaxN>(game, evaluate, root, options);
    if (options.method == "alphabeta") return run_as<search::AlphaBeta>(game, evaluate, root, options);
    if constexpr (search::ChanceGame<G>) {
        return run_as<search::Expectiminimax>(game, evaluate, root, options);
    } else {
        if (options.method == "minimax") return run_as<search::Minimax>(game, evaluate, root, options);
        return run_as<search::Expectiminimax>(game, evaluate, root, options);
    }
}

nb::tuple report(const auto& object, const Found& found) {
    nb::list moves;
    for (const search::DeepenedMove& move : found.done.moves) {
        moves.append(nb::make_tuple(object.name(move.move), move.value, move.exact ? 1.0 : 0.0));
    }
    nb::dict statistics;
    statistics["nodes"] = found.nodes;
    statistics["depth"] = found.done.depth;
    statistics["seconds"] = found.seconds;
    statistics["solved"] = found.done.solved;
    statistics["full"] = found.full;
    return nb::make_tuple(moves, statistics);
}

// Nothing is estimated where a game is searched to its end.
struct NoEvaluation {
    double value(const auto&, int) const { return 0; }
    search::Values values(const auto&) const { return {}; }
};

template <typename G>
search::WeightRows read_weights(const G& game, const nb::handle& given) {
    auto rows = nb::cast<search::WeightRows>(given);
    if (rows.size() != game.roles().size()) {
        refuse("weights must have a row for each of the " + std::to_string(game.roles().size()) + " roles of the game");
    }
    for (const std::vector<double>& row : rows) {
        if (row.size() != G::kFeatures) {
            refuse("weights must have a number for each of the " + std::to_string(G::kFeatures) + " features");
        }
    }
    return rows;
}

template <typename Family>
void check(const typename Family::GameObject& self, const typename Family::StateObject& state) {
    if (state.object.get() != &self) refuse("this is a state of another game than the searcher's");
    if (state.at().over()) refuse("there is no move to search: the game is over");
}

nb::tuple texts(const auto& names) {
    nb::list result;
    for (const std::string_view name : names) result.append(nb::str(name.data(), name.size()));
    return nb::tuple(result);
}

template <typename Family>
void bind(nb::class_<typename Family::GameObject>& game_class, const FamilyNames& names) {
    using GameObject = typename Family::GameObject;
    using StateObject = typename Family::StateObject;
    using SearchGame = typename Family::SearchGame;
    game_class
        .def(
            "search_open",
            [](const GameObject& self, const StateObject& state, const nb::dict& given) {
                check<Family>(self, state);
                Options options = Options::read(given);
                SignalInterrupt interrupt;
                options.limits.interrupt = &interrupt;
                const SearchGame game(self.game);
                const search::WeightedSum<SearchGame> evaluate(game, options.settings.reward,
                                                               read_weights(game, given["weights"]));
                Found found;
                {
                    const nb::gil_scoped_release release;
                    found = run(game, evaluate, state.at(), options);
                }
                interrupt.check();
                return report(self, found);
            },
            "state"_a, "options"_a,
            nb::sig(names("def search_open(self, state: {family}State, options: dict[str, typing.Any]) -> "
                          "tuple[list[tuple[str, float, float]], dict[str, typing.Any]]")
                        .c_str()),
            "Searches a state with open hands as `options` say: every move with its value and whether it is exact, and "
            "statistics.")
        .def(
            "minimax_values",
            [](const GameObject& self, const std::vector<StateObject>& states, const std::string& reward,
               std::uint64_t max_nodes) {
                for (const StateObject& state : states) check<Family>(self, state);
                const SearchGame game(self.game);
                const NoEvaluation none;
                search::OpenSettings settings;
                settings.reward = Options::read_reward(reward);
                settings.table = true;
                std::vector<double> values;
                bool solved = true;
                SignalInterrupt interrupt;
                search::Limits limits;
                limits.max_nodes = max_nodes;
                limits.interrupt = &interrupt;
                {
                    const nb::gil_scoped_release release;
                    // Deals have their endings in common: one memory serves all in which the same seat is to move.
                    search::Effort effort(limits);
                    std::array<std::optional<search::Minimax<SearchGame, NoEvaluation>>, search::kMaxSeats> searches;
                    for (const StateObject& state : states) {
                        auto& search = searches[state.at().turn];
                        if (!search) search.emplace(game, none, settings, state.at().turn, effort);
                        effort = search::Effort(limits);
                        values.push_back(search->value(state.at(), search::kMostDepth));
                        solved = !effort.stopped() && !search->horizon.grounds.estimated;
                        if (!solved) break;
                    }
                }
                interrupt.check();
                if (!solved) {
                    refuse("state " + std::to_string(values.size() - 1) + " is not solved within max_nodes=" +
                           std::to_string(max_nodes) + " positions; give fewer cards or a larger max_nodes");
                }
                return values;
            },
            "states"_a, "reward"_a = "points", "max_nodes"_a = 10'000'000,
            "What each state is worth to the seat to move, searched to the end; ValueError where `max_nodes` positions "
            "are not enough.")
        .def(
            "wins",
            [](const GameObject& self, const StateObject& state) {
                if (state.object.get() != &self) refuse("this is a state of another game");
                if (!state.at().over()) refuse("nobody has won yet: the game is not over");
                return numbers_by_seat(self, SearchGame(self.game).results(state.at(), search::Reward::kWin));
            },
            "state"_a, nb::sig(names("def wins(self, state: {family}State) -> list[float]").c_str()),
            "Every seat's share of the win in a game that is over.")
        .def_prop_ro(
            "feature_names", [](const GameObject&) { return texts(SearchGame::kFeatureNames); },
            nb::sig("def feature_names(self) -> tuple[str, ...]"),
            "Names of the numbers by which searchers judge a position.")
        .def_prop_ro(
            "feature_roles", [](const GameObject& self) { return texts(SearchGame(self.game).roles()); },
            nb::sig("def feature_roles(self) -> tuple[str, ...]"),
            "What a seat can be in a position: each role has weights of its own.")
        .def(
            "features",
            [](const GameObject& self, const StateObject& state, const nb::handle& seat) {
                check<Family>(self, state);
                const int number = seat_of(seat, self.game.rules.seats);
                const SearchGame game(self.game);
                std::array<double, SearchGame::kFeatures> features;
                game.features(state.at(), number, features);
                nb::list row;
                for (const double feature : features) row.append(feature);
                return nb::make_tuple(game.role(state.at(), number), game.scale(state.at()), row);
            },
            "state"_a, "seat"_a.none(),
            nb::sig(
                names("def features(self, state: {family}State, seat: int) -> tuple[int, float, list[float]]").c_str()),
            "The seat's role, what is played for, and the numbers by which searchers judge the position.");
}

}  // namespace

void bind_open_search(nb::class_<ClimbingFamily::GameObject>& game_class) {
    bind<ClimbingFamily>(game_class, kClimbingNames);
}
void bind_open_search(nb::class_<TrickFamily::GameObject>& game_class) { bind<TrickFamily>(game_class, kTrickNames); }

void bind_open_search(nb::module_& module) {
    module.def(
        "search_python_game",
        [](const nb::object& position, int seats, const nb::dict& given) {
            if (seats < 1 || seats > search::kMaxSeats) refuse("seats must be 1 to 4, not " + std::to_string(seats));
            Options options = Options::read(given);
            options.nodes_per_look = 1;  // a position may take any time
            const PythonGame game(position, seats);
            return report(game, run(game, PythonEvaluation(game), {position}, options));
        },
        "position"_a, "seats"_a, "options"_a,
        nb::sig("def search_python_game(position: typing.Any, seats: int, options: dict[str, typing.Any]) -> "
                "tuple[list[tuple[typing.Any, float, float]], dict[str, typing.Any]]"),
        "Searches a game written in Python: every move with its value and whether it is exact, and statistics.");
}

}  // namespace paiyou::bindings
