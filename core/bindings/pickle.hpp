// States and views as Python pickles them: how the game began and the moves since, in words that outlive a change of
// numbers inside the core. The game in a pickle says which format this is and refuses another (games/pickling.py).
//
// A family says how a beginning is written and read (`save_beginning`, `load_beginning`), whether the cards can be
// those of one deck (`fits`, and of a state `fits_moves` once the moves are played), and which refusals depend on cards
// that a view does not show (`hinges_on_hand`).
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/errors.hpp"
#include "bindings/protocol.hpp"

namespace paiyou::bindings {

[[noreturn]] inline void refuse_pickle() { refuse("this pickle is damaged: it holds no position of its game"); }

// One value of what was saved; what is missing or of another type is a ValueError like all the rest.
template <typename Value>
Value saved_value(const nb::dict& saved, const char* name) {
    Value value;
    if (!saved.contains(name) || !nb::try_cast(saved[name], value)) refuse_pickle();
    return value;
}

inline std::uint8_t saved_seat(const nb::dict& saved, const char* name, int seats) {
    const int seat = saved_value<int>(saved, name);
    if (seat < 0 || seat >= seats) refuse_pickle();
    return static_cast<std::uint8_t>(seat);
}

// Nobody is None.
inline nb::object seat_or_none(std::uint8_t seat) { return seat == kNobody ? nb::none() : nb::object(nb::int_(seat)); }

inline std::uint8_t saved_seat_or_nobody(const nb::dict& saved, const char* name, int seats) {
    if (saved.contains(name) && saved[name].is_none()) return kNobody;
    return saved_seat(saved, name, seats);
}

template <typename GameObject>
Move saved_move(const GameObject& object, const nb::handle& name) {
    if (!PyUnicode_Check(name.ptr())) refuse_pickle();
    const std::optional<Move> move = object.names.find(name, GameObject::kExample);
    if (!move) refuse_pickle();
    return *move;
}

// Plays the saved moves again. Every one must have been legal; but of a view only the viewer's own cards are known.
template <typename GameObject, typename State>
void replay(const GameObject& object, State& state, const nb::list& history, std::optional<int> viewer) {
    for (const nb::handle item : history) {
        if (!PyTuple_Check(item.ptr()) || nb::len(item) != 2) refuse_pickle();
        int seat = 0;
        if (!nb::try_cast(nb::object(item[0]), seat) || seat != state.at.turn) refuse_pickle();
        const Move move = saved_move(object, nb::object(item[1]));
        const auto why = refusal(object.game, state.at, move);
        const bool unknown = viewer.has_value() && *viewer != seat;
        if (why != decltype(why)::kNone && !(unknown && hinges_on_hand(object, why))) refuse_pickle();
        state.play(object.game, move);
    }
}

template <typename GameObject, typename State>
nb::dict save_moves(const GameObject& object, const State& state) {
    nb::dict saved = save_beginning(object, rewound(object.game, state));
    saved["history"] = list_history(object, state.history);
    return saved;
}

template <typename GameObject>
auto load_moves(const GameObject& object, const nb::dict& saved, std::optional<int> viewer) {
    auto state = load_beginning(object, saved);
    if (!viewer && !fits(object, state)) refuse_pickle();
    replay(object, state, saved_value<nb::list>(saved, "history"), viewer);
    if (!viewer && !fits_moves(object, state)) refuse_pickle();
    return state;
}

// A view is saved as what it is: the state in which every other seat might hold any card that is unseen.
template <typename ViewObject>
nb::dict save_view(const ViewObject& self) {
    const auto& view = self.view;
    typename ViewObject::State state;
    state.at = view.at;
    state.history = view.history;
    state.origin = view.origin;
    for (int seat = 0; seat < self.game().rules.seats; ++seat) {
        if (seat != view.seat && view.counts[seat] > 0) state.at.hands[seat] = view.unseen;
    }
    nb::dict saved = save_moves(*self.object, state);
    saved["seat"] = view.seat;
    saved["counts"] = numbers_by_seat(*self.object, view.counts);
    saved["unseen"] = self.unseen();
    return saved;
}

template <typename View, typename GameObject>
View load_view(const GameObject& object, const nb::dict& saved) {
    const int seats = object.game.rules.seats;
    View view;
    view.seat = saved_seat(saved, "seat", seats);
    const auto state = load_moves(object, saved, view.seat);
    view.at = state.at;
    view.history = state.history;
    view.origin = state.origin;
    view.unseen = load_cards(object, saved, "unseen");
    const auto counts = saved_value<std::vector<std::uint8_t>>(saved, "counts");
    if (counts.size() != static_cast<std::size_t>(seats)) refuse_pickle();
    for (int seat = 0; seat < seats; ++seat) {
        view.counts[seat] = counts[static_cast<std::size_t>(seat)];
        if (seat != view.seat) view.at.hands[seat] = 0;
    }
    if (!fits(object, view)) refuse_pickle();
    return view;
}

// A pickle is the class, then the game and what was saved.
template <typename Value, typename Save, typename Load>
void bind_pickle(nb::class_<Value>& type, Save save, Load load) {
    type.def(
        "__getstate__", [save](const Value& self) { return nb::make_tuple(self.object, save(self)); },
        nb::sig("def __getstate__(self) -> tuple[typing.Any, dict[str, typing.Any]]"),
        "The game and what is to be kept, for pickle.");
    type.def(
        "__setstate__",
        [load](Value& self, const nb::tuple& pickled) {
            decltype(Value::object) object;
            nb::dict saved;
            const bool fine =
                nb::len(pickled) == 2 && nb::try_cast(pickled[0], object) && nb::try_cast(pickled[1], saved);
            if (!fine || object == nullptr) refuse_pickle();
            new (&self) Value(load(object, saved));
        },
        nb::arg("state"), nb::sig("def __setstate__(self, state: tuple[typing.Any, dict[str, typing.Any]]) -> None"),
        "Read what `__getstate__` gave; ValueError where that cannot be.");
}

template <typename StateObject>
void bind_state_pickle(nb::class_<StateObject>& type) {
    bind_pickle(
        type, [](const StateObject& self) { return save_moves(*self.object, self.state); },
        [](const auto& object, const nb::dict& saved) {
            return StateObject{object, load_moves(*object, saved, std::nullopt)};
        });
}

template <typename ViewObject>
void bind_view_pickle(nb::class_<ViewObject>& type) {
    bind_pickle(
        type, [](const ViewObject& self) { return save_view(self); },
        [](const auto& object, const nb::dict& saved) {
            ViewObject view{object, load_view<decltype(ViewObject::view)>(*object, saved), nullptr};
            if (!(view.sampler_of_view().ways() > 0)) refuse_pickle();  // no deal agrees
            return view;
        });
}

}  // namespace paiyou::bindings
