// Which of up to 64 combos does a hand contain? One bit each. The hot loop of every climbing game.
//
// Written with and without wide vectors; CMakeLists.txt builds the module both ways, and the package loads the better
// one that the processor can run.
#pragma once

#include <cstdint>

#include "cards/packed.hpp"
#include "compiler.hpp"

namespace paiyou {

// Rows are read in whole vectors: an array must be padded by kRowPadding rows behind its last.
inline constexpr int kRowPadding = 4;

inline std::uint64_t contained_bits(Packed hand, const Packed* rows, int count) {
    const Packed guarded = hand | kGuards;
    std::uint64_t bits = 0;
#if defined(PAIYOU_AVX2)
    const __m256i hands = _mm256_set1_epi64x(static_cast<long long>(guarded));
    const __m256i guards = _mm256_set1_epi64x(static_cast<long long>(kGuards));
    for (int row = 0; row < count; row += 4) {
        const __m256i combos = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows + row));
        const __m256i equal = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_sub_epi64(hands, combos), guards), guards);
        bits |= static_cast<std::uint64_t>(_mm256_movemask_pd(_mm256_castsi256_pd(equal))) << row;
    }
#else
    for (int row = 0; row < count; ++row) {
        bits |= static_cast<std::uint64_t>(((guarded - rows[row]) & kGuards) == kGuards) << row;
    }
#endif
    return count < 64 ? bits & ((std::uint64_t{1} << count) - 1) : bits;
}

}  // namespace paiyou
