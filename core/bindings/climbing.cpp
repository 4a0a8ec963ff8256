// The climbing family as Python classes.
#include "bindings/climbing.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/arrays.hpp"
#include "bindings/climbing_objects.hpp"
#include "bindings/climbing_pickle.hpp"
#include "bindings/environment.hpp"
#include "bindings/errors.hpp"
#include "bindings/open_search.hpp"
#include "bindings/protocol.hpp"
#include "bindings/tree_search.hpp"
#include "families/climbing/environment.hpp"
#include "families/climbing/features.hpp"
#include "families/climbing/perft.hpp"
#include "families/climbing/playout.hpp"
#include "families/climbing/start.hpp"
#include "families/climbing/weigh.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace paiyou::bindings {

namespace climbing_objects {

StateObject start(const GamePointer& object, const std::vector<nb::str>& hands, int turn,
                  const std::optional<std::pair<int, nb::str>>& last, const nb::str& bottom) {
    StartTexts texts;
    for (const nb::str& hand : hands) texts.hands.push_back(text_of(hand));
    texts.turn = turn;
    if (last.has_value()) texts.last = {last->first, text_of(last->second)};
    texts.bottom = text_of(bottom);
    return {object, start_game(object->game, object->notation, texts)};
}

PlayoutTotals playouts(const GameObject& object, std::uint64_t games, std::uint64_t seed) {
    const nb::gil_scoped_release release;
    return play_games(object.game, games, seed);
}

struct EncoderObject {
    GamePointer object;
    nb::object layout;
    Encoder encoder;

    EncoderObject(const GamePointer& game, const nb::object& given)
        : object(game), layout(given), encoder(game->game, read_layout(given)) {}

    // The state, one row per legal move in the order of moves(), and the last moves.
    nb::tuple encode(const GamePointer& of, const View& view) const {
        const Position& at = view.at;
        if (of.get() != object.get()) refuse("the encoder was made for another game than this decision's");
        if (at.phase != Phase::kPlay) refuse("only decisions of card play can be encoded");
        if (at.turn != view.seat) refuse("only the seat to move has a decision to encode");
        const MoveLease lease(*object);
        MoveSet& moves = *lease;
        card_moves(object->game, at, moves);
        const std::size_t width = static_cast<std::size_t>(encoder.card_width());
        const Int8Array state = new_int8_array({static_cast<std::size_t>(encoder.state_width(encoder.position(at)))});
        const Int8Array rows = new_int8_array({moves.size(), width});
        const Int8Array history = new_int8_array({static_cast<std::size_t>(encoder.history()), width});
        encoder.write_state(view, state.data);
        encoder.write_history(view.history, history.data);
        std::int8_t* row = rows.data;
        moves.each([&](Action action) {
            encoder.write_cards(object->game.combos.combo(action).cards, row);
            row += width;
        });
        return nb::make_tuple(state.array, rows.array, history.array);
    }
};

using Column = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The best split of a hand by what each action is worth, one number per action.
std::pair<double, nb::list> split(const GameObject& object, std::string_view hand, const Column& worth) {
    const Parsed<Packed> cards = object.notation.read_cards(hand, object.game.rules.deck());
    if (!cards.fine()) refuse(cards.error);
    if (worth.shape(0) != object.game.combos.size()) refuse("worth must hold one number for each action of the game");
    for (std::size_t action = 0; action < worth.shape(0); ++action) {
        if (!std::isfinite(worth.data()[action])) refuse("worth must hold finite numbers");
    }
    Splitter splitter(object.game);
    splitter.begin(cards.value, [&](Action action) { return worth.data()[action]; });
    nb::list groups;
    splitter.each_group(cards.value, [&](Action action) { groups.append(object.name(action)); });
    return {splitter.best(cards.value), groups};
}

// What groups of cards are worth, as Python gives it and as a pickle keeps it.
struct WeightNumbers {
    std::vector<std::pair<float, float>> groups;
    float charge;
    float hurry;
    float doom;
    float run;

    Weights weights() const {
        Weights weights{{}, charge, hurry, doom, run};
        for (const auto& [stands, ease] : groups) weights.groups.push_back({stands, ease});
        return weights;
    }
};

struct WeigherObject {
    GamePointer object;
    WeightNumbers numbers;
    Weigher weigher;

    WeigherObject(const GamePointer& game, const WeightNumbers& given)
        : object(game), numbers(given), weigher(game->game, given.weights()) {}

    void check(const ViewObject& view) const {
        if (view.object.get() != object.get()) refuse("the weigher was made for another game than this decision's");
    }

    float strength(const ViewObject& view) {
        check(view);
        return weigher.strength(view.view);
    }

    nb::list weigh(const ViewObject& view, bool every_kicker) {
        check(view);
        const Position& at = view.view.at;
        if (at.over()) refuse("there is no move to weigh: the game is over");
        if (at.phase != Phase::kPlay) refuse("only moves of card play can be weighed");
        if (at.turn != view.view.seat) refuse("there is no move to weigh: this seat is not to move");
        // A copy, since making Python objects may run a finalizer that asks the same weigher.
        std::vector<Weighed> moves;
        {
            const MoveLease lease(*object);
            moves = weigher.weigh(view.view, *lease, every_kicker);
        }
        nb::list result;
        for (const Weighed& move : moves) {
            result.append(
                nb::make_tuple(object->name(move.action), move.rest, move.own, move.stands, move.above, move.run));
        }
        return result;
    }
};

// What states and views of climbing games say alike.
template <typename Object, typename Inside>
void bind_climbing_facts(nb::class_<Object>& type, Inside inside) {
    type.def_prop_ro(
            "bidding", [inside](const Object& self) { return inside(self).at.phase == Phase::kAuction; },
            "Whether the auction is still on.")
        .def_prop_ro(
            "landlord", [inside](const Object& self) { return landlord_of(*self.object, inside(self).at); },
            nb::sig("def landlord(self) -> int | None"),
            "The seat that took the pile; None before, and where nobody takes it.")
        .def_prop_ro(
            "stake", [inside](const Object& self) { return inside(self).at.stake; },
            "What is played for, before bombs and springs.")
        .def_prop_ro(
            "bombs", [inside](const Object& self) { return inside(self).at.bombs; }, "Bombs and rockets played so far.")
        .def_prop_ro(
            "played", [inside](const Object& self) { return played_by_seat(*self.object, inside(self).history); },
            nb::sig("def played(self) -> list[str]"), "Cards every seat has put down.");
}

}  // namespace climbing_objects

using namespace climbing_objects;

void bind_climbing(nb::module_& module) {
    nb::class_<GameObject> game_class(module, "ClimbingGame", nb::is_weak_referenceable(),
                                      "A climbing game, compiled from its spec.");
    bind_game<GameObject, StateObject>(game_class, kClimbingNames);
    game_class
        .def("start", &start, "hands"_a, "turn"_a = 0, "last"_a = nb::none(), "bottom"_a = "",
             "A game from given hands, seat by seat; `last` is the seat and combo to beat, `bottom` the cards left "
             "over.")
        .def(
            "playouts",
            [](const GameObject& self, std::uint64_t games, const nb::handle& seed) {
                const PlayoutTotals totals = playouts(self, games, seed_of(seed));
                nb::dict result;
                result["games"] = totals.games;
                result["moves"] = totals.moves;
                result["first_seat_wins"] = totals.first_seat_wins;
                result["bombs"] = totals.bombs;
                return result;
            },
            "games"_a, "seed"_a = 0, nb::sig("def playouts(self, games: int, seed: int = 0) -> dict[str, int]"),
            "Plays games at random: how many games and moves, bombs, and wins of seat 0.")
        .def(
            "encoder", [](const GamePointer& self, const nb::object& layout) { return EncoderObject(self, layout); },
            "layout"_a, nb::sig("def encoder(self, layout: paiyou.games.features.Layout) -> ClimbingEncoder"),
            "Writes decisions of this game as numbers, in a feature layout.")
        .def(
            "split",
            [](const GameObject& self, const nb::str& hand, const Column& worth) {
                return split(self, text_of(hand), worth);
            },
            "hand"_a, "worth"_a,
            nb::sig("def split(self, hand: str, worth: numpy.typing.NDArray[numpy.float32]) -> "
                    "tuple[float, list[str]]"),
            "The best split of a hand into combos by what each action is worth, one number per action.")
        .def(
            "weigher",
            [](const GamePointer& self, const std::vector<std::pair<float, float>>& groups, float charge, float hurry,
               float doom, float run) { return WeigherObject(self, {groups, charge, hurry, doom, run}); },
            "groups"_a, "charge"_a, "hurry"_a, "doom"_a, "run"_a,
            "Weighs moves of this game: for each group of combos what it is worth where it stands and where it is easy "
            "to put down; `charge` for every group, `hurry` more where an enemy is about to go out, `doom` for a group "
            "an enemy might end with, `run` for a hand that can be played out.");

    bind_open_search(game_class);
    bind_tree_search(game_class);

    nb::class_<StateObject> state_class(module, "ClimbingState", "A game in progress, all hands included.");
    bind_state<StateObject, ViewObject>(state_class, kClimbingNames);
    bind_state_pickle(state_class);
    bind_environment<climbing::Environment>(module, game_class, state_class, kClimbingNames);
    bind_climbing_facts(state_class, [](const StateObject& self) -> const State& { return self.state; });
    state_class.def(
        "perft",
        [](const StateObject& self, int depth) {
            if (depth < 0) refuse("depth must be 0 or more");
            const nb::gil_scoped_release release;
            return perft(self.game(), self.at(), depth);
        },
        "depth"_a, "How many lines of play of so many moves begin here (perft).");

    nb::class_<ViewObject> view_class(module, "ClimbingView", "What one seat may know of a game.");
    bind_view<StateObject>(view_class, kClimbingNames);
    bind_view_pickle(view_class);
    bind_climbing_facts(view_class, [](const ViewObject& self) -> const View& { return self.view; });
    view_class.def_prop_ro(
        "known",
        [](const ViewObject& self) {
            nb::list result;
            const Packed known = known_of_landlord(self.game(), self.view);
            for (int seat = 0; seat < self.game().rules.seats; ++seat) {
                result.append(self.object->notation.write_cards(seat == self.view.at.landlord ? known : 0));
            }
            return result;
        },
        nb::sig("def known(self) -> list[str]"),
        "Cards that everybody knows a seat to hold, seat by seat: what the landlord took and has not played.");

    nb::class_<EncoderObject> encoder_class(module, "ClimbingEncoder",
                                            "Writes decisions as numbers, in a feature layout.");
    encoder_class
        .def(
            "encode",
            [](const EncoderObject& self, const nb::handle& decision) {
                const ViewObject* view = nullptr;
                if (nb::try_cast(decision, view) && view != nullptr) return self.encode(view->object, view->view);
                const StateObject* state = nullptr;
                if (nb::try_cast(decision, state) && state != nullptr) {
                    return self.encode(state->object, make_view(state->game(), state->state, state->at().turn));
                }
                throw nb::type_error("a decision is a ClimbingView or a ClimbingState");
            },
            "view"_a,
            nb::sig("def encode(self, view: ClimbingView | ClimbingState) -> tuple[numpy.typing.NDArray[numpy.int8], "
                    "numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.int8]]"),
            "The state, one row per legal move in the order of `moves()`, and the last moves.")
        .def(
            "__repr__", [](const EncoderObject& self) { return "<encoder of " + self.object->title() + ">"; },
            "The game it is for.");
    bind_pickle(
        encoder_class,
        [](const EncoderObject& self) {
            nb::dict saved;
            saved["layout"] = self.layout;
            return saved;
        },
        [](const GamePointer& object, const nb::dict& saved) {
            return EncoderObject(object, saved_value<nb::object>(saved, "layout"));
        });

    nb::class_<WeigherObject> weigher_class(module, "ClimbingWeigher",
                                            "Weighs legal moves by the best split of what is left.");
    weigher_class
        .def("strength", &WeigherObject::strength, "view"_a, "What the best split of the seat's hand is worth.")
        .def("weigh", &WeigherObject::weigh, "view"_a, "every_kicker"_a = false,
             nb::sig("def weigh(self, view: ClimbingView, every_kicker: bool = False) -> "
                     "list[tuple[str, float, float, float, float, float]]"),
             "Every legal move with the worth of what is left, its own, its chance to stand, the share of unseen cards "
             "below it, and the chance to play everything out; of kickers the best alone, or every choice.")
        .def(
            "__repr__", [](const WeigherObject& self) { return "<weigher of " + self.object->title() + ">"; },
            "The game it is for.");
    bind_pickle(
        weigher_class,
        [](const WeigherObject& self) {
            const WeightNumbers& numbers = self.numbers;
            nb::dict saved;
            saved["groups"] = numbers.groups;
            saved["charge"] = numbers.charge;
            saved["hurry"] = numbers.hurry;
            saved["doom"] = numbers.doom;
            saved["run"] = numbers.run;
            return saved;
        },
        [](const GamePointer& object, const nb::dict& saved) {
            const auto number = [&](const char* name) { return saved_value<float>(saved, name); };
            return WeigherObject(object, {saved_value<std::vector<std::pair<float, float>>>(saved, "groups"),
                                          number("charge"), number("hurry"), number("doom"), number("run")});
        });
}

}  // namespace paiyou::bindings
