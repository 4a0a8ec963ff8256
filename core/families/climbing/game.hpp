// A climbing game: its combo table and its rules, read-only once made.
#pragma once

#include "families/climbing/combos.hpp"
#include "families/climbing/rules.hpp"

namespace paiyou::climbing {

struct Game {
    ComboTable combos;
    Rules rules;

    Game(const ComboColumns& columns, const Rules& given);

    // A move is an action of the combo table or, behind those, a call of the auction.
    std::uint32_t first_call() const { return combos.size(); }
};

}  // namespace paiyou::climbing
