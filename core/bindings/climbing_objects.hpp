// The climbing family's game, state and view as Python holds them. Strings are made once per game and handed out again
// and again.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings/arguments.hpp"
#include "bindings/climbing_spec.hpp"
#include "bindings/errors.hpp"
#include "bindings/move_names.hpp"
#include "bindings/protocol.hpp"
#include "families/climbing/notation.hpp"
#include "families/climbing/rewind.hpp"
#include "families/climbing/sample.hpp"

namespace paiyou::bindings {

// Not nameless: both families have a GameObject, and nanobind tells types apart by their names.
namespace climbing_objects {

using namespace paiyou::climbing;

struct GameObject {
    static constexpr const char* kExample = "'33' or 'pass'";  // of a move

    Game game;
    Notation notation;
    nb::object spec;
    MoveNames names;                         // actions, then calls
    mutable std::unique_ptr<MoveSet> spare;  // see MoveLease

    explicit GameObject(const nb::object& given)
        : game(read_table(given.attr("table")), read_rules(given)),
          notation(nb::cast<std::string>(given.attr("symbols")), read_calls(given.attr("auction"))),
          spec(given),
          names(list_names(given, game)) {}

    static nb::list list_names(const nb::object& given, const Game& game) {
        nb::list names;
        for (const nb::handle name : given.attr("actions")) names.append(name);
        if (nb::len(names) != game.combos.size()) refuse("spec: there must be one name per action");
        if (game.rules.has_auction()) {
            for (const nb::handle name : given.attr("auction").attr("calls")) names.append(name);
        }
        return names;
    }

    nb::object name(Move move) const { return names.name(move); }
    std::string title() const { return nb::cast<std::string>(spec.attr("name")); }
};

using GamePointer = std::shared_ptr<GameObject>;

// A set of moves to work with, kept by the game for the next time. It is taken away while in use: making a Python
// object may run a finalizer, and that may ask the same game for moves.
class MoveLease {
 public:
    explicit MoveLease(const GameObject& object) : object_(&object), moves_(std::move(object.spare)) {
        if (!moves_) moves_ = std::make_unique<MoveSet>(object.game);
    }
    ~MoveLease() { object_->spare = std::move(moves_); }
    MoveLease(const MoveLease&) = delete;
    MoveLease& operator=(const MoveLease&) = delete;

    MoveSet& operator*() const { return *moves_; }

 private:
    const GameObject* object_;
    std::unique_ptr<MoveSet> moves_;
};

inline nb::list list_moves(const GameObject& object, const Position& at) {
    const MoveLease lease(object);
    MoveSet& moves = *lease;
    if (at.phase != Phase::kPlay) {
        nb::list calls;
        each_move(object.game, at, moves, [&](Move move) { calls.append(object.name(move)); });
        return calls;
    }
    // The list is made to measure: its length is known before it is filled.
    card_moves(object.game, at, moves);
    PyObject* const list = PyList_New(static_cast<Py_ssize_t>(moves.size()));
    if (list == nullptr) throw nb::python_error();
    Py_ssize_t place = 0;
    moves.each([&](Action action) { PyList_SET_ITEM(list, place++, object.name(action).release().ptr()); });
    return nb::steal<nb::list>(list);
}

inline nb::object last_of(const GameObject& object, const Position& at) {
    if (at.leading()) return nb::none();
    return nb::make_tuple(at.last_seat, object.name(at.last));
}

inline nb::list played_by_seat(const GameObject& object, const History& history) {
    const auto played = played_cards(object.game, history);
    nb::list result;
    for (int seat = 0; seat < object.game.rules.seats; ++seat) result.append(object.notation.write_cards(played[seat]));
    return result;
}

// Once he has taken the pile, everybody knows him.
inline nb::object landlord_of(const GameObject& object, const Position& at) {
    return pile_hidden(object.game, at) ? nb::none() : nb::object(nb::int_(at.landlord));
}

// Who is to do what, or how it ended.
inline std::string describe_turn(const GameObject& object, const Position& at) {
    if (at.phase == Phase::kRedeal) return "redeal";
    if (at.over()) return "over";
    std::string text = "seat " + std::to_string(at.turn) + (at.phase == Phase::kAuction ? " to bid" : " to play");
    if (at.leading()) return text;
    return text + " on " + object.notation.write_move(object.game, at.last) + " of seat " +
           std::to_string(at.last_seat);
}

struct StateObject {
    GamePointer object;
    State state;

    const Game& game() const { return object->game; }
    const Position& at() const { return state.at; }

    bool redeal() const { return at().phase == Phase::kRedeal; }
    nb::object last() const { return last_of(*object, at()); }
    std::string bottom() const { return object->notation.write_cards(at().pile); }

    std::optional<int> winner() const {
        if (at().winner == kNobody) return std::nullopt;
        return at().winner;
    }

    nb::list hands() const {
        nb::list result;
        for (int seat = 0; seat < game().rules.seats; ++seat) {
            result.append(object->notation.write_cards(at().hands[seat]));
        }
        return result;
    }

    nb::object payoffs() const {
        if (!at().over()) return nb::none();
        return numbers_by_seat(*object, climbing::payoffs(game(), at()));
    }

    nb::list cards(int seat) const {
        const CardSet held = cards_of_seat(game(), state, seat);
        nb::list result;
        for (int place = 0; place < game().rules.deck_size(); ++place) {
            if ((held >> place & 1) != 0) result.append(object->spec.attr("card_name")(place));
        }
        return result;
    }

    bool operator==(const StateObject& other) const {
        return state == other.state && same_game(*object, *other.object);
    }
};

struct ViewObject {
    using State = climbing::State;

    GamePointer object;
    View view;
    std::shared_ptr<const Sampler> sampler;  // made at the first draw

    const Game& game() const { return object->game; }

    std::string hand() const { return object->notation.write_cards(view.at.hands[view.seat]); }
    nb::object last() const { return last_of(*object, view.at); }
    std::string unseen() const { return object->notation.write_cards(view.unseen); }

    // Once the landlord has taken the pile, everybody knows it.
    std::string public_cards() const {
        return pile_hidden(game(), view.at) ? "" : object->notation.write_cards(view.at.pile);
    }

    StateObject sample(const nb::handle& seed) {
        const std::uint64_t word = seed_of(seed);
        Random random(word);
        std::optional<State> state = sampler_of_view().draw_state(random, view);
        if (!state) refuse("no deal was found that agrees with every pass of this game");
        return {object, *std::move(state)};
    }

    const Sampler& sampler_of_view() {
        if (!sampler) sampler = std::make_shared<const Sampler>(game(), view);
        return *sampler;
    }

    bool operator==(const ViewObject& other) const { return view == other.view && same_game(*object, *other.object); }
};

}  // namespace climbing_objects

}  // namespace paiyou::bindings
