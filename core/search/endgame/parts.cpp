#include "search/endgame/parts.hpp"

#include <algorithm>

#include "cards/random.hpp"

namespace paiyou::search::endgame {

using namespace paiyou::climbing;

Parts::Parts(const Game& game, Packed hand)
    : splitter_(game),
      mask_(bits_of_parts(hand)),
      class_of_(static_cast<std::size_t>(game.combos.groups() + 1) * 16, kNoClass),
      runs_(1 << 11) {
    const ComboTable& table = game.combos;
    splitter_.begin(hand, [&](Action action) {
        std::uint8_t& number = class_of_[place_of(table.standing(action))];
        if (number == kNoClass && classes_.size() < kMaxClasses) {
            number = static_cast<std::uint8_t>(classes_.size());
            classes_.push_back(action);
        }
        const ComboTable::Combo& combo = table.combo(action);
        Rank& rank = ranks_[static_cast<std::size_t>(std::countr_zero(combo.cards) / 4)];
        rank.cards.push_back(combo.cards);
        rank.combos.push_back({number, combo.whole_hand != 0});
        return -1.0F;  // so that the best split is one into the fewest combos
    });
    for (Rank& rank : ranks_) rank.cards.insert(rank.cards.end(), kRowPadding, kUncontainable);
    if (bits() <= kMaxBits) groups_.assign(std::size_t{1} << bits(), 0);
}

bool Parts::find_run(Packed key, Classes beaten) {
    const Packed hand = key & (kSpare - 1);
    if (hand == 0) return true;
    const std::size_t place = mix(key ^ beaten * kGolden) & (runs_.size() - 1);
    if (runs_[place].key == key && runs_[place].beaten == beaten) return runs_[place].found;
    bool found = false;
    const Rank& rank = ranks_[static_cast<std::size_t>(std::countr_zero(hand) / 4)];
    const int combos = static_cast<int>(rank.combos.size());
    for (int base = 0; base < combos && !found; base += 64) {
        std::uint64_t bits = contained_bits(hand, rank.cards.data() + base, combos - base < 64 ? combos - base : 64);
        for (; bits != 0 && !found; bits &= bits - 1) {
            const std::size_t number = static_cast<std::size_t>(base + std::countr_zero(bits));
            const Combo combo = rank.combos[number];
            const bool last = combo.last_only || combo.number == kNoClass || (beaten >> combo.number & 1) != 0;
            if (last && (key & kSpare) == 0) continue;
            found = find_run((key - rank.cards[number]) & (last ? ~kSpare : ~Packed{0}), beaten);
        }
    }
    runs_[place] = {key, beaten, found};
    return found;
}

Threats::Threats(const Game& game, const Parts& of, const Parts& by)
    : game_(&game), of_(&of), by_(&by), slots_(std::size_t{1} << std::min(by.bits(), 12)) {}

Classes Threats::work_out(Packed hand, MoveSet& moves) const {
    Classes beaten = 0;
    for (std::size_t number = 0; number < of_->classes().size(); ++number) {
        card_moves(*game_, hand, of_->classes()[number], moves);
        if (moves.combos() != 0) beaten |= Classes{1} << number;
    }
    return beaten;
}

}  // namespace paiyou::search::endgame
