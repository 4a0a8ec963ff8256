// What the State and View classes of every family offer in Python, bound once: the names of
// src/paiyou/games/protocol.py.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings/arguments.hpp"
#include "bindings/belief.hpp"
#include "bindings/errors.hpp"
#include "bindings/names.hpp"
#include "families/history.hpp"
#include "families/text.hpp"
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

// One game, compiled once or twice: games are the same where their specs say the same.
template <typename GameObject>
bool same_game(const GameObject& one, const GameObject& other) {
    if (&one == &other || one.spec.is(other.spec)) return true;
    return nb::cast<bool>(nb::module_::import_("paiyou.games.pickling").attr("same_game")(one.spec, other.spec));
}

// A position draws itself by its family's part for pictures, which is Python: see src/paiyou/pictures/.
inline nb::object draw(const nb::handle& position) {
    return nb::module_::import_("paiyou.pictures").attr("svg")(position);
}

// States and views are values: copied and compared; and shown.
template <typename Value>
void bind_value(nb::class_<Value>& type) {
    type.def_prop_ro(
            "spec", [](const Value& self) { return self.object->spec; },
            nb::sig("def spec(self) -> paiyou.games.protocol.GameSpec"), "The game as data.")
        .def("svg", &draw, nb::sig("def svg(self) -> str"), "A picture of it, as SVG; a view's has no hidden card.")
        .def("_repr_svg_", &draw, nb::sig("def _repr_svg_(self) -> str"), "The picture that notebooks show.");
    type.def("copy", [](const Value& self) { return self; }, "One of its own.");
    type.def("__copy__", [](const Value& self) { return self; }, "One of its own.");
    type.def(
        "__deepcopy__", [](const Value& self, const nb::handle&) { return self; }, nb::arg("memo"), "One of its own.");
    type.def(
        "__eq__",
        [](const Value& self, const nb::object& other) {
            return nb::isinstance<Value>(other) && self == nb::cast<const Value&>(other);
        },
        nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"),
        "Whether nothing tells them apart: game, position and how it came about.");
}

// "<doudizhu: HANDS; seat 0 to play on 33>": `what` is the game, perhaps with a word on who looks at it.
template <typename Hands>
std::string describe(const std::string& what, int seats, const Hands& hand_of, const std::string& now) {
    std::string text = "<" + what + ": ";
    for (int seat = 0; seat < seats; ++seat) {
        const std::string hand = hand_of(seat);
        text += (seat > 0 ? " / " : "") + (hand.empty() ? "-" : hand);
    }
    return text + "; " + now + ">";
}

template <typename StateObject>
std::string describe_state(const StateObject& self) {
    std::string now = describe_turn(*self.object, self.at());
    if (self.at().over() && !self.redeal()) {
        now += ", payoffs";
        for (const nb::handle points : self.payoffs()) now += " " + std::to_string(nb::cast<int>(points));
    }
    return describe(
        self.object->title(), self.game().rules.seats,
        [&](int seat) { return self.object->notation.write_cards(self.at().hands[seat]); }, now);
}

// Of other hands only the number of cards is known.
template <typename ViewObject>
std::string describe_view(const ViewObject& self) {
    const auto& view = self.view;
    const auto hand_of = [&](int seat) {
        if (seat == view.seat) return self.object->notation.write_cards(view.at.hands[seat]);
        return std::to_string(view.counts[seat]) + (view.counts[seat] == 1 ? " card" : " cards");
    };
    return describe(self.object->title() + " as seat " + std::to_string(view.seat) + " sees it",
                    self.game().rules.seats, hand_of, describe_turn(*self.object, view.at));
}

// What a string says, and why the seat to move may not do it; the reason is empty for a legal move.
struct CheckedMove {
    Move move = 0;
    Reason reason;
};

// A move of our own is one look-up; anything else is read as a person writes it.
template <typename GameObject, typename Position>
CheckedMove check_move(const GameObject& object, const Position& at, const nb::handle& text) {
    std::optional<Move> move = object.names.find(text, GameObject::kExample);
    if (!move) {
        try {
            const Parsed<Move> parsed = object.notation.read_move(object.game, text_of(text));
            if (!parsed.fine()) return {0, object.notation.why_unread(at, parsed)};
            move = parsed.value;
        } catch (const nb::builtin_exception& unreadable) {
            return {0, {codes::kNotAllowed, unreadable.what()}};
        }
    }
    return {*move, object.notation.why_refused(object.game, at, *move)};
}

inline nb::dict detail_of(const Reason& reason) {
    nb::dict detail;
    for (const auto& [name, value] : reason.detail) detail[name.c_str()] = value;
    return detail;
}

// A ValueError with the sentence; `code` and `detail` are what State.refusal says.
[[noreturn]] inline void refuse_move(const Reason& reason) {
    nb::object error = nb::handle(PyExc_ValueError)(nb::str(reason.sentence.c_str(), reason.sentence.size()));
    error.attr("code") = nb::str(reason.code.data(), reason.code.size());
    error.attr("detail") = detail_of(reason);
    PyErr_SetObject(PyExc_ValueError, error.ptr());
    throw nb::python_error();
}

template <typename GameObject, typename Position>
Move read_legal_move(const GameObject& object, const Position& at, const nb::handle& text) {
    const CheckedMove checked = check_move(object, at, text);
    if (checked.reason.refused()) refuse_move(checked.reason);
    return checked.move;
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

template <typename StateObject>
nb::object refusal_of(const StateObject& self, const nb::handle& text) {
    const Reason reason = check_move(*self.object, self.at(), text).reason;
    if (!reason.refused()) return nb::none();
    return nb::make_tuple(nb::str(reason.code.data(), reason.code.size()),
                          nb::str(reason.sentence.c_str(), reason.sentence.size()), detail_of(reason));
}

template <typename StateObject, typename ViewObject>
void bind_state(nb::class_<StateObject>& type, const FamilyNames& names) {
    type.def_prop_ro(
            "turn", [](const StateObject& self) { return self.at().turn; }, "The seat to move.")
        .def_prop_ro(
            "over", [](const StateObject& self) { return self.at().over(); }, "Whether the game has ended.")
        .def_prop_ro("redeal", &StateObject::redeal, "Whether it ended because everybody declined.")
        .def_prop_ro("payoffs", &StateObject::payoffs, nb::sig("def payoffs(self) -> list[int] | None"),
                     "Every seat's result; None before the end.")
        .def_prop_ro("winner", &StateObject::winner,
                     "The seat that went out first or scored most; None before the end, after a redeal or a tie.")
        .def_prop_ro("hands", &StateObject::hands, nb::sig(names("def hands(self) -> list[{hand}]").c_str()),
                     "Every seat's cards.")
        .def_prop_ro(
            "history", [](const StateObject& self) { return list_history(*self.object, self.state.history); },
            nb::sig("def history(self) -> list[tuple[int, str]]"), "All moves so far with the seats that made them.")
        .def_prop_ro("last", &StateObject::last, nb::sig("def last(self) -> tuple[int, str] | None"),
                     "The combo to beat or the card that was led, with its seat; None when the seat to move leads.")
        .def_prop_ro("bottom", &StateObject::bottom, nb::sig(names("def bottom(self) -> {hand}").c_str()),
                     "The cards left over by the deal, also after the landlord has taken them.")
        .def(
            "moves", [](const StateObject& self) { return list_moves(*self.object, self.at()); },
            nb::sig("def moves(self) -> list[str]"), "The legal moves of the seat to move.")
        .def("play", &play<StateObject>, nb::arg("move").none(), nb::sig("def play(self, move: str) -> None"),
             "Make a move; ValueError, and nothing changed, where it is not legal.")
        .def("refusal", &refusal_of<StateObject>, nb::arg("move").none(),
             nb::sig("def refusal(self, move: str) -> tuple[str, str, dict[str, str]] | None"),
             "Why the seat to move may not make a move: a code, the sentence that `play` raises, and what the code is "
             "about; None where it may.")
        .def(
            "allied",
            [](const StateObject& self, const nb::handle& seat, const nb::handle& other) {
                return seats_allied(self, self.at(), seat, other);
            },
            nb::arg("seat").none(), nb::arg("other").none(), nb::sig("def allied(self, seat: int, other: int) -> bool"),
            "Whether two seats win and lose together; nobody does before there is a landlord.")
        .def(
            "view",
            [](const StateObject& self, const nb::handle& seat) {
                const int number = seat_of(seat, self.game().rules.seats);
                return ViewObject{self.object, make_view(self.game(), self.state, number), nullptr};
            },
            nb::arg("seat").none(), nb::sig(names("def view(self, seat: int) -> {family}View").c_str()),
            "What a seat may know.")
        .def(
            "cards",
            [](const StateObject& self, const nb::handle& seat) {
                return self.cards(seat_of(seat, self.game().rules.seats));
            },
            nb::arg("seat").none(), nb::sig("def cards(self, seat: int) -> list[str]"), "A seat's cards with suits.")
        .def_prop_ro(
            "key", [](const StateObject& self) { return key_bytes(search::identity_of_state(self.state)); },
            "Sixteen bytes that stand for everything in this state, to look something up by.")
        .def(
            "rewound",
            [](const StateObject& self) { return StateObject{self.object, rewound(self.game(), self.state)}; },
            "The beginning of this game: playing `history` from there gives this state again.")
        .def("__repr__", &describe_state<StateObject>, "The game, all hands, and who is to do what.");
    bind_value(type);
    type.attr("__hash__") = nb::none();  // since a state changes
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
void bind_view(nb::class_<ViewObject>& type, const FamilyNames& names) {
    type.def_prop_ro(
            "seat", [](const ViewObject& self) { return self.view.seat; }, "Whose view it is.")
        .def_prop_ro(
            "turn", [](const ViewObject& self) { return self.view.at.turn; }, "The seat to move.")
        .def_prop_ro("hand", &ViewObject::hand, nb::sig(names("def hand(self) -> {hand}").c_str()),
                     "The seat's own cards.")
        .def_prop_ro(
            "counts", [](const ViewObject& self) { return numbers_by_seat(*self.object, self.view.counts); },
            nb::sig("def counts(self) -> list[int]"), "How many cards every seat holds.")
        .def_prop_ro(
            "history", [](const ViewObject& self) { return list_history(*self.object, self.view.history); },
            nb::sig("def history(self) -> list[tuple[int, str]]"), "All moves so far with the seats that made them.")
        .def_prop_ro("last", &ViewObject::last, nb::sig("def last(self) -> tuple[int, str] | None"),
                     "The combo to beat or the card that was led, with its seat; None for the seat that leads.")
        .def_prop_ro("public", &ViewObject::public_cards, nb::sig(names("def public(self) -> {hand}").c_str()),
                     "Cards everybody has seen without their being played.")
        .def_prop_ro("unseen", &ViewObject::unseen, nb::sig(names("def unseen(self) -> {hand}").c_str()),
                     "Cards of the other hands and a hidden pile, together.")
        .def(
            "moves",
            [](const ViewObject& self) {
                return self.view.at.turn == self.view.seat ? list_moves(*self.object, self.view.at) : nb::list();
            },
            nb::sig("def moves(self) -> list[str]"), "The seat's legal moves; none when it is not to move.")
        .def(
            "allied",
            [](const ViewObject& self, const nb::handle& seat, const nb::handle& other) {
                return seats_allied(self, self.view.at, seat, other);
            },
            nb::arg("seat").none(), nb::arg("other").none(), nb::sig("def allied(self, seat: int, other: int) -> bool"),
            "Whether two seats win and lose together; nobody does before there is a landlord.")
        .def("sample", &ViewObject::sample, nb::arg("seed").none(),
             nb::sig(names("def sample(self, seed: int) -> {family}State").c_str()),
             "A full deal that agrees with all the seat knows, drawn uniformly.")
        .def(
            "deals",
            [](ViewObject& self, const nb::handle& limit) {
                return list_deals<StateObject>(self, size_of(limit, "limit"));
            },
            nb::arg("limit") = 10'000,
            nb::sig(names("def deals(self, limit: int = 10000) -> list[tuple[{family}State, float]]").c_str()),
            "Every deal that agrees and its weight, the number of deals of the cards themselves; ValueError above the "
            "limit.")
        .def(
            "believing", [](ViewObject& self, const BeliefTable& chances) { return believing(self, chances); },
            nb::arg("chances"),
            nb::sig(names("def believing(self, chances: numpy.typing.NDArray[numpy.float64]) -> {family}View").c_str()),
            "This view, with deals that are sampled and weighed by a belief: how likely each number of cards of a "
            "class "
            "(rank, or single card) is with each holder (the seats after this one, then a hidden pile), beyond cards "
            "that are known. Of all that agree, the distribution nearest to uniform with these chances.")
        .def(
            "chances", [](ViewObject& self) { return list_chances(self); },
            nb::sig("def chances(self) -> list[list[list[float]]]"),
            "How likely each number of cards of a class is with each holder, by what the seat knows, or believes; 0 "
            "for "
            "classes that are not hidden.")
        .def_prop_ro(
            "key", [](const ViewObject& self) { return key_bytes(search::identity_of_view(self.view)); },
            "Sixteen bytes that stand for everything in this view, to look something up by.")
        .def(
            "ways",
            [](ViewObject& self, const StateObject& state) {
                if (state.object.get() != self.object.get()) refuse("the state is one of another game");
                if (!(make_view(self.game(), state.state, self.view.seat) == self.view)) return 0.0;
                return self.sampler_of_view().ways_of(state.at());
            },
            nb::arg("state"), "The weight of one deal; 0 where it does not agree.")
        .def("__repr__", &describe_view<ViewObject>, "The game as the seat sees it, and who is to do what.")
        .def(
            "__hash__", [](const ViewObject& self) { return search::identity_of_view(self.view).first; },
            "The same for equal views.");
    bind_value(type);
}

// The beginning of a family's game class; the rest of its methods follow.
template <typename GameObject, typename StateObject>
void bind_game(nb::class_<GameObject>& type, const FamilyNames& names) {
    type.def(
            "__init__", [](GameObject* self, const nb::object& spec) { construct_from_spec(self, spec); },
            nb::arg("spec"), nb::sig(names("def __init__(self, spec: {spec}) -> None").c_str()),
            "Compile the spec of a game; ValueError where something is wrong with it.")
        .def_prop_ro("name", &GameObject::title, "The name with its options, as `paiyou.game` takes it.")
        .def_prop_ro(
            "names", [](const GameObject& self) { return self.names.all(); },
            nb::sig("def names(self) -> tuple[str, ...]"),
            "Every move by its number: card play, then calls or exposures.")
        .def(
            "deal",
            [](const std::shared_ptr<GameObject>& self, const nb::handle& seed) {
                return StateObject{self, deal_state(self->game, seed_of(seed))};
            },
            nb::arg("seed").none(), nb::sig(names("def deal(self, seed: int) -> {family}State").c_str()),
            "A fresh deal; one seed is one deal, here and in NumPy.")
        .def(
            "__reduce__",
            [](const GameObject& self) {
                return nb::module_::import_("paiyou.games.pickling").attr("reduce_core")(self.spec);
            },
            nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"),
            "By name where it is listed, else with its spec.")
        .def(
            "__copy__", [](const std::shared_ptr<GameObject>& self) { return self; }, "Itself: it never changes.")
        .def(
            "__deepcopy__", [](const std::shared_ptr<GameObject>& self, const nb::handle&) { return self; },
            nb::arg("memo"), "Itself: it never changes.")
        .def("__repr__", [](const GameObject& self) { return "<compiled game " + self.title() + ">"; }, "Its name.");
}

}  // namespace paiyou::bindings
