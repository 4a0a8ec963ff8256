// The beginning of a climbing game as a pickle keeps it (see pickle.hpp).
#pragma once

#include "bindings/climbing_objects.hpp"
#include "bindings/pickle.hpp"

namespace paiyou::bindings::climbing_objects {

inline nb::dict save_beginning(const GameObject& object, const State& begun) {
    const auto text = [&](Packed cards) { return nb::str(object.notation.write_cards(cards).c_str()); };
    const Position& at = begun.at;
    nb::list hands;
    nb::list dealt;
    for (int seat = 0; seat < object.game.rules.seats; ++seat) {
        hands.append(text(at.hands[seat]));
        dealt.append(begun.dealt.hands[seat]);
    }
    dealt.append(begun.dealt.pile);
    nb::dict saved;
    saved["hands"] = hands;
    saved["pile"] = text(at.pile);
    saved["turn"] = at.turn;
    saved["opener"] = at.opener;
    saved["bidding"] = at.phase == Phase::kAuction;
    saved["open"] = text(begun.origin.open);
    saved["led_by_card"] = seat_or_none(begun.origin.led_by_card);
    saved["last"] = begun.origin.last == kPass ? nb::none() : object.name(begun.origin.last);
    saved["passes"] = begun.origin.passes;
    saved["first"] = begun.origin.turn;
    saved["dealt"] = dealt;
    return saved;
}

inline Packed load_hand(const GameObject& object, const nb::handle& text) {
    if (!PyUnicode_Check(text.ptr())) refuse_pickle();
    const Parsed<Packed> cards = object.notation.read_cards(text_of(text), object.game.rules.deck());
    if (!cards.fine()) refuse_pickle();
    return cards.value;
}

inline Packed load_cards(const GameObject& object, const nb::dict& saved, const char* name) {
    return load_hand(object, saved_value<nb::str>(saved, name));
}

inline State load_beginning(const GameObject& object, const nb::dict& saved) {
    const Rules& rules = object.game.rules;
    const auto seats = static_cast<std::size_t>(rules.seats);
    const auto hands = saved_value<std::vector<nb::str>>(saved, "hands");
    const auto dealt = saved_value<std::vector<CardSet>>(saved, "dealt");
    if (hands.size() != seats || dealt.size() != seats + 1) refuse_pickle();
    State begun;
    for (std::size_t seat = 0; seat < seats; ++seat) {
        begun.at.hands[seat] = load_hand(object, hands[seat]);
        begun.dealt.hands[seat] = dealt[seat];
    }
    begun.dealt.pile = dealt[seats];
    begun.at.pile = load_cards(object, saved, "pile");
    begun.at.turn = saved_seat(saved, "turn", rules.seats);
    begun.at.opener = saved_seat(saved, "opener", rules.seats);
    const bool bidding = saved_value<bool>(saved, "bidding");
    if (bidding && !rules.has_auction()) refuse_pickle();
    begun.at.phase = bidding ? Phase::kAuction : Phase::kPlay;
    begun.origin.open = load_cards(object, saved, "open");
    if (begun.origin.open != 0 && rules.pile != Pile::kLandlord) refuse_pickle();
    const bool left_over = total_cards(begun.at.pile) <= rules.pile_size();
    if (!left_over || !contains(begun.at.pile, begun.origin.open)) refuse_pickle();
    begun.origin.led_by_card = saved_seat_or_nobody(saved, "led_by_card", rules.seats);
    if (begun.origin.led_by_card != kNobody && rules.lead_card < 0) refuse_pickle();
    begun.origin.passes = saved_seat(saved, "passes", rules.seats - 1);  // one more would end the trick
    begun.origin.turn = saved_seat(saved, "first", rules.seats);
    const auto last = saved_value<nb::object>(saved, "last");
    if (!last.is_none()) {
        begun.origin.last = saved_move(object, last);
        if (begun.origin.last >= object.game.first_call()) refuse_pickle();
    }
    // The rest of a beginning follows from these.
    return rewound(object.game, begun);
}

// No rank has more cards than the deck.
inline bool fits_deck(const GameObject& object, std::initializer_list<Packed> hands) {
    Packed rest = object.game.rules.deck();
    for (const Packed hand : hands) {
        if (!contains(rest, hand)) return false;
        rest -= hand;
    }
    return true;
}

inline bool fits(const GameObject& object, const State& begun) {
    const auto& hands = begun.at.hands;
    for (int seat = 0; seat < object.game.rules.seats; ++seat) {
        if (hands[seat] == 0) return false;
    }
    const bool apart = object.game.rules.pile == Pile::kHidden || begun.at.phase == Phase::kAuction;
    return fits_deck(object, {hands[0], hands[1], hands[2], hands[3], apart ? begun.at.pile : 0});
}

// The moves are played: what lies open is the pile, as far as the landlord has held it.
inline bool fits_moves(const GameObject& object, const State& state) {
    if (object.game.rules.pile != Pile::kLandlord) return true;
    if (pile_hidden(object.game, state.at)) return state.origin.open == state.at.pile;
    const int landlord = state.at.landlord;
    const Packed held = state.at.hands[landlord] + played_cards(object.game, state.history)[landlord];
    return state.origin.open == common_cards(state.at.pile, held);
}

// What others may know of a seat's cards lies among those unseen.
inline bool fits_known(const GameObject& object, const View& view) {
    if (view.origin.open == 0) return true;
    if (pile_hidden(object.game, view.at)) return false;
    if (view.seat == view.at.landlord) return true;
    const Packed known = known_of_landlord(object.game, view);
    return contains(view.unseen, known) && total_cards(known) <= view.counts[view.at.landlord];
}

inline bool fits(const GameObject& object, const View& view) {
    const Packed own = view.at.hands[view.seat];
    int hidden = total_cards(view.unseen) + total_cards(own);
    for (const int count : view.counts) hidden -= count;
    const int most = pile_hidden(object.game, view.at) ? object.game.rules.pile_size() : 0;
    return fits_deck(object, {own, view.unseen}) && view.counts[view.seat] == total_cards(own) && hidden >= 0 &&
           hidden <= most && fits_known(object, view);
}

inline bool hinges_on_hand(const GameObject&, Refusal why) { return why == Refusal::kMustBeat; }

}  // namespace paiyou::bindings::climbing_objects
