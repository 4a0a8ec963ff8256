// Moves as text, and the sentences for moves that are refused: what was wrong and what would be right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "families/text.hpp"
#include "families/trick/moves.hpp"

namespace paiyou::trick {

class Notation {
 public:
    // One name per card of the deck, such as "SQ".
    explicit Notation(std::vector<std::string> cards);

    Parsed<int> read_card(std::string_view text) const;
    // A card, "expose none", or "expose" and cards in any order.
    Parsed<Move> read_move(const Game& game, std::string_view text) const;

    std::string write_cards(CardSet cards) const;  // in the order of the deck, with blanks between
    std::string write_move(const Game& game, Move move) const;
    const std::string& card(int card) const { return cards_[static_cast<std::size_t>(card)]; }

    // Why the seat to move may not make a move, or what is wrong with a string that names none.
    Reason why_refused(const Game& game, const Position& at, Move move) const;
    Reason why_unread(const Position& at, const Parsed<Move>& parsed) const;

 private:
    Parsed<Move> read_exposure(const Game& game, std::string_view text) const;

    std::vector<std::string> cards_;
};

}  // namespace paiyou::trick
