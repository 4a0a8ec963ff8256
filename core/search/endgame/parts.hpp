// What a seat can do with the parts of the hand it begins with, whoever else holds what.
//
// Combos of a hand fall into classes: those that are beaten by the same combos. A set of classes is a word, so "which
// of my combos can he beat" is one word for each hand of his, worked out once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "cards/gather.hpp"
#include "families/climbing/moves.hpp"
#include "families/climbing/split.hpp"

namespace paiyou::search::endgame {

using Classes = std::uint64_t;

class Parts {
 public:
    Parts(const climbing::Game& game, Packed hand);

    // A number that tells a part of the hand from all other parts, and how many bits it takes.
    std::uint64_t number(Packed hand) const { return gather_bits(hand, mask_); }
    int bits() const { return std::popcount(mask_); }

    // How many combos it takes to get rid of a part of the hand.
    int groups(Packed hand) {
        if (groups_.empty()) return count_groups(hand);
        std::uint8_t& known = groups_[number(hand)];
        if (known == 0) known = static_cast<std::uint8_t>(count_groups(hand));
        return known;
    }

    // One action for each class, in the order of the bits.
    const std::vector<climbing::Action>& classes() const { return classes_; }

    // Whether a combo of the hand stands when these classes are beaten.
    bool stands(const climbing::Standing& standing, Classes beaten) const {
        const std::uint8_t number = class_of_[place_of(standing)];
        return number != kNoClass && (beaten >> number & 1) == 0;
    }

    // Whether a part of the hand can be played out on the lead: it falls into combos that stand, and one more to end
    // with.
    bool runs(Packed hand, Classes beaten) { return find_run(hand | kSpare, beaten); }

 private:
    static constexpr std::uint8_t kNoClass = 255;  // one too many for a word: counts as beaten
    static constexpr std::size_t kMaxClasses = 64;
    static constexpr int kMaxBits = 20;                // of a table with an entry for every part
    static constexpr Packed kSpare = Packed{1} << 60;  // the combo to end with is still to be chosen

    struct Combo {
        std::uint8_t number;  // of its class
        bool last_only;
    };

    // The combos whose lowest rank is this one.
    struct Rank {
        std::vector<Packed> cards;
        std::vector<Combo> combos;
    };

    struct Run {
        Packed key = 0;
        Classes beaten = 0;
        bool found = false;
    };

    static std::size_t place_of(const climbing::Standing& standing) {
        return static_cast<std::size_t>(standing.group * 16 + standing.key);
    }

    int count_groups(Packed hand) { return static_cast<int>(-splitter_.best(hand)); }
    bool find_run(Packed key, Classes beaten);

    climbing::Splitter splitter_;
    std::uint64_t mask_;
    std::vector<std::uint8_t> groups_;    // by number; 0 where not worked out yet
    std::vector<std::uint8_t> class_of_;  // by group and key
    std::vector<climbing::Action> classes_;
    std::array<Rank, kMaxRanks> ranks_;
    std::vector<Run> runs_;  // by hash; later ones replace earlier ones
};

// Which classes of one seat's combos a hand of another seat can beat.
class Threats {
 public:
    Threats(const climbing::Game& game, const Parts& of, const Parts& by);

    Classes beaten(Packed hand, climbing::MoveSet& moves) {
        Slot& slot = slots_[by_->number(hand) & (slots_.size() - 1)];
        if (slot.hand != hand) slot = {hand, work_out(hand, moves)};
        return slot.beaten;
    }

 private:
    struct Slot {
        Packed hand = 0;
        Classes beaten = 0;
    };

    Classes work_out(Packed hand, climbing::MoveSet& moves) const;

    const climbing::Game* game_;
    const Parts* of_;
    const Parts* by_;
    std::vector<Slot> slots_;  // by number of the hand; later ones replace earlier ones
};

}  // namespace paiyou::search::endgame
