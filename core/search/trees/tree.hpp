// A search tree in one piece of memory: nodes are numbers, and the children of a node lie side by side, since choosing
// among them is what a search does most.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "families/history.hpp"

namespace paiyou::search {

struct Node {
    Move move = 0;                // that leads here
    std::uint32_t visits = 0;     // V in Fig. 2 of Whitehouse et al. 2011
    std::uint32_t available = 0;  // visits to the parent in which the deal allowed the move
    std::uint32_t first = 0;      // of the children
    std::uint16_t children = 0;
    std::uint16_t capacity = 0;  // places for children; 0 or a power of two
    bool complete = false;       // the children are all moves there are, whatever the deal
    double total = 0;            // R in Fig. 2: the rewards of the seat that made the move
    double points = 0;           // results of the seat that searches, in the game's own unit
};

template <typename NodeType>
class Tree {
 public:
    using Index = std::uint32_t;
    static constexpr Index kRoot = 0;

    explicit Tree(std::uint64_t max_nodes) : max_nodes_(max_nodes), nodes_(1) {}

    NodeType& operator[](Index node) { return nodes_[node]; }
    const NodeType& operator[](Index node) const { return nodes_[node]; }

    std::span<NodeType> children(Index node) { return {nodes_.data() + nodes_[node].first, nodes_[node].children}; }
    std::span<const NodeType> children(Index node) const {
        return {nodes_.data() + nodes_[node].first, nodes_[node].children};
    }

    std::uint64_t size() const { return size_; }
    bool full() const { return size_ >= max_nodes_; }

    // Adds a child and returns its number; the numbers of its siblings may change, the parent's does not.
    Index add(Index parent, Move move) {
        if (nodes_[parent].children == nodes_[parent].capacity) grow(parent);
        const Index child = nodes_[parent].first + nodes_[parent].children++;
        nodes_[child] = NodeType{};
        nodes_[child].move = move;
        ++size_;
        return child;
    }

 private:
    // Moves the children to a place twice as large; the old place is kept for the next node that needs its size.
    void grow(Index parent) {
        const std::uint16_t before = nodes_[parent].capacity;
        const std::uint16_t after = before == 0 ? 2 : static_cast<std::uint16_t>(before * 2);
        const Index old = nodes_[parent].first;
        const Index place = take(after);
        for (std::uint16_t child = 0; child < nodes_[parent].children; ++child) {
            nodes_[place + child] = nodes_[old + child];
        }
        nodes_[parent].first = place;
        nodes_[parent].capacity = after;
        if (before > 0) spare_[slot(before)].push_back(old);
    }

    Index take(std::uint16_t capacity) {
        std::vector<Index>& spare = spare_[slot(capacity)];
        if (!spare.empty()) {
            const Index place = spare.back();
            spare.pop_back();
            return place;
        }
        const Index place = static_cast<Index>(nodes_.size());
        nodes_.resize(nodes_.size() + capacity);
        return place;
    }

    static std::size_t slot(std::uint16_t capacity) { return static_cast<std::size_t>(std::countr_zero(capacity)); }

    std::uint64_t max_nodes_;
    std::uint64_t size_ = 1;
    std::vector<NodeType> nodes_;
    std::array<std::vector<Index>, 16> spare_;
};

}  // namespace paiyou::search
