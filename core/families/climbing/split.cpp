#include "families/climbing/split.hpp"

#include <algorithm>

namespace paiyou::climbing {

void Splitter::forget() {
    for (Rank& rank : ranks_) {
        rank.cards.clear();
        rank.choices.clear();
    }
    used_ = 0;
    ++age_;
    if (age_ == 0) {  // the counter went round: old slots would look new
        memory_.assign(memory_.size(), Slot{});
        age_ = 1;
    }
}

void Splitter::add(Action action, float worth) {
    const Packed cards = game_->combos.combo(action).cards;
    Rank& rank = ranks_[static_cast<std::size_t>(std::countr_zero(cards) / 4)];
    rank.cards.push_back(cards);
    rank.choices.push_back({worth, action});
}

Splitter::Choice Splitter::solve(Packed key) {
    const Packed hand = key & kCards;
    if (hand == 0) return {0.0F, kPass};
    if (const Slot& known = slot_of(key); known.age == age_) return known.choice;
    Choice best{-std::numeric_limits<float>::infinity(), kPass};
    const Rank& rank = ranks_[static_cast<std::size_t>(std::countr_zero(hand) / 4)];
    const int combos = static_cast<int>(rank.choices.size());
    for (int base = 0; base < combos; base += 64) {
        std::uint64_t bits = contained_bits(hand, rank.cards.data() + base, combos - base < 64 ? combos - base : 64);
        for (; bits != 0; bits &= bits - 1) {
            const Choice& choice = rank.choices[static_cast<std::size_t>(base + std::countr_zero(bits))];
            const bool last_only = game_->combos.combo(choice.action).whole_hand != 0;
            if (last_only && (key & kLastUsed) != 0) continue;
            const Packed rest = without(key, choice.action);
            float worth = best.worth;
            if (!last_only || (key & kSpare) == 0) worth = choice.worth + solve(rest).worth;
            if ((key & kSpare) != 0 && (last_only || choice.worth < 0.0F)) {
                worth = std::max(worth, solve((rest & ~kSpare) | kLastUsed).worth);
            }
            if (worth > best.worth) best = {worth, choice.action};
        }
    }
    if (2 * ++used_ > memory_.size()) grow();
    slot_of(key) = {key, best, age_};
    return best;
}

// The slot that holds the key or, where it is not there, the free one it belongs into.
Splitter::Slot& Splitter::slot_of(Packed key) {
    const std::size_t mask = memory_.size() - 1;
    std::size_t place = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> 32) & mask;
    while (memory_[place].age == age_ && memory_[place].key != key) place = (place + 1) & mask;
    return memory_[place];
}

void Splitter::grow() {
    std::vector<Slot> old(memory_.size() * 2);
    old.swap(memory_);
    for (const Slot& slot : old) {
        if (slot.age == age_) slot_of(slot.key) = slot;
    }
}

}  // namespace paiyou::climbing
