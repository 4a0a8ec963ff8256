#include "families/trick/start.hpp"

#include <string>

namespace paiyou::trick {

namespace {

// Reads the strings one after the other; each step leaves the state more complete and checks what it adds.
class Reader {
 public:
    Reader(const Game& game, const Notation& notation, const StartTexts& texts)
        : game_(game), rules_(game.rules), notation_(notation), texts_(texts), rest_(rules_.deck()) {}

    State read() {
        require_seat(rules_.seats, texts_.turn);
        state_.at.turn = state_.at.opener = static_cast<std::uint8_t>(texts_.turn);
        read_hands();
        if (texts_.last.has_value()) read_last();
        check_sizes();
        read_pile();
        begin();
        return state_;
    }

 private:
    CardSet& hand(int seat) { return state_.at.hands[seat]; }
    int size(int seat) { return std::popcount(hand(seat)); }

    // Cards that are still to be had, each once.
    CardSet take(const StartTexts::Cards& cards, const std::string& whose) {
        CardSet taken = 0;
        for (const std::string_view text : cards) {
            const Parsed<int> card = notation_.read_card(text);
            require(card.fine(), card.error);
            require((rest_ & card_bit(card.value)) != 0,
                    whose + " has " + std::string(text) + ", which is used already");
            taken |= card_bit(card.value);
            rest_ &= ~card_bit(card.value);
        }
        return taken;
    }

    void read_hands() {
        require_hands(rules_.seats, texts_.hands.size());
        for (int seat = 0; seat < rules_.seats; ++seat) {
            const std::string whose = "the hand of seat " + std::to_string(seat);
            hand(seat) = take(texts_.hands[static_cast<std::size_t>(seat)], whose);
            require(size(seat) <= rules_.hand_size, whose + " has " + std::to_string(size(seat)) +
                                                        " cards; it may have " + std::to_string(rules_.hand_size));
        }
        require(size(texts_.turn) > 0, "seat " + std::to_string(texts_.turn) + " is to move and has no cards");
    }

    void read_last() {
        const auto& [seat, text] = *texts_.last;
        require_seat(rules_.seats, seat);
        require(seat == (texts_.turn + rules_.seats - 1) % rules_.seats,
                "last must be a card led by the seat just before seat " + std::to_string(texts_.turn));
        const CardSet card = take({text}, "last");
        Position& at = state_.at;
        at.in_trick = card;
        at.down = 1;
        at.best = static_cast<std::uint8_t>(std::countr_zero(card));
        at.best_seat = at.opener = static_cast<std::uint8_t>(seat);
        state_.origin.first_card = at.best;
        state_.origin.first_seat = at.best_seat;
    }

    // Everyone has as many cards as the seat to move, but for the seat that has led one.
    void check_sizes() {
        const int most = size(texts_.turn);
        for (int seat = 0; seat < rules_.seats; ++seat) {
            const int wanted = most - (seat == state_.origin.first_seat ? 1 : 0);
            require(size(seat) == wanted, "the hand of seat " + std::to_string(seat) + " has " +
                                              std::to_string(size(seat)) + " cards; beside the others it must have " +
                                              std::to_string(wanted));
        }
        full_ = most == rules_.hand_size;
    }

    void read_pile() {
        Position& at = state_.at;
        at.pile = take(texts_.bottom, "bottom");
        require(std::popcount(at.pile) <= rules_.pile_size(), "bottom has " + std::to_string(std::popcount(at.pile)) +
                                                                  " cards; this game leaves " +
                                                                  std::to_string(rules_.pile_size()));
        // Without a word about it, a full deal leaves its rest hidden; anything less counts as played before.
        if (at.pile == 0 && full_) at.pile = rest_;
    }

    void begin() {
        Position& at = state_.at;
        for (int seat = 0; seat < rules_.seats; ++seat) state_.origin.known[seat] = hand(seat) & rules_.open[seat];
        if (full_ && rules_.lead_card >= 0) check_opener();
        if (full_ && !texts_.exposed.has_value() && at.down == 0 && !rules_.exposures.empty()) {
            at.phase = Phase::kExpose;
            return;
        }
        // Fewer cards mean that tricks have been played: which suits were led nobody says, and none is held back.
        if (!full_) {
            for (int suit = 0; suit < kMaxSuits; ++suit) {
                if (game_.suits[suit] != 0) at.led |= static_cast<std::uint8_t>(1 << suit);
            }
        }
        state_.origin.led = at.led;
        for (const std::string_view text : texts_.exposed.value_or(StartTexts::Cards{})) read_exposed(text);
        if (at.down == 0) return;
        const CardSet others = hand(at.best_seat) & game_.suit_of(at.best) & ~at.exposed;
        require(!full_ || (at.in_trick & at.exposed) == 0 || others == 0,
                "last is an exposed card, which may not be led first while its holder has another of its suit");
    }

    // With full hands this is a deal from its beginning, and everybody knows who holds the card that leads.
    void check_opener() {
        const CardSet card = card_bit(rules_.lead_card);
        const int opener = state_.at.opener;
        for (int seat = 0; seat < rules_.seats; ++seat) {
            require((hand(seat) & card) == 0 || seat == opener,
                    "with full hands the holder of " + notation_.card(rules_.lead_card) + " leads, seat " +
                        std::to_string(seat) + ", not seat " + std::to_string(opener));
        }
        state_.origin.known[opener] |= hand(opener) & card;
    }

    // A card of a hand, or one played before: exposure counts for whoever takes the card.
    void read_exposed(std::string_view text) {
        const Parsed<int> card = notation_.read_card(text);
        require(card.fine(), card.error);
        const CardSet bit = card_bit(card.value);
        bool may = false;
        for (const Exposure& exposure : rules_.exposures) may = may || exposure.card == card.value;
        require(may, "'" + std::string(text) + "' cannot be exposed in this game");
        require((state_.at.exposed & bit) == 0, "exposed names " + std::string(text) + " twice");
        state_.at.exposed |= bit;
        for (int seat = 0; seat < rules_.seats; ++seat) state_.origin.known[seat] |= hand(seat) & bit;
    }

    const Game& game_;
    const Rules& rules_;
    const Notation& notation_;
    const StartTexts& texts_;
    State state_;
    CardSet rest_;  // cards in no hand and not on the table
    bool full_ = false;
};

}  // namespace

State start_game(const Game& game, const Notation& notation, const StartTexts& texts) {
    return Reader(game, notation, texts).read();
}

}  // namespace paiyou::trick
