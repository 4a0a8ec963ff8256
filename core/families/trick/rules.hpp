// The rules of one trick game: deck, deal, who leads, what may be exposed, how it is scored. Plain data.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/card_set.hpp"
#include "families/teams.hpp"

namespace paiyou::trick {

inline constexpr int kMaxSeats = 4;
inline constexpr int kMaxSuits = 8;
inline constexpr int kMaxExposures = 8;

using Payoffs = std::array<std::int32_t, kMaxSeats>;

// A card that its holder may show before the first lead, and what that does to the score of whoever takes it. Bit i of
// an exposure mask is the i-th of these.
struct Exposure {
    std::uint8_t card = 0;
    CardSet doubles = 0;       // cards whose points count twice
    bool doubles_set = false;  // the bonus for the whole set counts twice
};

// The score of the cards a seat has taken. Cards that are not there (kNoCard, empty sets) switch a rule off.
struct Score {
    static constexpr int kNoCard = -1;

    std::vector<std::int32_t> points;  // per card
    CardSet set = 0;                   // taken whole, these count `set_points` instead of their points
    std::int32_t set_points = 0;
    CardSet flip_when = 0;  // taken whole, the points of the cards in `flips` change sign
    CardSet flips = 0;
    int multiplier = kNoCard;  // this card multiplies what its taker has scored
    std::int32_t factor = 2;
    std::int32_t exposed_factor = 4;
    std::int32_t alone = 0;  // what the multiplier is worth to a taker of no card in `company`
    std::int32_t exposed_alone = 0;
    CardSet company = 0;
    std::int32_t trick = 0;  // for every trick
    std::int32_t par = 0;    // taken off every seat's score at the end
};

struct Rules {
    int seats = 4;
    Teams<kMaxSeats> teams{0, 1, 2, 3};
    // The deck, suit by suit and from low to high: of two cards of a suit the later one is the higher.
    std::vector<std::uint8_t> suit_of_card;
    int hand_size = 13;
    std::array<CardSet, kMaxSeats> open{};  // cards always dealt to a seat, as everybody knows
    int lead_card = -1;                     // its holder leads first; -1: seat 0
    bool must_lead_card = false;            // and must lead it
    std::vector<Exposure> exposures;        // none: play begins with the first lead
    Score score;

    // Whether seats play for each other: then what counts is the own team's points less those of all others.
    bool has_partners() const { return !everyone_alone(teams, seats); }
    int deck_size() const { return static_cast<int>(suit_of_card.size()); }
    int pile_size() const { return deck_size() - seats * hand_size; }
    CardSet deck() const { return deck_size() == 64 ? ~CardSet{0} : card_bit(deck_size()) - 1; }
};

}  // namespace paiyou::trick
