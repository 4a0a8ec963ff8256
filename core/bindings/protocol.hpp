// What the State and View classes of every family offer in Python, bound once: the names of
// src/paiyou/games/protocol.py.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings/arguments.hpp"
#include "bindings/errors.hpp"
#include "families/history.hpp"
#include "search/identity.hpp"

namespace paiyou::bindings {

template <typename GameObject>
nb::list list_history(const GameObject& object, const History& history) {
    nb::list result;
    for (const Event& event : history) result.append(nb::make_tuple(event.seat, object.name(event.move)));
    return result;
}

template <typename GameObject, typename Numbers>
nb::list numbers_by_seat(const GameObject& object, const Numbers& numbers) {
    nb::list result;
    for (int seat = 0; seat < object.game.rules.seats; ++seat) result.append(numbers[static_cast<std::size_t>(seat)]);
    return result;
}

// To look something up by a state or a view.
inline nb::bytes key_bytes(const search::HashKey& print) {
    const std::uint64_t words[2] = {print.first, print.second};
    return nb::bytes(reinterpret_cast<const char*>(words), sizeof(words));
}

// States and views are values: copied, compared, and not hashed, since a state changes.
template <typename Value>
void bind_value(nb::class_<Value>& type) {
    type.def("__copy__", [](const Value& self) { return self; });
    type.def("__deepcopy__", [](const Value& self, const nb::handle&) { return self; }, nb::arg("memo"));
    type.def(
        "__eq__",
        [](const Value& self, const nb::object& other) {
            return nb::isinstance<Value>(other) && self == nb::cast<const Value&>(other);
        },
        nb::arg("other").none());
    type.attr("__hash__") = nb::none();
}

// A move of our own is one look-up; anything else is read as a person writes it.
template <typename GameObject>
Move read_move(const GameObject& object, const nb::handle& text) {
    if (const std::optional<Move> found = object.names.find(text, GameObject::kExample)) return *found;
    const auto parsed = object.notation.read_move(object.game, text_of(text));
    if (!parsed.fine()) refuse(parsed.error);
    return parsed.value;
}

template <typename GameObject, typename Position>
Move read_legal_move(const GameObject& object, const Position& at, const nb::handle& text) {
    const Move move = read_move(object, text);
    const auto why = refusal(object.game, at, move);
    if (why != decltype(why)::kNone) refuse(object.notation.explain(why, object.game, at, move));
    return move;
}

template <typename StateObject>
void play(StateObject& self, const nb::handle& text) {
    self.state.play(self.game(), read_legal_move(*self.object, self.at(), text));
}

template <typename Object, typename Position>
bool seats_allied(const Object& self, const Position& at, const nb::handle& seat, const nb::handle& other) {
    const int seats = self.game().rules.seats;
    return allied(self.game(), at, seat_of(seat, seats), seat_of(other, seats));
}

template <typename StateObject, typename ViewObject>
void bind_state(nb::class_<StateObject>& type) {
    type.def_prop_ro("turn", [](const StateObject& self) { return self.at().turn; })
        .def_prop_ro("over", [](const StateObject& self) { return self.at().over(); })
        .def_prop_ro("redeal", &StateObject::redeal)
        .def_prop_ro("payoffs", &StateObject::payoffs)
        .def_prop_ro("winner", &StateObject::winner)
        .def_prop_ro("hands", &StateObject::hands)
        .def_prop_ro("history", [](const StateObject& self) { return list_history(*self.object, self.state.history); })
        .def_prop_ro("last", &StateObject::last)
        .def_prop_ro("bottom", &StateObject::bottom)
        .def("moves", [](const StateObject& self) { return list_moves(*self.object, self.at()); })
        .def("play", &play<StateObject>, nb::arg("move").none())
        .def("copy", [](const StateObject& self) { return self; })
        .def(
            "allied",
            [](const StateObject& self, const nb::handle& seat, const nb::handle& other) {
                return seats_allied(self, self.at(), seat, other);
            },
            nb::arg("seat").none(), nb::arg("other").none())
        .def(
            "view",
            [](const StateObject& self, const nb::handle& seat) {
                const int number = seat_of(seat, self.game().rules.seats);
                return ViewObject{self.object, make_view(self.game(), self.state, number), nullptr};
            },
            nb::arg("seat").none())
        .def(
            "cards",
            [](const StateObject& self, const nb::handle& seat) {
                return self.cards(seat_of(seat, self.game().rules.seats));
            },
            nb::arg("seat").none())
        .def_prop_ro("key", [](const StateObject& self) { return key_bytes(search::identity_of_state(self.state)); })
        .def("rewound",
             [](const StateObject& self) { return StateObject{self.object, rewound(self.game(), self.state)}; })
        .def("__repr__", &StateObject::repr);
    bind_value(type);
}

// Too many deals to list: says how many where that is known.
template <typename Sampler>
[[noreturn]] void refuse_deals(const Sampler& sampler, std::size_t limit) {
    const std::string most = std::to_string(limit);
    if (!sampler.exact()) refuse("more than " + most + " deals agree with this view, or too many to sift");
    std::string number = std::to_string(sampler.deals());
    number.resize(number.find('.'));
    refuse(number + " deals agree with this view, which is more than " + most);
}

// Every deal that agrees with a view and its weight: how many deals of the cards themselves it stands for.
template <typename StateObject, typename ViewObject>
nb::list list_deals(ViewObject& self, std::size_t limit) {
    const auto& sampler = self.sampler_of_view();
    const auto deals = sampler.enumerate(self.view, limit);
    if (!deals) refuse_deals(sampler, limit);
    nb::list result;
    for (const auto& deal : *deals) {
        result.append(nb::make_tuple(StateObject{self.object, sampler.state_of(self.view, deal.at)}, deal.ways));
    }
    return result;
}

template <typename StateObject, typename ViewObject>
void bind_view(nb::class_<ViewObject>& type) {
    type.def_prop_ro("seat", [](const ViewObject& self) { return self.view.seat; })
        .def_prop_ro("turn", [](const ViewObject& self) { return self.view.at.turn; })
        .def_prop_ro("hand", &ViewObject::hand)
        .def_prop_ro("counts", [](const ViewObject& self) { return numbers_by_seat(*self.object, self.view.counts); })
        .def_prop_ro("history", [](const ViewObject& self) { return list_history(*self.object, self.view.history); })
        .def_prop_ro("last", &ViewObject::last)
        .def_prop_ro("public", &ViewObject::public_cards)
        .def_prop_ro("unseen", &ViewObject::unseen)
        .def("moves",
             [](const ViewObject& self) {
                 return self.view.at.turn == self.view.seat ? list_moves(*self.object, self.view.at) : nb::list();
             })
        .def(
            "allied",
            [](const ViewObject& self, const nb::handle& seat, const nb::handle& other) {
                return seats_allied(self, self.view.at, seat, other);
            },
            nb::arg("seat").none(), nb::arg("other").none())
        .def("sample", &ViewObject::sample, nb::arg("seed").none())
        .def(
            "deals",
            [](ViewObject& self, const nb::handle& limit) {
                return list_deals<StateObject>(self, size_of(limit, "limit"));
            },
            nb::arg("limit") = 10'000)
        .def_prop_ro("key", [](const ViewObject& self) { return key_bytes(search::identity_of_view(self.view)); })
        .def(
            "ways",
            [](ViewObject& self, const StateObject& state) {
                if (state.object.get() != self.object.get()) refuse("the state is one of another game");
                if (!(make_view(self.game(), state.state, self.view.seat) == self.view)) return 0.0;
                return self.sampler_of_view().ways_of(state.at());
            },
            nb::arg("state"));
    bind_value(type);
}

// The beginning of a family's game class; the rest of its methods follow.
template <typename GameObject, typename StateObject>
void bind_game(nb::class_<GameObject>& type) {
    type.def(
            "__init__", [](GameObject* self, const nb::object& spec) { construct_from_spec(self, spec); },
            nb::arg("spec"))
        .def_prop_ro("names", [](const GameObject& self) { return self.names.all(); })
        .def(
            "deal",
            [](const std::shared_ptr<GameObject>& self, const nb::handle& seed) {
                return StateObject{self, deal_state(self->game, seed_of(seed))};
            },
            nb::arg("seed").none());
}

}  // namespace paiyou::bindings
