// A game in progress as a person follows it: the position and how it came about. And a View: what one seat may know.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "families/climbing/deal.hpp"
#include "families/climbing/moves.hpp"

namespace paiyou::climbing {

// What everybody knows of how a game began, besides the history.
struct Origin {
    Packed open = 0;                     // what all saw the landlord take and hold when play began
    std::uint8_t led_by_card = kNobody;  // the seat known to have held the card that leads
    // A game from given hands may begin behind a combo and passes: the combo, the passes since, the first to move.
    Action last = kPass;
    std::uint8_t passes = 0;
    std::uint8_t turn = 0;

    bool operator==(const Origin&) const = default;
};

struct State {
    Position at;
    History history;
    Origin origin;
    DealtCards dealt;  // the deal with suits; all empty where the game began from given hands or from a sample

    // Suits are for the eye: they do not tell states apart.
    bool operator==(const State& other) const {
        return at == other.at && history == other.history && origin == other.origin;
    }

    void play(const Game& game, Move move) {
        history.push_back({move, at.turn});
        play_move(game, at, move);
    }
};

State deal_state(const Game& game, std::uint64_t seed);

// Cards each seat has put down since the start, worked out from the history.
std::array<Packed, kMaxSeats> played_cards(const Game& game, const History& history);

struct View {
    int seat = 0;
    Position at;  // other hands and a hidden pile are empty here
    std::array<std::uint8_t, kMaxSeats> counts{};
    Packed unseen = 0;  // other hands and a hidden pile, together
    History history;
    Origin origin;

    bool operator==(const View&) const = default;
};

// Whether nobody may see the pile: it is of the hidden kind, or no landlord has taken it.
inline bool pile_hidden(const Game& game, const Position& at) {
    return game.rules.pile == Pile::kHidden || at.phase == Phase::kAuction || at.phase == Phase::kRedeal;
}

View make_view(const Game& game, const State& state, int seat);

// The landlord took cards in everyone's sight: what he has not played of them he still holds. A card he played counts
// as one of those while there is one of its rank.
Packed known_of_landlord(const Game& game, const View& view);

// The cards of a seat with suits, lowest suits played first where a move does not say; one bit per place in the deck.
CardSet cards_of_seat(const Game& game, const State& state, int seat);

}  // namespace paiyou::climbing
