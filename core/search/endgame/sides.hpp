// The two sides of a proof: those who attack, and all others, who defend together.
#pragma once

#include <array>

#include "families/climbing/position.hpp"
#include "search/endgame/positions.hpp"

namespace paiyou::search::endgame {

class Sides {
 public:
    explicit Sides(int seats) : seats_(seats) {}

    // The team of a seat attacks.
    void set_attackers(const climbing::Game& game, const climbing::Position& at, int seat) {
        defenders_ = 0;
        for (int other = 0; other < seats_; ++other) {
            attacks_[other] = climbing::allied(game, at, seat, other);
            if (!attacks_[other]) number_[other] = defenders_++;
        }
    }

    int seats() const { return seats_; }
    int behind(int seat) const { return seat + 1 == seats_ ? 0 : seat + 1; }

    bool attacks(int seat) const { return attacks_[seat]; }
    int defenders() const { return defenders_; }
    // Of a defender, among the defenders.
    int number(int seat) const { return number_[seat]; }

    // Seats of different teams may be: against an attacker all are.
    bool together(int seat, int other) const { return attacks_[seat] == attacks_[other]; }
    Verdict won_by(int seat) const { return attacks_[seat] ? Verdict::kWon : Verdict::kLost; }

 private:
    int seats_;
    int defenders_ = 0;
    std::array<bool, climbing::kMaxSeats> attacks_{};
    std::array<int, climbing::kMaxSeats> number_{};
};

}  // namespace paiyou::search::endgame
