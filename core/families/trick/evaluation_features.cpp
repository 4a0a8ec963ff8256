#include "families/trick/evaluation_features.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "families/trick/score.hpp"

namespace paiyou::trick {

namespace {

// The cards of a suit above or below one.
CardSet above(const Game& game, int card) { return game.suit_of(card) & ~((card_bit(card) << 1) - 1); }
CardSet below(const Game& game, int card) { return game.suit_of(card) & (card_bit(card) - 1); }

}  // namespace

EvaluationFeatures::EvaluationFeatures(const Game& game) : game_(&game) {
    const std::vector<std::int32_t>& points = game.rules.score.points;
    for (int card = 0; card < game.rules.deck_size(); ++card) {
        if (points[card] < 0) bad_ |= card_bit(card);
        if (points[card] > 0) good_ |= card_bit(card);
        if (points[card] < (worst_ < 0 ? 0 : points[worst_])) worst_ = card;
        if (points[card] > (best_ < 0 ? 0 : points[best_])) best_ = card;
    }
}

void EvaluationFeatures::features(const Position& at, int seat, Features& out) const {
    const Game& game = *game_;
    const Score& score = game.rules.score;
    const CardSet hand = at.hands[seat];
    CardSet others = 0;
    CardSet others_took = 0;
    std::int32_t rival = std::numeric_limits<std::int32_t>::min();
    for (int other = 0; other < game.rules.seats; ++other) {
        if (other == seat) continue;
        others |= at.hands[other];
        others_took |= at.taken[other];
        if (allied(game, at, seat, other)) continue;
        rival = std::max(rival, card_score(game, at.taken[other], at.exposed) + at.tricks[other] * score.trick);
    }
    const std::int32_t points = card_score(game, at.taken[seat], at.exposed);
    std::int32_t at_stake = 0;
    if (at.phase == Phase::kPlay && at.down > 0 && at.best_seat == seat) {
        at_stake = card_score(game, at.taken[seat] | at.in_trick, at.exposed) - points + score.trick;
    }
    const auto sum = [&](CardSet cards) {
        std::int32_t total = 0;
        each_card(cards, [&](int card) { total += score.points[card]; });
        return total / 100.0;
    };
    int winners = 0;
    int losers = 0;
    each_card(hand, [&](int card) {
        const bool beaten = (above(game, card) & others) != 0;
        const bool beats = (below(game, card) & others) != 0;
        winners += !beaten ? 1 : 0;
        losers += beaten && !beats ? 1 : 0;
    });
    int voids = 0;
    for (const CardSet suit : game.suits) voids += suit != 0 && (hand & suit) == 0 ? 1 : 0;
    const auto held = [](CardSet cards, int card) { return card >= 0 && (cards & card_bit(card)) != 0 ? 1.0 : 0.0; };
    const auto catchers = [&](int card) {  // of a card in another hand
        return held(others, card) > 0 ? static_cast<double>(std::popcount(hand & above(game, card))) : 0.0;
    };
    const int set = std::popcount(score.set);
    const bool alone = set > 0 && (others_took & score.set) == 0;
    out = {1.0,
           (points + at.tricks[seat] * score.trick) / 100.0,
           rival / 100.0,
           at_stake / 100.0,
           sum(hand & bad_),
           sum(hand & good_),
           sum(others & bad_),
           sum(others & good_),
           winners / 10.0,
           losers / 10.0,
           winners / 10.0 * sum(others & bad_),
           winners / 10.0 * sum(others & good_),
           std::popcount(hand) / 10.0,
           static_cast<double>(voids),
           at.phase == Phase::kPlay && at.down == 0 && at.turn == seat ? 1.0 : 0.0,
           held(hand, worst_),
           catchers(worst_),
           held(hand, best_),
           catchers(best_),
           held(hand, score.multiplier),
           held(at.taken[seat], score.multiplier),
           alone ? std::popcount(at.taken[seat] & score.set) / static_cast<double>(set) : 0.0};
}

}  // namespace paiyou::trick
