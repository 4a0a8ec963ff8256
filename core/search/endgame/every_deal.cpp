#include "search/endgame/every_deal.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "search/endgame/solver.hpp"

namespace paiyou::search {

using namespace paiyou::climbing;

namespace {

// Passes that deny combos are checked deal by deal; so many more deals than wanted are looked through for that.
constexpr double kLookedThrough = 100;

// One decision: its deals, its legal moves, and what may be spent on it.
class Decision {
 public:
    Decision(const Game& game, const View& view, const Sampler& sampler, std::size_t max_deals, const Limits& limits)
        : game_(game), effort_(limits) {
        if (sampler.deals() > kLookedThrough * static_cast<double>(max_deals)) return;
        auto listed = sampler.enumerate(view, max_deals);
        if (!listed || listed->empty()) return;
        found_.looked = true;
        deals_ = *std::move(listed);
        found_.deals = deals_.size();
        for (const PossibleDeal& deal : deals_) found_.ways += deal.ways;
        MoveSet moves(game);
        card_moves(game, view.at, moves);
        moves.each([&](Action action) { moves_.push_back(action); });
    }

    EveryDeal count_wins() {
        if (!found_.looked) return found_;
        found_.moves = moves_;
        found_.won.assign(moves_.size(), 0.0);
        for (const PossibleDeal& deal : deals_) {
            const std::vector<bool> wins = winning(game_, deal.at, moves_, effort_);
            if (effort_.stopped()) break;
            for (std::size_t place = 0; place < wins.size(); ++place) found_.won[place] += wins[place] ? deal.ways : 0;
        }
        return finish();
    }

    EveryDeal find_sure_moves(Action favourite) {
        if (!found_.looked) return found_;
        found_.moves = {favourite};
        const std::optional<std::size_t> loses_in = keep_winners();
        if (loses_in && !effort_.stopped()) {
            // A deal that refutes one move often refutes others: it comes first for the rest.
            std::rotate(deals_.begin(), deals_.begin() + static_cast<std::ptrdiff_t>(*loses_in),
                        deals_.begin() + static_cast<std::ptrdiff_t>(*loses_in) + 1);
            for (const Action action : moves_) {
                if (action != favourite) found_.moves.push_back(action);
            }
            keep_winners();
        }
        found_.won.assign(found_.moves.size(), found_.ways);
        return finish();
    }

 private:
    // Drops the moves that lose in some deal; the deal after which none was left, if there is one.
    std::optional<std::size_t> keep_winners() {
        for (std::size_t number = 0; number < deals_.size(); ++number) {
            const std::vector<bool> wins = winning(game_, deals_[number].at, found_.moves, effort_);
            if (effort_.stopped()) return std::nullopt;
            std::size_t place = 0;
            std::erase_if(found_.moves, [&](Action) { return !wins[place++]; });
            if (found_.moves.empty()) return number;
        }
        return std::nullopt;
    }

    EveryDeal finish() {
        found_.nodes = effort_.nodes();
        found_.stop = effort_.stop();
        if (effort_.stopped()) {
            found_.moves.clear();
            found_.won.clear();
        }
        return found_;
    }

    const Game& game_;
    Effort effort_;
    std::vector<PossibleDeal> deals_;
    std::vector<Action> moves_;
    EveryDeal found_;
};

}  // namespace

EveryDeal count_wins(const Game& game, const View& view, const Sampler& sampler, std::size_t max_deals,
                     const Limits& limits) {
    return Decision(game, view, sampler, max_deals, limits).count_wins();
}

EveryDeal find_sure_moves(const Game& game, const View& view, const Sampler& sampler, Action favourite,
                          std::size_t max_deals, const Limits& limits) {
    return Decision(game, view, sampler, max_deals, limits).find_sure_moves(favourite);
}

}  // namespace paiyou::search
