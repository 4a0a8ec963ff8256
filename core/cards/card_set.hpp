// A set of cards that are all different: one bit per place in the deck.
#pragma once

#include <bit>
#include <cstdint>

#include "compiler.hpp"

namespace paiyou {

using CardSet = std::uint64_t;

constexpr CardSet card_bit(int card) { return CardSet{1} << card; }

// A word whose lowest bit is bit `number` of those set in `bits`.
inline std::uint64_t from_bit(std::uint64_t bits, std::uint32_t number) {
#if defined(PAIYOU_BMI2)
    return _pdep_u64(std::uint64_t{1} << number, bits);
#else
    while (number-- > 0) bits &= bits - 1;
    return bits;
#endif
}

// Card `number` of a set, counted from the lowest.
inline int card_at(CardSet cards, std::uint32_t number) { return std::countr_zero(from_bit(cards, number)); }

template <typename Visit>
inline void each_card(CardSet cards, Visit&& visit) {
    for (; cards != 0; cards &= cards - 1) visit(std::countr_zero(cards));
}

}  // namespace paiyou
