// What an endgame solver remembers: positions by exact keys, with the side that wins each.
//
// A position is seen as far as it matters (families/climbing/likeness.hpp): each hand's cards in order, and how the
// defenders' lie between the cards of the attackers and of each other. The same cards may lie better or worse: what is
// won stays won where each of the defenders' cards beats no more of the others, and is beaten by no fewer of the
// attackers'; what is lost stays lost the other way round. Attackers can then do what they did before, and defenders no
// more than they could. What is stored besides is less than the position: how cards lie that its proof never compared
// is left open (bounds.hpp).
#pragma once

#include <algorithm>
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

// Small numbers; less is better for the attackers. Each has a guard bit above it, so that those of a word are compared
// by one subtraction.
class Order {
 public:
    static constexpr int kMost = 31;  // number

    void set(int place, int number) { words_[word(place)] |= static_cast<std::uint64_t>(number) << shift(place); }
    int get(int place) const { return static_cast<int>(words_[word(place)] >> shift(place) & kMost); }

    bool operator==(const Order&) const = default;
    // No number is greater than the other's: nothing is borrowed from the guards where they are subtracted.
    bool no_worse(const Order& other) const {
        std::uint64_t guards = kGuards;
        for (std::size_t word = 0; word < words_.size(); ++word)
            guards &= (other.words_[word] | kGuards) - words_[word];
        return guards == kGuards;
    }

 private:
    static constexpr int kBits = 6;  // of a number and its guard
    static constexpr int kPerWord = 10;
    static constexpr std::uint64_t kGuards = 0x0820820820820820ULL;

    static std::size_t word(int place) { return static_cast<std::size_t>(place / kPerWord); }
    static int shift(int place) { return kBits * (place % kPerWord); }

    std::array<std::uint64_t, 6> words_{};
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

// Orders are kept by the words of their keys, side by side: many are compared for each that tells of a position.
class PositionTable {
 public:
    // With `exact` only the position itself counts, not those that are better or worse.
    explicit PositionTable(bool exact) : exact_(exact), slots_(1 << 11) {}

    void clear() {
        groups_.clear();
        orders_.clear();
        slots_.assign(slots_.size(), Slot{});
    }

    // Who wins, if it is known; the key's order is then the one that tells so.
    Verdict find(Key& key) const {
        const std::uint32_t place = slots_[place_of(key)].group;
        if (place == kNone) return Verdict::kUnknown;
        const Group& group = groups_[place];
        for (const Verdict verdict : {Verdict::kWon, Verdict::kLost}) {
            const List& list = verdict == Verdict::kWon ? group.won : group.lost;
            for (std::uint32_t number = list.size; number-- > 0;) {  // the latest first
                const Order& order = orders_[list.first + number];
                if (!tells_of(order, verdict, key.order)) continue;
                key.order = order;
                return verdict;
            }
        }
        return Verdict::kUnknown;
    }

    // Says that the key will be asked for soon; and, when that has come, sooner.
    void prefetch(const Key& key) const { paiyou::prefetch(&slots_[key.hash() & (slots_.size() - 1)]); }
    void prefetch_group(const Key& key) const {
        const Slot& slot = slots_[key.hash() & (slots_.size() - 1)];
        if (slot.group != kNone) paiyou::prefetch(&groups_[slot.group]);
    }

    // And at last what the group holds.
    void prefetch_orders(const Key& key) const {
        const Slot& slot = slots_[key.hash() & (slots_.size() - 1)];
        if (slot.group == kNone) return;
        for (const List& list : {groups_[slot.group].won, groups_[slot.group].lost}) {
            if (list.size != 0) paiyou::prefetch(&orders_[list.first + list.size - 1]);
        }
    }

    // Orders that the new one tells of are forgotten.
    void store(const Key& key, Verdict verdict) {
        Slot& slot = slots_[place_of(key)];
        if (slot.group == kNone) {
            slot = {static_cast<std::uint32_t>(groups_.size()), tag_of(key.hash())};
            groups_.push_back({key.words, {}, {}});
        }
        Group& group = groups_[slot.group];
        List& list = verdict == Verdict::kWon ? group.won : group.lost;
        for (std::uint32_t number = 0; number < list.size && !exact_;) {
            if (tells_of(key.order, verdict, orders_[list.first + number])) {
                orders_[list.first + number] = orders_[list.first + --list.size];
            } else {
                ++number;
            }
        }
        if (list.size == list.room) move_to_more_room(list);
        orders_[list.first + list.size++] = key.order;
        if (2 * groups_.size() > slots_.size()) grow();
    }

 private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    struct List {
        std::uint32_t first = 0;
        std::uint32_t size = 0;
        std::uint32_t room = 0;
    };

    struct Group {
        std::array<std::uint64_t, 4> words;
        List won;
        List lost;
    };

    struct Slot {
        std::uint32_t group = kNone;
        std::uint32_t tag = 0;  // other bits of the hash: groups are seldom looked at in vain
    };

    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

    // The slot that holds the key's group or, where there is none, the free one it belongs into.
    std::size_t place_of(const Key& key) const {
        const std::uint64_t hash = key.hash();
        std::size_t place = hash & (slots_.size() - 1);
        for (; slots_[place].group != kNone; place = (place + 1) & (slots_.size() - 1)) {
            if (slots_[place].tag == tag_of(hash) && same(groups_[slots_[place].group].words, key.words)) break;
        }
        return place;
    }

    // Without a call.
    static bool same(const std::array<std::uint64_t, 4>& a, const std::array<std::uint64_t, 4>& b) {
        return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) == 0;
    }

    bool tells_of(const Order& known, Verdict verdict, const Order& order) const {
        if (exact_) return known == order;
        return verdict == Verdict::kWon ? order.no_worse(known) : known.no_worse(order);
    }

    void move_to_more_room(List& list) {
        const List old = list;
        list.room = old.room == 0 ? 1 : 2 * old.room;
        list.first = static_cast<std::uint32_t>(orders_.size());
        orders_.resize(orders_.size() + list.room);
        std::copy_n(orders_.begin() + old.first, old.size, orders_.begin() + list.first);
    }

    void grow() {
        slots_.assign(slots_.size() * 2, Slot{});
        for (std::uint32_t number = 0; number < groups_.size(); ++number) {
            const Key key{groups_[number].words, {}};
            slots_[place_of(key)] = {number, tag_of(key.hash())};
        }
    }

    bool exact_;
    std::vector<Slot> slots_;  // open addressing, a power of two
    std::vector<Group> groups_;
    std::vector<Order> orders_;
};

}  // namespace paiyou::search::endgame
