#include "families/climbing/start.hpp"

#include <string>

namespace paiyou::climbing {

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
        read_pile();
        return state_;
    }

 private:
    Packed& hand(int seat) { return state_.at.hands[seat]; }

    Packed read_cards(std::string_view text) const {
        const Parsed<Packed> parsed = notation_.read_cards(text, rules_.deck());
        require(parsed.fine(), parsed.error);
        return parsed.value;
    }

    // No more cards than are dealt, and together no more than the deck has.
    void read_hands() {
        require_hands(rules_.seats, texts_.hands.size());
        for (int seat = 0; seat < rules_.seats; ++seat) {
            const std::string whose = "the hand of seat " + std::to_string(seat);
            hand(seat) = read_cards(texts_.hands[static_cast<std::size_t>(seat)]);
            const int size = total_cards(hand(seat));
            const int most = rules_.hand_size + (rules_.pile == Pile::kLandlord && seat == 0 ? rules_.pile_size() : 0);
            require(size > 0, whose + " is empty; a game starts with cards in every hand");
            require(size <= most,
                    whose + " has " + std::to_string(size) + " cards; it may have " + std::to_string(most));
            require(contains(rest_, hand(seat)), "the hands together have more cards of a rank than the deck");
            rest_ -= hand(seat);
            as_dealt_ = as_dealt_ && size == rules_.hand_size;
        }
    }

    void read_last() {
        const auto& [seat, text] = *texts_.last;
        require_seat(rules_.seats, seat);
        const Parsed<Move> parsed = notation_.read_move(game_, text);
        require(parsed.fine(), parsed.error);
        const std::string name = "'" + notation_.write_move(game_, parsed.value) + "'";
        const int turn = texts_.turn;
        require(parsed.value != kPass && parsed.value < game_.first_call(),
                "last must be the combination to beat, not " + name);
        require(seat != turn,
                "last was played by seat " + std::to_string(turn) + ", who would lead now; leave last out");
        const ComboTable::Combo& combo = game_.combos.combo(parsed.value);
        require(combo.whole_hand == 0, name + " is played only as the last cards, and the game would be over");
        require(contains(rest_, combo.cards), "the cards of last are in a hand already");
        rest_ -= combo.cards;

        Position& at = state_.at;
        at.last = parsed.value;
        at.last_seat = static_cast<std::uint8_t>(seat);
        at.plays[seat] = 1;
        at.bombs = combo.power > 0 ? 1 : 0;
        // Everyone between has passed, and must have been free to.
        for (int passer = (seat + 1) % rules_.seats; passer != turn; passer = (passer + 1) % rules_.seats) {
            ++at.passes;
            require(!rules_.must_beat || !has_duty_to_beat(game_, hand(passer), at.last),
                    "seat " + std::to_string(passer) + " would have passed on " + name + ", but can beat it");
        }
        state_.origin.last = at.last;
        state_.origin.passes = at.passes;
        state_.origin.turn = at.turn;
    }

    void read_pile() {
        Position& at = state_.at;
        at.pile = read_cards(texts_.bottom);
        require(total_cards(at.pile) <= rules_.pile_size(), "bottom has " + std::to_string(total_cards(at.pile)) +
                                                                " cards; this game leaves " +
                                                                std::to_string(rules_.pile_size()));
        if (rules_.has_auction() && as_dealt_ && !texts_.last.has_value()) {
            if (at.pile == 0) at.pile = rest_;
            require(at.pile == rest_,
                    "bottom must be the cards that nobody was dealt: " + notation_.write_cards(rest_));
            state_.origin.open = at.pile;
            at.phase = Phase::kAuction;
            at.opener =
                static_cast<std::uint8_t>((texts_.turn + rules_.seats - rules_.auction.speaker[0]) % rules_.seats);
        } else if (rules_.pile == Pile::kHidden) {
            // Without a word about it, a full deal leaves its rest hidden; anything less counts as played before.
            if (at.pile == 0 && total_cards(rest_) == rules_.pile_size()) at.pile = rest_;
            require(contains(rest_, at.pile), "bottom has cards that are in a hand or on the table already");
        } else {
            const Packed on_table = at.last_seat == 0 ? game_.combos.combo(at.last).cards : 0;
            require(contains(hand(0) + rest_ + on_table, at.pile),
                    "bottom has cards that the landlord, seat 0, cannot have taken");
            // Those he no longer holds he has played before.
            state_.origin.open = common_cards(at.pile, hand(0));
        }
    }

    const Game& game_;
    const Rules& rules_;
    const Notation& notation_;
    const StartTexts& texts_;
    State state_;
    Packed rest_;  // cards in no hand and not on the table
    bool as_dealt_ = true;
};

}  // namespace

State start_game(const Game& game, const Notation& notation, const StartTexts& texts) {
    return Reader(game, notation, texts).read();
}

}  // namespace paiyou::climbing
