// Reads what Python says about a climbing game (paiyou/games/climbing_spec.py, paiyou/games/features.py) into the
// core's structs.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "families/climbing/features.hpp"
#include "families/climbing/game.hpp"

namespace paiyou::bindings {

climbing::ComboColumns read_table(const nanobind::object& table);
climbing::Rules read_rules(const nanobind::object& spec);
std::vector<std::string> read_calls(const nanobind::object& auction);
climbing::FeatureLayout read_layout(const nanobind::object& layout);

}  // namespace paiyou::bindings
