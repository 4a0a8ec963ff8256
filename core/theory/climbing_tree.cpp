#include "theory/climbing_tree.hpp"

#include <algorithm>

namespace paiyou::theory {

using climbing::Action;
using climbing::Position;

ClimbingTree::ClimbingTree(const climbing::Game& game, const std::vector<WeightedDeal>& deals, std::size_t max_ends,
                           search::Interrupt& interrupt)
    : game_(&game), max_ends_(max_ends), interrupt_(&interrupt), moves_(game), deals_(deals) {
    std::vector<std::array<std::int32_t, 2>> pairs;
    form_.weight = 0;
    for (const WeightedDeal& deal : deals_) {
        form_.weight += deal.weight;
        pairs.push_back({number_of(0, deal.state.at.hands[0]), number_of(1, deal.state.at.hands[1])});
    }
    deal_of_.assign(hands_[0].size() * hands_[1].size(), kNoDeal);
    for (std::size_t deal = 0; deal < pairs.size(); ++deal) {
        const auto [mine, theirs] = pairs[deal];
        std::int32_t& known = deal_of_[mine * hands_[1].size() + theirs];
        if (known == kNoDeal) {
            known = static_cast<std::int32_t>(deal);
        } else {
            deals_[known].weight += deals_[deal].weight;  // the same deal twice
        }
    }
    std::array<Hands, 2> held;
    for (int player = 0; player < 2; ++player) {
        for (std::size_t hand = 0; hand < hands_[player].size(); ++hand) {
            held[player].push_back({static_cast<std::int32_t>(hand), hands_[player][hand], kEmptySequence});
        }
    }
    histories_.push_back({-1, climbing::kPass});
    visit(deals_.front().state.at, 0, held);
    for (Ends& ends : form_.ends) {
        ends.other.shrink_to_fit();
        ends.payoff.shrink_to_fit();
    }
    interrupt_ = nullptr;
}

std::int32_t ClimbingTree::number_of(int player, Packed cards) {
    std::vector<Packed>& hands = hands_[player];
    const auto found = std::find(hands.begin(), hands.end(), cards);
    const auto number = static_cast<std::int32_t>(found - hands.begin());
    if (found == hands.end()) hands.push_back(cards);
    return number;
}

std::int32_t ClimbingTree::first_deal(int player, std::int32_t hand, const Hands& others) const {
    for (const Held& other : others) {
        const std::int32_t deal = deal_of(player, hand, other.hand);
        if (deal != kNoDeal) return deal;
    }
    return kNoDeal;
}

// The hands in `at` mean nothing: it stands for all that is public.
void ClimbingTree::visit(const Position& at, std::int32_t history, const std::array<Hands, 2>& held) {
    stopped_ = stopped_ || form_.number_of_ends() > max_ends_ || (history % 1024 == 0 && interrupt_->wanted());
    if (stopped_) return;
    const int player = at.turn;
    const Hands& others = held[1 - player];
    std::vector<Choice> choices;
    for (const Held& own : held[player]) {
        const std::int32_t deal = first_deal(player, own.hand, others);
        if (deal == kNoDeal) continue;  // the other's moves rule this hand out
        decisions_ += static_cast<std::size_t>(std::count_if(others.begin(), others.end(), [&](const Held& other) {
            return deal_of(player, own.hand, other.hand) != kNoDeal;
        }));
        climbing::card_moves(*game_, own.left, at.last, moves_);
        const auto number = static_cast<Sequence>(moves_.size());
        Sequence sequence = own.sequence;
        if (number > 1) {
            sequence = form_.sides[player].add_set(own.sequence, number);
            places_[player].push_back({history, deal});
        }
        moves_.each([&](Action action) {
            choices.push_back({action, {own.hand, own.left, sequence}});
            sequence += number > 1 ? 1 : 0;
        });
    }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const Choice& a, const Choice& b) { return a.action < b.action; });
    std::array<Hands, 2> next_held;
    next_held[1 - player] = others;
    for (std::size_t choice = 0; choice < choices.size();) {
        const Action action = choices[choice].action;
        next_held[player].clear();
        Position next_at = at;
        for (; choice < choices.size() && choices[choice].action == action; ++choice) {
            const Held& own = choices[choice].held;
            Position next = at;
            next.hands[player] = own.left;
            climbing::play_action(*game_, next, action);
            if (next.over()) {
                end(player, next, own, others);
            } else {
                next_held[player].push_back({own.hand, next.hands[player], own.sequence});
                next_at = next;
            }
        }
        if (next_held[player].empty()) continue;
        histories_.push_back({history, action});
        visit(next_at, static_cast<std::int32_t>(histories_.size() - 1), next_held);
    }
}

void ClimbingTree::end(int player, Position& over, const Held& mover, const Hands& others) {
    Ends& ends = form_.ends[player];
    for (const Held& other : others) {
        const std::int32_t deal = deal_of(player, mover.hand, other.hand);
        if (deal == kNoDeal) continue;
        over.hands[1 - player] = other.left;
        ends.add(other.sequence, climbing::payoffs(*game_, over)[0] * deals_[deal].weight);
    }
    ends.close(mover.sequence);
}

climbing::State ClimbingTree::state(int player, std::size_t set) const {
    const Place place = places_[player][set];
    std::vector<Action> actions;
    for (std::int32_t history = place.history; history > 0; history = histories_[history].before) {
        actions.push_back(histories_[history].action);
    }
    climbing::State state = deals_[place.deal].state;
    for (auto action = actions.rbegin(); action != actions.rend(); ++action) state.play(*game_, *action);
    return state;
}

std::size_t ClimbingTree::bytes() const {
    return form_.bytes() + histories_.size() * sizeof(History) +
           (places_[0].size() + places_[1].size()) * sizeof(Place) + deals_.size() * sizeof(WeightedDeal);
}

}  // namespace paiyou::theory
