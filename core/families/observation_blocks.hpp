// The parts of an observation, one behind the other: their names, and how many rows of how many numbers each has.
#pragma once

#include <string>
#include <vector>

namespace paiyou {

struct ObservationBlock {
    std::string name;
    int rows;
    int columns;
};

inline int width_of(const std::vector<ObservationBlock>& blocks) {
    int width = 0;
    for (const ObservationBlock& block : blocks) width += block.rows * block.columns;
    return width;
}

}  // namespace paiyou
