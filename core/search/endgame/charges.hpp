// Which moves are tried first: those with a low charge. The numbers were found by trying what makes searches short.
#pragma once

#include <array>

#include "search/endgame/child.hpp"
#include "search/endgame/experience.hpp"
#include "search/endgame/outlook.hpp"
#include "search/endgame/runs.hpp"
#include "search/endgame/sides.hpp"

namespace paiyou::search::endgame {

class Charges {
 public:
    // Without `looks_ahead` nothing is asked about how the position behind a move looks: puzzles are graded by a plain
    // search, and a duty to beat leaves few moves to choose from.
    Charges(const Game& game, const Sides& sides, Runs& runs, bool looks_ahead)
        : game_(game), sides_(sides), runs_(runs), looks_ahead_(looks_ahead) {}

    float charge_for(const Position& at, const Child& child) {
        const int seat = at.turn;
        const int next = child.at.turn;
        const float side = sides_.together(seat, next) ? -1.0F : 1.0F;
        float charge = experience_.charge(at, child.action);
        charge += 1.0F * static_cast<float>(runs_.parts(seat).groups(child.at.hands[seat]));
        charge -= 0.25F * side * static_cast<float>(runs_.parts(next).groups(child.at.hands[next]));
        if (child.at.leading()) charge += 0.5F * side;
        if (side < 0) charge -= 0.4F;
        if (child.action == kPass) {
            charge += sides_.together(seat, at.last_seat) ? -1.0F : 0.5F;
        } else {
            const ComboTable::Combo& combo = game_.combos.combo(child.action);
            charge += 1.4F * static_cast<float>(combo.power) - 0.12F * static_cast<float>(total_cards(combo.cards));
            if (child.at.leading() && next == seat) charge -= 0.5F;
        }
        if (!looks_ahead_) return charge;
        return charge + (sides_.attacks(seat) ? -kOutlook : kOutlook) * outlook(child.at);
    }

    // What a move came to, and how many positions that took.
    void add(const Position& at, Action action, bool won, std::uint64_t nodes) {
        experience_.add(at, action, won, nodes);
    }

 private:
    static constexpr float kOutlook = 4.0F;  // beside what else is charged

    // For the attackers.
    float outlook(const Position& at) {
        const std::array<float, kMaxSeats> top = top_cards(at.hands, sides_.seats());
        Holding attackers;
        Holding defenders;
        float fewest = kMaxHand;
        for (int seat = 0; seat < sides_.seats(); ++seat) {
            const Packed hand = at.hands[seat];
            const auto losers = static_cast<float>(runs_.parts(seat).losers(hand, runs_.danger_for(at, seat).beaten));
            Holding& side = sides_.attacks(seat) ? attackers : defenders;
            side.groups += static_cast<float>(runs_.parts(seat).groups(hand));
            side.losers += losers;
            side.cards += static_cast<float>(total_cards(hand));
            side.top += top[seat];
            if (!sides_.attacks(seat)) fewest = std::min(fewest, losers);
        }
        int steps = 0;
        for (int seat = at.turn; !sides_.attacks(seat); ++steps) seat = sides_.behind(seat);
        return log_odds(attackers, defenders, fewest, steps);
    }

    const Game& game_;
    const Sides& sides_;
    Runs& runs_;
    bool looks_ahead_;
    Experience experience_;
};

}  // namespace paiyou::search::endgame
