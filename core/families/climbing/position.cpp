#include "families/climbing/position.hpp"

#include <algorithm>

namespace paiyou::climbing {

bool spring(const Game& game, const Position& at) {
    if (at.winner != at.landlord) return at.plays[at.landlord] <= 1;
    for (int seat = 0; seat < game.rules.seats; ++seat) {
        if (seat != at.landlord && at.plays[seat] > 0) return false;
    }
    return true;
}

namespace {

Payoffs stake_payoffs(const Game& game, const Position& at) {
    const Score& score = game.rules.score;
    // The cap keeps a made-up game with dozens of bombs from overflowing; Dou Dizhu has at most 14.
    std::int32_t stake = static_cast<std::int32_t>(at.stake) << std::min<int>(at.bombs, 16);
    if (score.spring && spring(game, at)) stake *= 2;
    const std::int32_t sign = at.winner == at.landlord ? 1 : -1;
    Payoffs result{};
    for (int seat = 0; seat < game.rules.seats; ++seat) {
        result[seat] = seat == at.landlord ? sign * score.landlord_factor * stake : -sign * stake;
    }
    return result;
}

Payoffs card_payoffs(const Game& game, const Position& at) {
    const Score& score = game.rules.score;
    Payoffs result{};
    for (int seat = 0; seat < game.rules.seats; ++seat) {
        const int left = total_cards(at.hands[seat]);
        const int free = score.last_card_free && left == 1 ? 1 : 0;
        const int pays = (left - free) * (at.plays[seat] == 0 ? score.never_played_factor : 1);
        result[seat] -= pays;
        result[at.winner] += pays;
        for (int other = 0; other < game.rules.seats; ++other) {
            if (other == seat) continue;
            const int bonus = score.unbeaten_bomb * at.unbeaten_bombs[seat];
            result[seat] += bonus;
            result[other] -= bonus;
        }
    }
    return result;
}

}  // namespace

Payoffs payoffs(const Game& game, const Position& at) {
    if (at.phase != Phase::kOver) return {};
    return game.rules.score.kind == Scoring::kStake ? stake_payoffs(game, at) : card_payoffs(game, at);
}

}  // namespace paiyou::climbing
