// The searchers of open games: as methods of the game classes, and for games written in Python.
#pragma once

#include <nanobind/nanobind.h>

#include "bindings/search.hpp"

namespace paiyou::bindings {

void bind_open_search(nb::class_<ClimbingFamily::GameObject>& game_class);
void bind_open_search(nb::class_<TrickFamily::GameObject>& game_class);
void bind_open_search(nb::module_& module);

}  // namespace paiyou::bindings
