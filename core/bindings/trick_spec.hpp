// Reads a TrickSpec (src/paiyou/games/trick_spec.py) into the core's plain data.
#pragma once

#include <nanobind/nanobind.h>

#include "families/trick/rules.hpp"

namespace paiyou::bindings {

trick::Rules read_trick_rules(const nanobind::object& spec);

}  // namespace paiyou::bindings
