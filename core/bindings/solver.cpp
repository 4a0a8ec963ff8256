// The endgame solver as a Python function.
#include "search/solver.hpp"

#include <nanobind/stl/optional.h>

#include "bindings/climbing_objects.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace paiyou::bindings {

namespace {

using climbing_objects::StateObject;

// Winner (or None), winning moves, line, nodes, and what stopped the search: "", "max_nodes" or "seconds".
nb::tuple solve(const StateObject& state, std::uint64_t max_nodes, std::optional<double> seconds) {
    SignalInterrupt interrupt;
    search::Limits limits{.max_nodes = max_nodes, .interrupt = &interrupt};
    if (seconds) limits.seconds = *seconds;
    search::Solved solved;
    {
        const nb::gil_scoped_release release;
        solved = search::solve(state.game(), state.at(), limits);
    }
    interrupt.check();
    nb::list moves;
    for (const climbing::Action action : solved.winning) moves.append(state.object->name(action));
    const nb::object winner = solved.winner == kNobody ? nb::none() : nb::object(nb::int_(solved.winner));
    const char* const stopped = solved.stop == search::Stop::kMaxNodes  ? "max_nodes"
                                : solved.stop == search::Stop::kSeconds ? "seconds"
                                                                        : "";
    return nb::make_tuple(winner, moves, list_history(*state.object, solved.line), solved.nodes, stopped);
}

}  // namespace

void bind_solver(nb::module_& module) {
    module.def("solve_endgame", &solve, "state"_a, "max_nodes"_a, "seconds"_a.none());
}

}  // namespace paiyou::bindings
