// Searchers that look at every deal or every position, as Python classes: minimax with equation 1, determinized
// minimax, expectimax over information sets.
#pragma once

#include <nanobind/nanobind.h>

namespace paiyou::bindings {

void bind_exact(nanobind::module_& module);

}  // namespace paiyou::bindings
