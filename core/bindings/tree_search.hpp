// The Monte Carlo tree searchers as methods of the game classes.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/search.hpp"

namespace paiyou::bindings {

void bind_tree_search(nb::class_<ClimbingFamily::GameObject>& game_class);
void bind_tree_search(nb::class_<TrickFamily::GameObject>& game_class);

}  // namespace paiyou::bindings
