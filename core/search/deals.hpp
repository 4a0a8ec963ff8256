// Deals that a seat takes for possible, each with a weight; and an urn that gives them out in proportion.
#pragma once

#include <algorithm>
#include <vector>

#include "cards/random.hpp"

namespace paiyou::search {

template <typename Position>
struct WeightedDeal {
    Position at;
    double weight = 1;
};

template <typename Position>
class Urn {
 public:
    // At least one weight must be above 0.
    explicit Urn(const std::vector<WeightedDeal<Position>>& deals) : deals_(&deals) {
        double sum = 0;
        for (const WeightedDeal<Position>& deal : deals) sums_.push_back(sum += deal.weight);
    }

    const Position& draw(Random& random) const {
        const auto found = std::upper_bound(sums_.begin(), sums_.end(), random.unit() * sums_.back());
        return (*deals_)[static_cast<std::size_t>(std::min(found, sums_.end() - 1) - sums_.begin())].at;
    }

 private:
    const std::vector<WeightedDeal<Position>>* deals_;
    std::vector<double> sums_;
};

}  // namespace paiyou::search
