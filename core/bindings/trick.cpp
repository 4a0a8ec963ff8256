#include "bindings/trick.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/environment.hpp"
#include "bindings/errors.hpp"
#include "bindings/open_search.hpp"
#include "bindings/protocol.hpp"
#include "bindings/tree_search.hpp"
#include "bindings/trick_objects.hpp"
#include "bindings/trick_pickle.hpp"
#include "families/trick/environment.hpp"
#include "families/trick/playout.hpp"
#include "families/trick/start.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace paiyou::bindings {

namespace trick_objects {

StateObject start(const GamePointer& object, const std::vector<std::vector<nb::str>>& hands, int turn,
                  const std::optional<std::pair<int, nb::str>>& last, const std::vector<nb::str>& bottom,
                  const std::optional<std::vector<nb::str>>& exposed) {
    const auto texts_of = [](const std::vector<nb::str>& cards) {
        StartTexts::Cards texts;
        for (const nb::str& card : cards) texts.push_back(text_of(card));
        return texts;
    };
    StartTexts texts;
    for (const std::vector<nb::str>& hand : hands) texts.hands.push_back(texts_of(hand));
    texts.turn = turn;
    if (last.has_value()) texts.last = {last->first, text_of(last->second)};
    texts.bottom = texts_of(bottom);
    if (exposed.has_value()) texts.exposed = texts_of(*exposed);
    return {object, start_game(object->game, object->notation, texts)};
}

nb::dict playouts(const GameObject& object, std::uint64_t games, const nb::handle& seed) {
    const std::uint64_t word = seed_of(seed);
    PlayoutTotals totals;
    {
        const nb::gil_scoped_release release;
        totals = play_games(object.game, games, word);
    }
    nb::dict result;
    result["games"] = totals.games;
    result["moves"] = totals.moves;
    result["points"] = numbers_by_seat(object, totals.points);
    return result;
}

// The score of some taken cards, for tests and for people who wonder.
std::int32_t score_cards(const GameObject& object, const std::vector<nb::str>& taken,
                         const std::vector<nb::str>& exposed) {
    const auto read = [&](const std::vector<nb::str>& cards) {
        CardSet set = 0;
        for (const nb::str& text : cards) {
            const Parsed<int> card = object.notation.read_card(text_of(text));
            if (!card.fine()) refuse(card.error);
            set |= card_bit(card.value);
        }
        return set;
    };
    return card_score(object.game, read(taken), read(exposed));
}

// What states and views of trick games say alike.
template <typename Object, typename Inside>
void bind_trick_facts(nb::class_<Object>& type, Inside inside) {
    type.def_prop_ro(
            "exposing", [inside](const Object& self) { return inside(self).at.phase == Phase::kExpose; },
            "Whether cards are still being exposed.")
        .def_prop_ro(
            "exposed", [inside](const Object& self) { return list_cards(*self.object, inside(self).at.exposed); },
            nb::sig("def exposed(self) -> list[str]"), "Cards shown before the first lead, played ones included.")
        .def_prop_ro(
            "taken", [inside](const Object& self) { return cards_by_seat(*self.object, inside(self).at.taken); },
            nb::sig("def taken(self) -> list[list[str]]"), "Cards of the tricks every seat has taken.")
        .def_prop_ro(
            "points",
            [inside](const Object& self) {
                return numbers_by_seat(*self.object, scores(self.game(), inside(self).at));
            },
            nb::sig("def points(self) -> list[int]"), "What every seat has scored so far.")
        .def_prop_ro(
            "trick", [](const Object& self) { return list_history(*self.object, self.trick()); },
            nb::sig("def trick(self) -> list[tuple[int, str]]"), "The trick in progress: seats and cards, in order.");
}

}  // namespace trick_objects

using namespace trick_objects;

void bind_trick(nb::module_& module) {
    nb::class_<GameObject> game_class(module, "TrickGame", nb::is_weak_referenceable(),
                                      "A trick game, compiled from its spec.");
    bind_game<GameObject, StateObject>(game_class, kTrickNames);
    game_class
        .def("start", &start, "hands"_a, "turn"_a = 0, "last"_a = nb::none(), "bottom"_a = nb::list(),
             "exposed"_a = nb::none(),
             nb::sig("def start(self, hands: collections.abc.Sequence[collections.abc.Sequence[str]], turn: int = 0, "
                     "last: tuple[int, str] | None = None, bottom: collections.abc.Sequence[str] = (), "
                     "exposed: collections.abc.Sequence[str] | None = None) -> TrickState"),
             "A game from given hands, seat by seat; `last` is the seat just before and the card it led, `bottom` the "
             "cards left over, `exposed` the cards shown.")
        .def("playouts", &playouts, "games"_a, "seed"_a = 0,
             nb::sig("def playouts(self, games: int, seed: int = 0) -> dict[str, typing.Any]"),
             "Plays games at random: how many games and moves, and every seat's points.")
        .def("score", &score_cards, "taken"_a, "exposed"_a = nb::list(),
             nb::sig("def score(self, taken: collections.abc.Sequence[str], exposed: collections.abc.Sequence[str] = "
                     "()) -> int"),
             "What some taken cards score.");

    bind_open_search(game_class);
    bind_tree_search(game_class);

    nb::class_<StateObject> state_class(module, "TrickState", "A game in progress, all hands included.");
    bind_state<StateObject, ViewObject>(state_class, kTrickNames);
    bind_state_pickle(state_class);
    bind_environment<trick::Environment>(module, game_class, state_class, kTrickNames);
    bind_trick_facts(state_class, [](const StateObject& self) -> const State& { return self.state; });
    state_class.def_prop_ro(
        "tricks", [](const StateObject& self) { return numbers_by_seat(*self.object, self.at().tricks); },
        nb::sig("def tricks(self) -> list[int]"), "How many tricks every seat has taken.");

    nb::class_<ViewObject> view_class(module, "TrickView", "What one seat may know of a game.");
    bind_view<StateObject>(view_class, kTrickNames);
    bind_view_pickle(view_class);
    bind_trick_facts(view_class, [](const ViewObject& self) -> const View& { return self.view; });
    view_class
        .def_prop_ro(
            "known",
            [](const ViewObject& self) {
                return cards_by_seat(*self.object, known_to_all(self.game(), self.view).holds);
            },
            nb::sig("def known(self) -> list[list[str]]"),
            "Cards that everybody knows a seat to hold, seat by seat: exposed, dealt open, or the card that leads.")
        .def_prop_ro("voids", &ViewObject::voids, nb::sig("def voids(self) -> list[str]"),
                     "Suits of which everybody knows a seat to hold no card but known ones, seat by seat.");
}

}  // namespace paiyou::bindings
