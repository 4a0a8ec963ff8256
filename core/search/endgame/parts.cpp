#include "search/endgame/parts.hpp"

#include <algorithm>

#include "cards/random.hpp"

namespace paiyou::search::endgame {

using namespace paiyou::climbing;

Parts::Parts(const Game& game, Packed hand)
    : splitter_(game),
      mask_(bits_of_parts(hand)),
      class_of_(static_cast<std::size_t>(game.combos.groups() + 1) * 16, kNoClass),
      runs_(1 << 11),
      losers_(1 << 11) {
    const ComboTable& table = game.combos;
    splitter_.begin(hand, [&](Action action) {
        std::uint8_t& number = class_of_[place_of(table.standing(action))];
        if (number == kNoClass && classes_.size() < kMaxClasses) {
            number = static_cast<std::uint8_t>(classes_.size());
            classes_.push_back(action);
            members_.emplace_back();
        }
        const ComboTable::Combo& combo = table.combo(action);
        Rank& rank = ranks_[static_cast<std::size_t>(std::countr_zero(combo.cards) / 4)];
        rank.cards.push_back(combo.cards);
        rank.combos.push_back({number, combo.whole_hand != 0});
        if (number != kNoClass && combo.whole_hand == 0) members_[number].push_back(combo.cards);
        return -1.0F;  // so that the best split is one into the fewest combos
    });
    for (const Action low : classes_) {
        Classes higher = 0;
        for (std::size_t number = 0; number < classes_.size(); ++number) {
            const Standing a = table.standing(low), b = table.standing(classes_[number]);
            if (a.group == b.group && a.key < b.key) higher |= Classes{1} << number;
        }
        higher_.push_back(higher);
    }
    for (Rank& rank : ranks_) rank.cards.insert(rank.cards.end(), kRowPadding, kUncontainable);
    if (bits() <= kMaxBits) groups_.assign(std::size_t{1} << bits(), 0);
}

bool Parts::find_run(Packed key, const Danger& danger) {
    if ((key & kCards) == 0) return true;
    const std::size_t place = mix(key ^ danger.beaten * kGolden) & (runs_.size() - 1);
    if (runs_[place].key == key && runs_[place].danger == danger) return runs_[place].found;
    const bool found = each_step(key, danger, [&](const Step& step) { return find_run(step.left, danger); });
    runs_[place] = {key, danger, found};
    return found;
}

int Parts::losers(Packed hand, Classes beaten) {
    if (hand == 0) return 0;
    const std::size_t place = mix(hand ^ beaten * kGolden) & (losers_.size() - 1);
    if (losers_[place].hand == hand && losers_[place].beaten == beaten) return losers_[place].count;
    const Rank& rank = ranks_[static_cast<std::size_t>(std::countr_zero(hand) / 4)];
    const int combos = static_cast<int>(rank.combos.size());
    int fewest = kMaxHand;
    for (int base = 0; base < combos; base += 64) {
        std::uint64_t bits = contained_bits(hand, rank.cards.data() + base, combos - base < 64 ? combos - base : 64);
        for (; bits != 0; bits &= bits - 1) {
            const std::size_t at = static_cast<std::size_t>(base + std::countr_zero(bits));
            const std::uint8_t number = rank.combos[at].number;
            const int lost = number == kNoClass || (beaten >> number & 1) != 0 ? 1 : 0;
            fewest = std::min(fewest, lost + losers(hand - rank.cards[at], beaten));
        }
    }
    losers_[place] = {hand, beaten, fewest};
    return fewest;
}

Threats::Threats(const Game& game, const Parts& of, const Parts& by, bool gives_tricks)
    : game_(&game),
      of_(&of),
      by_(&by),
      gives_tricks_(gives_tricks),
      slots_(std::size_t{1} << std::min(by.bits(), 12)) {}

Danger Threats::work_out(Packed hand, MoveSet& moves) const {
    const ComboTable& table = game_->combos;
    const Action whole = table.find(hand);
    Danger danger;
    for (std::size_t number = 0; number < of_->classes().size(); ++number) {
        const Classes bit = Classes{1} << number;
        card_moves(*game_, hand, of_->classes()[number], moves);
        if (moves.combos() != 0) danger.beaten |= bit;
        if (!gives_tricks_) continue;
        const Standing standing = table.standing(of_->classes()[number]);
        if (whole != kPass && table.beats(whole, standing)) danger.out |= bit;
        if (moves.combos() == 0) {
            add_rows(table, hand, table.plain_above(standing.group, standing.key - 1),
                     table.plain_above(standing.group, standing.key), moves);
            add_bodies<false>(table, hand, table.body_above(standing.group, standing.key - 1),
                              table.body_above(standing.group, standing.key), moves);
        }
        if (moves.combos() != 0) danger.matched |= bit;
    }
    return danger;
}

}  // namespace paiyou::search::endgame
