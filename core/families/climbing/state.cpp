#include "families/climbing/state.hpp"

namespace paiyou::climbing {

State deal_state(const Game& game, std::uint64_t seed) {
    State state;
    state.at = deal(game, seed, &state.dealt);
    state.origin.open = game.rules.pile == Pile::kLandlord ? state.at.pile : 0;
    if (game.rules.lead_card >= 0) state.origin.led_by_card = state.at.opener;
    return state;
}

std::array<Packed, kMaxSeats> played_cards(const Game& game, const History& history) {
    std::array<Packed, kMaxSeats> played{};
    for (const Event& event : history) {
        if (event.move < game.first_call()) played[event.seat] += game.combos.combo(event.move).cards;
    }
    return played;
}

View make_view(const Game& game, const State& state, int seat) {
    View view;
    view.seat = seat;
    view.at = state.at;
    view.history = state.history;
    view.origin = state.origin;
    for (int other = 0; other < game.rules.seats; ++other) {
        view.counts[other] = static_cast<std::uint8_t>(total_cards(state.at.hands[other]));
        if (other == seat) continue;
        view.unseen += state.at.hands[other];
        view.at.hands[other] = 0;
    }
    if (pile_hidden(game, state.at)) {
        view.unseen += state.at.pile;
        view.at.pile = view.origin.open = 0;
    }
    return view;
}

Packed known_of_landlord(const Game& game, const View& view) {
    if (view.origin.open == 0) return 0;
    const Packed played = played_cards(game, view.history)[view.at.landlord];
    return view.origin.open - common_cards(view.origin.open, played);
}

namespace {

// Takes the lowest cards of the right ranks out of a pool.
CardSet take_cards(const Rules& rules, CardSet& pool, Packed wanted) {
    CardSet taken = 0;
    for (int place = 0; place < rules.deck_size(); ++place) {
        const CardSet card = CardSet{1} << place;
        const int rank = rules.rank_of_card[place];
        if ((pool & card) != 0 && count_of(wanted, rank) > 0) {
            taken |= card;
            wanted -= one_of(rank);
        }
    }
    pool &= ~taken;
    return taken;
}

}  // namespace

CardSet cards_of_seat(const Game& game, const State& state, int seat) {
    const Rules& rules = game.rules;
    const std::array<Packed, kMaxSeats> played = played_cards(game, state.history);
    CardSet held = 0;
    if (state.dealt.hands[0] != 0) {
        held = state.dealt.hands[seat];
        if (seat == state.at.landlord && !pile_hidden(game, state.at)) held |= state.dealt.pile;
    } else {
        // No deal to go by: cards are given out from the lowest, but the card that leads goes to the seat that led.
        CardSet pool = (CardSet{1} << rules.deck_size()) - 1;
        const bool led = state.origin.led_by_card != kNobody;
        const CardSet lead = led ? CardSet{1} << rules.lead_card : 0;
        pool &= ~lead;
        for (int other = 0; other <= seat; ++other) {
            Packed wanted = state.at.hands[other] + played[other];
            const bool leader = led && other == state.origin.led_by_card;
            if (leader) wanted -= one_of(rules.rank_of_card[rules.lead_card]);
            held = take_cards(rules, pool, wanted) | (leader ? lead : 0);
        }
    }
    take_cards(rules, held, played[seat]);
    return held;
}

}  // namespace paiyou::climbing
