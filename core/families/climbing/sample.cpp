#include "families/climbing/sample.hpp"

#include <algorithm>

namespace paiyou::climbing {

Sampler::Sampler(const Game& game, const View& view, const Chances* factors) : game_(&game) {
    add_slots(view);
    add_known_cards(view);
    add_denials(view);
    count_ways(view, factors);
}

void Sampler::add_slots(const View& view) {
    unknown_ = view.unseen;
    int hidden = total_cards(unknown_);
    const int seats = game_->rules.seats;
    for (int seat = 0; seat < seats; ++seat) {
        if (seat == view.seat) continue;
        holder_[slots_] = (seat - view.seat + seats) % seats - 1;
        seat_[slots_] = static_cast<std::uint8_t>(seat);
        room_[slots_++] = view.counts[seat];
        hidden -= view.counts[seat];
    }
    if (hidden > 0) {
        seat_[slots_] = kNobody;
        holder_[slots_] = seats - 1;
        room_[slots_++] = hidden;
    }
    for (auto& limit : limit_) limit.fill(kMaxCopies);
}

void Sampler::add_known_cards(const View& view) {
    for (int slot = 0; slot < slots_; ++slot) {
        if (seat_[slot] != view.at.landlord) continue;
        known_[slot] = known_of_landlord(*game_, view);
        unknown_ -= known_[slot];
        room_[slot] -= total_cards(known_[slot]);
    }
}

// Where beating is a duty, a pass denies every combo without power that beats.
void Sampler::add_denials(const View& view) {
    if (!game_->rules.must_beat) return;
    const int seats = game_->rules.seats;
    std::array<Packed, kMaxSeats> since{};
    for (std::size_t place = view.history.size(); place-- > 0;) {
        const Event& event = view.history[place];
        if (event.move >= game_->first_call()) continue;
        if (event.move != kPass) {
            since[event.seat] += game_->combos.combo(event.move).cards;
            continue;
        }
        // The combo that was passed on: the last one put down before, or the one the game began with.
        std::size_t before = place;
        while (before > 0 && view.history[before - 1].move == kPass) --before;
        deny(event.seat, since[event.seat], before == 0 ? view.origin.last : view.history[before - 1].move);
    }
    if (view.origin.last == kPass) return;
    // A game from given hands may begin behind passes: those between the combo on the table and the first to move.
    for (int back = 1; back <= view.origin.passes; ++back) {
        const int seat = (view.origin.turn + seats - back) % seats;
        deny(seat, since[seat], view.origin.last);
    }
}

// A denied combo of one rank sets a limit; the others are remembered for `agrees`.
void Sampler::deny(int seat, Packed since, Action last) {
    const ComboTable& table = game_->combos;
    int slot = 0;
    while (slot < slots_ && seat_[slot] != seat) ++slot;
    const Standing standing = table.standing(last);
    if (slot == slots_ || standing.power > 0) return;
    denied_.push_back({slot, since, last});
    const std::uint32_t end = table.plain_group_end(standing.group);
    for (Action action = table.plain_above(standing.group, standing.key); action < end; ++action) {
        const Packed cards = table.combo(action).cards;
        const int rank = std::countr_zero(cards) / 4;
        if (cards != one_of(rank) * static_cast<Packed>(count_of(cards, rank))) continue;
        const int most = count_of(cards, rank) - 1 - count_of(since, rank) - count_of(known_[slot], rank);
        limit_[slot][rank] = std::clamp(most, 0, limit_[slot][rank]);
    }
}

void Sampler::count_ways(const View& view, const Chances* factors) {
    const int lead_rank = view.origin.led_by_card == kNobody ? -1 : game_->rules.rank_of_card[game_->rules.lead_card];
    const auto played = lead_rank < 0 ? std::array<Packed, kMaxSeats>{} : played_cards(*game_, view.history);
    sharing_ = Sharing(room_, slots_, kMaxCopies);
    for (int rank = 0; rank < kMaxRanks; ++rank) {
        sharing_.add_class(
            count_of(unknown_, rank), [&](int slot) { return limit_[slot][rank]; },
            [&](int slot, int number) -> double {
                const double factor = factors == nullptr ? 1 : factors->at(rank, slot, number);
                if (rank != lead_rank || seat_[slot] != view.origin.led_by_card) return factor;
                // Of the cards of its rank that the first leader ever held, any one may be the card that leads.
                return factor * (number + count_of(known_[slot] + played[seat_[slot]], rank));
            });
    }
    sharing_.count();
}

void Sampler::draw_once(Random& random, std::array<Packed, kMaxSlots>& cards) const {
    cards = known_;
    sharing_.draw(random, [&](int rank, const Sharing::Shares& shares) {
        for (int slot = 0; slot < slots_; ++slot) cards[slot] += static_cast<Packed>(shares[slot]) << (4 * rank);
    });
}

bool Sampler::agrees(const std::array<Packed, kMaxSlots>& cards) const {
    return std::none_of(denied_.begin(), denied_.end(), [&](const Denied& denied) {
        return has_duty_to_beat(*game_, cards[denied.slot] + denied.since, denied.last);
    });
}

bool Sampler::draw(Random& random, Position& at) const {
    if (ways() == 0.0) return false;
    std::array<Packed, kMaxSlots> cards;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        draw_once(random, cards);
        if (!agrees(cards)) continue;
        fill(cards, at);
        return true;
    }
    return false;
}

void Sampler::fill(const std::array<Packed, kMaxSlots>& cards, Position& at) const {
    for (int slot = 0; slot < slots_; ++slot) {
        (seat_[slot] == kNobody ? at.pile : at.hands[seat_[slot]]) = cards[slot];
    }
}

std::optional<State> Sampler::draw_state(Random& random, const View& view) const {
    Position at = view.at;
    if (!draw(random, at)) return std::nullopt;
    return state_of(view, at);
}

State Sampler::state_of(const View& view, const Position& at) const {
    State state;
    state.at = at;
    state.history = view.history;
    state.origin = view.origin;
    // Whoever wins the auction will take the pile in everyone's sight.
    if (game_->rules.pile == Pile::kLandlord && pile_hidden(*game_, view.at)) state.origin.open = state.at.pile;
    return state;
}

std::optional<std::vector<PossibleDeal>> Sampler::enumerate(const View& view, std::size_t limit) const {
    // Where no pass can reject a deal the number is known beforehand.
    constexpr std::size_t kRejected = 1'000'000;
    if (exact() && deals() > static_cast<double>(limit)) return std::nullopt;
    std::vector<PossibleDeal> found;
    std::size_t rejected = 0;
    bool whole = true;
    sharing_.each([&](const std::vector<Sharing::Shares>& chosen, double ways) {
        std::array<Packed, kMaxSlots> cards = known_;
        for (std::size_t rank = 0; rank < chosen.size(); ++rank) {
            for (int slot = 0; slot < slots_; ++slot) {
                cards[slot] += static_cast<Packed>(chosen[rank][slot]) << (4 * rank);
            }
        }
        if (!agrees(cards)) {
            whole = ++rejected < kRejected;
        } else if (found.size() == limit) {
            whole = false;
        } else {
            found.push_back({view.at, ways});
            fill(cards, found.back().at);
        }
        return whole;
    });
    if (!whole) return std::nullopt;
    return found;
}

Chances Sampler::chances() const {
    Chances result = no_chances(*game_);
    sharing_.chances([&](int rank, const Sharing::Shares& shares, double chance) {
        for (int slot = 0; slot < slots_; ++slot) result.at(rank, slot, shares[slot]) += chance;
    });
    return result;
}

double Sampler::ways_of(const Position& at) const {
    std::array<Packed, kMaxSlots> cards{};
    Packed total = 0;
    for (int slot = 0; slot < slots_; ++slot) {
        cards[slot] = seat_[slot] == kNobody ? at.pile : at.hands[seat_[slot]];
        if (!contains(cards[slot], known_[slot])) return 0;
        total += cards[slot] - known_[slot];
    }
    if (total != unknown_ || !agrees(cards)) return 0;
    std::vector<Sharing::Shares> chosen(kMaxRanks);
    for (int rank = 0; rank < kMaxRanks; ++rank) {
        for (int slot = 0; slot < slots_; ++slot) {
            chosen[rank][slot] = static_cast<std::uint8_t>(count_of(cards[slot] - known_[slot], rank));
        }
    }
    return sharing_.ways_of(chosen);
}

}  // namespace paiyou::climbing
