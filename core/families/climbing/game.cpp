#include "families/climbing/game.hpp"

#include <stdexcept>
#include <string>

#include "cards/shuffle.hpp"

namespace paiyou::climbing {

namespace {

void require(bool fine, const std::string& sentence) {
    if (!fine) throw std::invalid_argument("rules: " + sentence);
}

void check_auction(const Auction& auction, int seats) {
    require(auction.calls >= 0 && auction.calls <= 16, "an auction has at most 16 different calls");
    require(auction.nodes() <= 1000, "an auction has at most 1000 nodes");
    require(auction.steps.size() == static_cast<std::size_t>(auction.nodes() * auction.calls),
            "the auction needs one step for every node and call");
    for (int node = 0; node < auction.nodes(); ++node) {
        const std::string where = "auction node " + std::to_string(node) + " ";
        require(auction.speaker[node] < seats, where + "is spoken at by a seat that does not exist");
        bool any = false;
        for (int call = 0; call < auction.calls; ++call) {
            const Auction::Step& step = auction.step(node, call);
            if (step.next == Auction::kIllegal) continue;
            any = true;
            // Only forward, so that every auction ends.
            require(step.next == Auction::kEnd || (step.next > node && step.next < auction.nodes()),
                    where + "must lead to a later node or to the end");
            require(step.landlord < seats, where + "makes a landlord of a seat that does not exist");
            require(step.stake <= 64, where + "sets a stake above 64");
        }
        require(any, where + "has no legal call");
    }
}

}  // namespace

Game::Game(const ComboColumns& columns, const Rules& given) : combos(columns), rules(given) {
    require(rules.seats >= 2 && rules.seats <= kMaxSeats, "there must be 2 to 4 seats");
    require_teams(rules.teams, rules.seats);
    require(rules.deck_size() >= 1 && rules.deck_size() < kMaxDeck, "the deck must have 1 to 63 cards");
    require(rules.hand_size >= 1 && rules.pile_size() >= 0, "the deck does not hold a hand for every seat");
    require(rules.lead_card < rules.deck_size(), "the card that leads is not in the deck");
    const Score& score = rules.score;
    require(score.landlord_factor >= 1 && score.landlord_factor <= 100 && score.never_played_factor >= 1 &&
                score.never_played_factor <= 100 && score.unbeaten_bomb >= 0 && score.unbeaten_bomb <= 1000,
            "factors of the score must be 1 to 100, the bonus for a bomb 0 to 1000");
    if (score.kind == Scoring::kStake) {
        require(
            team_size(rules.teams, rules.seats, 0) == 1 && team_size(rules.teams, rules.seats, 1) == rules.seats - 1,
            "with a stake the landlord plays alone against all others as one team");
        require(score.landlord_factor == rules.seats - 1,
                "the landlord's factor must be " + std::to_string(rules.seats - 1) + ", once for every other seat");
    }
    std::array<int, kMaxRanks> copies{};
    for (const std::uint8_t rank : rules.rank_of_card) {
        require(rank < kMaxRanks, "ranks are numbered 0 to 14");
        require(++copies[rank] <= kMaxCopies, "a deck has at most 7 cards of a rank");
    }
    for (Action action = 1; action < combos.size(); ++action) {
        require(contains(rules.deck(), combos.combo(action).cards),
                "action " + std::to_string(action) + " needs more cards of a rank than the deck has");
    }
    // Any hand must have a lead: each single card of the deck is a combo that may always be led.
    for (int rank = 0; rank < kMaxRanks; ++rank) {
        if (copies[rank] == 0) continue;
        const Action solo = combos.find(one_of(rank));
        require(solo != kPass && combos.combo(solo).whole_hand == 0, "every single card of the deck must be a combo");
    }
    check_auction(rules.auction, rules.seats);
    require(!rules.has_auction() || rules.pile == Pile::kLandlord, "an auction needs a pile for the landlord to take");
}

}  // namespace paiyou::climbing
