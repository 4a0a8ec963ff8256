#include "families/climbing/evaluation_features.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "families/climbing/moves.hpp"

namespace paiyou::climbing {

namespace {

int powers(const Game& game, Packed hand) {
    const ComboTable& table = game.combos;
    int number = 0;
    for (std::uint32_t base = table.power_from(1); base < table.plain_end(); base += 64) {
        const int count = static_cast<int>(table.plain_end() - base < 64 ? table.plain_end() - base : 64);
        number += std::popcount(contained_bits(hand, table.rows() + base, count));
    }
    return number;
}

int top_rank(Packed hand) { return hand == 0 ? -1 : (63 - std::countl_zero(hand)) / 4; }

struct Side {
    int cards = 0;  // of the seat with the fewest
    int turns = 0;
    int high = 0;
    int power = 0;
    int top = -1;
    bool unplayed = true;
    bool any = false;

    void add(const Game& game, const Position& at, int seat, int turns_here, int high_shift) {
        const Packed hand = at.hands[seat];
        const int count = total_cards(hand);
        if (!any || count < cards) {
            cards = count;
            turns = turns_here;
        }
        high += total_cards(hand >> high_shift);
        power += powers(game, hand);
        top = std::max(top, top_rank(hand));
        unplayed = unplayed && at.plays[seat] == 0;
        any = true;
    }

    double near() const { return any ? 1.0 / std::max(cards, 1) : 0.0; }
};

}  // namespace

EvaluationFeatures::EvaluationFeatures(const Game& game) : game_(&game) {
    const std::vector<std::uint8_t>& deck = game.rules.rank_of_card;
    const int ranks = deck.empty() ? 1 : *std::max_element(deck.begin(), deck.end()) + 1;
    high_shift_ = 4 * (ranks * 3 / 4);
    kickers_ = game.combos.bodies() > 0;
    const auto straight = [&](int first, int length) {
        Packed cards = 0;
        for (int rank = first; rank < first + length; ++rank) cards += one_of(rank);
        return game.combos.find(cards) != kPass;
    };
    for (int length = std::min(ranks, 3); length <= ranks && straight_ == 0; ++length) {
        for (int first = 0; first + length <= ranks; ++first) {
            if (length < 3 || !straight(first, length)) continue;
            straight_ = length;
            straight_end_ = first + length;
        }
    }
}

// Ranks held, less those that go along: in one straight, and as kickers. Cheap rather than exact: `split.hpp` would
// say.
int EvaluationFeatures::turns(Packed hand) const {
    int ranks = 0;
    int trios = 0;
    int run = 0;     // neighbouring ranks up to this one
    int single = 0;  // those of them with one card only
    int saved = 0;
    for (int rank = 0; hand != 0; ++rank, hand >>= 4) {
        const int count = static_cast<int>(hand & 0xF);
        if (count == 0) {
            run = single = 0;
            continue;
        }
        ++ranks;
        trios += count == 3 ? 1 : 0;
        ++run;
        single += count == 1 ? 1 : 0;
        if (straight_ > 0 && run >= straight_ && rank < straight_end_) saved = std::max(saved, single - 1);
    }
    ranks -= saved;
    if (kickers_) ranks -= std::min(trios, ranks - trios);
    return std::max(ranks, 1);
}

std::span<const std::string_view> EvaluationFeatures::roles() const {
    if (game_->rules.score.kind == Scoring::kStake) return kStakeRoles;
    return kCardsRoles;
}

int EvaluationFeatures::role(const Position& at, int seat) const {
    if (game_->rules.score.kind != Scoring::kStake) return 0;
    if (at.phase == Phase::kAuction) return 3;
    return std::min((seat - at.landlord + game_->rules.seats) % game_->rules.seats, 2);
}

double EvaluationFeatures::scale(const Position& at) const {
    if (game_->rules.score.kind != Scoring::kStake || at.phase == Phase::kAuction) return 1;
    return static_cast<double>(static_cast<std::int32_t>(at.stake) << std::min<int>(at.bombs, 16));
}

std::pair<double, double> EvaluationFeatures::bounds(const Position& at, int seat) const {
    const Score& score = game_->rules.score;
    if (score.kind == Scoring::kStake) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        if (at.phase == Phase::kAuction) return {-kInfinity, kInfinity};
        const double most = seat == at.landlord ? score.landlord_factor : 1.0;
        return {-most, most};
    }
    const int seats = game_->rules.seats;
    std::array<double, kMaxSeats> bonus{};
    double low = 0;
    double high = 0;
    for (int other = 0; other < seats; ++other) {
        const bool own = allied(*game_, at, seat, other);
        const double pays = total_cards(at.hands[other]) * (at.plays[other] == 0 ? score.never_played_factor : 1);
        (own ? low : high) += own ? -pays : pays;
        for (int of = 0; of < seats; ++of) {
            bonus[of] += score.unbeaten_bomb * at.unbeaten_bombs[other] * (of == other ? seats - 1 : -1);
        }
    }
    if (game_->rules.has_partners()) {
        // What one side gains the others lose, and it counts once for each.
        low *= 2;
        high *= 2;
        bonus = less_the_others(bonus, teams_of(*game_, at), seats);
    }
    return {low + bonus[seat], high + bonus[seat]};
}

void EvaluationFeatures::features(const Position& at, int seat, Features& out) const {
    const Game& game = *game_;
    Side own;
    Side ally;
    Side enemy;
    const bool led = !at.leading();
    bool ally_trick = false;
    bool ally_lead = false;
    for (int other = 0; other < game.rules.seats; ++other) {
        if (other == seat) {
            own.add(game, at, other, turns(at.hands[other]), high_shift_);
        } else if (allied(game, at, seat, other)) {
            ally.add(game, at, other, turns(at.hands[other]), high_shift_);
            ally_trick = ally_trick || (led && at.last_seat == other);
            ally_lead = ally_lead || (!led && at.turn == other);
        } else {
            enemy.add(game, at, other, turns(at.hands[other]), high_shift_);
        }
    }
    const int top = std::max({own.top, ally.top, enemy.top});
    const bool playing = at.phase == Phase::kPlay;
    const Score& score = game.rules.score;
    const bool unplayed_counts = score.spring || score.never_played_factor > 1;
    out = {1.0,
           own.cards / 10.0,
           own.near(),
           own.turns / 10.0,
           own.high / 10.0,
           static_cast<double>(own.power),
           ally.cards / 10.0,
           ally.near(),
           ally.turns / 10.0,
           ally.high / 10.0,
           static_cast<double>(ally.power),
           enemy.cards / 10.0,
           enemy.near(),
           enemy.turns / 10.0,
           enemy.high / 10.0,
           static_cast<double>(enemy.power),
           led && at.last_seat == seat ? 1.0 : 0.0,
           ally_trick ? 1.0 : 0.0,
           playing && !led && at.turn == seat ? 1.0 : 0.0,
           playing && ally_lead ? 1.0 : 0.0,
           playing && led && at.turn == seat ? 1.0 : 0.0,
           own.top == top ? 1.0 : 0.0,
           ally.any && ally.top == top ? 1.0 : 0.0,
           unplayed_counts && own.unplayed ? 1.0 : 0.0,
           unplayed_counts && enemy.unplayed ? 1.0 : 0.0};
}

}  // namespace paiyou::climbing
