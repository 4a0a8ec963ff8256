#include "nets/trick_network.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace paiyou::nets {

TrickNetwork::TrickNetwork(const trick::Game& game, std::vector<std::uint8_t> exposable, CardSet knowable,
                           CardSet counting, Layers layers)
    : game_(&game), knowable_(knowable), counting_(counting), layers_(std::move(layers)) {
    const trick::Rules& rules = game.rules;
    const int seats = rules.seats;
    const int cards = rules.deck_size();
    const int others = seats - 1;
    int suits = 0;
    for (const CardSet suit : game.suits) {
        suits += suit != 0 ? 1 : 0;
        numbers_ = std::max(numbers_, std::popcount(suit) + 1);
    }
    for (const std::int32_t worth : rules.score.points) dearest_ = std::max(dearest_, worth < 0 ? -worth : worth);
    if (((knowable | counting) & ~rules.deck()) != 0) throw std::invalid_argument("these are cards of another deck");
    for (std::size_t card = 0; card < kMaxDeck; ++card) slots_[kEvery][card] = static_cast<std::uint8_t>(card);
    const auto number_cards = [this](CardSet set, Cards cards) {
        std::uint8_t next = 0;
        each_card(set, [&](int card) { slots_[cards][static_cast<std::size_t>(card)] = next++; });
    };
    number_cards(knowable, kKnowable);
    number_cards(counting, kCounting);
    for (std::size_t place = 0; place < exposable.size(); ++place) {
        if (exposable[place] >= cards) throw std::invalid_argument("these are cards of another deck");
        exposable_ |= card_bit(exposable[place]);
        slots_[kExposable][exposable[place]] = static_cast<std::uint8_t>(place);
    }
    const int exposures = static_cast<int>(exposable.size());
    add_blocks(1, kEvery, cards);           // hand
    add_blocks(others, kEvery, cards);      // may hold
    add_blocks(3 * seats, kEvery, cards);   // led, followed, thrown
    add_blocks(others + 1, kEvery, cards);  // trick, its best card
    add_blocks(seats, kKnowable, std::popcount(knowable));
    add_blocks(seats, kCounting, std::popcount(counting));  // taken
    add_blocks(1, kExposable, exposures);                   // exposed
    add_blocks(1, kEvery, suits);                           // suits led
    add_blocks(2, kEvery, cards);                           // own cards that nobody beats, and that beat nothing
    add_blocks(others, kEvery, suits);                      // suits that others are out of
    const auto next = [this](int& begin, int number) {
        begin = size_;
        size_ += number;
    };
    next(left_, rules.hand_size + 1);
    next(best_seat_, seats);
    next(place_, seats);
    next(exposing_, 1);
    next(set_alone_, seats);
    next(now_, seats * kBandCount);
    next(added_, seats * kBandCount);
    next(suits_hidden_, suits * numbers_);
    next(card_, cards);
    next(exposes_, std::max(exposures, 1));
    next(last_, 1);
    next(taken_over_, others);
    next(others_out_, others);
    next(brings_, (seats + 1) * kBandCount);
    next(above_hidden_, numbers_);
    next(below_hidden_, numbers_);
    next(above_kept_, numbers_);
    next(below_kept_, numbers_);
    layers_.check(size_);
}

void TrickNetwork::add_blocks(int number, Cards cards, int size) {
    for (; number > 0; --number) {
        blocks_.push_back({size_, cards});
        size_ += size;
    }
}

TrickNetwork::Look TrickNetwork::look(const Decision& now) const {
    const trick::Position& at = *now.at;
    const trick::Public& seen = *now.seen;
    const int seats = game_->rules.seats;
    const int seat = at.turn;
    const CardSet hand = at.hands[seat];
    Look look;
    CardSet* set = look.sets.data();
    const auto tell = [&](CardSet cards) { *set++ = cards; };
    tell(hand);
    CardSet free = now.unseen;
    for (const CardSet held : seen.known.holds) free &= ~held;
    for (int place = 1; place < seats; ++place) {
        const int other = seat_at(seat, place);
        CardSet gone = 0;
        each_card(seen.known.void_[other], [&](int suit) { gone |= game_->suits[static_cast<std::size_t>(suit)]; });
        look.may_hold[place] = (free & ~gone) | seen.known.holds[other];
        look.elsewhere |= look.may_hold[place];
        tell(look.may_hold[place]);
    }
    for (const auto* played : {&seen.led, &seen.followed, &seen.thrown}) {
        for (int place = 0; place < seats; ++place) tell((*played)[seat_at(seat, place)]);
    }
    for (int place = 1; place < seats; ++place) tell(seen.lying[seat_at(seat, place)]);
    look.lying = at.in_trick;
    tell(look.lying != 0 ? card_bit(at.best) : 0);
    if (look.lying != 0) look.taker = place_of(seat, at.best_seat);
    for (int place = 0; place < seats; ++place) tell(seen.known.holds[seat_at(seat, place)] & knowable_);
    for (int place = 0; place < seats; ++place) {
        const CardSet taken = at.taken[seat_at(seat, place)];
        tell(taken & counting_);
        look.now[place] = points(taken, at.exposed);
        const bool counts = (look.lying & counting_) != 0;
        look.added[place] = counts ? points(taken | look.lying, at.exposed) - look.now[place] : 0;
    }
    tell(at.exposed & exposable_);
    tell(at.led);
    CardSet tops = 0;
    CardSet lows = 0;
    each_card(hand, [&](int card) {
        const CardSet bit = card_bit(card);
        const CardSet suit = game_->suit_of(card) & look.elsewhere;
        if ((suit & ~(bit - 1)) == 0) tops |= bit;
        if ((suit & (bit - 1)) == 0) lows |= bit;
    });
    tell(tops);
    tell(lows);
    for (int place = 1; place < seats; ++place) {
        CardSet out = 0;
        for (std::size_t suit = 0; suit < game_->suits.size() && game_->suits[suit] != 0; ++suit) {
            if ((look.may_hold[place] & game_->suits[suit]) == 0) out |= card_bit(static_cast<int>(suit));
        }
        tell(out);
    }
    return look;
}

}  // namespace paiyou::nets
