// The beginning of a trick game as a pickle keeps it (see pickle.hpp).
#pragma once

#include "bindings/pickle.hpp"
#include "bindings/trick_objects.hpp"

namespace paiyou::bindings::trick_objects {

inline nb::dict save_beginning(const GameObject& object, const State& begun) {
    const Position& at = begun.at;
    nb::dict saved;
    saved["hands"] = cards_by_seat(object, at.hands);
    saved["pile"] = list_cards(object, at.pile);
    saved["exposed"] = list_cards(object, at.exposed);
    saved["turn"] = at.turn;
    saved["opener"] = at.opener;
    saved["exposing"] = at.phase == Phase::kExpose;
    saved["known"] = cards_by_seat(object, begun.origin.known);
    saved["led"] = begun.origin.led;
    saved["first_seat"] = seat_or_none(begun.origin.first_seat);
    saved["first_card"] = object.name(begun.origin.first_card);
    return saved;
}

inline CardSet load_set(const GameObject& object, const std::vector<nb::str>& names) {
    CardSet cards = 0;
    for (const nb::str& name : names) {
        const Move card = saved_move(object, name);
        if (card >= object.game.first_exposure() || (cards & card_bit(static_cast<int>(card))) != 0) refuse_pickle();
        cards |= card_bit(static_cast<int>(card));
    }
    return cards;
}

inline CardSet load_cards(const GameObject& object, const nb::dict& saved, const char* name) {
    return load_set(object, saved_value<std::vector<nb::str>>(saved, name));
}

inline std::array<CardSet, kMaxSeats> load_by_seat(const GameObject& object, const nb::dict& saved, const char* name) {
    const auto lists = saved_value<std::vector<std::vector<nb::str>>>(saved, name);
    if (lists.size() != static_cast<std::size_t>(object.game.rules.seats)) refuse_pickle();
    std::array<CardSet, kMaxSeats> cards{};
    for (std::size_t seat = 0; seat < lists.size(); ++seat) cards[seat] = load_set(object, lists[seat]);
    return cards;
}

inline State load_beginning(const GameObject& object, const nb::dict& saved) {
    const Rules& rules = object.game.rules;
    State begun;
    begun.at.hands = load_by_seat(object, saved, "hands");
    begun.at.pile = load_cards(object, saved, "pile");
    begun.at.exposed = load_cards(object, saved, "exposed");
    begun.at.turn = saved_seat(saved, "turn", rules.seats);
    begun.at.opener = saved_seat(saved, "opener", rules.seats);
    const bool exposing = saved_value<bool>(saved, "exposing");
    begun.at.phase = exposing ? Phase::kExpose : Phase::kPlay;
    CardSet exposable = 0;
    for (const Exposure& exposure : rules.exposures) exposable |= card_bit(exposure.card);
    if ((exposing && exposable == 0) || (begun.at.exposed & ~exposable) != 0) refuse_pickle();
    begun.origin.known = load_by_seat(object, saved, "known");
    for (int seat = 0; seat < rules.seats; ++seat) {
        if ((begun.origin.known[seat] & ~begun.at.hands[seat]) != 0) refuse_pickle();
    }
    begun.origin.led = saved_value<std::uint8_t>(saved, "led");
    for (int suit = 0; suit < 8; ++suit) {
        const bool exists = suit < kMaxSuits && object.game.suits[suit] != 0;
        if ((begun.origin.led >> suit & 1) != 0 && !exists) refuse_pickle();
    }
    begun.origin.first_seat = saved_seat_or_nobody(saved, "first_seat", rules.seats);
    const Move first = saved_move(object, saved_value<nb::str>(saved, "first_card"));
    if (first >= object.game.first_exposure()) refuse_pickle();
    const bool led = begun.origin.first_seat != kNobody;
    if (led && begun.at.turn != next_seat(object.game, begun.origin.first_seat)) refuse_pickle();
    begun.origin.first_card = static_cast<std::uint8_t>(first);
    // The rest of a beginning follows from these.
    return rewound(object.game, begun);
}

// No card is in two places, and everyone has as many but for the seat that has led one.
inline bool fits(const GameObject& object, const State& begun) {
    const auto& hands = begun.at.hands;
    CardSet seen = begun.at.pile | begun.at.in_trick;
    for (int seat = 0; seat < object.game.rules.seats; ++seat) {
        if ((seen & hands[seat]) != 0) return false;
        seen |= hands[seat];
        const int led = seat == begun.origin.first_seat ? 1 : 0;
        if (std::popcount(hands[seat]) + led != std::popcount(hands[begun.at.turn])) return false;
    }
    return hands[begun.at.turn] != 0;
}

// A move takes nothing but a card from a hand: what fitted before still does.
inline bool fits_moves(const GameObject&, const State&) { return true; }

inline bool fits(const GameObject& object, const View& view) {
    const CardSet own = view.at.hands[view.seat];
    int hidden = std::popcount(view.unseen) + std::popcount(own);
    for (const int count : view.counts) hidden -= count;
    CardSet rest = view.unseen;
    const auto known = known_to_all(object.game, view).holds;
    for (int seat = 0; seat < object.game.rules.seats; ++seat) {
        if (seat == view.seat) continue;
        if ((known[seat] & ~rest) != 0 || std::popcount(known[seat]) > view.counts[seat]) return false;
        rest &= ~known[seat];
    }
    return (own & view.unseen) == 0 && view.counts[view.seat] == std::popcount(own) && hidden >= 0 &&
           hidden <= object.game.rules.pile_size();
}

inline bool hinges_on_hand(const GameObject&, Refusal why) {
    return why == Refusal::kMustFollow || why == Refusal::kExposedWaits;
}

}  // namespace paiyou::bindings::trick_objects
