#include "families/trick/game.hpp"

#include "cards/shuffle.hpp"
#include "families/text.hpp"

namespace paiyou::trick {

namespace {

void check(const Rules& rules) {
    require(rules.seats >= 2 && rules.seats <= kMaxSeats, "rules: seats must be 2 to 4");
    require_teams(rules.teams, rules.seats);
    require(rules.deck_size() >= 1 && rules.deck_size() < kMaxDeck, "rules: the deck must have 1 to 63 cards");
    require(rules.hand_size >= 1 && rules.pile_size() >= 0, "rules: the deck is too small for the hands");
    for (int card = 0; card < rules.deck_size(); ++card) {
        const int suit = rules.suit_of_card[card];
        require(suit < kMaxSuits, "rules: there must be at most 8 suits");
        require(card == 0 || suit == rules.suit_of_card[card - 1] || suit == rules.suit_of_card[card - 1] + 1,
                "rules: the deck must be sorted suit by suit");
    }
    require(rules.lead_card >= -1 && rules.lead_card < rules.deck_size(),
            "rules: the card that leads is not in the deck");
    // A card may be left over only where nobody waits for it.
    require(rules.lead_card < 0 || rules.pile_size() == 0, "rules: with a card that leads every card must be dealt");
    require(!rules.must_lead_card || rules.lead_card >= 0, "rules: no card is named that must be led");
    require(rules.exposures.size() <= kMaxExposures, "rules: at most 8 cards may be exposed");
    CardSet seen = 0;
    for (const Exposure& exposure : rules.exposures) {
        require(exposure.card < rules.deck_size() && (seen & card_bit(exposure.card)) == 0,
                "rules: the cards that may be exposed must be different cards of the deck");
        seen |= card_bit(exposure.card);
    }
    seen = 0;
    for (int seat = 0; seat < rules.seats; ++seat) {
        const CardSet open = rules.open[seat];
        require((open & ~rules.deck()) == 0 && (open & seen) == 0 && std::popcount(open) <= rules.hand_size,
                "rules: open cards must be different cards of the deck, no more than a hand for each seat");
        seen |= open;
    }
    require(static_cast<int>(rules.score.points.size()) == rules.deck_size(),
            "rules: there must be points for every card");
    require(rules.score.multiplier >= Score::kNoCard && rules.score.multiplier < rules.deck_size(),
            "rules: the card that multiplies is not in the deck");
}

}  // namespace

Game::Game(const Rules& given) : rules(given) {
    check(rules);
    for (int card = 0; card < rules.deck_size(); ++card) suits[suit(card)] |= card_bit(card);
    for (int seat = 0; seat < rules.seats; ++seat) open |= rules.open[seat];
}

}  // namespace paiyou::trick
