#include "bindings/exact.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/deals.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/search.hpp"
#include "search/exact/det_minimax.hpp"
#include "search/exact/expectimax.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace paiyou::bindings {

namespace {

search::Ties ties_of(const std::string& name) {
    if (name == "mean") return search::Ties::kMean;
    if (name == "sum") return search::Ties::kSum;
    if (name == "first") return search::Ties::kFirst;
    if (name == "random") return search::Ties::kRandom;
    refuse("ties must be mean, sum, first or random");
}

search::Vote vote_of(const std::string& name) {
    if (name == "one") return search::Vote::kOne;
    if (name == "split") return search::Vote::kSplit;
    if (name == "value") return search::Vote::kValue;
    refuse("vote must be one, split or value");
}

search::TieRule rule_of(const std::string& ties, double epsilon) {
    if (!(epsilon >= 0) || !std::isfinite(epsilon)) refuse("epsilon must be a number of at least 0");
    return {ties_of(ties), epsilon};
}

// Small decks have few positions altogether, and games of them share many: values are kept from move to move and from
// game to game. They are exact, and where they are kept there is no limit on whole trees, so a move does not depend on
// what was asked before.
template <typename GameObject>
bool is_small(const GameObject& object) {
    return object.game.rules.deck_size() <= 20;
}

template <typename Family>
void require_decision(const std::shared_ptr<typename Family::GameObject>& object,
                      const std::shared_ptr<typename Family::GameObject>& given, bool to_move) {
    if (given.get() != object.get()) refuse("the search was made for another game than this decision's");
    if (!to_move) refuse("there is no move to choose: the game is over, or this seat is not to move");
}

template <typename Family>
class MinimaxObject {
 public:
    using GameObject = typename Family::GameObject;
    using StateObject = typename Family::StateObject;
    using ViewObject = typename Family::ViewObject;
    using SearchGame = typename Family::SearchGame;

    MinimaxObject(std::shared_ptr<GameObject> object, const std::string& ties, double epsilon, std::uint64_t max_nodes,
                  int playouts, std::optional<double> seconds)
        : object_(std::move(object)),
          ties_(ties_of(ties)),
          max_nodes_(max_nodes),
          seconds_(seconds.value_or(std::numeric_limits<double>::infinity())),
          keep_(is_small(*object_) && max_nodes >= kEnoughToKeep && !seconds.has_value()),
          minimax_(SearchGame(object_->game), rule_of(ties, epsilon), playouts, keep_) {
        if (playouts < 1) refuse("playouts must be at least 1");
    }

    // Every move with its result and its tie-break, as it comes; the place of the one to choose; and statistics.
    nb::tuple search(const StateObject& state, const nb::handle& seed) {
        require_decision<Family>(object_, state.object, !state.at().over());
        const std::uint64_t word = seed_of(seed);
        const std::uint64_t before = minimax_.searched();
        typename search::TieBreakMinimax<SearchGame>::Result result;
        std::size_t chosen = 0;
        SignalInterrupt interrupt;
        {
            const nb::gil_scoped_release release;
            const std::lock_guard lock(busy_);
            result = minimax_.search(state.at(),
                                     {.seconds = seconds_, .max_nodes = max_nodes_, .interrupt = &interrupt}, word);
            Random random(word);
            chosen = search::choose_move(result.moves, ties_, random);
        }
        interrupt.check();
        nb::list moves;
        for (const search::ValuedMove& move : result.moves) {
            moves.append(nb::make_tuple(object_->name(move.move), move.worth.result, move.worth.tie));
        }
        return nb::make_tuple(moves, chosen, statistics(before, result.exact, result.depth));
    }

    // Every move with its mean result and its votes, best first; and statistics.
    nb::tuple vote(ViewObject& view, const std::optional<nb::list>& given, std::size_t max_states, std::size_t samples,
                   const std::string& vote, bool equal, const nb::handle& seed) {
        require_decision<Family>(object_, view.object, !view.view.at.over() && view.view.at.turn == view.view.seat);
        const search::Vote how = vote_of(vote);
        const std::uint64_t word = seed_of(seed);
        Deals<Family> deals;
        bool whole = true;
        if (given.has_value()) {
            deals = read_deals<Family>(view, *given);
        } else {
            whole = list_or_draw(view, max_states, samples, word, deals);
        }
        if (equal) make_equal(deals);
        const std::uint64_t before = minimax_.searched();
        search::Ballot ballot;
        SignalInterrupt interrupt;
        {
            const nb::gil_scoped_release release;
            const std::lock_guard lock(busy_);
            const search::Limits limits{.seconds = seconds_ / static_cast<double>(deals.size()),
                                        .max_nodes = keep_ ? max_nodes_ : max_nodes_ / deals.size(),
                                        .interrupt = &interrupt};
            ballot = search::vote_on_deals(minimax_, deals, how, ties_, limits, word);
        }
        interrupt.check();
        nb::list moves;
        for (const search::Candidate& move : ballot.moves) {
            moves.append(nb::make_tuple(object_->name(move.move), move.worth.result, move.votes));
        }
        nb::dict about = statistics(before, ballot.exact, ballot.depth);
        about["states"] = deals.size();
        about["sampled"] = !whole;
        return nb::make_tuple(moves, about);
    }

 private:
    static constexpr std::uint64_t kEnoughToKeep = 2'000'000;

    // The whole information set, or a sample where it is too large.
    bool list_or_draw(ViewObject& view, std::size_t max_states, std::size_t samples, std::uint64_t seed,
                      Deals<Family>& deals) {
        const auto& sampler = view.sampler_of_view();
        if (const auto all = sampler.enumerate(view.view, max_states)) {
            for (const auto& deal : *all) deals.push_back({deal.at, deal.ways});
            return true;
        }
        Random random(seed);
        for (std::size_t sample = 0; sample < samples; ++sample) {
            auto at = view.view.at;
            if constexpr (std::is_same_v<decltype(sampler.draw(random, at)), bool>) {
                if (!sampler.draw(random, at)) refuse("no deal was found that agrees with every pass of this game");
            } else {
                sampler.draw(random, at);
            }
            deals.push_back({at, 1});
        }
        return false;
    }

    // Every different deal counts once.
    static void make_equal(Deals<Family>& deals) {
        std::set<std::vector<std::uint64_t>> seen;
        std::erase_if(deals, [&](const auto& deal) {
            std::vector<std::uint64_t> cards(deal.at.hands.begin(), deal.at.hands.end());
            cards.push_back(deal.at.pile);
            return !seen.insert(std::move(cards)).second;
        });
        for (auto& deal : deals) deal.weight = 1;
    }

    nb::dict statistics(std::uint64_t before, bool exact, int depth) const {
        nb::dict result;
        result["nodes"] = minimax_.searched() - before;
        result["exact"] = exact;
        result["depth"] = depth;
        result["full"] = !exact;
        return result;
    }

    std::shared_ptr<GameObject> object_;
    search::Ties ties_;
    std::uint64_t max_nodes_;
    double seconds_;
    bool keep_;
    search::TieBreakMinimax<SearchGame> minimax_;
    std::mutex busy_;
};

template <typename Family>
class ExpectimaxObject {
 public:
    using GameObject = typename Family::GameObject;
    using ViewObject = typename Family::ViewObject;
    using SearchGame = typename Family::SearchGame;

    ExpectimaxObject(std::shared_ptr<GameObject> object, const std::string& ties, double epsilon,
                     std::size_t max_states, std::uint64_t max_nodes, const std::optional<double>& seconds)
        : object_(std::move(object)),
          ties_(ties_of(ties)),
          max_states_(max_states),
          max_nodes_(max_nodes),
          seconds_(seconds.value_or(std::numeric_limits<double>::infinity())),
          expectimax_(SearchGame(object_->game), rule_of(ties, epsilon),
                      is_small(*object_) && max_nodes >= kEnoughToKeep) {}

    // Every move with its value and its tie-break, as it comes; the place of the one to choose; and statistics.
    // With `only_best`, values of other moves than the best are only bounds from above.
    nb::tuple search(ViewObject& view, const std::optional<nb::list>& given, bool only_best, const nb::handle& seed) {
        require_decision<Family>(object_, view.object, !view.view.at.over() && view.view.at.turn == view.view.seat);
        const std::uint64_t word = seed_of(seed);
        Deals<Family> deals;
        if (given.has_value()) {
            deals = read_deals<Family>(view, *given);
            if (deals.size() > max_states_) refuse_states(std::to_string(deals.size()));
        } else {
            const auto& sampler = view.sampler_of_view();
            const auto all = sampler.enumerate(view.view, max_states_);
            if (!all) {
                std::string number = std::to_string(sampler.deals());
                number.resize(number.find('.'));
                refuse_states(sampler.exact() ? number : "too many");
            }
            for (const auto& deal : *all) deals.push_back({deal.at, deal.ways});
        }
        std::vector<search::ValuedMove> moves;
        bool searched = false;
        std::size_t chosen = 0;
        std::uint64_t nodes = 0;
        SignalInterrupt interrupt;
        {
            const nb::gil_scoped_release release;
            const std::lock_guard lock(busy_);
            searched = expectimax_.search(
                deals, {.seconds = seconds_, .max_nodes = max_nodes_, .interrupt = &interrupt}, only_best, moves);
            nodes = expectimax_.nodes();
            Random random(word);
            if (searched) chosen = search::choose_move(moves, ties_, random);
        }
        interrupt.check();
        if (!searched && nodes < max_nodes_) {
            refuse(
                "expectimax looks at every information set, which took longer than the seconds it was given; a "
                "sampling agent such as isuct can play this");
        }
        if (!searched) {
            refuse("expectimax looks at every information set, and here there are more than max_nodes=" +
                   std::to_string(max_nodes_) + "; a sampling agent such as isuct can play this");
        }
        nb::list result;
        for (const search::ValuedMove& move : moves) {
            result.append(nb::make_tuple(object_->name(move.move), move.worth.result, move.worth.tie));
        }
        nb::dict about;
        about["nodes"] = nodes;
        about["states"] = deals.size();
        about["full"] = false;
        return nb::make_tuple(result, chosen, about);
    }

 private:
    static constexpr std::uint64_t kEnoughToKeep = 500'000;

    [[noreturn]] void refuse_states(const std::string& number) const {
        refuse("expectimax looks at every state of the information set, and here there are " + number +
               ", more than max_states=" + std::to_string(max_states_) +
               "; a sampling agent such as isuct can play this");
    }

    std::shared_ptr<GameObject> object_;
    search::Ties ties_;
    std::size_t max_states_;
    std::uint64_t max_nodes_;
    double seconds_;
    search::Expectimax<SearchGame> expectimax_;
    std::mutex busy_;
};

template <typename Family>
void bind_family(nb::module_& module, const FamilyNames& names) {
    using Minimax = MinimaxObject<Family>;
    using Expectimax = ExpectimaxObject<Family>;
    using GamePointer = std::shared_ptr<typename Family::GameObject>;
    const std::string values = "list[tuple[str, float, float]], ";
    const std::string deals = "deals: list[typing.Any] | None, ";
    nb::class_<Minimax>(module, names("{family}Minimax").c_str(), "Minimax over open hands, ties as in equation 1.")
        .def(nb::init<GamePointer, const std::string&, double, std::uint64_t, int, std::optional<double>>(), "game"_a,
             "ties"_a, "epsilon"_a, "max_nodes"_a, "playouts"_a, "seconds"_a.none(),
             nb::sig(names("def __init__(self, game: ClimbingGame | TrickGame, ties: str, epsilon: float, max_nodes: "
                           "int, playouts: "
                           "int, seconds: float | None) -> None")
                         .c_str()),
             "For one game: how ties are broken, which values count as tied, and the limits of a search.")
        .def("search", &Minimax::search, "state"_a, "seed"_a,
             nb::sig(names("def search(self, state: typing.Any, seed: int) -> tuple[" + values +
                           "int, dict[str, typing.Any]]")
                         .c_str()),
             "Every move with its result and its tie-break, the place of the one to choose, and statistics.")
        .def("vote", &Minimax::vote, "view"_a, "deals"_a.none(), "max_states"_a, "samples"_a, "vote"_a, "equal"_a,
             "seed"_a,
             nb::sig(names("def vote(self, view: typing.Any, " + deals +
                           "max_states: int, samples: int, vote: str, equal: bool, seed: int) -> tuple[" + values +
                           "dict[str, typing.Any]]")
                         .c_str()),
             "Every move with its mean result and its votes over the deals of a view, best first, and statistics.");
    nb::class_<Expectimax>(module, names("{family}Expectimax").c_str(), "Expectimax over information sets.")
        .def(nb::init<GamePointer, const std::string&, double, std::size_t, std::uint64_t,
                      const std::optional<double>&>(),
             "game"_a, "ties"_a, "epsilon"_a, "max_states"_a, "max_nodes"_a, "seconds"_a.none(),
             nb::sig(
                 names("def __init__(self, game: ClimbingGame | TrickGame, ties: str, epsilon: float, max_states: int, "
                       "max_nodes: int, seconds: float | None) -> None")
                     .c_str()),
             "For one game: how ties are broken, which values count as tied, and the limits of a search.")
        .def("search", &Expectimax::search, "view"_a, "deals"_a.none(), "only_best"_a, "seed"_a,
             nb::sig(names("def search(self, view: typing.Any, " + deals + "only_best: bool, seed: int) -> tuple[" +
                           values + "int, dict[str, typing.Any]]")
                         .c_str()),
             "Every move with its value and its tie-break, the place of the one to choose, and statistics; with "
             "`only_best` other values are only bounds from above.");
}

}  // namespace

void bind_exact(nb::module_& module) {
    bind_family<ClimbingFamily>(module, kClimbingNames);
    bind_family<TrickFamily>(module, kTrickNames);
}

}  // namespace paiyou::bindings
