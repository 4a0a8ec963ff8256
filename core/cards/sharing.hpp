// Sharing out unseen cards among slots (the hidden hands, a hidden pile), uniformly over the cards themselves.
//
// Cards come in classes: ranks in climbing games, suits in trick games. Within a class only numbers matter, so a deal
// is a chain of splits, one per class. The ways are counted once, from the last class to the first, and each draw
// follows the counts down: no rejection, and no deal more likely than another. The same chain lists every deal.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/random.hpp"

namespace paiyou {

class Sharing {
 public:
    static constexpr int kMaxSlots = 4;
    using Shares = std::array<std::uint8_t, kMaxSlots>;

    // `room` is how many cards each slot takes; no class has more than `largest_class` cards.
    Sharing(const std::array<int, kMaxSlots>& room, int slots, int largest_class) : slots_(slots), room_(room) {
        for (int slot = 0; slot + 1 < slots_; ++slot) {
            stride_[slot] = size_;
            radix_[slot] = static_cast<std::uint32_t>(room_[slot] + 1 + largest_class);
            size_ *= radix_[slot];
        }
    }

    Sharing() = default;

    // The next class: so many cards, at most limit(slot) of them in a slot. factor(slot, number) weighs a share beyond
    // the ways of choosing its cards; 1 leaves it at that, 0 rules it out.
    template <typename Limit, typename Factor>
    void add_class(int cards, Limit&& limit, Factor&& factor) {
        std::vector<Split>& splits = splits_.emplace_back();
        Split split;
        // Slot by slot: choose how many of the cards go there, out of those left.
        const auto share = [&](auto&& self, int slot, int left, double weight) -> void {
            if (slot == slots_) {
                if (left == 0) {
                    split.weight = weight;
                    splits.push_back(split);
                }
                return;
            }
            double ways = 1;  // left choose number
            for (int number = 0; number <= std::min({left, room_[slot], limit(slot)}); ++number) {
                if (number > 0) ways = ways * (left - number + 1) / number;
                const double factored = weight * ways * factor(slot, number);
                split.shares[slot] = static_cast<std::uint8_t>(number);
                split.stride += static_cast<std::uint32_t>(number) * stride_[slot];
                if (factored > 0) self(self, slot + 1, left - number, factored);
                split.stride -= static_cast<std::uint32_t>(number) * stride_[slot];
            }
        };
        share(share, 0, cards, 1.0);
    }

    // To be called once, when all classes are there. ways_[class][filled] becomes the number of ways to share out this
    // class and all behind it, when those before have filled the slots so far.
    void count() {
        const std::size_t classes = splits_.size();
        ways_.assign((classes + 1) * static_cast<std::size_t>(size_), 0.0);
        std::uint32_t full = 0;
        for (int slot = 0; slot + 1 < slots_; ++slot) full += static_cast<std::uint32_t>(room_[slot]) * stride_[slot];
        ways_[classes * size_ + full] = 1.0;
        for (std::size_t number = classes; number-- > 0;) {
            double* const here = ways_.data() + number * size_;
            const double* const behind = here + size_;
            for (std::uint32_t filled = 0; filled <= full; ++filled) {
                if (overfull(filled)) continue;
                for (const Split& split : splits_[number]) here[filled] += split.weight * behind[filled + split.stride];
            }
        }
    }

    // Of the cards themselves.
    double ways() const { return ways_[0]; }

    // Draws a deal: visit(class, shares) for every class in turn. There must be a way.
    template <typename Visit>
    void draw(Random& random, Visit&& visit) const {
        std::uint32_t filled = 0;
        for (std::size_t number = 0; number < splits_.size(); ++number) {
            const std::vector<Split>& splits = splits_[number];
            const Split* chosen = &splits[0];
            if (splits.size() > 1) {
                const double* const behind = ways_.data() + (number + 1) * size_;
                double left = random.unit() * ways_[number * size_ + filled];
                for (const Split& split : splits) {
                    const double ways = split.weight * behind[filled + split.stride];
                    if (ways == 0.0) continue;
                    chosen = &split;
                    left -= ways;
                    if (left < 0) break;
                }
            }
            visit(static_cast<int>(number), chosen->shares);
            filled += chosen->stride;
        }
    }

    // In how many ways numbers of cards can be shared out, whatever each way weighs.
    double chains() const {
        if (splits_.empty()) return 1;
        std::vector<double> here(size_, 0.0);
        std::vector<double> next(size_, 0.0);
        here[0] = 1;
        for (std::size_t number = 0; number < splits_.size(); ++number) {
            const double* const behind = ways_.data() + (number + 1) * size_;
            std::fill(next.begin(), next.end(), 0.0);
            for (std::uint32_t filled = 0; filled < size_; ++filled) {
                if (here[filled] == 0.0) continue;
                for (const Split& split : splits_[number]) {
                    if (behind[filled + split.stride] > 0) next[filled + split.stride] += here[filled];
                }
            }
            here.swap(next);
        }
        double total = 0;
        for (const double chains : here) total += chains;
        return total;
    }

    // Every one of these: visit(shares of all classes, ways it stands for), until the visitor says false.
    template <typename Visit>
    void each(Visit&& visit) const {
        std::vector<Shares> chosen(splits_.size());
        const auto walk = [&](auto&& self, std::size_t number, std::uint32_t filled, double weight) -> bool {
            if (number == splits_.size()) return visit(chosen, weight);
            const double* const behind = ways_.data() + (number + 1) * size_;
            for (const Split& split : splits_[number]) {
                if (behind[filled + split.stride] == 0.0) continue;  // a dead end
                chosen[number] = split.shares;
                if (!self(self, number + 1, filled + split.stride, weight * split.weight)) return false;
            }
            return true;
        };
        if (ways() > 0) walk(walk, 0, 0, 1.0);
    }

    // How likely every split of every class is: visit(class, shares, chance). There must be a way.
    template <typename Visit>
    void chances(Visit&& visit) const {
        std::vector<double> here(size_, 0.0);
        std::vector<double> next(size_, 0.0);
        here[0] = 1 / ways();
        for (std::size_t number = 0; number < splits_.size(); ++number) {
            const double* const behind = ways_.data() + (number + 1) * size_;
            std::fill(next.begin(), next.end(), 0.0);
            for (const Split& split : splits_[number]) {
                double chance = 0;
                for (std::uint32_t filled = 0; filled < size_; ++filled) {
                    if (here[filled] == 0.0 || behind[filled + split.stride] == 0.0) continue;
                    const double before = here[filled] * split.weight;
                    next[filled + split.stride] += before;
                    chance += before * behind[filled + split.stride];
                }
                visit(static_cast<int>(number), split.shares, chance);
            }
            here.swap(next);
        }
    }

    // The ways that one sharing out stands for; 0 where it is none of these.
    double ways_of(const std::vector<Shares>& chosen) const {
        double weight = 1;
        for (std::size_t number = 0; number < splits_.size(); ++number) {
            const auto same = [&](const Split& split) { return split.shares == chosen[number]; };
            const auto found = std::find_if(splits_[number].begin(), splits_[number].end(), same);
            if (found == splits_[number].end()) return 0;
            weight *= found->weight;
        }
        return weight;
    }

 private:
    // One way to share out a class, and how many ways of the cards themselves it stands for.
    struct Split {
        Shares shares{};
        std::uint32_t stride = 0;  // what it adds to the number that says how full the slots are
        double weight = 0;
    };

    bool overfull(std::uint32_t filled) const {
        for (int slot = 0; slot + 1 < slots_; ++slot) {
            if (filled / stride_[slot] % radix_[slot] > static_cast<std::uint32_t>(room_[slot])) return true;
        }
        return false;
    }

    int slots_ = 0;
    std::array<int, kMaxSlots> room_{};
    // How full all slots but the last are is one number in mixed radix. A digit has room for one class too many, so
    // that an overfull slot is a place with no ways instead of a carry into the next digit.
    std::array<std::uint32_t, kMaxSlots> stride_{};
    std::array<std::uint32_t, kMaxSlots> radix_{};
    std::uint32_t size_ = 1;
    std::vector<std::vector<Split>> splits_;
    std::vector<double> ways_;  // class * size_ + how full
};

}  // namespace paiyou
