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

Knowledge known_to_all(const Game& game, const View& view) { return public_in(game, view).known; }

}  // namespace paiyou::trick
