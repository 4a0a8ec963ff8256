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
#include "bindings/errors.hpp"
#include "bindings/open_search.hpp"
#include "bindings/protocol.hpp"
#include "bindings/tree_search.hpp"
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
    Encoder encoder;

    EncoderObject(const GamePointer& game, const FeatureLayout& layout) : object(game), encoder(game->game, layout) {}

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

struct WeigherObject {
    GamePointer object;
    Weigher weigher;

    WeigherObject(const GamePointer& game, const std::vector<std::pair<float, float>>& groups, float charge,
                  float hurry, float doom, float run)
        : object(game), weigher(game->game, read_weights(groups, charge, hurry, doom, run)) {}

    static Weights read_weights(const std::vector<std::pair<float, float>>& groups, float charge, float hurry,
                                float doom, float run) {
        Weights weights{{}, charge, hurry, doom, run};
        for (const auto& [stands, ease] : groups) weights.groups.push_back({stands, ease});
        return weights;
    }

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

}  // namespace climbing_objects

using namespace climbing_objects;

void bind_climbing(nb::module_& module) {
    nb::class_<GameObject> game_class(module, "ClimbingGame", nb::is_weak_referenceable(),
                                      "A climbing game, compiled from its spec.");
    bind_game<GameObject, StateObject>(game_class);
    game_class.def("start", &start, "hands"_a, "turn"_a = 0, "last"_a = nb::none(), "bottom"_a = "")
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
            "games"_a, "seed"_a = 0)
        .def(
            "encoder",
            [](const GamePointer& self, const nb::object& layout) { return EncoderObject(self, read_layout(layout)); },
            "layout"_a)
        .def(
            "split",
            [](const GameObject& self, const nb::str& hand, const Column& worth) {
                return split(self, text_of(hand), worth);
            },
            "hand"_a, "worth"_a)
        .def(
            "weigher",
            [](const GamePointer& self, const std::vector<std::pair<float, float>>& groups, float charge, float hurry,
               float doom, float run) { return WeigherObject(self, groups, charge, hurry, doom, run); },
            "groups"_a, "charge"_a, "hurry"_a, "doom"_a, "run"_a);

    bind_open_search(game_class);
    bind_tree_search(game_class);

    nb::class_<StateObject> state_class(module, "ClimbingState", "A game in progress, all hands included.");
    bind_state<StateObject, ViewObject>(state_class);
    bind_state_pickle(state_class);
    state_class.def_prop_ro("bidding", [](const StateObject& self) { return self.at().phase == Phase::kAuction; })
        .def_prop_ro("landlord", [](const StateObject& self) { return landlord_of(*self.object, self.at()); })
        .def_prop_ro("stake", [](const StateObject& self) { return self.at().stake; })
        .def_prop_ro("bombs", [](const StateObject& self) { return self.at().bombs; })
        .def_prop_ro("played", [](const StateObject& self) { return played_by_seat(*self.object, self.state.history); })
        .def(
            "perft",
            [](const StateObject& self, int depth) {
                if (depth < 0) refuse("depth must be 0 or more");
                const nb::gil_scoped_release release;
                return perft(self.game(), self.at(), depth);
            },
            "depth"_a);

    nb::class_<ViewObject> view_class(module, "ClimbingView", "What one seat may know of a game.");
    bind_view<StateObject>(view_class);
    bind_view_pickle(view_class);
    view_class.def_prop_ro("bidding", [](const ViewObject& self) { return self.view.at.phase == Phase::kAuction; })
        .def_prop_ro("landlord", [](const ViewObject& self) { return landlord_of(*self.object, self.view.at); })
        .def_prop_ro("stake", [](const ViewObject& self) { return self.view.at.stake; })
        .def_prop_ro("bombs", [](const ViewObject& self) { return self.view.at.bombs; })
        .def_prop_ro("played", [](const ViewObject& self) { return played_by_seat(*self.object, self.view.history); })
        .def_prop_ro("known", [](const ViewObject& self) {
            nb::list result;
            const Packed known = known_of_landlord(self.game(), self.view);
            for (int seat = 0; seat < self.game().rules.seats; ++seat) {
                result.append(self.object->notation.write_cards(seat == self.view.at.landlord ? known : 0));
            }
            return result;
        });

    nb::class_<EncoderObject>(module, "ClimbingEncoder", "Writes decisions as numbers, in a feature layout.")
        .def(
            "encode",
            [](const EncoderObject& self, const ViewObject& view) { return self.encode(view.object, view.view); },
            "view"_a)
        .def(
            "encode",
            [](const EncoderObject& self, const StateObject& state) {
                return self.encode(state.object, make_view(state.game(), state.state, state.at().turn));
            },
            "state"_a);

    nb::class_<WeigherObject>(module, "ClimbingWeigher", "Weighs legal moves by the best split of what is left.")
        .def("strength", &WeigherObject::strength, "view"_a)
        .def("weigh", &WeigherObject::weigh, "view"_a, "every_kicker"_a = false);
}

}  // namespace paiyou::bindings
