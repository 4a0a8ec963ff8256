// How likely it is that a combo stands: that none of a seat's enemies can beat it, as far as the unseen cards tell.
//
// An enemy with n of the u unseen cards holds any one of them with probability n / u, besides those that he is known to
// hold; ranks and combos are taken as independent. That errs by little, and it is exact where it matters: a chance of 1
// means that nobody can beat.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "families/climbing/game.hpp"

namespace paiyou::climbing {

struct Enemy {
    int cards;     // in his hand
    Packed known;  // those of them that everybody knows
};

class Chances {
 public:
    explicit Chances(const Game& game);

    // Takes stock: the unseen cards, and who holds how many of them.
    void count(Packed unseen, const std::vector<Enemy>& enemies);

    // That nobody beats this with a combo of the same power.
    float stands(const ComboTable::Combo& combo) const { return stands_[place(combo.group, combo.key)]; }
    // That nobody has more power.
    float unpowered(int power) const { return unpowered_[static_cast<std::size_t>(power)]; }
    // Share of the unseen cards that are lower than a rank.
    float lower(int rank) const { return lower_[static_cast<std::size_t>(rank)]; }
    // Nobody can beat it, whatever he holds.
    bool sure(const ComboTable::Combo& combo) const { return stands(combo) >= 1.0F && unpowered(combo.power) >= 1.0F; }

 private:
    // What it takes to play a group and key: a plain combo, or a body and enough cards.
    struct Shape {
        Packed cards;
        std::uint16_t group;
        std::uint8_t key;
        std::uint8_t power;
        std::uint8_t size;
        bool last_only;
    };

    static std::size_t place(int group, int key) { return static_cast<std::size_t>(group * 16 + key); }

    std::vector<Shape> shapes_;
    std::vector<float> stands_;     // group and key
    std::vector<float> unpowered_;  // power
    std::array<float, kMaxRanks> lower_{};
};

}  // namespace paiyou::climbing
