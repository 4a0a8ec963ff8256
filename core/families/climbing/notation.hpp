// Moves as text, and the sentences for moves that are refused: what was wrong and what would be right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "families/climbing/moves.hpp"
#include "families/text.hpp"

namespace paiyou::climbing {

class Notation {
 public:
    Notation(std::string symbols, std::vector<std::string> calls);

    // Cards in any order, "335" or "533"; at most as many of a rank as the deck has.
    Parsed<Packed> read_cards(std::string_view text, Packed deck) const;
    // A combo in any card order, "pass", or a call.
    Parsed<Move> read_move(const Game& game, std::string_view text) const;

    std::string write_cards(Packed cards) const;  // low to high
    std::string write_move(const Game& game, Move move) const;

    // Why the seat to move may not make a move, or what is wrong with a string that names none.
    Reason why_refused(const Game& game, const Position& at, Move move) const;
    Reason why_unread(const Position& at, const Parsed<Move>& parsed) const;

 private:
    std::string symbols_;
    std::vector<std::string> calls_;
};

}  // namespace paiyou::climbing
