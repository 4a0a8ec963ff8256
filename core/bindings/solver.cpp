// The endgame solver as a Python function.
#include "search/endgame/solver.hpp"

#include <nanobind/stl/optional.h>

#include "bindings/climbing_objects.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/solver.hpp"
#include "search/endgame/every_deal.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace paiyou::bindings {

namespace {

using climbing_objects::StateObject;
using climbing_objects::ViewObject;

// Winner (or None), winning moves, line, nodes, and what stopped the search: "", "max_nodes" or "seconds".
nb::tuple solve(const StateObject& state, std::uint64_t max_nodes, std::optional<double> seconds, bool plain) {
    SignalInterrupt interrupt;
    search::Limits limits{.max_nodes = max_nodes, .interrupt = &interrupt};
    if (seconds) limits.seconds = *seconds;
    search::Solved solved;
    {
        const nb::gil_scoped_release release;
        solved = search::solve(state.game(), state.at(), limits, plain);
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

// Moves with the share of the deals they win (by their ways), the number of deals, nodes, and whether the limit on
// nodes came first; nothing where there are too many deals. Without a favourite all moves, with one only the sure ones.
nb::object solve_deals(ViewObject& view, const std::optional<nb::str>& favourite, std::size_t max_deals,
                       std::uint64_t max_nodes) {
    const climbing::Position& at = view.view.at;
    if (at.phase != climbing::Phase::kPlay) refuse("only decisions of card play can be solved deal by deal");
    if (at.turn != view.view.seat) refuse("this seat is not to move: there is nothing to solve");
    climbing::Action favoured = climbing::kPass;
    if (favourite) favoured = static_cast<climbing::Action>(read_legal_move(*view.object, at, *favourite));
    SignalInterrupt interrupt;
    const search::Limits limits{.max_nodes = max_nodes, .interrupt = &interrupt};
    const climbing::Sampler& sampler = view.sampler_of_view();
    search::EveryDeal found;
    {
        const nb::gil_scoped_release release;
        found = favourite ? search::find_sure_moves(view.game(), view.view, sampler, favoured, max_deals, limits)
                          : search::count_wins(view.game(), view.view, sampler, max_deals, limits);
    }
    interrupt.check();
    if (!found.looked) return nb::none();
    nb::list moves;
    for (std::size_t place = 0; place < found.moves.size(); ++place) {
        moves.append(nb::make_tuple(view.object->name(found.moves[place]), found.won[place] / found.ways));
    }
    return nb::make_tuple(moves, found.deals, found.nodes, found.stop == search::Stop::kMaxNodes);
}

}  // namespace

void bind_solver(nb::module_& module) {
    module.def("solve_deals", &solve_deals, "view"_a, "favourite"_a.none(), "max_deals"_a, "max_nodes"_a,
               nb::sig("def solve_deals(view: ClimbingView, favourite: str | None, max_deals: int, max_nodes: int) -> "
                       "tuple[list[tuple[str, float]], int, int, bool] | None"),
               "Moves with the share of the deals they win, the number of deals, positions searched, and whether "
               "`max_nodes` came first; None where there are more than `max_deals`. With a favourite only the moves "
               "that win in all deals, and where it does it alone.");
    module.def("solve_endgame", &solve, "state"_a, "max_nodes"_a, "seconds"_a.none(), "plain"_a = false,
               nb::sig("def solve_endgame(state: ClimbingState, max_nodes: int, seconds: float | None, plain: bool = "
                       "False) -> tuple[int | None, list[str], list[tuple[int, str]], int, str]"),
               "The winner or None, the winning moves, a line to the end, positions searched, and what stopped the "
               "search: \"max_nodes\", \"seconds\" or nothing. A plain search takes every position by itself.");
}

}  // namespace paiyou::bindings
