// Compares both ways to multiply in core/compiler.hpp and prints how many products it compared.
#include <array>
#include <cstdint>
#include <iostream>

#include "cards/random.hpp"
#include "compiler.hpp"

using paiyou::multiply;
using paiyou::multiply_by_digits;
using paiyou::Product;

static_assert(multiply_by_digits(~0ULL, ~0ULL) == Product{1, ~0ULL - 1});
static_assert(multiply_by_digits(0xFFFFFFFFULL, 0x100000001ULL) == Product{~0ULL, 0});

int main() {
    const std::array<std::uint64_t, 8> corners{0,           1,          0xFFFFFFFF, 0x100000000,
                                               0x100000001, 1ULL << 63, ~0ULL - 1,  ~0ULL};
    int compared = 0;
    const auto differ = [&](std::uint64_t a, std::uint64_t b) {
        ++compared;
        return multiply(a, b) != multiply_by_digits(a, b);
    };
    for (const std::uint64_t a : corners) {
        for (const std::uint64_t b : corners) {
            if (differ(a, b)) return 1;
        }
    }
    paiyou::Random random(1);
    for (int trial = 0; trial < 100000; ++trial) {
        if (differ(random.next(), random.next()) || differ(random.next(), random.below(1000))) return 1;
    }
    std::cout << compared << '\n';
}
