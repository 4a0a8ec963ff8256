// Layers of whole numbers, for small networks that are asked millions of times: weights of 8 bits, a first layer that
// is a sum of rows in 16 bits, activations from 0 to 127. In the way of Stockfish's NNUE (Nasu 2018).
//
// Written with and without wide vectors; both give the same numbers, since no sum overflows.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "compiler.hpp"

namespace paiyou::nets {

inline constexpr int kMaxWidth = 512;  // of a layer
inline constexpr int kStep = 32;       // widths are multiples of it: one vector of bytes
inline constexpr int kMost = 127;      // the highest activation
inline constexpr int kShift = 6;       // a weight of the dense layers is counted in steps of 1/64

using Sums = std::array<std::int16_t, kMaxWidth>;
using Activations = std::array<std::uint8_t, kMaxWidth>;

// Adds a row of weights to the sums of the first layer, or takes it away.
template <bool kAdd>
inline void change_by_row(Sums& sums, const std::int8_t* row, int width) {
#if defined(PAIYOU_AVX2)
    for (int at = 0; at < width; at += 16) {
        auto* const place = reinterpret_cast<__m256i*>(sums.data() + at);
        const __m256i weights = _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row + at)));
        const __m256i before = _mm256_loadu_si256(place);
        _mm256_storeu_si256(place, kAdd ? _mm256_add_epi16(before, weights) : _mm256_sub_epi16(before, weights));
    }
#else
    for (int at = 0; at < width; ++at) {
        sums[at] = static_cast<std::int16_t>(kAdd ? sums[at] + row[at] : sums[at] - row[at]);
    }
#endif
}

// Sums cut to 0 .. 127.
inline void activate(const Sums& sums, int width, Activations& active) {
#if defined(PAIYOU_AVX2)
    const __m256i zero = _mm256_setzero_si256();
    for (int at = 0; at < width; at += kStep) {
        const auto* const place = reinterpret_cast<const __m256i*>(sums.data() + at);
        // Packing cuts off above 127 and mixes the halves of both vectors.
        const __m256i packed = _mm256_packs_epi16(_mm256_loadu_si256(place), _mm256_loadu_si256(place + 1));
        const __m256i ordered = _mm256_permute4x64_epi64(_mm256_max_epi8(packed, zero), 0xD8);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(active.data() + at), ordered);
    }
#else
    for (int at = 0; at < width; ++at) {
        active[at] = static_cast<std::uint8_t>(std::clamp<int>(sums[at], 0, kMost));
    }
#endif
}

// A dense layer: weights of `outputs` rows of `inputs` each. Inputs that are 0 cost nothing.
class DenseLayer {
 public:
    DenseLayer() = default;

    DenseLayer(const std::int8_t* rows, const std::int32_t* bias, int inputs, int outputs)
        : inputs_(inputs),
          outputs_(outputs),
          weights_(static_cast<std::size_t>(inputs) * outputs),
          bias_(bias, bias + outputs) {
        for (int output = 0; output < outputs; ++output) {
            for (int input = 0; input < inputs; ++input) {
                weights_[place(input, output)] = rows[static_cast<std::size_t>(output) * inputs + input];
            }
        }
    }

    int outputs() const { return outputs_; }

    // The next activations.
    void forward(const Activations& given, Activations& next) const {
        std::array<std::int32_t, kMaxWidth> sums;
        sum(given, sums);
        for (int output = 0; output < outputs_; ++output) {
            next[output] =
                static_cast<std::uint8_t>(std::clamp((sums[output] + (1 << (kShift - 1))) >> kShift, 0, kMost));
        }
    }

 private:
    void sum(const Activations& given, std::array<std::int32_t, kMaxWidth>& sums) const {
#if defined(PAIYOU_AVX2)
        std::array<std::uint16_t, kMaxWidth / 4> used;
        int number = 0;
        const __m256i zero = _mm256_setzero_si256();
        for (int at = 0; at < inputs_; at += kStep) {
            const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(given.data() + at));
            const __m256i empty = _mm256_cmpeq_epi32(bytes, zero);
            unsigned bits = ~static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(empty))) & 0xFF;
            for (; bits != 0; bits &= bits - 1) {
                used[number++] = static_cast<std::uint16_t>(at / 4 + std::countr_zero(bits));
            }
        }
        const __m256i ones = _mm256_set1_epi16(1);
        for (int output = 0; output < outputs_; output += kStep) {
            __m256i total[4];
            for (int part = 0; part < 4; ++part) {
                total[part] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bias_.data() + output + 8 * part));
            }
            for (int group = 0; group < number; ++group) {
                std::int32_t four;
                std::memcpy(&four, given.data() + 4 * used[group], 4);
                const __m256i inputs = _mm256_set1_epi32(four);
                const auto* const weights =
                    reinterpret_cast<const __m256i*>(weights_.data() + place(4 * used[group], output));
                for (int part = 0; part < 4; ++part) {
                    // Two products of at most 127 times 127 fit in 16 bits.
                    const __m256i pairs = _mm256_maddubs_epi16(inputs, _mm256_loadu_si256(weights + part));
                    total[part] = _mm256_add_epi32(total[part], _mm256_madd_epi16(pairs, ones));
                }
            }
            for (int part = 0; part < 4; ++part) {
                _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums.data() + output + 8 * part), total[part]);
            }
        }
#else
        std::copy(bias_.begin(), bias_.end(), sums.begin());
        for (int input = 0; input < inputs_; ++input) {
            if (given[input] == 0) continue;
            // Two factors of 16 bits: what compilers make vectors of without being asked.
            const std::int16_t active = given[input];
            const std::int16_t* const weights = weights_.data() + place(input, 0);
            for (int output = 0; output < outputs_; ++output) sums[output] += active * weights[output];
        }
#endif
    }

#if defined(PAIYOU_AVX2)
    // The weights of four neighbouring inputs to one output lie together, and all outputs of four inputs in a row.
    using Weight = std::int8_t;
    std::size_t place(int input, int output) const {
        return (static_cast<std::size_t>(input / 4) * outputs_ + output) * 4 + input % 4;
    }
#else
    using Weight = std::int16_t;
    std::size_t place(int input, int output) const { return static_cast<std::size_t>(input) * outputs_ + output; }
#endif

    int inputs_ = 0;
    int outputs_ = 0;
    std::vector<Weight> weights_;
    std::vector<std::int32_t> bias_;
};

}  // namespace paiyou::nets
