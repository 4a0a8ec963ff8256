// A transposition table: what a search has found out about positions, by key. It grows while there is room; full, it
// forgets older entries for new ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace paiyou::search {

template <typename Key, typename Entry>
class TranspositionTable {
 public:
    // At most this many places, rounded down to a power of two.
    explicit TranspositionTable(std::size_t most) {
        while (most_ * 2 <= most) most_ *= 2;
    }

    // Null where nothing is known. Good until the next store.
    const Entry* find(const Key& key) const {
        if (slots_.empty()) return nullptr;
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t step = 0; step < kProbes; ++step) {
            const Slot& slot = slots_[(key.hash() + step) & mask];
            if (!slot.key.set()) return nullptr;
            if (slot.key == key) return &slot.entry;
        }
        return nullptr;
    }

    void store(const Key& key, const Entry& entry) {
        if (used_ * 2 >= slots_.size() && slots_.size() < most_) grow();
        place(slots_, key, entry);
    }

 private:
    static constexpr std::size_t kFirst = 256;
    static constexpr std::size_t kProbes = 8;

    // A key that was never set says that the slot is free: no flag of its own, so that a slot stays within a cache
    // line.
    struct Slot {
        Key key{};
        Entry entry{};
    };

    void place(std::vector<Slot>& slots, const Key& key, const Entry& entry) {
        const std::size_t mask = slots.size() - 1;
        for (std::size_t step = 0; step < kProbes; ++step) {
            Slot& slot = slots[(key.hash() + step) & mask];
            const bool taken = slot.key.set();
            if (taken && !(slot.key == key)) continue;
            used_ += taken ? 0 : 1;
            slot = {key, entry};
            return;
        }
        slots[key.hash() & mask] = {key, entry};
    }

    void grow() {
        std::vector<Slot> larger(slots_.empty() ? (kFirst < most_ ? kFirst : most_) : slots_.size() * 2);
        used_ = 0;
        for (Slot& slot : slots_) {
            if (slot.key.set()) place(larger, slot.key, slot.entry);
        }
        slots_ = std::move(larger);
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::size_t most_ = 1;
};

}  // namespace paiyou::search
