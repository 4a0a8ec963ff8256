// Some bits of a word, moved together: a hand that is part of a known hand is told from all its other parts by few
// bits.
#pragma once

#include <bit>
#include <cstdint>

#include "cards/packed.hpp"
#include "compiler.hpp"

namespace paiyou {

// The bits of `word` where `mask` has ones, lowest first.
inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#if defined(PAIYOU_BMI2)
    return _pext_u64(word, mask);
#else
    std::uint64_t gathered = 0;
    for (int place = 0; mask != 0; mask &= mask - 1, ++place) {
        gathered |= (word >> std::countr_zero(mask) & 1) << place;
    }
    return gathered;
#endif
}

// The bits in which parts of a hand may differ: no more than the hand has cards.
constexpr std::uint64_t bits_of_parts(Packed hand) {
    std::uint64_t mask = 0;
    for (int rank = 0; rank < kMaxRanks; ++rank) {
        const unsigned copies = static_cast<unsigned>(count_of(hand, rank));
        mask |= ((std::uint64_t{1} << std::bit_width(copies)) - 1) << (4 * rank);
    }
    return mask;
}

}  // namespace paiyou
