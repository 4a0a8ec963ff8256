// A position as 128 bits: two chains of mixed words that share nothing but the words. Keys are hashes: different
// positions may share one, but among a million positions the chance of that is below 1 in 10^26, so tables trust them.
#pragma once

#include <cstdint>

#include "cards/random.hpp"
#include "compiler.hpp"

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
    void add(std::uint64_t word) {
        key_.first = fold(key_.first ^ word, 0xA0761D6478BD642FULL);
        key_.second = fold(key_.second + word, 0xE7037ED1A0B428DBULL);
    }

    HashKey key() const { return {mix(key_.first), mix(key_.second)}; }

 private:
    // Both halves of a 128-bit product: one multiplication stirs all bits.
    static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
        const Product product = multiply(a, b);
        return product.low ^ product.high;
    }

    HashKey key_{0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL};  // digits of pi
};

}  // namespace paiyou::search
