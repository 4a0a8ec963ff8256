// What an endgame solver remembers: positions by exact keys, with the side that wins each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"
#include "compiler.hpp"

namespace paiyou::search::endgame {

// For the side that attacks; all others play against it together.
enum class Verdict : std::uint8_t { kUnknown, kWon, kLost };

// A position as far as it matters. Hands that are parts of known hands take no more bits than those have cards, and a
// deck has 63 at most: the key is the position itself, not a hash of it.
struct Key {
    std::uint64_t hands = 0;
    std::uint32_t rest = 0;  // whose turn, passes, what to beat

    bool operator==(const Key&) const = default;
    std::uint64_t hash() const { return mix(hands ^ rest * kGolden); }
};

class PositionTable {
 public:
    PositionTable() : slots_(1 << 10) {}

    void clear() {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        used_ = 0;
    }

    Verdict find(const Key& key) const { return slots_[place_of(key)].verdict; }

    // Says that the key will be asked for soon.
    void prefetch(const Key& key) const { paiyou::prefetch(&slots_[key.hash() & (slots_.size() - 1)]); }

    void store(const Key& key, Verdict verdict) {
        if (5 * ++used_ > 3 * slots_.size()) grow();
        slots_[place_of(key)] = {key.hands, key.rest, verdict};
    }

 private:
    struct Slot {
        std::uint64_t hands = 0;
        std::uint32_t rest = 0;
        Verdict verdict = Verdict::kUnknown;  // of a free slot
    };

    // Where the key is or, where it is not there, the free slot it belongs into.
    std::size_t place_of(const Key& key) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t place = key.hash() & mask;
        while (slots_[place].verdict != Verdict::kUnknown &&
               (slots_[place].hands != key.hands || slots_[place].rest != key.rest)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.verdict != Verdict::kUnknown) slots_[place_of({slot.hands, slot.rest})] = slot;
        }
    }

    std::vector<Slot> slots_;  // open addressing, a power of two
    std::size_t used_ = 0;
};

}  // namespace paiyou::search::endgame
