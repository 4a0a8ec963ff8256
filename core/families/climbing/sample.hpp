// Draws full deals that agree with all a seat knows, uniformly over the cards themselves: the ways are counted once per
// view, rank by rank, and each draw follows the counts down.
//
// What a seat knows: how many cards everyone holds; which cards are unseen; that the landlord still holds the cards of
// the pile he has not played; that the seat which led first held the card that leads; and, where beating is a duty,
// what every pass has denied. All but the last are counted exactly; so are denied solos, pairs and so on (a limit on
// one rank). Denied combos of several ranks are left to rejection, which keeps a draw uniform.
//
// The same knowledge lists the whole information set, each deal with its ways (`enumerate`).
//
// A belief about hidden cards (`cards/belief.hpp`) weighs the deals by factors; ways are then what deals weigh.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cards/chances.hpp"
#include "cards/random.hpp"
#include "cards/sharing.hpp"
#include "families/climbing/state.hpp"

namespace paiyou::climbing {

// A deal by ranks, and how many deals of the cards themselves it stands for.
struct PossibleDeal {
    Position at;
    double ways = 0;
};

class Sampler {
 public:
    // Where there are factors, they are by rank, slot and number of cards beyond those known.
    Sampler(const Game& game, const View& view, const Chances* factors = nullptr);

    // Fills in the hidden hands and a hidden pile. False when no deal was found that agrees with every pass, which
    // cannot happen for a view of a real game within kTries in all but freak cases.
    bool draw(Random& random, Position& at) const;

    // A whole state of the view this was made for, its history included.
    std::optional<State> draw_state(Random& random, const View& view) const;

    // The number of deals of the cards themselves that agree, before passes that deny combos of several ranks.
    double ways() const { return sharing_.ways(); }

    // The number of different deals by ranks, before passes that deny combos of several ranks.
    double deals() const { return sharing_.chains(); }

    // Whether `ways` and `deals` are exact: no pass denies a combo of several ranks.
    bool exact() const { return denied_.empty(); }

    // Every deal that agrees; nothing when there are more than `limit`, or when so many had to be thrown away on the
    // way that it would take too long.
    std::optional<std::vector<PossibleDeal>> enumerate(const View& view, std::size_t limit) const;

    // The ways of one deal of this view; 0 where it does not agree.
    double ways_of(const Position& at) const;

    // How likely each number of cards of a rank is in a slot, beyond those known and before passes that deny combos of
    // several ranks.
    Chances chances() const;

    int slots() const { return slots_; }

    // Who a slot is: 0 for the seat that plays after the one that looks, and so on; behind the seats the pile.
    int holder(int slot) const { return holder_[slot]; }

    static Chances no_chances(const Game& /*game*/) { return {kMaxRanks, kMaxCopies + 1, 0.0}; }

    // A whole state with the history of the view this was made for.
    State state_of(const View& view, const Position& at) const;

    static constexpr int kTries = 10'000'000;

 private:
    static constexpr int kMaxSlots = Sharing::kMaxSlots;  // the other hands and a hidden pile

    struct Denied {
        int slot;
        Packed since;  // what the seat has played after that pass
        Action last;
    };

    void add_slots(const View& view);
    void add_known_cards(const View& view);
    void add_denials(const View& view);
    void deny(int seat, Packed since, Action last);
    void count_ways(const View& view, const Chances* factors);
    void draw_once(Random& random, std::array<Packed, kMaxSlots>& cards) const;
    bool agrees(const std::array<Packed, kMaxSlots>& cards) const;
    void fill(const std::array<Packed, kMaxSlots>& cards, Position& at) const;

    const Game* game_;
    int slots_ = 0;
    std::array<std::uint8_t, kMaxSlots> seat_{};  // kNobody for the pile
    std::array<int, kMaxSlots> holder_{};
    std::array<int, kMaxSlots> room_{};  // cards still to be dealt to the slot
    std::array<Packed, kMaxSlots> known_{};
    std::array<std::array<int, kMaxRanks>, kMaxSlots> limit_{};  // most cards of a rank, beyond the known ones
    Packed unknown_ = 0;
    std::vector<Denied> denied_;
    Sharing sharing_;  // rank by rank
};

}  // namespace paiyou::climbing
