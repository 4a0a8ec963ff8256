// A position as 128 bits: two chains of mixed words that share nothing but the words. Keys are hashes: different
// positions may share one, but among a million positions the chance of that is below 1 in 10^26, so tables trust them.
#pragma once

#include <bit>
#include <cstdint>

#include "cards/random.hpp"

namespace paiyou::search {

struct HashKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const HashKey&) const = default;
    std::uint64_t hash() const { return first; }
    bool set() const { return (first | second) != 0; }
};

class KeyMaker {
 public:
    // Every step is a one-to-one map of the chain, so that two lists of words that differ once cannot meet at once.
    void add(std::uint64_t word) {
        key_.first = mix(key_.first ^ word);
        key_.second = mix(key_.second + std::rotl(word * kGolden, 32));
    }

    HashKey key() const { return key_; }

 private:
    HashKey key_{0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL};  // digits of pi
};

}  // namespace paiyou::search
