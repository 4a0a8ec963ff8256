#include "families/trick/environment.hpp"

#include <algorithm>

namespace paiyou::trick {

Environment::Environment(const Game& game)
    : game_(&game),
      suits_(1 + *std::max_element(game.rules.suit_of_card.begin(), game.rules.suit_of_card.end())),
      blocks_{{"hand", 1, game.rules.deck_size()},
              {"unseen", 1, game.rules.deck_size()},
              {"exposed", 1, game.rules.deck_size()},
              {"trick", game.rules.seats, game.rules.deck_size()},
              {"taken", game.rules.seats, game.rules.deck_size()},
              {"unfollowed", game.rules.seats, suits_},
              {"left", 1, game.rules.seats},
              {"tricks", 1, game.rules.seats},
              {"exposing", 1, 1}},
      width_(width_of(blocks_)) {}

void Environment::follow(Track& track, int seat, Move move) const {
    if (move >= game_->first_exposure()) return;
    const int card = static_cast<int>(move);
    if (track.down == 0) {
        track.trick.fill(0);
        track.suit = game_->suit(card);
    }
    track.trick[seat] = card_bit(card);
    if (game_->suit(card) != track.suit) track.unfollowed[seat] |= static_cast<std::uint8_t>(1 << track.suit);
    track.down = (track.down + 1) % seats();
}

Environment::Track Environment::track_of(const State& state) const {
    Track track;
    // A game from given hands may begin behind a card.
    if (state.origin.first_seat != kNobody) follow(track, state.origin.first_seat, state.origin.first_card);
    for (const Event& event : state.history) follow(track, event.seat, event.move);
    return track;
}

void Environment::observe(const Position& at, const Track& track, int seat, std::int8_t* out) const {
    const int seats = this->seats();
    const auto bits = [&](std::uint64_t set, int number) {
        for (int bit = 0; bit < number; ++bit) *out++ = static_cast<std::int8_t>(set >> bit & 1);
    };
    const auto cards = [&](CardSet set) { bits(set, game_->rules.deck_size()); };
    const auto around = [&](auto&& visit) {
        for (int step = 0; step < seats; ++step) visit((seat + step) % seats);
    };
    const auto number = [&](int value) { *out++ = static_cast<std::int8_t>(value); };
    CardSet unseen = at.pile;
    around([&](int other) { unseen |= other == seat ? 0 : at.hands[other]; });
    cards(at.hands[seat]);
    cards(unseen);
    cards(at.exposed);
    around([&](int other) { cards(at.leading() ? 0 : track.trick[other]); });
    around([&](int other) { cards(at.taken[other]); });
    around([&](int other) { bits(track.unfollowed[other], suits_); });
    around([&](int other) { number(std::popcount(at.hands[other])); });
    around([&](int other) { number(at.tricks[other]); });
    number(at.phase == Phase::kExpose ? 1 : 0);
}

}  // namespace paiyou::trick
