#include "families/trick/sample.hpp"

#include <algorithm>

namespace paiyou::trick {

Sampler::Sampler(const Game& game, const View& view) {
    const Knowledge knowledge = known_to_all(game, view);
    std::array<int, kMaxSlots> room{};
    std::array<std::uint8_t, kMaxSlots> void_in{};
    CardSet unknown = view.unseen;
    int hidden = std::popcount(unknown);
    for (int seat = 0; seat < game.rules.seats; ++seat) {
        if (seat == view.seat) continue;
        seat_[slots_] = static_cast<std::uint8_t>(seat);
        known_[slots_] = knowledge.holds[seat];
        unknown &= ~knowledge.holds[seat];
        void_in[slots_] = knowledge.void_[seat];
        room[slots_] = view.counts[seat] - std::popcount(knowledge.holds[seat]);
        hidden -= view.counts[seat];
        ++slots_;
    }
    if (hidden > 0) {
        seat_[slots_] = kNobody;
        room[slots_++] = hidden;
    }
    int largest = 0;
    for (const CardSet suit : game.suits) largest = std::max(largest, std::popcount(suit & unknown));
    sharing_ = Sharing(room, slots_, largest);
    for (int suit = 0; suit < kMaxSuits; ++suit) {
        const CardSet cards = game.suits[suit] & unknown;
        if (cards == 0) continue;
        unknown_.push_back(cards);
        sharing_.add_class(
            std::popcount(cards), [&](int slot) { return (void_in[slot] >> suit & 1) != 0 ? 0 : largest; },
            [](int, int) { return 1.0; });
    }
    sharing_.count();
}

void Sampler::draw(Random& random, Position& at) const {
    std::array<CardSet, kMaxSlots> cards = known_;
    sharing_.draw(random, [&](int number, const Sharing::Shares& shares) {
        // The last slot with a share takes what is left; the others draw their cards one by one.
        CardSet left = unknown_[static_cast<std::size_t>(number)];
        for (int slot = 0; slot + 1 < slots_; ++slot) {
            for (int share = shares[slot]; share > 0; --share) {
                const CardSet card =
                    card_bit(card_at(left, random.below(static_cast<std::uint32_t>(std::popcount(left)))));
                cards[slot] |= card;
                left &= ~card;
            }
        }
        cards[slots_ - 1] |= left;
    });
    for (int slot = 0; slot < slots_; ++slot) {
        (seat_[slot] == kNobody ? at.pile : at.hands[seat_[slot]]) = cards[slot];
    }
}

State Sampler::draw_state(Random& random, const View& view) const {
    State state{view.at, view.history, view.origin};
    draw(random, state.at);
    return state;
}

}  // namespace paiyou::trick
