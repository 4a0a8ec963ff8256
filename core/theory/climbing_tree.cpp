#include "theory/climbing_tree.hpp"

#include <algorithm>

namespace paiyou::theory {

using climbing::Action;
using climbing::Position;

ClimbingTree::ClimbingTree(const climbing::Game& game, DealTable deals, std::size_t max_ends,
                           search::Interrupt& interrupt)
    : game_(&game), max_ends_(max_ends), interrupt_(&interrupt), moves_(game), deals_(std::move(deals)) {
    form_.weight = deals_.weight();
    std::array<Hands, 2> held;
    for (int player = 0; player < 2; ++player) {
        for (const Packed cards : deals_.hands(player)) {
            held[player].push_back({static_cast<std::int32_t>(held[player].size()), cards, kEmptySequence});
        }
    }
    histories_.push_back({-1, climbing::kPass});
    visit(deals_[0].state.at, 0, held);
    for (Ends& ends : form_.ends) {
        ends.other.shrink_to_fit();
        ends.payoff.shrink_to_fit();
    }
    interrupt_ = nullptr;
}

// The hands in `at` mean nothing: it stands for all that is public.
void ClimbingTree::visit(const Position& at, std::int32_t history, const std::array<Hands, 2>& held) {
    stopped_ = stopped_ || form_.number_of_ends() > max_ends_ || (history % 1024 == 0 && interrupt_->wanted());
    if (stopped_) return;
    const int player = at.turn;
    const Hands& others = held[1 - player];
    std::vector<Choice> choices;
    for (const Held& own : held[player]) {
        const std::int32_t deal = deals_.first_deal(player, own.hand, others);
        if (deal == DealTable::kNoDeal) continue;  // the other's moves rule this hand out
        decisions_ += static_cast<std::size_t>(std::count_if(others.begin(), others.end(), [&](const Held& other) {
            return deals_.deal(player, own.hand, other.hand) != DealTable::kNoDeal;
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
        const std::int32_t deal = deals_.deal(player, mover.hand, other.hand);
        if (deal == DealTable::kNoDeal) continue;
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
