// A climbing game: its combo table and its rules, read-only once made.
#pragma once

#include <mutex>

#include "families/climbing/combos.hpp"
#include "families/climbing/likeness.hpp"
#include "families/climbing/rules.hpp"

namespace paiyou::climbing {

struct Game {
    ComboTable combos;
    Rules rules;

    Game(const ComboColumns& columns, const Rules& given);

    // A move is an action of the combo table or, behind those, a call of the auction.
    std::uint32_t first_call() const { return combos.size(); }

    // Read from the table when it is first asked for, which takes some milliseconds.
    const Likeness& likeness() const {
        std::call_once(likeness_read_, [this] { likeness_ = Likeness(combos, rules.deck()); });
        return likeness_;
    }

    // The same while no hand has a combo that holds its ranks in place: `likeness_apart().apart(hand)`.
    const Likeness& likeness_apart() const {
        std::call_once(likeness_apart_read_, [this] { likeness_apart_ = Likeness(combos, rules.deck(), true); });
        return likeness_apart_;
    }

 private:
    mutable std::once_flag likeness_read_;
    mutable Likeness likeness_;
    mutable std::once_flag likeness_apart_read_;
    mutable Likeness likeness_apart_;
};

}  // namespace paiyou::climbing
