#include "families/trick/score.hpp"

namespace paiyou::trick {

std::int32_t card_score(const Game& game, CardSet taken, CardSet exposed) {
    const Score& score = game.rules.score;
    CardSet doubled = 0;
    bool set_doubled = false;
    for (const Exposure& exposure : game.rules.exposures) {
        if ((exposed & card_bit(exposure.card)) == 0) continue;
        doubled |= exposure.doubles;
        set_doubled = set_doubled || exposure.doubles_set;
    }
    const bool whole_set = score.set != 0 && (taken & score.set) == score.set;
    const bool flipped = score.flip_when != 0 && (taken & score.flip_when) == score.flip_when;
    std::int32_t total = whole_set ? score.set_points * (set_doubled ? 2 : 1) : 0;
    each_card(whole_set ? taken & ~score.set : taken, [&](int card) {
        const std::int32_t points = score.points[card] * ((doubled & card_bit(card)) != 0 ? 2 : 1);
        total += flipped && (score.flips & card_bit(card)) != 0 ? -points : points;
    });
    if (score.multiplier == Score::kNoCard || (taken & card_bit(score.multiplier)) == 0) return total;
    const bool shown = (exposed & card_bit(score.multiplier)) != 0;
    if ((taken & score.company) == 0) return total + (shown ? score.exposed_alone : score.alone);
    return total * (shown ? score.exposed_factor : score.factor);
}

Payoffs scores(const Game& game, const Position& at) {
    Payoffs result{};
    for (int seat = 0; seat < game.rules.seats; ++seat) {
        result[seat] = card_score(game, at.taken[seat], at.exposed) + at.tricks[seat] * game.rules.score.trick -
                       game.rules.score.par;
    }
    return result;
}

}  // namespace paiyou::trick
