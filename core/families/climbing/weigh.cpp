#include "families/climbing/weigh.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace paiyou::climbing {

namespace {

// Larger hands are hardly ever played out without an answer, and their splits take the longest.
constexpr int kRunCards = 16;

}  // namespace

Weigher::Weigher(const Game& game, Weights weights)
    : game_(&game), weights_(std::move(weights)), chances_(game), splitter_(game), runs_(game) {
    if (static_cast<int>(weights_.groups.size()) != game.combos.groups()) {
        throw std::invalid_argument("weights: there must be a worth for each group of the game");
    }
}

float Weigher::strength(const View& view) {
    look(view);
    return splitter_.best(view.at.hands[static_cast<std::size_t>(view.seat)]);
}

// Takes in what the seat knows.
void Weigher::look(const View& view) {
    enemies_.clear();
    const Packed known = known_of_landlord(*game_, view);
    fewest_ = kMaxHand;
    for (int other = 0; other < game_->rules.seats; ++other) {
        if (allied(*game_, view.at, view.seat, other)) continue;
        const int cards = view.counts[static_cast<std::size_t>(other)];
        enemies_.push_back({cards, other == view.at.landlord ? known : 0});
        fewest_ = std::min(fewest_, cards);
    }
    chances_.count(view.unseen, enemies_);
    const float full = static_cast<float>(game_->rules.hand_size);
    charge_ = weights_.charge + weights_.hurry * std::max(0.0F, 1.0F - static_cast<float>(fewest_) / full);
    splitter_.begin(view.at.hands[static_cast<std::size_t>(view.seat)],
                    [this](Action action) { return worth(action); });
}

float Weigher::worth(Action action) const {
    const ComboTable::Combo& combo = game_->combos.combo(action);
    const GroupWorth& group = weights_.groups[combo.group];
    const float stands = chances_.stands(combo);
    float worth = group.stands * stands + group.ease * chances_.lower(combo.key) - charge_;
    if (total_cards(combo.cards) == fewest_) worth -= weights_.doom * (1.0F - stands);
    return worth;
}

float Weigher::chance(Action action) const {
    const ComboTable::Combo& combo = game_->combos.combo(action);
    return chances_.stands(combo) * chances_.unpowered(combo.power);
}

const std::vector<Weighed>& Weigher::weigh(const View& view, MoveSet& moves, bool every_kicker) {
    look(view);
    const Packed hand = view.at.hands[static_cast<std::size_t>(view.seat)];
    weighed_.clear();
    card_moves(*game_, view.at, moves);
    moves.each([&](Action action) {
        const bool pass = action == kPass;
        const ComboTable::Combo& combo = game_->combos.combo(action);
        weighed_.push_back({action, splitter_.best(hand - combo.cards), pass ? 0.0F : worth(action),
                            chance(pass ? view.at.last : action), pass ? 0.0F : chances_.lower(combo.key), 0.0F});
    });
    find_runs(hand);
    if (!every_kicker) keep_best_kickers();
    return weighed_;
}

// A hand is played out when the move and all groups of the rest stand, but for the one that goes last. The chances are
// multiplied, so the best split is one of their logarithms, with one group spared.
void Weigher::find_runs(Packed hand) {
    const auto stands = [this](const ComboTable::Combo& combo) {
        return chances_.sure(combo) ? 1.0F : std::max(chances_.stands(combo) * chances_.unpowered(combo.power), 1e-4F);
    };
    const bool few = total_cards(hand) <= kRunCards;
    if (few) runs_.begin(hand, [&](Action action) { return std::log(stands(game_->combos.combo(action))); });
    for (Weighed& move : weighed_) {
        const ComboTable::Combo& combo = game_->combos.combo(move.action);
        const Packed rest = hand - combo.cards;
        if (rest == 0) {
            move.run = 1.0F;
        } else if (few && move.action != kPass) {
            move.run = stands(combo) * std::exp(runs_.best(rest, true));
        }
    }
}

// Kickers do not matter to those who answer, so only the rest of the hand tells them apart.
void Weigher::keep_best_kickers() {
    const auto good = [this](const Weighed& move) {
        return std::pair(move.run == 1.0F, move.rest + weights_.run * move.run);
    };
    std::size_t kept = 0;
    for (std::size_t place = 0; place < weighed_.size(); ++place) {
        const Weighed& move = weighed_[place];
        if (kept > 0 && move.action != kPass && weighed_[kept - 1].action != kPass) {
            const ComboTable::Combo& combo = game_->combos.combo(move.action);
            const ComboTable::Combo& before = game_->combos.combo(weighed_[kept - 1].action);
            if (combo.group == before.group && combo.key == before.key && combo.whole_hand == before.whole_hand) {
                if (good(move) > good(weighed_[kept - 1])) weighed_[kept - 1] = move;
                continue;
            }
        }
        weighed_[kept++] = move;
    }
    weighed_.resize(kept);
}

}  // namespace paiyou::climbing
