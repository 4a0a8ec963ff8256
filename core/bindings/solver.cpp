// The endgame solver as a Python function.
#include "search/solver.hpp"

#include "bindings/climbing_objects.hpp"
#include "bindings/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace paiyou::bindings {

namespace {

using climbing_objects::StateObject;

// Whether a signal such as Ctrl-C has come in; the search runs without Python's lock.
bool signalled() {
    const nb::gil_scoped_acquire acquire;
    return PyErr_CheckSignals() != 0;
}

// Winner (or None), winning moves, line, nodes, and what stopped the search: "", "max_nodes" or "seconds".
nb::tuple solve(const StateObject& state, std::uint64_t max_nodes, double seconds) {
    search::Solved solved;
    {
        const nb::gil_scoped_release release;
        solved = search::solve(state.game(), state.at(), {max_nodes, seconds, signalled});
    }
    if (solved.end == search::SolveEnd::kInterrupted) throw nb::python_error();
    nb::list moves;
    for (const climbing::Action action : solved.winning) moves.append(state.object->name(action));
    const nb::object winner = solved.winner == kNobody ? nb::none() : nb::object(nb::int_(solved.winner));
    const char* const stopped = solved.end == search::SolveEnd::kMaxNodes  ? "max_nodes"
                                : solved.end == search::SolveEnd::kSeconds ? "seconds"
                                                                           : "";
    return nb::make_tuple(winner, moves, list_history(*state.object, solved.line), solved.nodes, stopped);
}

}  // namespace

void bind_solver(nb::module_& module) { module.def("solve_endgame", &solve, "state"_a, "max_nodes"_a, "seconds"_a); }

}  // namespace paiyou::bindings
