// A play-out network as a model of how others play: a move is the likelier, the more the network values it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace paiyou::nets {

// Moves are chosen by a softmax of their values, `temperature` in units of a win; with probability `noise` it is any.
struct Policy {
    double temperature = 0.1;
    double noise = 0;
};

inline constexpr double kUnitOfValues = 8192;  // whole numbers of a win

// The logarithm of the chance that a move is made, by its value and those of all that may be made.
inline double log_chance(std::int32_t own, const std::vector<std::int32_t>& values, const Policy& policy) {
    const std::int32_t most = *std::max_element(values.begin(), values.end());
    const double unit = kUnitOfValues * policy.temperature;
    double total = 0;
    for (const std::int32_t value : values) total += std::exp((value - most) / unit);
    const double log_share = (own - most) / unit - std::log(total);
    if (policy.noise == 0) return log_share;
    return std::log((1 - policy.noise) * std::exp(log_share) + policy.noise / static_cast<double>(values.size()));
}

}  // namespace paiyou::nets
