// UCT: the child with the highest upper confidence bound R/V + c * sqrt(ln N / V) (Kocsis and Szepesvári 2006; Fig. 2
// of Whitehouse, Powley and Cowling 2011). N is the number of visits to the parent, as the figure prints it,
// or the number of those in which the move was available (Cowling, Powley and Whitehouse, "Information Set Monte Carlo
// Tree Search", IEEE TCIAIG 2012).
#pragma once

#include <cmath>
#include <cstdint>

#include "search/trees/tree.hpp"

namespace paiyou::search {

enum class Counting : std::uint8_t { kParent, kAvailable };

class UpperConfidence {
 public:
    using NodeType = Node;
    static constexpr bool kHearsMoves = false;

    UpperConfidence(double exploration, Counting counting) : exploration_(exploration), counting_(counting) {}

    void begin() {}
    static constexpr bool weighs_untried() { return false; }
    void allow(Node& child) { ++child.available; }

    auto scorer(const Node& parent) const {
        const double logarithm = std::log(static_cast<double>(parent.visits));
        return [this, logarithm](const Node& child) {
            const double visits = child.visits;
            const double over = counting_ == Counting::kParent ? logarithm : std::log(child.available);
            return child.total / visits + exploration_ * std::sqrt(over / visits);
        };
    }

 private:
    double exploration_;
    Counting counting_;
};

}  // namespace paiyou::search
