#include "nets/climbing_network.hpp"

#include <stdexcept>
#include <utility>

namespace paiyou::nets {

FeatureRows::FeatureRows(const climbing::Game& game, int groups, int ranks) {
    const climbing::Rules& rules = game.rules;
    const int seats = rules.seats;
    cards = rules.deck_size();
    most_left = rules.hand_size + (rules.pile == climbing::Pile::kLandlord ? rules.pile_size() : 0);
    const auto next = [this](int& begin, int number) {
        begin = size;
        size += number;
    };
    next(hand, cards);
    next(unseen, cards);
    next(played, seats * cards);
    next(known, cards);
    next(standing, cards);
    next(owner, seats);
    next(left, seats * (most_left + 1));
    next(bombs, kBombs);
    next(moves_left, kMoves);
    next(power, seats - 1);
    next(move_cards, cards);
    next(rest, cards);
    next(rest_moves, kMoves);
    next(group, groups + 1);
    next(key, ranks);
    next(answered, seats - 1);
    next(with_power, 1);
}

ClimbingNetwork::ClimbingNetwork(const climbing::Game& game, HandShapes shapes,
                                 std::vector<std::uint16_t> group_feature, int groups, int ranks,
                                 std::vector<Layers> positions)
    : game_(&game),
      shapes_(std::move(shapes)),
      group_feature_(std::move(group_feature)),
      rows_(game, groups, ranks),
      positions_(std::move(positions)) {
    if (positions_.empty()) throw std::invalid_argument("a play-out network has layers for one position at least");
    if (static_cast<int>(group_feature_.size()) != game.combos.groups() || shapes_.groups() != game.combos.groups()) {
        throw std::invalid_argument("the groups of a play-out network must be told for every group of the game");
    }
    for (const std::uint16_t feature : group_feature_) {
        if (feature > groups) throw std::invalid_argument("a group's number is beyond those of the play-out network");
    }
    for (const Layers& layers : positions_) layers.check(rows_.size);
    std::array<int, kMaxRanks> copies{};
    for (const std::uint8_t rank : game.rules.rank_of_card) ++copies[rank];
    for (int rank = 1; rank < kMaxRanks; ++rank) slot_[rank] = slot_[rank - 1] + copies[rank - 1];
}

void ClimbingNetwork::sum_cards(const Decision& at, const Public& seen, Sums& sums) const {
    const Layers& layers = this->layers(at.seat, at.landlord);
    layers.begin(sums);
    each_of_cards(at, seen, [&](int feature) { layers.add(sums, feature); });
}

void ClimbingNetwork::cards_leave(Sums& sums, int seat, int landlord, Packed hand, Packed unseen, const Public& seen,
                                  int mover, int mover_left, Packed cards) const {
    const Layers& layers = this->layers(seat, landlord);
    const auto gone = [&](int feature) { layers.take_away(sums, feature); };
    const auto there = [&](int feature) { layers.add(sums, feature); };
    if (mover == seat) {
        each_lost(rows_.hand, hand, cards, gone);
    } else {
        each_lost(rows_.unseen, unseen, cards, gone);
    }
    each_lost(rows_.played + around(seat, mover) * rows_.cards, seen.played[mover] + cards, cards, there);
    gone(left_row(seat, mover, mover_left));
    there(left_row(seat, mover, mover_left - total_cards(cards)));
    if (mover == landlord && seen.open != 0) {
        const Packed before = seen.known(landlord);
        const Packed after = seen.open - common_cards(seen.open, seen.played[landlord] + cards);
        each_lost(rows_.known, before, before - after, gone);
    }
}

}  // namespace paiyou::nets
