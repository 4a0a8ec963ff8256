// Views and states as keys: 128 bits of everything they hold. For remembering what somebody would do in a view.
#pragma once

#include "families/climbing/state.hpp"
#include "families/trick/state.hpp"
#include "search/hash.hpp"

namespace paiyou::search {

inline void add_history(const History& history, Hasher& hasher) {
    hasher.add(history.size());
    for (const Event& event : history) hasher.add(std::uint64_t{event.move} << 8 | event.seat);
}

// Of a game from its deal on the history says nearly all; a game from given hands may begin anywhere.
inline void add_whole(const climbing::Position& at, const climbing::Origin& origin, Hasher& hasher) {
    for (const Packed hand : at.hands) hasher.add(hand);
    hasher.add(at.pile);
    hasher.add(std::uint64_t{at.last} | std::uint64_t{at.last_seat} << 32 | std::uint64_t{at.turn} << 40 |
               std::uint64_t{at.passes} << 48 | static_cast<std::uint64_t>(at.phase) << 56);
    hasher.add(at.landlord | std::uint64_t{at.opener} << 8 | std::uint64_t{at.stake} << 16 |
               std::uint64_t{at.bombs} << 24 | std::uint64_t{at.node} << 32);
    for (const std::uint8_t plays : at.plays) hasher.add(plays);
    hasher.add(origin.open);
    hasher.add(std::uint64_t{origin.last} | std::uint64_t{origin.led_by_card} << 32 |
               std::uint64_t{origin.passes} << 40 | std::uint64_t{origin.turn} << 48);
}

inline void add_whole(const trick::Position& at, const trick::Origin& origin, Hasher& hasher) {
    for (const CardSet hand : at.hands) hasher.add(hand);
    for (const CardSet taken : at.taken) hasher.add(taken);
    for (const CardSet known : origin.known) hasher.add(known);
    hasher.add(at.pile);
    hasher.add(at.table);
    hasher.add(at.exposed);
    hasher.add(at.turn | std::uint64_t{at.opener} << 8 | std::uint64_t{at.down} << 16 | std::uint64_t{at.best} << 24 |
               std::uint64_t{at.best_seat} << 32 | std::uint64_t{at.led} << 40 |
               static_cast<std::uint64_t>(at.phase) << 48);
    hasher.add(origin.led | std::uint64_t{origin.first_card} << 8 | std::uint64_t{origin.first_seat} << 16);
}

template <typename State>
Fingerprint identity_of_state(const State& state) {
    Hasher hasher;
    add_whole(state.at, state.origin, hasher);
    add_history(state.history, hasher);
    return hasher.result();
}

template <typename View>
Fingerprint identity_of_view(const View& view) {
    Hasher hasher;
    add_whole(view.at, view.origin, hasher);
    add_history(view.history, hasher);
    for (const std::uint8_t count : view.counts) hasher.add(count);
    hasher.add(view.unseen);
    hasher.add(static_cast<std::uint64_t>(view.seat));
    return hasher.result();
}

}  // namespace paiyou::search
