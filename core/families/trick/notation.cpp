#include "families/trick/notation.hpp"

#include <algorithm>

namespace paiyou::trick {

namespace {

constexpr std::string_view kExpose = "expose";

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t begin = 0; (begin = text.find_first_not_of(' ', begin)) != std::string_view::npos;) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

}  // namespace

Notation::Notation(std::vector<std::string> cards) : cards_(std::move(cards)) {}

Parsed<int> Notation::read_card(std::string_view text) const {
    const auto found = std::find(cards_.begin(), cards_.end(), text);
    if (found != cards_.end()) return {static_cast<int>(found - cards_.begin()), ""};
    return {0,
            quoted(text) + " is not a card of this game; a card is its suit and rank, from " + cards_.front() + " to " +
                cards_.back(),
            codes::kNotInHand};
}

Parsed<Move> Notation::read_move(const Game& game, std::string_view text) const {
    if (text.starts_with(kExpose)) return read_exposure(game, text);
    const Parsed<int> card = read_card(text);
    return {static_cast<Move>(card.value), card.error, card.code};
}

Parsed<Move> Notation::read_exposure(const Game& game, std::string_view text) const {
    if (game.rules.exposures.empty()) return {0, quoted(text) + " is not a move: nothing is exposed in this game"};
    std::vector<std::string_view> words = words_of(text.substr(kExpose.size()));
    const std::string all = write_move(game, game.moves() - 1);
    if (words.empty() || (text[kExpose.size()] != ' ')) {
        return {0, quoted(text) + " does not say what to expose; write 'expose none', or some of '" + all + "'"};
    }
    if (words.size() == 1 && words[0] == "none") return {game.first_exposure(), ""};
    Move mask = 0;
    for (const std::string_view word : words) {
        Move bit = 0;
        for (std::size_t place = 0; place < game.rules.exposures.size(); ++place) {
            if (card(game.rules.exposures[place].card) == word) bit = Move{1} << place;
        }
        if (bit == 0) return {0, quoted(word) + " cannot be exposed; write 'expose none', or some of '" + all + "'"};
        if ((mask & bit) != 0) return {0, quoted(text) + " names " + std::string(word) + " twice"};
        mask |= bit;
    }
    return {game.first_exposure() + mask, ""};
}

std::string Notation::write_cards(CardSet cards) const {
    std::vector<std::string> words;
    each_card(cards, [&](int number) { words.push_back(card(number)); });
    return join(words, " ");
}

std::string Notation::write_move(const Game& game, Move move) const {
    if (move < game.first_exposure()) return card(static_cast<int>(move));
    const Move mask = move - game.first_exposure();
    if (mask == 0) return "expose none";
    std::string text(kExpose);
    for (std::size_t place = 0; place < game.rules.exposures.size(); ++place) {
        if ((mask >> place & 1) != 0) text += " " + card(game.rules.exposures[place].card);
    }
    return text;
}

Reason Notation::why_unread(const Position& at, const Parsed<Move>& parsed) const {
    return {at.phase == Phase::kPlay ? parsed.code : codes::kNotAllowed, parsed.error};
}

Reason Notation::why_refused(const Game& game, const Position& at, Move move) const {
    const Refusal why = refusal(game, at, move);
    if (why == Refusal::kNone) return {};
    const std::string name = "'" + write_move(game, move) + "'";
    const std::string seat = "seat " + std::to_string(at.turn);
    const auto legal = [&] { return write_cards(legal_cards(game, at)); };
    switch (why) {
        case Refusal::kNone:
            break;
        case Refusal::kOver:
            return {codes::kNotAllowed, name + " cannot be played: the game is over"};
        case Refusal::kExposeFirst:
            return {codes::kNotAllowed, name + " cannot be played before everyone has exposed; " + seat +
                                            " may say 'expose none' or '" +
                                            write_move(game, game.first_exposure() + exposable(game, at)) + "'"};
        case Refusal::kExposingOver:
            return {codes::kNotAllowed,
                    name + " comes too late: cards are exposed before the first lead; " + seat + " must play a card"};
        case Refusal::kNotInHand:
            return {codes::kNotInHand,
                    name + " is not in the hand of " + seat + ", who holds " + write_cards(at.hands[at.turn])};
        case Refusal::kCannotExpose:
            return {codes::kNotAllowed,
                    name + " names a card that " + seat + " does not hold; 'expose none' is always right"};
        case Refusal::kMustLeadCard:
            return {
                codes::kMustLeadCard, name + " cannot be led: the first lead must be " + legal(), {{"card", legal()}}};
        case Refusal::kMustFollow:
            return {codes::kFollowSuit,
                    name + " does not follow suit; " + seat + " may play " + legal(),
                    {{"suit", card(at.best).substr(0, 1)}}};
        case Refusal::kExposedWaits:
            return {codes::kExposedWaits,
                    name + " is exposed and may not be played in the first trick of its suit while there is another; " +
                        seat + " may play " + legal()};
    }
    return {};
}

}  // namespace paiyou::trick
