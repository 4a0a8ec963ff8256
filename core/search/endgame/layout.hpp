// Which place of an order says what about a position, and how ranks are told there.
//
// Ranks that are alike are told by their place among those that are present; others by themselves.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "families/climbing/likeness.hpp"
#include "families/climbing/position.hpp"
#include "search/endgame/sides.hpp"

namespace paiyou::search::endgame {

using namespace paiyou::climbing;

// The ranks that each seat holds, one bit each, and all attackers.
struct Ranks {
    std::array<Packed, kMaxSeats> own{};
    Packed attacking = 0;
};

class Layout {
 public:
    static constexpr int kNoAnswer = 16;
    static constexpr int kAttackersAnswer = 0;  // its place

    // With `plain` no ranks are alike.
    Layout(const Game& game, const Sides& sides, const Position& root, bool plain)
        : sides_(sides), alike_(plain ? none_alike() : likeness_for(game, root)) {}

    // To be called where the sides have changed. More than two defenders do not go into an order.
    void follow_sides() { likeness_ = sides_.defenders() > 2 ? &none_alike() : &alike_; }

    const Likeness& likeness() const { return *likeness_; }
    // What is alike for any sides.
    const Likeness& likeness_of_game() const { return alike_; }

    // Where an order tells of the lowest answer to the combo that lies there: that of all attackers, each defender's.
    int place_of_answer(int seat) const {
        return sides_.attacks(seat) ? kAttackersAnswer : kDefendersAnswer + sides_.number(seat);
    }

    // For every rank of the defenders that is like others, with the first of its two places in an order.
    template <typename Visit>
    void each_rank(const Ranks& ranks, Visit&& visit) const {
        int place = kFirstRank;
        for (int seat = 0; seat < sides_.seats(); ++seat) {
            if (sides_.attacks(seat)) continue;
            const Packed partner = partner_of(ranks, seat);
            for (Packed bits = ranks.own[seat] & likeness_->ranks(); bits != 0; bits &= bits - 1, place += 2) {
                visit(seat, std::countr_zero(bits) / 4, partner, place);
            }
        }
    }

    Ranks ranks_of(const Position& at) const {
        Ranks ranks;
        for (int seat = 0; seat < sides_.seats(); ++seat) {
            ranks.own[seat] = Likeness::present(at.hands[seat]);
            if (sides_.attacks(seat)) ranks.attacking |= ranks.own[seat];
        }
        return ranks;
    }

    static int below(Packed present, int rank) { return std::popcount(present & (one_of(rank) - 1)); }
    static int has(Packed present, int rank) { return (present & one_of(rank)) != 0 ? 1 : 0; }

    // How a rank is told, or kNoAnswer, where these ranks are present.
    int rank_among(int rank, Packed present) const {
        const Packed alike = likeness_->ranks();
        if (rank == kNoAnswer || (one_of(rank) & alike) == 0) return rank;
        return std::countr_zero(alike) / 4 + below(present & alike, rank);
    }

    // The other way round.
    int rank_at(int place, Packed present) const {
        const Packed alike = present & likeness_->ranks();
        const int number = place - std::countr_zero(likeness_->ranks()) / 4;
        if (place == kNoAnswer || number < 0 || number >= std::popcount(alike)) return place;
        return std::countr_zero(from_bit(alike, static_cast<std::uint32_t>(number))) / 4;
    }

 private:
    static constexpr int kDefendersAnswer = 1;
    static constexpr int kFirstRank = kMaxSeats;
    static constexpr int kMostRanks = 14;  // of each of two defenders

    static const Likeness& none_alike() {
        static const Likeness none;
        return none;
    }

    // What is alike from here on: hands only get smaller.
    static const Likeness& likeness_for(const Game& game, const Position& root) {
        const auto every_hand = [&](auto&& is) {
            return std::all_of(root.hands.begin(), root.hands.begin() + game.rules.seats, is);
        };
        const Likeness& apart = game.likeness_apart();
        const Likeness& likeness = every_hand([&](Packed hand) { return apart.apart(hand); }) ? apart : game.likeness();
        const bool fits = every_hand(
            [&](Packed hand) { return std::popcount(Likeness::present(hand) & likeness.ranks()) <= kMostRanks; });
        return fits ? likeness : none_alike();
    }

    // The other defender's ranks; none where there is no other.
    Packed partner_of(const Ranks& ranks, int seat) const {
        for (int other = 0; other < sides_.seats(); ++other) {
            if (other != seat && !sides_.attacks(other)) return ranks.own[other];
        }
        return 0;
    }

    const Sides& sides_;
    const Likeness& alike_;
    const Likeness* likeness_ = nullptr;
};

}  // namespace paiyou::search::endgame
