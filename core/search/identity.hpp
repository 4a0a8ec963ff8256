// Views and states as keys: 128 bits of everything they hold. For remembering what somebody would do in a view.
#pragma once

#include "families/climbing/state.hpp"
#include "families/trick/state.hpp"
#include "search/key.hpp"

namespace paiyou::search {

inline void add_history(const History& history, KeyMaker& maker) {
    maker.add(history.size());
    for (const Event& event : history) maker.add(std::uint64_t{event.move} << 8 | event.seat);
}

// Of a game from its deal on the history says nearly all; a game from given hands may begin anywhere.
inline void add_whole(const climbing::Position& at, const climbing::Origin& origin, KeyMaker& maker) {
    for (const Packed hand : at.hands) maker.add(hand);
    maker.add(at.pile);
    maker.add(std::uint64_t{at.last} | std::uint64_t{at.last_seat} << 32 | std::uint64_t{at.turn} << 40 |
              std::uint64_t{at.passes} << 48 | static_cast<std::uint64_t>(at.phase) << 56);
    maker.add(at.landlord | std::uint64_t{at.opener} << 8 | std::uint64_t{at.stake} << 16 |
              std::uint64_t{at.bombs} << 24 | std::uint64_t{at.node} << 32);
    for (const std::uint8_t plays : at.plays) maker.add(plays);
    maker.add(origin.open);
    maker.add(std::uint64_t{origin.last} | std::uint64_t{origin.led_by_card} << 32 |
              std::uint64_t{origin.passes} << 40 | std::uint64_t{origin.turn} << 48);
}

inline void add_whole(const trick::Position& at, const trick::Origin& origin, KeyMaker& maker) {
    for (const CardSet hand : at.hands) maker.add(hand);
    for (const CardSet taken : at.taken) maker.add(taken);
    for (const CardSet known : origin.known) maker.add(known);
    maker.add(at.pile);
    maker.add(at.in_trick);
    maker.add(at.exposed);
    maker.add(at.turn | std::uint64_t{at.opener} << 8 | std::uint64_t{at.down} << 16 | std::uint64_t{at.best} << 24 |
              std::uint64_t{at.best_seat} << 32 | std::uint64_t{at.led} << 40 |
              static_cast<std::uint64_t>(at.phase) << 48);
    maker.add(origin.led | std::uint64_t{origin.first_card} << 8 | std::uint64_t{origin.first_seat} << 16);
}

template <typename State>
HashKey identity_of_state(const State& state) {
    KeyMaker maker;
    add_whole(state.at, state.origin, maker);
    add_history(state.history, maker);
    return maker.key();
}

template <typename View>
HashKey identity_of_view(const View& view) {
    KeyMaker maker;
    add_whole(view.at, view.origin, maker);
    add_history(view.history, maker);
    for (const std::uint8_t count : view.counts) maker.add(count);
    maker.add(view.unseen);
    maker.add(static_cast<std::uint64_t>(view.seat));
    return maker.key();
}

}  // namespace paiyou::search
