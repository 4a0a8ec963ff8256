// The compiled core as a Python module. Built once per instruction set, under a name of its own.
#include <nanobind/nanobind.h>

#include "bindings/arrays.hpp"
#include "bindings/climbing.hpp"
#include "bindings/exact.hpp"
#include "bindings/networks.hpp"
#include "bindings/open_search.hpp"
#include "bindings/solver.hpp"
#include "bindings/theory.hpp"
#include "bindings/trick.hpp"

NB_MODULE(PAIYOU_MODULE, module) {
    module.doc() = "The compiled core of Paiyou.";
    // A game that a caller still holds when Python ends is no leak.
    nanobind::set_leak_warnings(false);
    // Types are named after the package, whichever build of the core is loaded: a pickle names its types.
    const nanobind::object name = module.attr("__name__");
    module.attr("__name__") = "paiyou._core";
    paiyou::bindings::load_numpy();
    paiyou::bindings::bind_climbing(module);
    paiyou::bindings::bind_solver(module);
    paiyou::bindings::bind_networks(module);
    paiyou::bindings::bind_trick(module);
    paiyou::bindings::bind_exact(module);
    paiyou::bindings::bind_open_search(module);
    paiyou::bindings::bind_theory(module);
    module.attr("__name__") = name;
}
