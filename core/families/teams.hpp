// Who plays with whom: the team of each seat, and what points come to for a seat that plays for its team.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "families/text.hpp"

namespace paiyou {

template <std::size_t kSeats>
using Teams = std::array<std::uint8_t, kSeats>;

// How many seats play for a seat's team, itself included.
template <std::size_t kSeats>
int team_size(const Teams<kSeats>& teams, int seats, int seat) {
    int size = 0;
    for (int other = 0; other < seats; ++other) size += teams[other] == teams[seat] ? 1 : 0;
    return size;
}

template <std::size_t kSeats>
bool everyone_alone(const Teams<kSeats>& teams, int seats) {
    for (int seat = 0; seat < seats; ++seat) {
        if (team_size(teams, seats, seat) > 1) return false;
    }
    return true;
}

// For every seat, the points of its team less those of all other teams.
template <typename Number, std::size_t kSeats>
std::array<Number, kSeats> less_the_others(const std::array<Number, kSeats>& points, const Teams<kSeats>& teams,
                                           int seats) {
    std::array<Number, kSeats> result{};
    for (int seat = 0; seat < seats; ++seat) {
        for (int other = 0; other < seats; ++other) {
            result[seat] += teams[other] == teams[seat] ? points[other] : -points[other];
        }
    }
    return result;
}

// Every family checks its teams by this.
template <std::size_t kSeats>
void require_teams(const Teams<kSeats>& teams, int seats) {
    for (int seat = 0; seat < seats; ++seat) {
        require(teams[seat] < seats, "rules: teams are numbered from 0 to " + std::to_string(seats - 1));
    }
    require(team_size(teams, seats, 0) < seats, "rules: all seats are in one team, and nobody plays against them");
}

}  // namespace paiyou
