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

// What enemies can do about a seat's combos, by class.
struct Danger {
    Classes beaten = 0;   // they have a combo that beats it
    Classes matched = 0;  // that, or one as high
    Classes out = 0;      // one of them goes out by beating it

    Danger& operator|=(const Danger& other) {
        beaten |= other.beaten;
        matched |= other.matched;
        out |= other.out;
        return *this;
    }
    bool operator==(const Danger&) const = default;
};

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

    // The fewest combos of these classes, or of none, that it takes to get rid of a part of the hand with any others.
    int losers(Packed hand, Classes beaten);

    // One action for each class, in the order of the bits.
    const std::vector<climbing::Action>& classes() const { return classes_; }

    // Whether a combo of the hand stands when these classes are beaten.
    bool stands(const climbing::Standing& standing, Classes beaten) const {
        const std::uint8_t number = class_of_[place_of(standing)];
        return number != kNoClass && (beaten >> number & 1) == 0;
    }

    // Whether a part of the hand can be played out on the lead: it falls into combos that stand, some that may be
    // beaten, each with one of the same kind that takes the trick back, and one more to end with. `tricks` is how many
    // may be given away like this: fewer than the combos that any enemy needs to go out, or 1.
    bool runs(Packed hand, const Danger& danger, int tricks) { return find_run(begin(hand, tricks), danger); }

    // The same behind a combo of the hand that was just played.
    bool runs_behind(const climbing::Standing& standing, Packed rest, const Danger& danger, int tricks) {
        const std::uint8_t number = class_of_[place_of(standing)];
        if (number == kNoClass) return false;
        if ((danger.beaten >> number & 1) == 0) return runs(rest, danger, tricks);
        return tricks > 0 && each_taking(begin(rest, tricks - 1), number, danger,
                                         [&](Packed left, std::uint8_t) { return find_run(left, danger); });
    }

    static constexpr int kMostTricks = 3;

    // What a combo does in a run.
    enum class Role : std::uint8_t {
        kStands,  // nobody beats it
        kLed,     // the trick may be given away
        kTakes,   // takes it back: beats all that others have of its kind
    };

    // The combos of a run, but for the one to end with: an action like each, and its role.
    template <typename Visit>
    void trace_run(Packed hand, const Danger& danger, int tricks, Visit&& visit) {
        trace(begin(hand, tricks), danger, visit);
    }

    // The same where runs_behind was true.
    template <typename Visit>
    void trace_behind(const climbing::Standing& standing, Packed rest, const Danger& danger, int tricks,
                      Visit&& visit) {
        const std::uint8_t number = class_of_[place_of(standing)];
        if ((danger.beaten >> number & 1) == 0) {
            visit(classes_[number], Role::kStands);
            trace_run(rest, danger, tricks, visit);
            return;
        }
        visit(classes_[number], Role::kLed);
        each_taking(begin(rest, tricks - 1), number, danger, [&](Packed left, std::uint8_t by) {
            if (!find_run(left, danger)) return false;
            visit(classes_[by], Role::kTakes);
            trace(left, danger, visit);
            return true;
        });
    }

 private:
    static constexpr std::uint8_t kNoClass = 255;  // one too many for a word: counts as beaten
    static constexpr std::size_t kMaxClasses = 64;
    static constexpr int kMaxBits = 20;                // of a table with an entry for every part
    static constexpr Packed kSpare = Packed{1} << 60;  // the combo to end with is still to be chosen
    static constexpr Packed kTrick = Packed{1} << 61;  // two bits: how many tricks may still be given away
    static constexpr Packed kTricks = 3 * kTrick;
    static constexpr Packed kCards = kSpare - 1;

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
        Danger danger;
        bool found = false;
    };

    struct Losers {
        Packed hand = 0;
        Classes beaten = 0;
        int count = 0;
    };

    static std::size_t place_of(const climbing::Standing& standing) {
        return static_cast<std::size_t>(standing.group * 16 + standing.key);
    }

    // One step of a run: a combo with the lowest card is gone, and where the trick was given away also the one that
    // took it back.
    struct Step {
        Packed left;
        std::uint8_t first = kNoClass;  // kNoClass: the one to end with
        std::uint8_t takes = kNoClass;
    };

    static Packed begin(Packed hand, int tricks) { return hand | kSpare | kTrick * static_cast<Packed>(tricks); }
    int count_groups(Packed hand) { return static_cast<int>(-splitter_.best(hand)); }
    bool find_run(Packed key, const Danger& danger);

    // Takes each combo that takes a trick back which was led with one of the given class, until `fits` is true.
    template <typename Fits>
    bool each_taking(Packed key, std::uint8_t number, const Danger& danger, Fits&& fits) {
        if ((danger.out >> number & 1) != 0) return false;
        for (Classes top = higher_[number] & ~danger.matched; top != 0; top &= top - 1) {
            const auto by = static_cast<std::uint8_t>(std::countr_zero(top));
            for (const Packed cards : members_[by]) {
                if (contains(key & kCards, cards) && fits(key - cards, by)) return true;
            }
        }
        return false;
    }

    // Takes each step of a run, until `fits` is true.
    template <typename Fits>
    bool each_step(Packed key, const Danger& danger, Fits&& fits) {
        const Packed hand = key & kCards;
        const Rank& rank = ranks_[static_cast<std::size_t>(std::countr_zero(hand) / 4)];
        const int combos = static_cast<int>(rank.combos.size());
        for (int base = 0; base < combos; base += 64) {
            std::uint64_t bits =
                contained_bits(hand, rank.cards.data() + base, combos - base < 64 ? combos - base : 64);
            for (; bits != 0; bits &= bits - 1) {
                const std::size_t place = static_cast<std::size_t>(base + std::countr_zero(bits));
                const Combo combo = rank.combos[place];
                const Packed left = key - rank.cards[place];
                const bool last = combo.last_only || combo.number == kNoClass;
                if (!last && (danger.beaten >> combo.number & 1) == 0) {
                    if (fits(Step{left, combo.number})) return true;
                    continue;
                }
                if ((key & kSpare) != 0 && fits(Step{left & ~kSpare})) return true;
                if (last || (key & kTricks) == 0) continue;
                if (each_taking(left - kTrick, combo.number, danger,
                                [&](Packed rest, std::uint8_t by) { return fits(Step{rest, combo.number, by}); })) {
                    return true;
                }
            }
        }
        return false;
    }

    template <typename Visit>
    void trace(Packed key, const Danger& danger, Visit&& visit) {
        while ((key & kCards) != 0) {
            each_step(key, danger, [&](const Step& step) {
                if (!find_run(step.left, danger)) return false;
                if (step.first != kNoClass) {
                    visit(classes_[step.first], step.takes == kNoClass ? Role::kStands : Role::kLed);
                }
                if (step.takes != kNoClass) visit(classes_[step.takes], Role::kTakes);
                key = step.left;
                return true;
            });
        }
    }

    climbing::Splitter splitter_;
    std::uint64_t mask_;
    std::vector<std::uint8_t> groups_;    // by number; 0 where not worked out yet
    std::vector<std::uint8_t> class_of_;  // by group and key
    std::vector<climbing::Action> classes_;
    std::vector<std::vector<Packed>> members_;  // by class: its combos, but for those that go last
    std::vector<Classes> higher_;               // by class: those of its kind with a higher key
    std::array<Rank, kMaxRanks> ranks_;
    std::vector<Run> runs_;       // by hash; later ones replace earlier ones
    std::vector<Losers> losers_;  // likewise
};

// Which classes of one seat's combos a hand of another seat can beat.
class Threats {
 public:
    // Without `gives_tricks` only what is beaten is worked out.
    Threats(const climbing::Game& game, const Parts& of, const Parts& by, bool gives_tricks);

    const Danger& danger(Packed hand, climbing::MoveSet& moves) {
        Slot& slot = slots_[by_->number(hand) & (slots_.size() - 1)];
        if (slot.hand != hand) slot = {hand, work_out(hand, moves)};
        return slot.danger;
    }

 private:
    struct Slot {
        Packed hand = 0;
        Danger danger;
    };

    Danger work_out(Packed hand, climbing::MoveSet& moves) const;

    const climbing::Game* game_;
    const Parts* of_;
    const Parts* by_;
    bool gives_tricks_;
    std::vector<Slot> slots_;  // by number of the hand; later ones replace earlier ones
};

}  // namespace paiyou::search::endgame
