// Games in sequence form, CFR+ and best responses as Python classes. Plans and strategies are NumPy arrays.
#include "bindings/theory.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bindings/climbing_objects.hpp"
#include "bindings/interrupt.hpp"
#include "theory/best_reply.hpp"
#include "theory/cfr_plus.hpp"
#include "theory/climbing_tree.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace paiyou::bindings {

namespace {

using theory::Plan;
using theory::Sequence;
using theory::SequenceForm;

template <typename T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
nb::object to_numpy(std::vector<T> values) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = owned->data();
    const std::size_t size = owned->size();
    const nb::capsule owner(owned.release(), [](void* kept) noexcept { delete static_cast<std::vector<T>*>(kept); });
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, owner));
}

template <typename T>
std::vector<T> to_vector(const Input<T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

// A form may be part of a tree, which then lives as long.
using FormPointer = std::shared_ptr<const SequenceForm>;

struct FormObject {
    FormPointer form;

    const theory::Side& side(int player) const {
        if (player != 0 && player != 1)
            refuse("there is no player " + std::to_string(player) + "; players are 0 and 1");
        return form->sides[player];
    }

    Plan plan(int player, const Input<double>& given, const char* what = "a plan") const {
        if (given.shape(0) != side(player).sequences()) {
            refuse(std::string(what) + " of player " + std::to_string(player) + " has " +
                   std::to_string(side(player).sequences()) + " numbers, one for each sequence");
        }
        Plan plan = to_vector(given);
        for (const double chance : plan) {
            if (!(chance >= 0 && chance <= 1 + 1e-9)) refuse(std::string(what) + " holds numbers from 0 to 1");
        }
        return plan;
    }
};

theory::Side read_side(const Input<Sequence>& parent, const Input<Sequence>& moves) {
    if (parent.shape(0) != moves.shape(0)) refuse("every information set has a parent and a number of moves");
    theory::Side side;
    for (std::size_t set = 0; set < parent.shape(0); ++set) {
        const Sequence leads_here = parent.data()[set];
        if (leads_here < 0 || leads_here >= side.first.back()) refuse("information sets must come after their parents");
        const Sequence number = moves.data()[set];
        if (number < 1) refuse("every information set has a move");
        if (number > std::numeric_limits<Sequence>::max() - side.first.back()) refuse("there are too many sequences");
        side.add_set(leads_here, number);
    }
    return side;
}

// The ends as three columns, in any order; those with the same sequence of player 0 are best side by side.
FormObject read_form(const std::vector<std::pair<Input<Sequence>, Input<Sequence>>>& sides,
                     const Input<Sequence>& first, const Input<Sequence>& second, const Input<double>& payoff) {
    if (sides.size() != 2) refuse("there must be two players");
    auto form = std::make_shared<SequenceForm>();
    for (int player = 0; player < 2; ++player) {
        form->sides[player] = read_side(sides[player].first, sides[player].second);
    }
    if (first.shape(0) != second.shape(0) || first.shape(0) != payoff.shape(0)) {
        refuse("every end has a sequence of each player and a payoff");
    }
    const auto known = [&](int player, Sequence sequence) {
        return sequence >= 0 && static_cast<std::size_t>(sequence) < form->sides[player].sequences();
    };
    theory::Ends& ends = form->ends[0];
    for (std::size_t end = 0; end < first.shape(0); ++end) {
        const Sequence mover = first.data()[end];
        if (!known(0, mover) || !known(1, second.data()[end])) refuse("an end has a sequence that does not exist");
        // As they are kept: a payoff above what a float holds would become infinite.
        if (!std::isfinite(static_cast<float>(payoff.data()[end]))) refuse("payoffs must be finite, up to 3e38");
        if (end > 0 && mover != first.data()[end - 1]) ends.close(first.data()[end - 1]);
        ends.add(second.data()[end], payoff.data()[end]);
    }
    if (first.shape(0) > 0) ends.close(first.data()[first.shape(0) - 1]);
    return {form};
}

// All ends as three columns: the sequences of both players, and player 0's payoff times the chance.
nb::tuple list_ends(const FormObject& object) {
    const SequenceForm& form = *object.form;
    std::array<std::vector<Sequence>, 2> sequences;
    std::vector<double> payoffs;
    for (int mover = 0; mover < 2; ++mover) {
        const theory::Ends& ends = form.ends[mover];
        for (std::size_t list = 0; list < ends.mover.size(); ++list) {
            for (std::size_t end = ends.begin[list]; end < ends.begin[list + 1]; ++end) {
                sequences[mover].push_back(ends.mover[list]);
                sequences[1 - mover].push_back(ends.other[end]);
                payoffs.push_back(ends.payoff[end] / form.weight);
            }
        }
    }
    return nb::make_tuple(to_numpy(std::move(sequences[0])), to_numpy(std::move(sequences[1])),
                          to_numpy(std::move(payoffs)));
}

struct CfrObject {
    FormPointer form;
    theory::CfrPlus cfr;
    mutable std::mutex busy;  // one thread at a time; taken without the GIL, which the one at work may ask for

    explicit CfrObject(const FormObject& object) : form(object.form), cfr(*form) {}

    Plan average(int player) const {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(busy);
        return cfr.average(player);
    }

    void iterate(int iterations) {
        SignalInterrupt interrupt;
        {
            const nb::gil_scoped_release release;
            const std::lock_guard lock(busy);
            for (int done = 0; done < iterations && !interrupt.wanted(); ++done) cfr.iterate();
        }
        interrupt.check();
    }
};

using climbing_objects::GamePointer;
using climbing_objects::StateObject;

theory::DealTable read_deals(const GamePointer& game, const nb::list& given) {
    const climbing::Rules& rules = game->game.rules;
    if (rules.seats != 2) refuse("only games of two players have a sequence form");
    if (rules.has_auction() || rules.pile != climbing::Pile::kHidden || rules.lead_card >= 0) {
        refuse("only games without an auction, whose seat 0 leads, have a sequence form");
    }
    std::vector<theory::WeightedDeal> deals;
    for (const nb::handle item : given) {
        std::pair<StateObject*, double> deal;
        if (!nb::try_cast(item, deal) || deal.first == nullptr || deal.first->object.get() != game.get()) {
            refuse("deals are pairs (State, weight) of this game");
        }
        const climbing::State& state = deal.first->state;
        for (int seat = 0; seat < 2; ++seat) {
            if (total_cards(state.at.hands[seat]) != rules.hand_size) refuse("deals must be of full hands");
        }
        if (!state.history.empty() || !state.at.leading() || state.at.turn != 0) {
            refuse("deals must be states in which seat 0 is about to begin");
        }
        if (!(deal.second > 0) || !std::isfinite(deal.second)) refuse("the weights of deals must be above 0");
        deals.push_back({state, deal.second});
    }
    if (deals.empty()) refuse("there must be a deal");
    return theory::DealTable(std::move(deals));
}

struct TreeObject {
    GamePointer game;
    std::shared_ptr<const theory::ClimbingTree> tree;

    TreeObject(const GamePointer& object, const nb::list& given, std::size_t max_ends) : game(object) {
        theory::DealTable deals = read_deals(game, given);
        SignalInterrupt interrupt;
        {
            const nb::gil_scoped_release release;
            tree = std::make_shared<const theory::ClimbingTree>(game->game, std::move(deals), max_ends, interrupt);
        }
        interrupt.check();
        if (!tree->finished()) {
            refuse("the game has more than " + std::to_string(max_ends) + " ends; smaller hands make a smaller game");
        }
    }

    StateObject state(int player, std::size_t set) const {
        if (player != 0 && player != 1)
            refuse("there is no player " + std::to_string(player) + "; players are 0 and 1");
        if (set >= tree->form().sides[player].sets()) refuse("there is no such information set");
        return {game, tree->state(player, set)};
    }
};

// What a best opponent gets, at how many information sets `choose` was asked, and how many histories were looked at.
nb::tuple best_reply(const GamePointer& game, const nb::list& given, int known, const nb::callable& choose) {
    if (known != 0 && known != 1) refuse("there is no player " + std::to_string(known) + "; players are 0 and 1");
    const theory::DealTable deals = read_deals(game, given);
    const theory::BestReply found(game->game, deals, known, [&](const climbing::State& state) {
        const nb::object move = choose(StateObject{game, state});
        const auto number = game->names.find(move, climbing_objects::GameObject::kExample);
        const climbing_objects::MoveLease moves(*game);
        climbing::card_moves(game->game, state.at, *moves);
        bool legal = false;
        (*moves).each([&](climbing::Action action) { legal = legal || action == number; });
        if (!legal) refuse("the player's choice is no legal move");
        return static_cast<climbing::Action>(*number);
    });
    return nb::make_tuple(found.value(), found.asked(), found.histories());
}

}  // namespace

void bind_theory(nb::module_& module) {
    nb::class_<FormObject>(module, "SequenceForm", "A two-player zero-sum game in sequence form.")
        .def(
            "__init__",
            [](FormObject* self, const std::vector<std::pair<Input<Sequence>, Input<Sequence>>>& sides,
               const Input<Sequence>& first, const Input<Sequence>& second,
               const Input<double>& payoff) { new (self) FormObject(read_form(sides, first, second, payoff)); },
            "sides"_a, "first"_a, "second"_a, "payoff"_a,
            nb::sig("def __init__(self, sides: collections.abc.Sequence[tuple[numpy.typing.NDArray[numpy.int32], "
                    "numpy.typing.NDArray[numpy.int32]]], first: numpy.typing.NDArray[numpy.int32], "
                    "second: numpy.typing.NDArray[numpy.int32], payoff: numpy.typing.NDArray[numpy.float64]) -> None"),
            "Of each player the parent sequence and the number of moves of every information set; then the ends as "
            "three columns: the sequences of both players, and player 0's payoff times the chance.")
        .def(
            "information_sets", [](const FormObject& self, int player) { return self.side(player).sets(); }, "player"_a,
            "How many information sets a player has.")
        .def(
            "sequences", [](const FormObject& self, int player) { return self.side(player).sequences(); }, "player"_a,
            "How many sequences a player has, the empty one included.")
        .def_prop_ro(
            "number_of_ends", [](const FormObject& self) { return self.form->number_of_ends(); },
            "How many ends the game has.")
        .def_prop_ro(
            "bytes", [](const FormObject& self) { return self.form->bytes(); }, "How much memory the form takes.")
        .def(
            "parents", [](const FormObject& self, int player) { return to_numpy(self.side(player).parent); },
            "player"_a, nb::sig("def parents(self, player: int) -> numpy.typing.NDArray[numpy.int32]"),
            "Of every information set the player's sequence that leads there.")
        .def(
            "firsts", [](const FormObject& self, int player) { return to_numpy(self.side(player).first); }, "player"_a,
            nb::sig("def firsts(self, player: int) -> numpy.typing.NDArray[numpy.int32]"),
            "Of every information set its first sequence, and behind the last the number of sequences.")
        .def("ends", &list_ends,
             nb::sig("def ends(self) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], "
                     "numpy.typing.NDArray[numpy.float64]]"),
             "All ends as three columns: the sequences of both players, and player 0's payoff times the chance.")
        .def(
            "plan",
            [](const FormObject& self, int player, const Input<double>& behaviour) {
                const std::vector<double> chances = self.plan(player, behaviour, "a strategy");
                const theory::Side& side = self.form->sides[player];
                for (std::size_t set = 0; set < side.sets(); ++set) {
                    double sum = 0;
                    for (Sequence at = side.first[set]; at < side.first[set + 1]; ++at) sum += chances[at];
                    if (!(std::abs(sum - 1) < 1e-6)) {
                        refuse("the probabilities at information set " + std::to_string(set) + " sum to " +
                               std::to_string(sum) + ", not to 1");
                    }
                }
                return to_numpy(theory::plan_of(side, chances));
            },
            "player"_a, "behaviour"_a,
            nb::sig("def plan(self, player: int, behaviour: numpy.typing.NDArray[numpy.float64]) -> "
                    "numpy.typing.NDArray[numpy.float64]"),
            "The plan of a strategy: of every sequence the chance that the player lets it happen.")
        .def(
            "value",
            [](const FormObject& self, const Input<double>& plan, const Input<double>& other_plan) {
                const Plan mine = self.plan(0, plan);
                const Plan theirs = self.plan(1, other_plan);
                const nb::gil_scoped_release release;
                return theory::expected_result(*self.form, mine, theirs);
            },
            "plan"_a, "other_plan"_a,
            nb::sig("def value(self, plan: numpy.typing.NDArray[numpy.float64], other_plan: "
                    "numpy.typing.NDArray[numpy.float64]) -> float"),
            "Player 0's expected payoff when player 0 follows the first plan and player 1 the other.")
        .def(
            "best_response",
            [](const FormObject& self, int player, const Input<double>& other_plan) {
                self.side(player);
                const Plan theirs = self.plan(1 - player, other_plan);
                theory::BestResponse response;
                {
                    const nb::gil_scoped_release release;
                    response = theory::best_response(*self.form, player, theirs);
                }
                return nb::make_tuple(response.value, to_numpy(std::move(response.plan)));
            },
            "player"_a, "other_plan"_a,
            nb::sig("def best_response(self, player: int, other_plan: numpy.typing.NDArray[numpy.float64]) -> "
                    "tuple[float, numpy.typing.NDArray[numpy.float64]]"),
            "What a player gets at best against the other's plan, and a plan that gets it.");

    nb::class_<CfrObject>(module, "CfrPlus", "CFR+ on a game in sequence form.")
        .def(nb::init<const FormObject&>(), "form"_a, "Begins with uniform strategies.")
        .def("iterate", &CfrObject::iterate, "iterations"_a = 1, "Improves both strategies so many times.")
        .def_prop_ro(
            "iterations", [](const CfrObject& self) { return self.cfr.iterations(); }, "How many there have been.")
        .def_prop_ro(
            "bytes", [](const CfrObject& self) { return self.cfr.bytes(); },
            "How much memory it takes besides the form.")
        .def(
            "average",
            [](const CfrObject& self, int player) {
                if (player != 0 && player != 1) refuse("players are 0 and 1");
                return to_numpy(self.average(player));
            },
            "player"_a, nb::sig("def average(self, player: int) -> numpy.typing.NDArray[numpy.float64]"),
            "The plan of a player's average strategy.");

    nb::class_<TreeObject>(module, "ClimbingTree", "A climbing game of two players in sequence form.")
        .def(nb::init<const GamePointer&, const nb::list&, std::size_t>(), "game"_a, "deals"_a, "max_ends"_a,
             nb::sig("def __init__(self, game: ClimbingGame, deals: collections.abc.Sequence[tuple[ClimbingState, "
                     "float]], max_ends: int) -> None"),
             "From all deals, states in which seat 0 is about to begin, with their weights; ValueError where there are "
             "more ends.")
        .def_prop_ro(
            "form", [](const TreeObject& self) { return FormObject{FormPointer(self.tree, &self.tree->form())}; },
            "The game in sequence form.")
        .def_prop_ro(
            "histories", [](const TreeObject& self) { return self.tree->histories(); },
            "How many different histories of moves there are, whatever the deal.")
        .def_prop_ro(
            "decisions", [](const TreeObject& self) { return self.tree->decisions(); },
            "How many pairs of a deal and a history there are, forced moves included.")
        .def_prop_ro(
            "bytes", [](const TreeObject& self) { return self.tree->bytes(); }, "How much memory it takes.")
        .def("state", &TreeObject::state, "player"_a, "information_set"_a, "A state of a player's information set.");

    module.def(
        "best_reply", &best_reply, "game"_a, "deals"_a, "known"_a, "choose"_a,
        nb::sig("def best_reply(game: ClimbingGame, deals: collections.abc.Sequence[tuple[ClimbingState, float]], "
                "known: int, choose: collections.abc.Callable[[ClimbingState], str]) -> tuple[float, int, int]"),
        "What a best opponent gets from a player whose move in every state is known and follows from what he "
        "sees; at how many information sets he was asked, and how many histories were looked at.");
}

}  // namespace paiyou::bindings
