// What a proof stands on: how defenders' cards compare with the attackers', and with those of the other defender.
//
// A proof compares few of the cards. It is as good where the others lie otherwise, so that it tells of more positions
// than its own (Ginsberg, "Partition search", AAAI 1996).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/endgame/positions.hpp"

namespace paiyou::search::endgame {

class Bounds {
 public:
    static constexpr int kAnswers = 3;  // the attackers' lowest, and each defender's

    // 1 + the rank that a card is held to, by the rank of the card. Where attackers win, it must not be lower than
    // that: the lowest such rank counts. Where they lose, it must not be higher.
    using Row = std::array<std::uint8_t, 16>;
    struct Rows {
        Row weak;     // won: the card does not beat that of the attackers; lost: it is not beaten by it
        Row strict;   // won: it is beaten by it; lost: it beats it
        Row partner;  // won: it does not beat that of the other defender; lost: it does
    };

    explicit Bounds(Verdict verdict) : won_(verdict == Verdict::kWon) {
        const std::uint8_t none = won_ ? kNone : 0;
        for (Rows& rows : defenders) {
            rows.weak.fill(none);
            rows.strict.fill(none);
            rows.partner.fill(none);
        }
        answers.fill(won_ ? Order::kMost : 0);
    }

    bool won() const { return won_; }
    bool bounded(std::uint8_t bound) const { return bound != (won_ ? kNone : 0); }

    void hold(Row& row, int card, int rank) const {
        std::uint8_t& bound = row[static_cast<std::size_t>(card)];
        const auto other = static_cast<std::uint8_t>(rank + 1);
        bound = won_ ? std::min(bound, other) : std::max(bound, other);
    }

    // Also for the places of an order that tell of the answers to the combo that lies there.
    void hold_answer(int place, int number) {
        int& bound = answers[static_cast<std::size_t>(place)];
        bound = won_ ? std::min(bound, number) : std::max(bound, number);
    }

    std::array<Rows, 2> defenders;
    std::array<int, kAnswers> answers;  // as numbers of an order

 private:
    static constexpr std::uint8_t kNone = 255;
    bool won_;
};

}  // namespace paiyou::search::endgame
