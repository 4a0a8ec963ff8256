#include "families/climbing/environment.hpp"

#include <algorithm>

namespace paiyou::climbing {

Environment::Environment(const Game& game)
    : game_(&game),
      ranks_(1 + *std::max_element(game.rules.rank_of_card.begin(), game.rules.rank_of_card.end())),
      blocks_{{"hand", 1, ranks_},
              {"unseen", 1, ranks_},
              {"pile", 1, ranks_},
              {"standing", 1, ranks_},
              {"played", game.rules.seats, ranks_},
              {"latest", game.rules.seats, ranks_},
              {"left", 1, game.rules.seats},
              {"owner", 1, game.rules.seats},
              {"landlord", 1, game.rules.seats},
              {"calls", 1, game.rules.seats},
              {"bombs", 1, 1},
              {"stake", 1, 1},
              {"bidding", 1, 1}},
      width_(width_of(blocks_)) {}

void Environment::follow(Track& track, int seat, Move move) const {
    if (move >= game_->first_call()) {
        track.calls[seat] = static_cast<std::uint8_t>(move - game_->first_call() + 1);
        return;
    }
    const Packed cards = game_->combos.combo(move).cards;
    track.played[seat] += cards;
    track.latest[seat] = cards;
}

Environment::Track Environment::track_of(const State& state) const {
    Track track;
    for (const Event& event : state.history) follow(track, event.seat, event.move);
    return track;
}

void Environment::observe(const Position& at, const Track& track, int seat, std::int8_t* out) const {
    const int seats = this->seats();
    const auto cards = [&](Packed held) {
        for (int rank = 0; rank < ranks_; ++rank) *out++ = static_cast<std::int8_t>(count_of(held, rank));
    };
    const auto around = [&](auto&& visit) {
        for (int step = 0; step < seats; ++step) visit((seat + step) % seats);
    };
    const auto number = [&](int value) { *out++ = static_cast<std::int8_t>(value); };
    const bool hidden = pile_hidden(*game_, at);
    Packed unseen = hidden ? at.pile : 0;
    around([&](int other) { unseen += other == seat ? 0 : at.hands[other]; });
    cards(at.hands[seat]);
    cards(unseen);
    cards(hidden ? 0 : at.pile);
    cards(at.leading() ? 0 : game_->combos.combo(at.last).cards);
    around([&](int other) { cards(track.played[other]); });
    around([&](int other) { cards(track.latest[other]); });
    around([&](int other) { number(total_cards(at.hands[other])); });
    around([&](int other) { number(!at.leading() && at.last_seat == other ? 1 : 0); });
    around([&](int other) { number(!hidden && at.landlord == other ? 1 : 0); });
    around([&](int other) { number(track.calls[other]); });
    number(at.bombs);
    number(at.stake);
    number(at.phase == Phase::kAuction ? 1 : 0);
}

}  // namespace paiyou::climbing
