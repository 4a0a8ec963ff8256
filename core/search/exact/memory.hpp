// Values remembered by position: one flat table that grows as it fills.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "search/key.hpp"

namespace paiyou::search {

template <typename Value>
class Memory {
 public:
    // Nothing where the key is not there. What is found moves at the next `store`.
    Value* find(const HashKey& key) {
        if (slots_.empty()) return nullptr;
        for (std::size_t place = key.first & mask();; place = (place + 1) & mask()) {
            if (slots_[place].key == key) return &slots_[place].value;
            if (!slots_[place].key.set()) return nullptr;
        }
    }

    // The key must not be there yet.
    void store(const HashKey& key, Value value) {
        if (4 * size_ >= 3 * slots_.size()) grow();
        place(key, std::move(value));
        ++size_;
    }

    void clear() {
        slots_.clear();
        size_ = 0;
    }

    std::size_t size() const { return size_; }

 private:
    struct Slot {
        HashKey key;  // all zero: empty
        Value value;
    };

    std::size_t mask() const { return slots_.size() - 1; }

    void place(const HashKey& key, Value value) {
        std::size_t place = key.first & mask();
        while (slots_[place].key.set()) place = (place + 1) & mask();
        slots_[place] = {key, std::move(value)};
    }

    void grow() {
        std::vector<Slot> old(slots_.empty() ? 1024 : 2 * slots_.size());
        old.swap(slots_);
        for (Slot& slot : old) {
            if (slot.key.set()) place(slot.key, std::move(slot.value));
        }
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace paiyou::search
