#include "theory/best_reply.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace paiyou::theory {

using climbing::Action;
using climbing::Position;

BestReply::BestReply(const climbing::Game& game, const DealTable& deals, int known, Choose choose)
    : game_(&game), deals_(&deals), known_(known), choose_(std::move(choose)), moves_(game) {
    std::array<Hands, 2> held;
    for (int player = 0; player < 2; ++player) {
        for (const Packed cards : deals.hands(player)) {
            held[player].push_back({static_cast<std::int32_t>(held[player].size()), cards});
        }
    }
    for (const double result : visit(deals[0].state.at, held)) value_ += result / deals.weight();
}

Action BestReply::chosen(std::int32_t deal) {
    ++asked_;
    climbing::State state = (*deals_)[deal].state;
    for (const Action action : path_) state.play(*game_, action);
    return choose_(state);
}

// The moves of all hands of the player to move: of the known player the one that he makes, of the other all.
std::vector<BestReply::Choice> BestReply::choices(const Position& at, const std::array<Hands, 2>& held) {
    std::vector<Choice> found;
    const Hands& own = held[at.turn];
    for (std::size_t place = 0; place < own.size(); ++place) {
        const std::int32_t deal = deals_->first_deal(at.turn, own[place].hand, held[1 - at.turn]);
        if (deal == DealTable::kNoDeal) continue;  // the other's moves rule this hand out
        const auto add = [&](Action action) { found.push_back({action, static_cast<std::int32_t>(place)}); };
        climbing::card_moves(*game_, own[place].left, at.last, moves_);
        if (at.turn == known_ && moves_.size() > 1) {
            add(chosen(deal));
        } else {
            moves_.each(add);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Choice& a, const Choice& b) { return a.action < b.action; });
    return found;
}

// The hands in `at` mean nothing: it stands for all that is public.
std::vector<double> BestReply::visit(const Position& at, const std::array<Hands, 2>& held) {
    ++histories_;
    const int player = at.turn, other = 1 - known_;
    const bool replies = player == other;
    std::vector<double> result(held[other].size(), replies ? -std::numeric_limits<double>::infinity() : 0);
    const std::vector<Choice> all = choices(at, held);
    std::array<Hands, 2> next_held;
    next_held[1 - player] = held[1 - player];
    std::vector<std::int32_t> places;  // of the hands that go on
    for (std::size_t choice = 0; choice < all.size();) {
        const Action action = all[choice].action;
        next_held[player].clear();
        places.clear();
        Position next_at = at;
        for (; choice < all.size() && all[choice].action == action; ++choice) {
            const Held& own = held[player][all[choice].place];
            Position next = at;
            next.hands[player] = own.left;
            climbing::play_action(*game_, next, action);
            if (!next.over()) {
                next_held[player].push_back({own.hand, next.hands[player]});
                places.push_back(all[choice].place);
                next_at = next;
                continue;
            }
            double sum = 0;
            for (std::size_t place = 0; place < held[1 - player].size(); ++place) {
                const Held& theirs = held[1 - player][place];
                const std::int32_t deal = deals_->deal(player, own.hand, theirs.hand);
                if (deal == DealTable::kNoDeal) continue;
                next.hands[1 - player] = theirs.left;
                const double payoff = climbing::payoffs(*game_, next)[other] * (*deals_)[deal].weight;
                if (replies) {
                    sum += payoff;
                } else {
                    result[place] += payoff;
                }
            }
            if (replies) result[all[choice].place] = std::max(result[all[choice].place], sum);
        }
        if (next_held[player].empty()) continue;
        path_.push_back(action);
        const std::vector<double> later = visit(next_at, next_held);
        path_.pop_back();
        for (std::size_t place = 0; place < later.size(); ++place) {
            if (replies) {
                result[places[place]] = std::max(result[places[place]], later[place]);
            } else {
                result[place] += later[place];
            }
        }
    }
    if (replies) {
        for (double& each : result) {
            if (each == -std::numeric_limits<double>::infinity()) each = 0;  // a hand that makes no deal here
        }
    }
    return result;
}

}  // namespace paiyou::theory
