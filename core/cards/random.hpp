// Counter-based random numbers: word i of a seed is a pure function of (seed, i), so one seed is one deal in C++, in
// NumPy (paiyou/games/dealing.py) and in torch. The mixing function is the finalizer of SplitMix64 (Steele, Lea and
// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
#pragma once

#include <cstdint>

#include "compiler.hpp"

namespace paiyou {

inline constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;

constexpr std::uint64_t mix(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    return word ^ (word >> 31);
}

// The seed is mixed first, so that neighbouring seeds are not shifted copies of each other.
constexpr std::uint64_t random_word(std::uint64_t seed, std::uint64_t counter) {
    return mix(mix(seed + kGolden) + (counter + 1) * kGolden);
}

class Random {
 public:
    explicit constexpr Random(std::uint64_t seed) : state_(mix(seed + kGolden)) {}

    constexpr std::uint64_t next() { return mix(state_ += kGolden); }

    // Uniform in [0, bound): the high half of a 128-bit product; its bias is bound / 2^64.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(multiply(next(), bound).high);
    }

    // Uniform in [0, 1) with 53 bits.
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
    std::uint64_t state_;
};

}  // namespace paiyou
