// The play-out network of trick games: it tells the worth of every legal move from what the seat to move may know.
//
// Features are those of paiyou/learn/trick/playout_features.py, in the same order. Sets of cards (own hand, what others
// may hold, have led, followed with and thrown, the trick, what was taken) are remembered with the sums that they make:
// when a seat is to move again, the rows of those cards alone are added or taken away that came or went in between.
// Numbers are added for a decision, and a few rows for each of its moves.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "cards/shuffle.hpp"
#include "families/trick/moves.hpp"
#include "families/trick/public.hpp"
#include "families/trick/score.hpp"
#include "nets/layers.hpp"

namespace paiyou::nets {

class TrickNetwork {
 public:
    static constexpr int kMaxSets = 3 + 8 * trick::kMaxSeats;

    // What the seat to move may know. Of `at` no other hand is looked at.
    struct Decision {
        const trick::Position* at;
        const trick::Public* seen;
        CardSet unseen;  // other hands and the pile
    };

    // The sets that features tell of, and what follows from them for this decision.
    struct Look {
        std::array<CardSet, kMaxSets> sets{};
        std::array<CardSet, trick::kMaxSeats> may_hold{};    // by places after the seat; its own is not used
        CardSet elsewhere = 0;                               // what others may hold
        CardSet lying = 0;                                   // in the trick
        std::array<std::int32_t, trick::kMaxSeats> now{};    // points of the cards taken, by places
        std::array<std::int32_t, trick::kMaxSeats> added{};  // by those in the trick
        int taker = 0;                                       // the place that takes the trick so far
    };

    // Sums of the first layer for some sets.
    struct Kept {
        std::array<CardSet, kMaxSets> sets{};
        alignas(64) Sums sums;
    };

    // `exposable` are the cards that the network was told may be exposed, in its order; `knowable` those that everybody
    // may know the holder of, `counting` those that the score depends on.
    TrickNetwork(const trick::Game& game, std::vector<std::uint8_t> exposable, CardSet knowable, CardSet counting,
                 Layers layers);

    const trick::Game& game() const { return *game_; }

    Look look(const Decision& now) const;

    void begin(Kept& kept) const {
        kept.sets = {};
        layers_.begin(kept.sums);
    }

    // Brings sums up to date.
    void follow(Kept& kept, const Look& look) const {
        each_change(kept.sets, look.sets, [&](int feature, bool comes) {
            if (comes) {
                layers_.add(kept.sums, feature);
            } else {
                layers_.take_away(kept.sums, feature);
            }
        });
        kept.sets = look.sets;
    }

    // The features of a decision, those of its sets and the others; and of a move. `visit` is told the number of each.
    template <typename Visit>
    void each_of_sets(const Look& look, Visit&& visit) const {
        each_change({}, look.sets, [&](int feature, bool) { visit(feature); });
    }
    template <typename Visit>
    void each_of_decision(const Decision& now, const Look& look, Visit&& visit) const;
    template <typename Visit>
    void each_of_move(const Decision& now, const Look& look, Move move, Visit&& visit) const;

    // The value of every legal move, from the first of the deck, in steps of 1/8192 of a win: visit(move, value).
    template <typename Visit>
    void each_value(const Decision& now, const Look& look, const Sums& of_sets, Visit&& visit) const {
        alignas(64) Sums sums = of_sets;
        each_of_decision(now, look, [&](int feature) { layers_.add(sums, feature); });
        alignas(64) Sums of_move;
        trick::each_move(*game_, *now.at, [&](Move move) {
            std::copy_n(sums.begin(), layers_.width, of_move.begin());
            each_of_move(now, look, move, [&](int feature) { layers_.add(of_move, feature); });
            visit(move, layers_.value(of_move));
        });
    }

 private:
    // Points begin to be told as of another band at so many tenths of the dearest card.
    static constexpr std::array<int, 8> kBands{1, 2, 3, 5, 8, 12, 20, 32};
    static constexpr int kBandCount = 2 * static_cast<int>(kBands.size()) + 1;

    // Which feature of a set each card has.
    using Slots = std::array<std::uint8_t, kMaxDeck>;
    enum Cards : std::uint8_t { kEvery, kKnowable, kCounting, kExposable };

    // Where a set's features begin, and which cards it may have.
    struct Block {
        int begin;
        Cards cards;
    };

    template <typename Visit>
    void each_change(const std::array<CardSet, kMaxSets>& before, const std::array<CardSet, kMaxSets>& after,
                     Visit&& visit) const {
        for (std::size_t number = 0; number < blocks_.size(); ++number) {
            const Block& block = blocks_[number];
            const Slots& slots = slots_[block.cards];
            each_card(before[number] ^ after[number], [&](int card) {
                visit(block.begin + slots[static_cast<std::size_t>(card)], (after[number] & card_bit(card)) != 0);
            });
        }
    }

    int seat_at(int seat, int place) const {
        const int found = seat + place;
        return found >= game_->rules.seats ? found - game_->rules.seats : found;
    }
    int place_of(int seat, int other) const { return other >= seat ? other - seat : other - seat + game_->rules.seats; }

    int band(std::int32_t points) const {
        const int size = 10 * (points < 0 ? -points : points);
        int number = 0;
        for (const int edge : kBands) number += size >= edge * dearest_ ? 1 : 0;
        return static_cast<int>(kBands.size()) + (points < 0 ? -number : number);
    }

    std::int32_t points(CardSet taken, CardSet exposed) const {
        return trick::card_score(*game_, taken & counting_, exposed);
    }

    void add_blocks(int number, Cards cards, int size);

    const trick::Game* game_;
    CardSet knowable_;
    CardSet counting_;
    CardSet exposable_ = 0;
    std::array<Slots, 4> slots_{};  // by Cards
    std::vector<Block> blocks_;
    int dearest_ = 1;
    int numbers_ = 0;  // of cards of a suit, none among them
    int left_, best_seat_, place_, exposing_, set_alone_, now_, added_, suits_hidden_;
    int card_, exposes_, last_, taken_over_, others_out_, brings_, above_hidden_, below_hidden_, above_kept_,
        below_kept_;
    int size_ = 0;
    Layers layers_;
};

template <typename Visit>
void TrickNetwork::each_of_decision(const Decision& now, const Look& look, Visit&& visit) const {
    const trick::Rules& rules = game_->rules;
    const trick::Position& at = *now.at;
    const int seat = at.turn;
    const int seats = rules.seats;
    visit(left_ + std::popcount(at.hands[seat]));
    if (look.lying != 0) visit(best_seat_ + look.taker);
    visit(place_ + place_of(at.opener, seat));
    if (at.phase == trick::Phase::kExpose) visit(exposing_);
    CardSet taken = 0;
    for (int other = 0; other < seats; ++other) taken |= at.taken[other];
    for (int place = 0; place < seats; ++place) {
        if ((taken & ~at.taken[seat_at(seat, place)] & rules.score.set) == 0) visit(set_alone_ + place);
        visit(now_ + place * kBandCount + band(look.now[place]));
        visit(added_ + place * kBandCount + band(look.added[place]));
    }
    int row = suits_hidden_;
    for (const CardSet suit : game_->suits) {
        if (suit == 0) break;
        visit(row + std::popcount(suit & look.elsewhere));
        row += numbers_;
    }
}

template <typename Visit>
void TrickNetwork::each_of_move(const Decision& now, const Look& look, Move move, Visit&& visit) const {
    const trick::Position& at = *now.at;
    const int seats = game_->rules.seats;
    if (move >= game_->first_exposure()) {
        each_card(trick::cards_of_mask(*game_, move - game_->first_exposure()) & exposable_,
                  [&](int card) { visit(exposes_ + slots_[kExposable][static_cast<std::size_t>(card)]); });
        return;
    }
    const int card = static_cast<int>(move);
    const CardSet bit = card_bit(card);
    const CardSet suit = game_->suit_of(card);
    const CardSet below = suit & (bit - 1);
    const CardSet above = suit & ~below & ~bit;
    const CardSet kept = at.hands[at.turn] & ~bit;
    const bool own = (at.leading() || (bit & game_->suit_of(at.best)) != 0) && (above & look.lying) == 0;
    bool last = true;
    bool surely = own;
    visit(card_ + card);
    for (int place = 1; place < seats; ++place) {
        if ((look.may_hold[place] & suit) == 0) visit(others_out_ + place - 1);
        if (now.seen->lying[seat_at(at.turn, place)] != 0) continue;
        last = false;
        if (!own || (look.may_hold[place] & above) == 0) continue;
        surely = false;
        visit(taken_over_ + place - 1);
    }
    if (last) visit(last_);
    // Whoever takes the trick as it lies after the card: the seat for good, so far, or the one who had it before.
    const int taker = own ? 0 : look.taker;
    const std::int32_t gain =
        (bit & counting_) == 0
            ? look.added[taker]
            : points(at.taken[seat_at(at.turn, taker)] | look.lying | bit, at.exposed) - look.now[taker];
    visit(brings_ + (surely ? seats : taker) * kBandCount + band(gain));
    visit(above_hidden_ + std::popcount(above & look.elsewhere));
    visit(below_hidden_ + std::popcount(below & look.elsewhere));
    visit(above_kept_ + std::popcount(above & kept));
    visit(below_kept_ + std::popcount(below & kept));
}

}  // namespace paiyou::nets
