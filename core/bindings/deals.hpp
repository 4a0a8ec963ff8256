// Deals of a view as a caller weighs them, from Python: a list of (State, weight).
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <cmath>
#include <utility>
#include <vector>

#include "bindings/search.hpp"
#include "search/deals.hpp"

namespace paiyou::bindings {

template <typename Family>
using Deals = std::vector<search::WeightedDeal<typename Family::SearchGame::Position>>;

// Only states that this seat could be in: a search counts on the moves of its view being legal in all of them.
template <typename Family>
Deals<Family> read_deals(const typename Family::ViewObject& view, const nb::list& given) {
    Deals<Family> deals;
    for (const nb::handle item : given) {
        std::pair<typename Family::StateObject*, double> deal;
        if (!nb::try_cast(item, deal) || deal.first == nullptr) refuse("deals are pairs (State, weight) of this game");
        const auto [state, weight] = deal;
        bool agrees = state->object.get() == view.object.get();
        if (agrees) {
            const auto seen = make_view(view.game(), state->state, view.view.seat);
            agrees = seen.at == view.view.at && seen.counts == view.view.counts && seen.unseen == view.view.unseen;
        }
        if (!agrees) refuse("the deals must be states that agree with the view");
        if (!(weight >= 0) || !std::isfinite(weight)) refuse("the weights of deals must be numbers of at least 0");
        if (weight > 0) deals.push_back({state->at(), weight});
    }
    if (deals.empty()) refuse("there must be a deal with a weight above 0");
    return deals;
}

}  // namespace paiyou::bindings
