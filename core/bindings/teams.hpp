// The teams of a game as Python gives them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bindings/errors.hpp"
#include "families/teams.hpp"

namespace paiyou::bindings {

// Whether the numbers make sense is for the rules to say.
template <std::size_t kSeats>
Teams<kSeats> read_teams(const nanobind::object& spec, int seats) {
    const auto given = nanobind::cast<std::vector<std::uint8_t>>(spec.attr("teams"));
    if (given.size() != static_cast<std::size_t>(std::max(seats, 0))) {
        refuse("spec: teams must name a team for each of the " + std::to_string(seats) + " seats");
    }
    Teams<kSeats> teams{};
    std::copy_n(given.begin(), std::min(given.size(), kSeats), teams.begin());
    return teams;
}

}  // namespace paiyou::bindings
