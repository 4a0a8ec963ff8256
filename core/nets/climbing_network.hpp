// The play-out network of climbing games: it tells the worth of every legal move from what the seat to move may know.
//
// Features are those of paiyou/learn/climbing/playout_features.py, in the same order: sets of cards as a thermometer
// for each rank, and numbers as one of many. The first layer is a sum of the rows of those that are there. What
// follows from cards alone (own hand, unseen cards, cards played and known, cards left) is kept for every seat and
// changed as cards leave hands; the rest is added for a decision, and again a little for each of its moves.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "families/climbing/moves.hpp"
#include "nets/hand_shapes.hpp"
#include "nets/layers.hpp"

namespace paiyou::nets {

using climbing::Action;
using climbing::kMaxSeats;
using climbing::kPass;

// What everybody knows of a game besides the position.
struct Public {
    std::array<Packed, kMaxSeats> played{};  // by each seat
    Packed open = 0;                         // what all saw the landlord take

    Packed known(int landlord) const { return open - common_cards(open, played[landlord]); }
};

// What a seat that is to move may know, as far as features tell of it.
struct Decision {
    int seat = 0;
    int landlord = 0;
    Packed hand = 0;
    Packed unseen = 0;                           // other hands and a hidden pile
    std::array<std::uint8_t, kMaxSeats> left{};  // cards of each seat
    Action last = kPass;
    int last_seat = 0;
    int bombs = 0;
};

// Where each kind of feature begins among the rows of the first layer.
struct FeatureRows {
    static constexpr int kBombs = 8;
    static constexpr int kMoves = 16;

    int cards = 0;      // of the deck: a thermometer for each rank
    int most_left = 0;  // cards that a seat can hold
    int hand, unseen, played, known, standing, owner, left, bombs, moves_left, power;
    int move_cards, rest, rest_moves, group, key, answered, with_power;
    int size = 0;

    FeatureRows(const climbing::Game& game, int groups, int ranks);
};

class ClimbingNetwork {
 public:
    // `group_feature` says which of the network's groups each group of the game is.
    ClimbingNetwork(const climbing::Game& game, HandShapes shapes, std::vector<std::uint16_t> group_feature, int groups,
                    int ranks, std::vector<Layers> positions);

    const climbing::Game& game() const { return *game_; }
    const FeatureRows& rows() const { return rows_; }
    // The layers of a position, counted from the landlord.
    const Layers& layers(int seat, int landlord) const {
        const int seats = game_->rules.seats;
        const int place = seat >= landlord ? seat - landlord : seat - landlord + seats;
        return positions_[static_cast<std::size_t>(place) % positions_.size()];
    }

    // All features of a decision that follow from cards, and those that do not. `visit` is told the number of each.
    template <typename Visit>
    void each_of_cards(const Decision& at, const Public& seen, Visit&& visit) const;
    template <typename Visit>
    void each_of_decision(const Decision& at, Visit&& visit) const;
    // Those of a move, all of them or without the cards that it leaves.
    template <typename Visit>
    void each_of_move(const Decision& at, Action action, Visit&& visit) const {
        each_of_move_itself(at, action, visit);
        each_card(rows_.rest, at.hand - game_->combos.combo(action).cards, visit);
    }
    template <typename Visit>
    void each_of_move_itself(const Decision& at, Action action, Visit&& visit) const;

    // Sums of the first layer for the features of cards, all computed anew.
    void sum_cards(const Decision& at, const Public& seen, Sums& sums) const;

    // Changes the sums of a seat as another or the seat itself puts down cards. `hand` and `unseen` are what the seat
    // held and did not see before, `seen` is what was public before.
    void cards_leave(Sums& sums, int seat, int landlord, Packed hand, Packed unseen, const Public& seen, int mover,
                     int mover_left, Packed cards) const;

    // The value of every move in a set, in steps of 1/8192 of a win: visit(action, value).
    template <typename Visit>
    void each_value(const Decision& at, const Sums& of_cards, const climbing::MoveSet& moves, Visit&& visit) const;

 private:
    template <typename Visit>
    void each_card(int begin, Packed cards, Visit&& visit) const {
        for (; cards != 0;) {
            const int rank = std::countr_zero(cards) / 4;
            const int count = count_of(cards, rank);
            for (int copy = 0; copy < count; ++copy) visit(begin + slot_[rank] + copy);
            cards &= ~(Packed{0xF} << (4 * rank));
        }
    }

    // The features of a set of cards that come or go as it changes from `before` by `cards`, which it loses or gains.
    template <typename Visit>
    void each_lost(int begin, Packed before, Packed cards, Visit&& visit) const {
        for (; cards != 0;) {
            const int rank = std::countr_zero(cards) / 4;
            const int count = count_of(cards, rank);
            const int after = count_of(before, rank) - count;
            for (int copy = after; copy < after + count; ++copy) visit(begin + slot_[rank] + copy);
            cards &= ~(Packed{0xF} << (4 * rank));
        }
    }

    int around(int seat, int other) const { return other >= seat ? other - seat : other - seat + game_->rules.seats; }
    int left_row(int seat, int other, int left) const {
        return rows_.left + around(seat, other) * (rows_.most_left + 1) + std::min(left, rows_.most_left);
    }
    int moves_left(Packed hand) const { return std::min(shapes_.moves_left(hand), FeatureRows::kMoves - 1); }

    const climbing::Game* game_;
    HandShapes shapes_;
    std::vector<std::uint16_t> group_feature_;
    FeatureRows rows_;
    std::array<int, kMaxRanks> slot_{};  // first card of each rank
    std::vector<Layers> positions_;
};

template <typename Visit>
void ClimbingNetwork::each_of_cards(const Decision& at, const Public& seen, Visit&& visit) const {
    const int seats = game_->rules.seats;
    each_card(rows_.hand, at.hand, visit);
    each_card(rows_.unseen, at.unseen, visit);
    for (int seat = 0; seat < seats; ++seat) {
        each_card(rows_.played + around(at.seat, seat) * rows_.cards, seen.played[seat], visit);
        visit(left_row(at.seat, seat, at.left[seat]));
    }
    each_card(rows_.known, seen.known(at.landlord), visit);
}

template <typename Visit>
void ClimbingNetwork::each_of_decision(const Decision& at, Visit&& visit) const {
    each_card(rows_.standing, game_->combos.combo(at.last).cards, visit);
    visit(rows_.owner + (at.last == kPass ? 0 : around(at.seat, at.last_seat)));
    visit(rows_.bombs + std::min(at.bombs, FeatureRows::kBombs - 1));
    visit(rows_.moves_left + moves_left(at.hand));
    int smallest = 99;  // combo with power that the others might hold
    for (int group = 0; group < shapes_.groups(); ++group) {
        if (shapes_.group_power[group] > 0 && shapes_.group_size[group] < smallest &&
            shapes_.best_key(at.unseen, group) > 0) {
            smallest = shapes_.group_size[group];
        }
    }
    for (int seat = 0; seat < game_->rules.seats; ++seat) {
        if (seat != at.seat && at.left[seat] >= smallest) visit(rows_.power + around(at.seat, seat) - 1);
    }
}

template <typename Visit>
void ClimbingNetwork::each_of_move_itself(const Decision& at, Action action, Visit&& visit) const {
    const climbing::ComboTable::Combo& combo = game_->combos.combo(action);
    each_card(rows_.move_cards, combo.cards, visit);
    visit(rows_.rest_moves + moves_left(at.hand - combo.cards));
    visit(rows_.key + combo.key);
    if (action == kPass) {
        visit(rows_.key - 1);  // behind the groups
        return;
    }
    visit(rows_.group + group_feature_[combo.group]);
    if (shapes_.best_key(at.unseen, combo.group) > combo.key + 1) {
        const int size = total_cards(combo.cards);
        for (int seat = 0; seat < game_->rules.seats; ++seat) {
            if (seat != at.seat && at.left[seat] >= size) visit(rows_.answered + around(at.seat, seat) - 1);
        }
    }
    if (combo.power > 0) visit(rows_.with_power);
}

template <typename Visit>
void ClimbingNetwork::each_value(const Decision& at, const Sums& of_cards, const climbing::MoveSet& moves,
                                 Visit&& visit) const {
    const Layers& layers = this->layers(at.seat, at.landlord);
    alignas(64) Sums sums = of_cards;
    each_of_decision(at, [&](int feature) { layers.add(sums, feature); });
    // A pass keeps the whole hand: what a move leaves is told by what it takes away from that.
    each_card(rows_.rest, at.hand, [&](int feature) { layers.add(sums, feature); });
    alignas(64) Sums of_move;
    moves.each([&](Action action) {
        const Packed cards = game_->combos.combo(action).cards;
        std::copy_n(sums.begin(), layers.width, of_move.begin());
        each_lost(rows_.rest, at.hand, cards, [&](int feature) { layers.take_away(of_move, feature); });
        each_of_move_itself(at, action, [&](int feature) { layers.add(of_move, feature); });
        visit(action, layers.value(of_move));
    });
}

}  // namespace paiyou::nets
