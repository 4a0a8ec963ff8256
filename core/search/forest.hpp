// Independent searches side by side (root parallelization; paper 000, III.B and III.D): every tree has chance of its
// own and its place in the sum, so the result is the same for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace paiyou::search {

// Calls grow(tree) for every tree and returns what it returned, in the order of the trees. `grow` must not throw.
template <typename Grow>
auto grow_forest(int trees, int threads, const Grow& grow) {
    std::vector<decltype(grow(0))> grown(static_cast<std::size_t>(trees));
    std::atomic<int> next{0};
    const auto work = [&] {
        for (int tree = next++; tree < trees; tree = next++) grown[static_cast<std::size_t>(tree)] = grow(tree);
    };
    std::vector<std::jthread> helpers;
    for (int helper = 1; helper < std::min(threads, trees); ++helper) helpers.emplace_back(work);
    work();
    helpers.clear();  // waits for them
    return grown;
}

}  // namespace paiyou::search
