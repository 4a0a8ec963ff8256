#include "families/trick/sample.hpp"

#include <algorithm>

namespace paiyou::trick {

Sampler::Sampler(const Game& game, const View& view, const Chances* factors)
    : card_by_card_(factors != nullptr), game_(&game) {
    const int seats = game.rules.seats;
    const Knowledge knowledge = known_to_all(game, view);
    std::array<int, kMaxSlots> room{};
    std::array<std::uint8_t, kMaxSlots> void_in{};
    CardSet unknown = view.unseen;
    int hidden = std::popcount(unknown);
    for (int seat = 0; seat < seats; ++seat) {
        if (seat == view.seat) continue;
        seat_[slots_] = static_cast<std::uint8_t>(seat);
        holder_[slots_] = (seat - view.seat + seats) % seats - 1;
        known_[slots_] = knowledge.holds[seat];
        unknown &= ~knowledge.holds[seat];
        void_in[slots_] = knowledge.void_[seat];
        room[slots_] = view.counts[seat] - std::popcount(knowledge.holds[seat]);
        hidden -= view.counts[seat];
        ++slots_;
    }
    if (hidden > 0) {
        seat_[slots_] = kNobody;
        holder_[slots_] = seats - 1;
        room[slots_++] = hidden;
    }
    int largest = card_by_card_ ? 1 : 0;
    if (!card_by_card_) {
        for (const CardSet suit : game.suits) largest = std::max(largest, std::popcount(suit & unknown));
    }
    sharing_ = Sharing(room, slots_, largest);
    for (int suit = 0; suit < kMaxSuits; ++suit) {
        const auto limit = [&](int slot) { return (void_in[slot] >> suit & 1) != 0 ? 0 : largest; };
        CardSet cards = game.suits[suit] & unknown;
        if (cards == 0) continue;
        if (!card_by_card_) {
            unknown_.push_back(cards);
            sharing_.add_class(std::popcount(cards), limit, [](int, int) { return 1.0; });
            continue;
        }
        for (; cards != 0; cards &= cards - 1) {
            unknown_.push_back(cards & -cards);
            const int card = std::countr_zero(cards);
            sharing_.add_class(1, limit, [&](int slot, int number) { return factors->at(card, slot, number); });
        }
    }
    sharing_.count();
}

void Sampler::draw(Random& random, Position& at) const {
    std::array<CardSet, kMaxSlots> cards = known_;
    sharing_.draw(random, [&](int number, const Sharing::Shares& shares) {
        // The last slot with a share takes what is left; the others draw their cards one by one.
        CardSet left = unknown_[static_cast<std::size_t>(number)];
        for (int slot = 0; slot + 1 < slots_; ++slot) {
            for (int share = shares[slot]; share > 0; --share) {
                const CardSet card =
                    card_bit(card_at(left, random.below(static_cast<std::uint32_t>(std::popcount(left)))));
                cards[slot] |= card;
                left &= ~card;
            }
        }
        cards[slots_ - 1] |= left;
    });
    fill(cards, at);
}

void Sampler::fill(const std::array<CardSet, kMaxSlots>& cards, Position& at) const {
    for (int slot = 0; slot < slots_; ++slot) {
        (seat_[slot] == kNobody ? at.pile : at.hands[seat_[slot]]) = cards[slot];
    }
}

State Sampler::draw_state(Random& random, const View& view) const {
    Position at = view.at;
    draw(random, at);
    return state_of(view, at);
}

namespace {

// Every set of so many cards out of those given.
template <typename Visit>
void each_choice(CardSet from, int number, CardSet chosen, Visit&& visit) {
    if (number == 0) {
        visit(chosen);
        return;
    }
    for (; std::popcount(from) >= number; from &= from - 1) {
        each_choice(from & (from - 1), number - 1, chosen | (from & -from), visit);
    }
}

}  // namespace

std::optional<std::vector<PossibleDeal>> Sampler::enumerate(const View& view, std::size_t limit) const {
    if (deals() > static_cast<double>(limit)) return std::nullopt;
    std::vector<PossibleDeal> found;
    std::array<CardSet, kMaxSlots> cards = known_;
    sharing_.each([&](const std::vector<Sharing::Shares>& chosen, double ways) {
        // Suit by suit and slot by slot: which of the cards left go there; the last slot takes the rest.
        const auto choose = [&](auto&& self, std::size_t suit, int slot, CardSet left) -> void {
            if (suit == chosen.size()) {
                found.push_back({view.at, card_by_card_ ? ways : 1});
                fill(cards, found.back().at);
            } else if (slot == slots_) {
                self(self, suit + 1, 0, suit + 1 < chosen.size() ? unknown_[suit + 1] : 0);
            } else {
                const CardSet before = cards[slot];
                each_choice(left, chosen[suit][slot], 0, [&](CardSet taken) {
                    cards[slot] = before | taken;
                    self(self, suit, slot + 1, left & ~taken);
                });
                cards[slot] = before;
            }
        };
        choose(choose, 0, 0, unknown_.empty() ? 0 : unknown_[0]);
        return true;
    });
    return found;
}

double Sampler::ways_of(const Position& at) const {
    std::vector<Sharing::Shares> chosen(unknown_.size());
    for (std::size_t suit = 0; suit < unknown_.size(); ++suit) {
        CardSet total = 0;
        for (int slot = 0; slot < slots_; ++slot) {
            const CardSet cards = seat_[slot] == kNobody ? at.pile : at.hands[seat_[slot]];
            if ((known_[slot] & ~cards) != 0) return 0;
            chosen[suit][slot] = static_cast<std::uint8_t>(std::popcount(cards & unknown_[suit]));
            total |= cards & unknown_[suit];
        }
        if (total != unknown_[suit]) return 0;
    }
    const double ways = sharing_.ways_of(chosen);
    return card_by_card_ || ways == 0 ? ways : 1;
}

Chances Sampler::chances() const {
    Chances result = no_chances(*game_);
    sharing_.chances([&](int number, const Sharing::Shares& shares, double chance) {
        // The cards of a suit are alike where they are not weighed one by one.
        const CardSet cards = unknown_[static_cast<std::size_t>(number)];
        for (CardSet left = cards; left != 0; left &= left - 1) {
            for (int slot = 0; slot < slots_; ++slot) {
                const double there = chance * shares[slot] / std::popcount(cards);
                result.at(std::countr_zero(left), slot, 1) += there;
                result.at(std::countr_zero(left), slot, 0) += chance - there;
            }
        }
    });
    return result;
}

}  // namespace paiyou::trick
