// The trick family's game, state and view as Python holds them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/errors.hpp"
#include "bindings/move_names.hpp"
#include "bindings/protocol.hpp"
#include "bindings/trick_spec.hpp"
#include "families/trick/notation.hpp"
#include "families/trick/rewind.hpp"
#include "families/trick/sample.hpp"
#include "families/trick/score.hpp"

namespace paiyou::bindings {

// Not nameless: both families have a GameObject, and nanobind tells types apart by their names.
namespace trick_objects {

using namespace paiyou::trick;

struct GameObject {
    static constexpr const char* kExample = "'SQ'";  // of a move

    Game game;
    Notation notation;
    nb::object spec;
    std::string suits;
    MoveNames names;  // cards, then exposures

    explicit GameObject(const nb::object& given)
        : game(read_trick_rules(given)),
          notation(read_cards(given, game)),
          spec(given),
          suits(nb::cast<std::string>(given.attr("suits"))),
          names(list_names(game, notation)) {}

    static std::vector<std::string> read_cards(const nb::object& given, const Game& game) {
        auto cards = nb::cast<std::vector<std::string>>(given.attr("cards"));
        if (cards.size() != game.first_exposure()) refuse("spec: there must be one name per card");
        return cards;
    }

    static nb::list list_names(const Game& game, const Notation& notation) {
        nb::list names;
        const Move end = game.rules.exposures.empty() ? game.first_exposure() : game.moves();
        for (Move move = 0; move < end; ++move) names.append(notation.write_move(game, move));
        return names;
    }

    nb::object name(Move move) const { return names.name(move); }
    std::string title() const { return nb::cast<std::string>(spec.attr("name")); }
};

using GamePointer = std::shared_ptr<GameObject>;

inline nb::list list_cards(const GameObject& object, CardSet cards) {
    PyObject* const list = PyList_New(std::popcount(cards));
    if (list == nullptr) throw nb::python_error();
    Py_ssize_t place = 0;
    each_card(cards,
              [&](int card) { PyList_SET_ITEM(list, place++, object.name(static_cast<Move>(card)).release().ptr()); });
    return nb::steal<nb::list>(list);
}

inline nb::list list_moves(const GameObject& object, const Position& at) {
    if (at.phase == Phase::kPlay) return list_cards(object, legal_cards(object.game, at));
    nb::list result;
    each_move(object.game, at, [&](Move move) { result.append(object.name(move)); });
    return result;
}

inline nb::list cards_by_seat(const GameObject& object, const std::array<CardSet, kMaxSeats>& cards) {
    nb::list result;
    for (int seat = 0; seat < object.game.rules.seats; ++seat) result.append(list_cards(object, cards[seat]));
    return result;
}

inline nb::object led_card(const GameObject& object, const History& trick) {
    if (trick.empty()) return nb::none();
    return nb::make_tuple(trick[0].seat, object.name(trick[0].move));
}

// Who is to do what, or that it is over.
inline std::string describe_turn(const GameObject& object, const Position& at) {
    if (at.over()) return "over";
    const std::string text = "seat " + std::to_string(at.turn);
    if (at.phase == Phase::kExpose) return text + " to expose";
    return text + " to play" + (at.leading() ? "" : " on " + object.notation.write_cards(at.in_trick));
}

struct StateObject {
    GamePointer object;
    State state;

    const Game& game() const { return object->game; }
    const Position& at() const { return state.at; }
    History trick() const { return trick_in_progress(game(), at(), state.history, state.origin); }

    bool redeal() const { return false; }
    nb::object last() const { return led_card(*object, trick()); }
    nb::list bottom() const { return list_cards(*object, at().pile); }
    nb::list hands() const { return cards_by_seat(*object, at().hands); }
    nb::list cards(int seat) const { return list_cards(*object, at().hands[seat]); }

    nb::object payoffs() const {
        if (!at().over()) return nb::none();
        return numbers_by_seat(*object, scores(game(), at()));
    }

    // The seat that has scored more than every other, once the game is over.
    std::optional<int> winner() const {
        if (!at().over()) return std::nullopt;
        const Payoffs values = scores(game(), at());
        const auto end = values.begin() + game().rules.seats;
        const auto best = std::max_element(values.begin(), end);
        if (std::count(values.begin(), end, *best) > 1) return std::nullopt;
        return static_cast<int>(best - values.begin());
    }

    bool operator==(const StateObject& other) const {
        return state == other.state && same_game(*object, *other.object);
    }
};

struct ViewObject {
    using State = trick::State;

    GamePointer object;
    View view;
    std::shared_ptr<const Sampler> sampler;  // made at the first draw

    const Game& game() const { return object->game; }
    History trick() const { return trick_in_progress(game(), view.at, view.history, view.origin); }

    nb::list hand() const { return list_cards(*object, view.at.hands[view.seat]); }
    nb::object last() const { return led_card(*object, trick()); }
    nb::list unseen() const { return list_cards(*object, view.unseen); }

    StateObject sample(const nb::handle& seed) {
        const std::uint64_t word = seed_of(seed);
        Random random(word);
        return {object, sampler_of_view().draw_state(random, view)};
    }

    // Cards in everyone's sight that are still in hands: exposed, dealt open, or the card that leads.
    nb::list public_cards() const {
        CardSet cards = 0;
        for (const CardSet held : known_to_all(game(), view).holds) cards |= held;
        return list_cards(*object, cards);
    }

    nb::list voids() const {
        const Knowledge known = known_to_all(game(), view);
        nb::list result;
        for (int seat = 0; seat < game().rules.seats; ++seat) {
            std::string text;
            for (std::size_t suit = 0; suit < object->suits.size(); ++suit) {
                if ((known.void_[seat] >> suit & 1) != 0) text += object->suits[suit];
            }
            result.append(text);
        }
        return result;
    }

    const Sampler& sampler_of_view() {
        if (!sampler) sampler = std::make_shared<const Sampler>(game(), view);
        return *sampler;
    }

    bool operator==(const ViewObject& other) const { return view == other.view && same_game(*object, *other.object); }
};

}  // namespace trick_objects

}  // namespace paiyou::bindings
