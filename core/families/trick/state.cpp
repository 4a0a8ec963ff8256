#include "families/trick/state.hpp"

namespace paiyou::trick {

State deal_state(const Game& game, std::uint64_t seed) {
    State state;
    state.at = deal(game, seed);
    state.origin.known = game.rules.open;
    if (game.rules.lead_card >= 0) state.origin.known[state.at.opener] |= card_bit(game.rules.lead_card);
    return state;
}

History trick_in_progress(const Game& game, const Position& at, const History& history, const Origin& origin) {
    History trick;
    if (at.phase != Phase::kPlay || at.down == 0) return trick;
    std::size_t cards = at.down;
    std::size_t played = 0;
    for (const Event& event : history) played += event.move < game.first_exposure() ? 1 : 0;
    if (played < cards) {
        trick.push_back({origin.first_card, origin.first_seat});
        --cards;
    }
    trick.insert(trick.end(), history.end() - static_cast<std::ptrdiff_t>(cards), history.end());
    return trick;
}

View make_view(const Game& game, const State& state, int seat) {
    View view;
    view.seat = seat;
    view.at = state.at;
    view.history = state.history;
    view.origin = state.origin;
    for (int other = 0; other < game.rules.seats; ++other) {
        view.counts[other] = static_cast<std::uint8_t>(std::popcount(state.at.hands[other]));
        if (other == seat) continue;
        view.unseen |= state.at.hands[other];
        view.at.hands[other] = 0;
    }
    view.unseen |= state.at.pile;
    view.at.pile = 0;
    return view;
}

Knowledge known_to_all(const Game& game, const View& view) {
    Knowledge known;
    known.holds = view.origin.known;
    std::uint8_t led = view.origin.led;
    int down = 0;
    int suit = 0;  // of the trick in progress
    const auto follow = [&](int seat, int card) {
        const auto bit = static_cast<std::uint8_t>(1 << game.suit(card));
        if (down == 0) suit = game.suit(card);
        // Who had to lead this card proves nothing by it.
        const bool forced = game.rules.must_lead_card && card == game.rules.lead_card && down == 0 && led == 0;
        if (game.suit(card) != suit) known.void_[seat] |= static_cast<std::uint8_t>(1 << suit);
        if (game.suit(card) == suit && (led & bit) == 0 && (view.at.exposed & card_bit(card)) != 0 && !forced) {
            known.void_[seat] |= bit;
        }
        known.holds[seat] &= ~card_bit(card);
        if (++down == game.rules.seats) {
            down = 0;
            led |= static_cast<std::uint8_t>(1 << suit);
        }
    };
    if (view.origin.first_seat != kNobody) follow(view.origin.first_seat, view.origin.first_card);
    for (const Event& event : view.history) {
        if (event.move >= game.first_exposure()) {
            known.holds[event.seat] |= cards_of_mask(game, event.move - game.first_exposure());
        } else {
            follow(event.seat, static_cast<int>(event.move));
        }
    }
    return known;
}

}  // namespace paiyou::trick
