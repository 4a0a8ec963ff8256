// Writes a decision as numbers for a network, in a layout described in Python (paiyou/games/features.py): the state
// once, one row per legal move, and the last moves one after the other. Everything is read from what the seat to move
// knows.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "families/climbing/state.hpp"

namespace paiyou::climbing {

enum class Feature : std::uint8_t {
    kHand,       // own cards
    kUnseen,     // the other hands together
    kStanding,   // the combo to beat
    kPlayed,     // all that a seat has played
    kLastMove,   // what a seat did last
    kCardsLeft,  // one-hot: how many cards a seat holds, 1 first
    kBombs,      // one-hot: combos with power played so far, 0 first
};

struct FeatureBlock {
    Feature feature;
    std::uint8_t seat;  // counted from the landlord
    std::uint8_t size;  // of a one-hot block
};

struct FeatureLayout {
    std::vector<std::vector<FeatureBlock>> positions;  // per seat, counted from the landlord
    int history = 0;                                   // number of last moves
};

class Encoder {
 public:
    Encoder(const Game& game, const FeatureLayout& layout);

    int card_width() const { return width_; }  // numbers that stand for a set of cards: one per card of the deck
    int state_width(int position) const { return state_width_[position]; }
    int positions() const { return static_cast<int>(layout_.positions.size()); }
    int history() const { return layout_.history; }
    int position(const Position& at) const { return (at.turn + game_->rules.seats - at.landlord) % game_->rules.seats; }

    // The view must be that of the seat to move; out must hold state_width(position(view.at)) zeros.
    void write_state(const View& view, std::int8_t* out) const;
    // The last moves, oldest first, missing ones left zero; out must hold history() * card_width() zeros.
    void write_history(const History& events, std::int8_t* out) const;
    // One card row; out must hold card_width() zeros.
    void write_cards(Packed cards, std::int8_t* out) const;

 private:
    const Game* game_;
    FeatureLayout layout_;
    std::array<int, kMaxRanks> first_{};  // where a rank's numbers begin
    std::array<int, kMaxRanks> copies_{};
    int width_ = 0;
    std::vector<int> state_width_;
};

}  // namespace paiyou::climbing
