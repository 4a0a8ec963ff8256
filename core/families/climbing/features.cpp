#include "families/climbing/features.hpp"

#include <stdexcept>

namespace paiyou::climbing {

namespace {

bool takes_cards(Feature feature) { return feature < Feature::kCardsLeft; }

}  // namespace

Encoder::Encoder(const Game& game, const FeatureLayout& layout) : game_(&game), layout_(layout) {
    for (const std::uint8_t rank : game.rules.rank_of_card) ++copies_[rank];
    for (int rank = 0; rank < kMaxRanks; ++rank) {
        first_[rank] = width_;
        width_ += copies_[rank];
    }
    if (static_cast<int>(layout.positions.size()) != game.rules.seats) {
        throw std::invalid_argument("feature layout: one position per seat is needed");
    }
    if (layout.history < 0 || layout.history > 1000) {
        throw std::invalid_argument("feature layout: the history must be 0 to 1000 moves long");
    }
    for (const auto& blocks : layout.positions) {
        int width = 0;
        for (const FeatureBlock& block : blocks) {
            if (block.feature > Feature::kBombs || block.seat >= game.rules.seats) {
                throw std::invalid_argument("feature layout: a block names a feature or a seat that does not exist");
            }
            width += takes_cards(block.feature) ? width_ : block.size;
        }
        state_width_.push_back(width);
    }
}

// A rank with n cards is n ones followed by zeros, rank after rank.
void Encoder::write_cards(Packed cards, std::int8_t* out) const {
    while (cards != 0) {
        const int rank = std::countr_zero(cards) / 4;
        const int number = count_of(cards, rank);
        for (int card = 0; card < number; ++card) out[first_[rank] + card] = 1;
        cards &= ~(Packed{0xF} << (4 * rank));
    }
}

void Encoder::write_state(const View& view, std::int8_t* out) const {
    const Position& at = view.at;
    const History& events = view.history;
    const std::array<Packed, kMaxSeats> played = played_cards(*game_, events);
    const auto last_move = [&](int seat) -> Packed {
        for (std::size_t place = events.size(); place-- > 0;) {
            if (events[place].seat != seat) continue;
            return events[place].move < game_->first_call() ? game_->combos.combo(events[place].move).cards : 0;
        }
        return 0;
    };
    for (const FeatureBlock& block : layout_.positions[position(at)]) {
        const int seat = (at.landlord + block.seat) % game_->rules.seats;
        switch (block.feature) {
            case Feature::kHand:
                write_cards(at.hands[at.turn], out);
                break;
            case Feature::kUnseen:
                write_cards(view.unseen, out);
                break;
            case Feature::kStanding:
                write_cards(game_->combos.combo(at.last).cards, out);
                break;
            case Feature::kPlayed:
                write_cards(played[seat], out);
                break;
            case Feature::kLastMove:
                write_cards(last_move(seat), out);
                break;
            case Feature::kCardsLeft: {
                const int left = view.counts[seat];
                if (left >= 1 && left <= block.size) out[left - 1] = 1;
                break;
            }
            case Feature::kBombs:
                if (at.bombs < block.size) out[at.bombs] = 1;
                break;
        }
        out += takes_cards(block.feature) ? width_ : block.size;
    }
}

void Encoder::write_history(const History& events, std::int8_t* out) const {
    std::int8_t* row = out + static_cast<std::ptrdiff_t>(layout_.history) * width_;
    for (std::size_t place = events.size(); place-- > 0 && row > out;) {
        if (events[place].move >= game_->first_call()) break;  // the auction lies before all play
        row -= width_;
        write_cards(game_->combos.combo(events[place].move).cards, row);
    }
}

}  // namespace paiyou::climbing
