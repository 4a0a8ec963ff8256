// What compilers and processors have beyond standard C++, each with a replacement in standard C++ that gives the same
// numbers: nothing else in the core names a compiler.
//
// With PAIYOU_STANDARD_CXX only the replacements are used. On x86-64 the build `portable` is made that way, so that
// tests run what other compilers (MSVC has no 128-bit integers) get.
#pragma once

#include <cstdint>

#if !defined(PAIYOU_STANDARD_CXX)
#if defined(__AVX2__)
#define PAIYOU_AVX2
#endif
#if defined(__BMI2__) || (defined(_MSC_VER) && defined(__AVX2__))  // MSVC has one option for both and no macro
#define PAIYOU_BMI2
#endif
#if defined(__SIZEOF_INT128__)
#define PAIYOU_INT128
#endif
#endif

#if defined(PAIYOU_AVX2) || defined(PAIYOU_BMI2)
#include <immintrin.h>
#endif

namespace paiyou {

struct Product {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const Product&) const = default;
};

// All 128 bits of a product, by long multiplication with digits of 32 bits.
constexpr Product multiply_by_digits(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t a_low = a & 0xFFFFFFFF, a_high = a >> 32;
    const std::uint64_t b_low = b & 0xFFFFFFFF, b_high = b >> 32;
    const std::uint64_t low = a_low * b_low;
    const std::uint64_t cross = a_high * b_low + (low >> 32);  // cannot overflow, nor can the next
    const std::uint64_t middle = a_low * b_high + (cross & 0xFFFFFFFF);
    return {(middle << 32) | (low & 0xFFFFFFFF), a_high * b_high + (cross >> 32) + (middle >> 32)};
}

// All 128 bits of a product.
constexpr Product multiply(std::uint64_t a, std::uint64_t b) {
#if defined(PAIYOU_INT128)
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return {static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64)};
#else
    return multiply_by_digits(a, b);
#endif
}

// Says that memory will be read soon. It changes no result.
inline void prefetch([[maybe_unused]] const void* address) {
#if !defined(PAIYOU_STANDARD_CXX) && defined(__GNUC__)  // Clang, too
    __builtin_prefetch(address);
#endif
}

}  // namespace paiyou
