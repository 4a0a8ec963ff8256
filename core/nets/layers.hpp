// The layers of one play-out network: a sum of rows of weights for the features that are there, two small dense layers
// and a number.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "nets/int8_layers.hpp"

namespace paiyou::nets {

struct Layers {
    int width = 0;
    std::vector<std::int8_t> first;  // by feature
    std::vector<std::int16_t> first_bias;
    DenseLayer second;
    DenseLayer third;
    std::vector<std::int8_t> out;
    std::int32_t out_bias = 0;

    const std::int8_t* row(int feature) const {
        return first.data() + static_cast<std::size_t>(feature) * static_cast<std::size_t>(width);
    }

    void begin(Sums& sums) const { std::copy(first_bias.begin(), first_bias.end(), sums.begin()); }
    void add(Sums& sums, int feature) const { change_by_row<true>(sums, row(feature), width); }
    void take_away(Sums& sums, int feature) const { change_by_row<false>(sums, row(feature), width); }

    // The value of a move, from the sums of all its features.
    std::int32_t value(const Sums& sums) const {
        alignas(64) Activations one;
        alignas(64) Activations other;
        activate(sums, width, one);
        second.forward(one, other);
        third.forward(other, one);
        std::int32_t found = out_bias;
        for (std::size_t place = 0; place < out.size(); ++place) found += out[place] * one[place];
        return found;
    }

    // Refuses what a game with so many features cannot use.
    void check(int features) const {
        if (width % kStep != 0 || width > kMaxWidth || second.outputs() % kStep != 0 || third.outputs() % kStep != 0) {
            throw std::invalid_argument("the layers of a play-out network are as wide as a multiple of 32, up to 512");
        }
        if (first.size() != static_cast<std::size_t>(features) * static_cast<std::size_t>(width)) {
            throw std::invalid_argument("the play-out network is told " +
                                        std::to_string(first.size() / static_cast<std::size_t>(width)) +
                                        " features, and this game has " + std::to_string(features));
        }
    }
};

}  // namespace paiyou::nets
