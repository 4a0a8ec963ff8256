#include "families/climbing/notation.hpp"

#include <stdexcept>

namespace paiyou::climbing {

Notation::Notation(std::string symbols, std::vector<std::string> calls)
    : symbols_(std::move(symbols)), calls_(std::move(calls)) {
    for (const char c : symbols_) {
        if (static_cast<unsigned char>(c) >= 0x80)
            throw std::invalid_argument("symbols must be plain ASCII characters");
    }
    if (symbols_.size() > kMaxRanks) throw std::invalid_argument("there must be at most 15 symbols, one for each rank");
}

Parsed<Packed> Notation::read_cards(std::string_view text, Packed deck) const {
    Parsed<Packed> result;
    std::array<int, kMaxRanks> counts{};
    for (const char c : text) {
        const std::size_t rank = symbols_.find(c);
        if (rank == std::string::npos) {
            return {0,
                    quoted(text) + " has a card that does not exist; cards are written " + symbols_ + ", low to high"};
        }
        if (++counts[rank] > count_of(deck, static_cast<int>(rank))) {
            return {0,
                    quoted(text) + " has more cards " + symbols_[rank] + " than the deck, which has " +
                        std::to_string(count_of(deck, static_cast<int>(rank))),
                    codes::kNotInHand};
        }
    }
    for (int rank = 0; rank < kMaxRanks; ++rank) result.value += one_of(rank) * static_cast<Packed>(counts[rank]);
    return result;
}

Parsed<Move> Notation::read_move(const Game& game, std::string_view text) const {
    if (text == "pass") return {kPass, ""};
    for (std::size_t call = 0; call < calls_.size(); ++call) {
        if (text == calls_[call]) return {game.first_call() + static_cast<Move>(call), ""};
    }
    if (text.empty()) return {0, "an empty text is not a move; write cards such as '33', or 'pass'"};
    const Parsed<Packed> cards = read_cards(text, game.rules.deck());
    if (!cards.fine()) {
        const std::string calls = calls_.empty() ? "" : ", or a call: " + join(calls_);
        return {0, cards.error + "; or write 'pass'" + calls, cards.code};
    }
    const Action action = game.combos.find(cards.value);
    if (action == kPass) return {0, quoted(text) + " is not a combination of this game", codes::kNotACombo};
    return {action, ""};
}

Reason Notation::why_unread(const Position& at, const Parsed<Move>& parsed) const {
    return {at.phase == Phase::kPlay ? parsed.code : codes::kNotAllowed, parsed.error};
}

std::string Notation::write_cards(Packed cards) const {
    std::string result;
    for (std::size_t rank = 0; rank < symbols_.size(); ++rank) {
        result.append(static_cast<std::size_t>(count_of(cards, static_cast<int>(rank))), symbols_[rank]);
    }
    return result;
}

std::string Notation::write_move(const Game& game, Move move) const {
    if (move == kPass) return "pass";
    if (move >= game.first_call()) return calls_[move - game.first_call()];
    return write_cards(game.combos.combo(move).cards);
}

Reason Notation::why_refused(const Game& game, const Position& at, Move move) const {
    const Refusal why = refusal(game, at, move);
    if (why == Refusal::kNone) return {};
    const std::string name = "'" + write_move(game, move) + "'";
    const std::string seat = "seat " + std::to_string(at.turn);
    const auto open_calls = [&] {
        std::vector<std::string> open;
        for (int call = 0; call < game.rules.auction.calls; ++call) {
            if (!game.rules.auction.open(at.node, call)) continue;
            open.push_back("'" + calls_[static_cast<std::size_t>(call)] + "'");
        }
        return join(open);
    };
    switch (why) {
        case Refusal::kNone:
            break;
        case Refusal::kOver:
            return {codes::kNotAllowed, name + " cannot be played: the game is over"};
        case Refusal::kAuctionFirst:
            return {codes::kNotAllowed,
                    name + " cannot be played before the auction is over; " + seat + " may say " + open_calls()};
        case Refusal::kAuctionOver:
            return {codes::kNotAllowed, name + " belongs to the auction, which is over; " + seat + " must play cards"};
        case Refusal::kCallNotOpen:
            return {codes::kNotAllowed, name + " is not open to " + seat + " now, who may say " + open_calls()};
        case Refusal::kNotInHand:
            return {codes::kNotInHand,
                    name + " is not in the hand of " + seat + ", who holds " + write_cards(at.hands[at.turn])};
        case Refusal::kDoesNotBeat:
            return {codes::kDoesNotBeat,
                    name + " does not beat '" + write_move(game, at.last) +
                        "'; play the same kind and length with a higher rank, a stronger bomb, or pass"};
        case Refusal::kLastCardsOnly:
            return {codes::kLastCardsOnly,
                    name + " has too few kickers: it may be played only as the last cards of the hand"};
        case Refusal::kLeaderMustPlay:
            return {codes::kMustLead, seat + " leads and may not pass; any combination of the hand will do"};
        case Refusal::kMustBeat:
            return {codes::kMustBeat,
                    seat + " can beat '" + write_move(game, at.last) + "' and so may not pass in this game"};
    }
    return {};
}

}  // namespace paiyou::climbing
