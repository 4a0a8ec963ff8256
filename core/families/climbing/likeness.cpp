#include "families/climbing/likeness.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_set>

#include "cards/random.hpp"

namespace paiyou::climbing {

namespace {

constexpr Packed nibble(int rank) { return Packed{15} << (4 * rank); }
int lowest_rank(Packed cards) { return std::countr_zero(cards) / 4; }
int highest_rank(Packed cards) { return (63 - std::countl_zero(cards)) / 4; }

// A combo without its kickers.
Packed main_of(const ComboTable& table, Action action) {
    const std::int32_t body = table.body_of(action);
    return body == ComboTable::kNoBody ? table.combo(action).cards : table.body_rows()[static_cast<std::size_t>(body)];
}

// Neighbouring ranks, the same number of cards of each.
bool is_even_run(Packed cards) {
    const int copies = count_of(cards, lowest_rank(cards));
    for (int rank = lowest_rank(cards); rank <= highest_rank(cards); ++rank) {
        if (count_of(cards, rank) != copies) return false;
    }
    return true;
}

// Whether a combo holds the ranks in place that its main part goes through: several that are no chain.
bool is_in_place(const ComboTable& table, Action action) {
    const Packed main = main_of(table, action);
    return lowest_rank(main) != highest_rank(main) && (!is_even_run(main) || table.combo(action).power > 0);
}

// Combos that lie there as something else, and keys that are no rank of the combo, are too odd to be compared.
bool is_odd(const ComboTable& table, Action action) {
    const ComboTable::Combo& combo = table.combo(action);
    return combo.stands_group != combo.group || combo.stands_key != combo.key ||
           count_of(main_of(table, action), combo.key) == 0;
}

// Cards as they look when only order, number and chains are seen.
struct Look {
    Packed cards = 0;
    Packed links = 0;

    bool operator==(const Look&) const = default;
};

struct LookHash {
    std::size_t operator()(const Look& look) const { return mix(look.cards ^ mix(look.links)); }
};

}  // namespace

Likeness::Likeness(const ComboTable& table, Packed deck, bool apart_only) {
    for (Action action = 1; apart_only && action < table.size(); ++action) {
        if (is_in_place(table, action)) left_out_.push_back(main_of(table, action));
    }
    if (table.has_aliases() || !read_chains(table, deck) || !all_alike(table, deck)) *this = Likeness();
}

// Mains of several ranks are chains, all through the same ranks; or else those ranks are like no others.
bool Likeness::read_chains(const ComboTable& table, Packed deck) {
    std::array<Packed, kMaxCopies + 1> through{};
    std::array<int, kMaxCopies + 1> shortest{};
    Packed free = present(deck) * 15;
    for (Action action = 1; action < table.size(); ++action) {
        if (!apart(table.combo(action).cards)) continue;
        if (is_odd(table, action)) return false;
        const Packed main = main_of(table, action);
        const int length = highest_rank(main) - lowest_rank(main) + 1;
        if (length == 1) continue;
        if (is_in_place(table, action)) {
            free &= ~(present(main) * 15);
            continue;
        }
        const auto copies = static_cast<std::size_t>(count_of(main, lowest_rank(main)));
        shortest[copies] = shortest[copies] == 0 ? length : std::min(shortest[copies], length);
        through[copies] |= present(main);
    }
    Packed chained = 0;
    for (const Packed ranks : through) chained |= ranks;
    for (std::size_t copies = 1; copies < through.size(); ++copies) {
        if (shortest[copies] == 0) continue;
        if (through[copies] != chained) return false;
        chains_.push_back({copies, shortest[copies], chained});
    }
    // The longest stretch of ranks that no such combo holds in place.
    for (int first = 0; first < kMaxRanks; ++first) {
        Packed stretch = 0;
        for (int rank = first; rank < std::min(first + kMost, kMaxRanks); ++rank) {
            if ((free & nibble(rank)) == 0) break;
            stretch |= nibble(rank);
        }
        if (std::popcount(stretch) > std::popcount(ranks_)) ranks_ = stretch;
    }
    lowest_ = ranks_ == 0 ? 0 : std::countr_zero(ranks_);
    return ranks_ != 0 && (chained * 15 & ~ranks_) == 0;
}

bool Likeness::all_alike(const ComboTable& table, Packed deck) const {
    std::unordered_set<Look, LookHash> seen;
    for (Action action = 1; action < table.size(); ++action) {
        const Packed cards = table.combo(action).cards;
        if (!apart(cards)) continue;
        const Packed there = present(cards);
        // One combo of each look: wherever it can be, there is its like, and so for all others of the look.
        if (!seen.insert({moved_down(cards, there), gather_bits(links(cards), there)}).second) continue;
        if (!alike_everywhere(table, deck, action)) return false;
    }
    return true;
}

// Moves the cards of a combo to all ranks where they look the same, and asks for the combo there.
bool Likeness::alike_everywhere(const ComboTable& table, Packed deck, Action action) const {
    const ComboTable::Combo& combo = table.combo(action);
    const Packed main = main_of(table, action);
    const Packed there = present(combo.cards);
    const Packed linked = links(combo.cards);
    const Packed look = moved_down(combo.cards, there);
    const Packed main_look = moved_down(main, there);
    const Packed key_look = moved_down(one_of(combo.key), there);
    const auto fine_at = [&](Packed places, Packed cards) {
        if (!contains(deck, cards) || !apart(cards) || gather_bits(links(cards), places) != gather_bits(linked, there))
            return true;
        const Action other = table.find(cards);
        if (other == kPass || moved_down(cards, places) != look) return false;
        const ComboTable::Combo& found = table.combo(other);
        return found.group == combo.group && found.power == combo.power &&
               (found.whole_hand != 0) == (combo.whole_hand != 0) &&
               moved_down(main_of(table, other), places) == main_look &&
               moved_down(one_of(found.key), places) == key_look;
    };
    // The lowest rank that is still to be placed goes to each place from `from` on; linked ranks stay together.
    const auto place = [&](const auto& self, Packed left, int from, Packed places, Packed cards) -> bool {
        if (left == 0) return fine_at(places, cards);
        const int rank = lowest_rank(left);
        int end = rank + 1;
        while ((linked >> (4 * (end - 1)) & 1) != 0) ++end;
        const Packed block = (Packed{1} << (4 * end)) - (Packed{1} << (4 * rank));
        for (int at = from; at + (end - rank) <= kMaxRanks; ++at) {
            const Packed moved = (block >> (4 * rank)) << (4 * at);
            if ((moved & ~ranks_) != 0) continue;
            const Packed here = ((combo.cards & block) >> (4 * rank)) << (4 * at);
            if (!self(self, left & ~block, at + (end - rank), places | (moved & kOnes), cards | here)) return false;
        }
        return true;
    };
    return place(place, there & ranks_, 0, there & ~ranks_, combo.cards & ~ranks_);
}

}  // namespace paiyou::climbing
