// Games as environments of learners, bound once for every family: observations and masks of a state, and many games at
// once as arrays that stay where they are.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/arrays.hpp"
#include "bindings/errors.hpp"
#include "bindings/names.hpp"
#include "families/batch.hpp"
#include "families/observation_blocks.hpp"

namespace paiyou::bindings {

template <typename GameObject, typename Environment>
struct BatchObject {
    std::shared_ptr<GameObject> object;
    Batch<Environment> batch;
    std::mutex mutex{};  // a step runs beside other threads of Python, which may have the same batch
};

// An array of a batch, seen from Python; it keeps the batch alive.
template <typename T>
nb::object seen_from_python(nb::handle owner, T* data, std::initializer_list<std::size_t> shape) {
    return nb::cast(nb::ndarray<nb::numpy, const T>(data, shape, owner), nb::rv_policy::reference);
}

// The legal moves of all games one behind the other: a copy, since there are more or fewer with every step.
template <typename Object>
nb::object legal_moves(Object& self) {
    auto* const copy = new std::vector<std::int64_t>();
    {
        const std::lock_guard lock(self.mutex);
        copy->assign(self.batch.legal().begin(), self.batch.legal().end());
    }
    const nb::capsule owner(copy, [](void* given) noexcept { delete static_cast<std::vector<std::int64_t>*>(given); });
    return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(copy->data(), {copy->size()}, owner));
}

using ActionColumn = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename Object>
void step_batch(Object& self, const ActionColumn& given) {
    const std::size_t number = self.batch.number();
    if (given.shape(0) != number) refuse("there must be one action for each game");
    // A copy: what was found to be legal must stay so while other threads run.
    const std::vector<std::int64_t> actions(given.data(), given.data() + number);
    std::size_t wrong = number;
    {
        const nb::gil_scoped_release release;
        const std::lock_guard lock(self.mutex);
        wrong = self.batch.find_illegal(actions.data());
        if (wrong == number) self.batch.step(actions.data());
    }
    if (wrong < number) {
        refuse("action " + std::to_string(actions[wrong]) + " is not legal in game " + std::to_string(wrong) +
               "; nothing was played");
    }
}

template <typename Object>
void reset_batch(Object& self, const nb::handle& given) {
    const std::uint64_t seed = seed_of(given);
    const nb::gil_scoped_release release;
    const std::lock_guard lock(self.mutex);
    self.batch.reset(seed);
}

template <typename Environment, typename GameObject>
void bind_batch(nb::module_& module, const FamilyNames& names) {
    using Object = BatchObject<GameObject, Environment>;
    nb::class_<Object> type(module, names("{family}Batch").c_str(),
                            "Many games at once. Arrays have a row for each game and are written anew by every step.");
    const auto array = [&](const char* name, const char* dtype, auto data, auto&& columns, const char* about) {
        const std::string signature =
            std::string("def ") + name + "(self) -> numpy.typing.NDArray[numpy." + dtype + "]";
        type.def_prop_ro(
            name,
            [data, columns](nb::handle self) {
                auto& batch = nb::cast<Object&>(self).batch;
                const std::size_t width = columns(batch.environment());
                if (width == 0) return seen_from_python(self, data(batch), {batch.number()});
                return seen_from_python(self, data(batch), {batch.number(), width});
            },
            nb::sig(signature.c_str()), about);
    };
    const auto column = [](const Environment&) { return std::size_t{0}; };
    array("turn", "int32", [](auto& batch) { return batch.turn(); }, column, "The seat to move.");
    array(
        "ended", "uint8", [](auto& batch) { return batch.ended(); }, column,
        "Ones where the last step ended a game, and another has begun in its place.");
    array("seeds", "uint64", [](auto& batch) { return batch.seeds(); }, column, "The seed of the deal that is played.");
    array(
        "payoffs", "int32", [](auto& batch) { return batch.payoffs(); },
        [](const Environment& environment) { return static_cast<std::size_t>(environment.seats()); },
        "Every seat's result of the games that the last step ended; else 0.");
    array(
        "observation", "int8", [](auto& batch) { return batch.observation(); },
        [](const Environment& environment) { return static_cast<std::size_t>(environment.width()); },
        "What the seat to move knows, as `observation_blocks` of the game say.");
    array(
        "final_observation", "int8", [](auto& batch) { return batch.final_observation(); },
        [](const Environment& environment) { return static_cast<std::size_t>(environment.width()); },
        "What the seat that moved last knows at the end of the games that the last step ended; else nothing of use.");
    type.def_prop_ro(
            "mask",
            [](nb::handle self) -> nb::object {
                auto& batch = nb::cast<Object&>(self).batch;
                if (batch.mask() == nullptr) return nb::none();
                return seen_from_python(self, batch.mask(), {batch.number(), batch.environment().moves()});
            },
            nb::sig("def mask(self) -> numpy.typing.NDArray[numpy.int8] | None"),
            "Ones for the legal moves by their numbers, else 0; None for a batch without masks.")
        .def_prop_ro(
            "first",
            [](nb::handle self) {
                auto& batch = nb::cast<Object&>(self).batch;
                return seen_from_python(self, batch.first(), {batch.number() + 1});
            },
            nb::sig("def first(self) -> numpy.typing.NDArray[numpy.int64]"),
            "Where the moves of each game begin in `legal()`, and at the end how many there are.")
        .def("legal", &legal_moves<Object>, nb::sig("def legal(self) -> numpy.typing.NDArray[numpy.int64]"),
             "The legal moves of all games by their numbers, game by game.")
        .def("reset", &reset_batch<Object>, nb::arg("seed"), nb::sig("def reset(self, seed: int) -> None"),
             "Begin anew; game i is the deal of seed + i.")
        .def("step", &step_batch<Object>, nb::arg("actions"),
             nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.int64]) -> None"),
             "Play one legal move in every game, by numbers; ValueError, and nothing changed, where one is not. A game "
             "that ends is followed by the deal whose seed is the number of games higher.");
}

template <typename Environment, typename GameObject, typename StateObject>
void bind_environment(nb::module_& module, nb::class_<GameObject>& game_class, nb::class_<StateObject>& state_class,
                      const FamilyNames& names) {
    bind_batch<Environment, GameObject>(module, names);
    game_class
        .def_prop_ro(
            "observation_blocks",
            [](const GameObject& self) {
                const Environment environment(self.game);
                nb::list result;
                for (const ObservationBlock& block : environment.blocks()) {
                    result.append(nb::make_tuple(block.name, block.rows, block.columns));
                }
                return result;
            },
            nb::sig("def observation_blocks(self) -> list[tuple[str, int, int]]"),
            "What an observation holds, one behind the other: names, rows and columns.")
        .def(
            "batch",
            [](const std::shared_ptr<GameObject>& self, const nb::handle& number, const nb::handle& seed, bool masks) {
                const std::size_t games = size_of(number, "the number of games");
                if (games < 1 || games > 1'000'000) refuse("the number of games must be 1 to 1000000");
                return new BatchObject<GameObject, Environment>{
                    self, Batch<Environment>(Environment(self->game), games, seed_of(seed), masks)};
            },
            nb::arg("number"), nb::arg("seed"), nb::arg("masks") = true,
            nb::sig(names("def batch(self, number: int, seed: int, masks: bool = True) -> {family}Batch").c_str()),
            "Many games at once; game i is the deal of seed + i.");
    state_class
        .def(
            "observe",
            [](const StateObject& self, const nb::handle& given) {
                const Environment environment(self.game());
                const int seat = seat_of(given, environment.seats());
                const Int8Array row = new_int8_array({static_cast<std::size_t>(environment.width())});
                environment.observe(self.at(), environment.track_of(self.state), seat, row.data);
                return row.array;
            },
            nb::arg("seat").none(), nb::sig("def observe(self, seat: int) -> numpy.typing.NDArray[numpy.int8]"),
            "What a seat knows as numbers, as `observation_blocks` of the game say.")
        .def(
            "mask",
            [](const StateObject& self) {
                const Environment environment(self.game());
                const Int8Array row = new_int8_array({environment.moves()});
                auto scratch = environment.scratch();
                environment.each_move(self.at(), scratch, [&](Move move) { row.data[move] = 1; });
                return row.array;
            },
            nb::sig("def mask(self) -> numpy.typing.NDArray[numpy.int8]"),
            "Ones for the legal moves of the seat to move by their numbers, else 0.");
}

}  // namespace paiyou::bindings
