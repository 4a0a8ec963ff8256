// What an endgame solver remembers: positions by exact keys, with the side that wins each.
//
// A position is seen as far as it matters (families/climbing/likeness.hpp): each side's cards in order, and how they
// lie between the cards of the other side. The same cards may lie better or worse: what is won stays won where each of
// the defenders' cards beats no more of the attackers', and is beaten by no fewer; what is lost stays lost the other
// way round. (Ginsberg, "Partition search", AAAI 1996, proves sets of positions in this spirit.) Attackers can then do
// what they did before, and defenders no more than they could.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"
#include "compiler.hpp"

namespace paiyou::search::endgame {

// For the side that attacks; all others play against it together.
enum class Verdict : std::uint8_t { kUnknown, kWon, kLost };

// Sixteen small numbers, one a byte and below 128; less is better for the attackers.
struct Order {
    std::array<std::uint64_t, 2> words{};

    void set(int place, int number) {
        words[static_cast<std::size_t>(place) / 8] |= static_cast<std::uint64_t>(number) << (8 * (place % 8));
    }
    bool operator==(const Order&) const = default;
    // No number is greater than the other's: nothing is borrowed from the guards where they are subtracted.
    bool no_worse(const Order& other) const {
        constexpr std::uint64_t kGuard = 0x8080808080808080ULL;
        return ((((other.words[0] | kGuard) - words[0]) & ((other.words[1] | kGuard) - words[1])) & kGuard) == kGuard;
    }
};

// A position as far as it matters; not a hash of it.
struct Key {
    std::array<std::uint64_t, 4> words{};  // hands, chains, whose turn, passes, what to beat
    Order order;                           // how the sides' cards lie to each other

    bool operator==(const Key&) const = default;
    // Not of the order.
    std::uint64_t hash() const {
        return mix((words[0] ^ std::rotl(words[1] * kGolden, 32)) + mix(words[2] ^ words[3] * kGolden));
    }
};

class PositionTable {
 public:
    // With `exact` only the position itself counts, not those that are better or worse.
    explicit PositionTable(bool exact) : exact_(exact), heads_(1 << 10, kNone) {}

    void clear() {
        entries_.clear();
        heads_.assign(heads_.size(), kNone);
    }

    Verdict find(const Key& key) const {
        for (std::uint32_t place = heads_[key.hash() & (heads_.size() - 1)]; place != kNone;) {
            const Entry& entry = entries_[place];
            if (same(entry.words, key.words) && tells_of(entry, key.order)) return entry.verdict;
            place = entry.next;
        }
        return Verdict::kUnknown;
    }

    // Says that the key will be asked for soon.
    void prefetch(const Key& key) const { paiyou::prefetch(&heads_[key.hash() & (heads_.size() - 1)]); }

    void store(const Key& key, Verdict verdict) {
        if (entries_.size() == heads_.size()) grow();
        std::uint32_t& head = heads_[key.hash() & (heads_.size() - 1)];
        const auto place = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back({key.words, key.order, head, verdict});
        head = place;
    }

 private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    struct Entry {
        std::array<std::uint64_t, 4> words;
        Order order;
        std::uint32_t next;  // with the same hash
        Verdict verdict;
    };

    // Without a call: most of the time is spent here.
    static bool same(const std::array<std::uint64_t, 4>& a, const std::array<std::uint64_t, 4>& b) {
        return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) == 0;
    }

    bool tells_of(const Entry& entry, const Order& order) const {
        if (exact_) return entry.order == order;
        return entry.verdict == Verdict::kWon ? order.no_worse(entry.order) : entry.order.no_worse(order);
    }

    void grow() {
        heads_.assign(heads_.size() * 2, kNone);
        for (std::uint32_t place = 0; place < entries_.size(); ++place) {
            Entry& entry = entries_[place];
            std::uint32_t& head = heads_[Key{entry.words, {}}.hash() & (heads_.size() - 1)];
            entry.next = head;
            head = place;
        }
    }

    bool exact_;
    std::vector<std::uint32_t> heads_;  // by hash, a power of two
    std::vector<Entry> entries_;
};

}  // namespace paiyou::search::endgame
