// The rules of one climbing game besides its combos: deck, deal, auction, who leads, how it is scored. Plain data.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/packed.hpp"
#include "families/teams.hpp"

namespace paiyou::climbing {

inline constexpr int kMaxSeats = 4;
using Payoffs = std::array<std::int32_t, kMaxSeats>;

// The auction as a transition table: at a node one seat speaks (counted from the seat that opens), and each call leads
// to another node or ends the auction with a landlord and a stake, or with a redeal.
struct Auction {
    struct Step {
        std::int16_t next = kIllegal;
        std::uint8_t landlord = 0;  // counted from the seat that opens
        std::uint8_t stake = 0;     // 0: everybody declined, redeal
    };
    static constexpr std::int16_t kIllegal = -2;
    static constexpr std::int16_t kEnd = -1;

    int calls = 0;                      // number of different calls
    bool random_opener = true;          // else seat 0 opens
    std::vector<std::uint8_t> speaker;  // per node
    std::vector<Step> steps;            // node * calls + call

    int nodes() const { return static_cast<int>(speaker.size()); }
    bool open(int node, int call) const { return step(node, call).next != kIllegal; }
    const Step& step(int node, int call) const { return steps[static_cast<std::size_t>(node * calls + call)]; }
};

enum class Scoring : std::uint8_t {
    kStake,  // landlord against the rest: stake, doubled by every combo with power and by a spring
    kCards,  // who goes out first is paid for the cards that all others are left with, whoever plays with whom
};

struct Score {
    Scoring kind = Scoring::kStake;
    int landlord_factor = 2;      // kStake: the landlord wins or loses this times the stake, once from every other seat
    bool bid = true;              // kStake: the stake begins with the bid, else with 1
    bool spring = false;          // kStake: doubled when one side never got to play (the landlord: no more than once)
    bool last_card_free = false;  // kCards: one card left costs nothing
    int never_played_factor = 1;  // kCards: a hand that never played pays this many times
    int unbeaten_bomb = 0;        // kCards: what every other seat pays for a combo with power that takes the trick
};

enum class Pile : std::uint8_t {
    kHidden,    // cards left over stay face down
    kLandlord,  // the landlord takes them, face up
};

struct Rules {
    int seats = 3;
    Teams<kMaxSeats> teams{0, 1, 1};         // counted from the landlord; seat 0 where there is none
    std::vector<std::uint8_t> rank_of_card;  // the deck, card by card
    int hand_size = 17;
    Pile pile = Pile::kHidden;
    bool must_beat = false;  // no passing while a combo without power beats (能管必管)
    int lead_card = -1;      // place in the deck of the card whose holder leads; -1: the landlord, or seat 0
    Score score;
    Auction auction;  // no nodes: no auction, seat 0 is the landlord

    int deck_size() const { return static_cast<int>(rank_of_card.size()); }
    int pile_size() const { return deck_size() - seats * hand_size; }
    bool has_auction() const { return auction.nodes() > 0; }
    // Whether seats that are paid one by one play for each other: then what counts is the own team's points less those
    // of all others. With a stake a seat's own points say it all.
    bool has_partners() const { return score.kind == Scoring::kCards && !everyone_alone(teams, seats); }
    Packed deck() const {
        Packed cards = 0;
        for (const std::uint8_t rank : rank_of_card) cards += one_of(rank);
        return cards;
    }
};

}  // namespace paiyou::climbing
