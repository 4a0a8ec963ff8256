// Independent searches side by side (root parallelization; Whitehouse et al. 2011, III.B and III.D): every tree has
// chance of its own and its place in the sum, so the result is the same for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace paiyou::search {

// Calls grow(tree) for every tree and returns what it returned, in the order of the trees. What it throws, such as
// running out of memory, comes out here, whichever thread it was thrown on.
template <typename Grow>
auto grow_forest(int trees, int threads, const Grow& grow) {
    std::vector<decltype(grow(0))> grown(static_cast<std::size_t>(trees));
    std::atomic<int> next{0};
    std::mutex lock;
    std::exception_ptr problem;
    const auto work = [&] {
        try {
            for (int tree = next++; tree < trees; tree = next++) grown[static_cast<std::size_t>(tree)] = grow(tree);
        } catch (...) {
            next = trees;
            const std::lock_guard guard(lock);
            problem = std::current_exception();
        }
    };
    std::vector<std::thread> helpers;  // not jthread, which Apple's library does not have
    helpers.reserve(static_cast<std::size_t>(std::clamp(threads, 1, std::max(trees, 1))));
    for (int helper = 1; helper < std::min(threads, trees); ++helper) {
        try {
            helpers.emplace_back(work);
        } catch (const std::system_error&) {
            break;  // the machine has no more threads to give: those there are do the work
        }
    }
    work();
    for (std::thread& helper : helpers) helper.join();
    if (problem) std::rethrow_exception(problem);
    return grown;
}

}  // namespace paiyou::search
