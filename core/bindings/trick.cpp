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
#include "bindings/errors.hpp"
#include "bindings/open_search.hpp"
#include "bindings/protocol.hpp"
#include "bindings/tree_search.hpp"
#include "bindings/trick_objects.hpp"
#include "bindings/trick_pickle.hpp"
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

}  // namespace trick_objects

using namespace trick_objects;

void bind_trick(nb::module_& module) {
    nb::class_<GameObject> game_class(module, "TrickGame", nb::is_weak_referenceable(),
                                      "A trick game, compiled from its spec.");
    bind_game<GameObject, StateObject>(game_class);
    game_class
        .def("start", &start, "hands"_a, "turn"_a = 0, "last"_a = nb::none(), "bottom"_a = nb::list(),
             "exposed"_a = nb::none())
        .def("playouts", &playouts, "games"_a, "seed"_a = 0)
        .def("score", &score_cards, "taken"_a, "exposed"_a = nb::list());

    bind_open_search(game_class);
    bind_tree_search(game_class);

    nb::class_<StateObject> state_class(module, "TrickState", "A game in progress, all hands included.");
    bind_state<StateObject, ViewObject>(state_class);
    bind_state_pickle(state_class);
    state_class.def_prop_ro("exposing", [](const StateObject& self) { return self.at().phase == Phase::kExpose; })
        .def_prop_ro("taken", [](const StateObject& self) { return cards_by_seat(*self.object, self.at().taken); })
        .def_prop_ro(
            "points",
            [](const StateObject& self) { return numbers_by_seat(*self.object, scores(self.game(), self.at())); })
        .def_prop_ro("tricks", [](const StateObject& self) { return numbers_by_seat(*self.object, self.at().tricks); })
        .def_prop_ro("exposed", [](const StateObject& self) { return list_cards(*self.object, self.at().exposed); })
        .def_prop_ro("trick", [](const StateObject& self) { return list_history(*self.object, self.trick()); });

    nb::class_<ViewObject> view_class(module, "TrickView", "What one seat may know of a game.");
    bind_view<StateObject>(view_class);
    bind_view_pickle(view_class);
    view_class.def_prop_ro("exposing", [](const ViewObject& self) { return self.view.at.phase == Phase::kExpose; })
        .def_prop_ro("trick", [](const ViewObject& self) { return list_history(*self.object, self.trick()); })
        .def_prop_ro("known",
                     [](const ViewObject& self) {
                         return cards_by_seat(*self.object, known_to_all(self.game(), self.view).holds);
                     })
        .def_prop_ro("voids", &ViewObject::voids)
        .def_prop_ro("exposed", [](const ViewObject& self) { return list_cards(*self.object, self.view.at.exposed); })
        .def_prop_ro("taken", [](const ViewObject& self) { return cards_by_seat(*self.object, self.view.at.taken); })
        .def_prop_ro("points", [](const ViewObject& self) {
            return numbers_by_seat(*self.object, scores(self.game(), self.view.at));
        });
}

}  // namespace paiyou::bindings
