#include "families/climbing/chances.hpp"

#include <algorithm>
#include <bit>

namespace paiyou::climbing {

namespace {

// Chances to hold at least 0, 1, 2 ... of some cards: those known for certain, each other one with probability q.
using AtLeast = std::array<float, kMaxCopies + 1>;

AtLeast at_least(int known, int cards, float q) {
    AtLeast exactly{};
    exactly[static_cast<std::size_t>(known)] = 1.0F;
    for (int card = known; card < cards; ++card) {
        for (int held = card + 1; held >= 0; --held) {
            const std::size_t place = static_cast<std::size_t>(held);
            exactly[place] = exactly[place] * (1.0F - q) + (held > 0 ? exactly[place - 1] * q : 0.0F);
        }
    }
    AtLeast sums{};
    float sum = 0.0F;
    for (int held = cards; held > 0; --held) {
        sum += exactly[static_cast<std::size_t>(held)];
        sums[static_cast<std::size_t>(held)] = sum;
    }
    sums[0] = 1.0F;
    return sums;
}

}  // namespace

Chances::Chances(const Game& game) : stands_(static_cast<std::size_t>(game.combos.groups() + 1) * 16) {
    const ComboTable& table = game.combos;
    const auto add = [&](Packed needed, Action action) {
        const ComboTable::Combo& combo = table.combo(action);
        shapes_.push_back({needed, combo.group, combo.key, combo.power,
                           static_cast<std::uint8_t>(total_cards(combo.cards)), combo.whole_hand != 0});
        if (combo.power >= unpowered_.size()) unpowered_.resize(combo.power + std::size_t{1});
    };
    for (Action action = 1; action < table.plain_end(); ++action) add(table.combo(action).cards, action);
    for (std::uint32_t number = 0; number < table.bodies(); ++number) {
        if (table.body(number).lead) add(table.body_rows()[number], table.body(number).first);
    }
}

void Chances::count(Packed unseen, const std::vector<Enemy>& enemies) {
    std::fill(stands_.begin(), stands_.end(), 1.0F);
    std::fill(unpowered_.begin(), unpowered_.end(), 1.0F);
    const int all = total_cards(unseen);
    for (int rank = 0, below = 0; rank < kMaxRanks; ++rank) {
        lower_[static_cast<std::size_t>(rank)] = static_cast<float>(below) / static_cast<float>(std::max(all, 1));
        below += count_of(unseen, rank);
    }
    for (const Enemy& enemy : enemies) {
        const int hidden = all - total_cards(enemy.known);
        const int drawn = enemy.cards - total_cards(enemy.known);
        const float q = hidden == 0 ? 0.0F : static_cast<float>(drawn) / static_cast<float>(hidden);
        std::array<AtLeast, kMaxRanks> chance{};
        for (int rank = 0; rank < kMaxRanks; ++rank) {
            chance[static_cast<std::size_t>(rank)] = at_least(count_of(enemy.known, rank), count_of(unseen, rank), q);
        }
        for (const Shape& shape : shapes_) {
            if (shape.size > enemy.cards || (shape.last_only && shape.size != enemy.cards)) continue;
            if (!contains(unseen, shape.cards)) continue;
            float holds = 1.0F;
            for (Packed rest = shape.cards; rest != 0;) {
                const int rank = std::countr_zero(rest) / 4;
                holds *= chance[static_cast<std::size_t>(rank)][static_cast<std::size_t>(count_of(rest, rank))];
                rest &= ~(Packed{0xF} << (4 * rank));
            }
            // Rounding must not turn a possible answer into an impossible one.
            const float lacks = std::min(1.0F - holds, 0.999999F);
            stands_[place(shape.group, shape.key)] *= lacks;
            for (int power = 0; power < shape.power; ++power) unpowered_[static_cast<std::size_t>(power)] *= lacks;
        }
    }
    // So far: nobody holds this very key. Now: nobody holds a higher one.
    for (std::size_t group = 0; group < stands_.size(); group += 16) {
        float above = 1.0F;
        for (std::size_t key = group + 16; key-- > group;) {
            const float here = stands_[key];
            stands_[key] = above;
            above *= here;
        }
    }
}

}  // namespace paiyou::climbing
