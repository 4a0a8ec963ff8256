// Beliefs about hidden cards from Python and to Python: numbers by class of cards, holder and number of cards.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cmath>
#include <memory>
#include <string>
#include <type_traits>

#include "bindings/errors.hpp"
#include "cards/belief.hpp"

namespace paiyou::bindings {

using BeliefTable = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// The view with a sampler whose deals have the chances of a table, as nearly as what the seat knows allows.
template <typename ViewObject>
ViewObject believing(ViewObject& self, const BeliefTable& table) {
    using Sampler = std::remove_const_t<typename decltype(self.sampler)::element_type>;
    const Sampler& plain = self.sampler_of_view();
    Chances believed = Sampler::no_chances(self.game());
    const auto size = [&](std::size_t dimension) { return static_cast<int>(table.shape(dimension)); };
    int holders = 0;
    for (int slot = 0; slot < plain.slots(); ++slot) holders = std::max(holders, plain.holder(slot) + 1);
    if (size(0) > believed.classes() || size(1) < holders || size(2) > believed.numbers()) {
        refuse("a belief about this view has at most " + std::to_string(believed.classes()) + " classes of cards, " +
               std::to_string(holders) + " holders and at most " + std::to_string(believed.numbers()) + " numbers");
    }
    for (int one = 0; one < size(0); ++one) {
        for (int slot = 0; slot < plain.slots(); ++slot) {
            for (int number = 0; number < size(2); ++number) {
                const double chance = table(one, plain.holder(slot), number);
                if (!(chance >= 0) || !std::isfinite(chance)) refuse("chances must be numbers of at least 0");
                believed.at(one, slot, number) = chance;
            }
        }
    }
    const auto make = [&](const Chances& factors) { return Sampler(self.game(), self.view, &factors); };
    ViewObject result = self;
    if (plain.ways() > 0) result.sampler = std::make_shared<const Sampler>(fit(believed, make));
    return result;
}

// Chances by class, holder and number, as lists.
template <typename ViewObject>
nb::list list_chances(ViewObject& self) {
    const auto& sampler = self.sampler_of_view();
    const Chances chances = sampler.chances();
    nb::list result;
    for (int one = 0; one < chances.classes(); ++one) {
        nb::list of_class;
        for (int holder = 0; holder < self.game().rules.seats; ++holder) {
            nb::list of_holder;
            for (int slot = 0; slot < sampler.slots(); ++slot) {
                if (sampler.holder(slot) != holder) continue;
                for (int number = 0; number < chances.numbers(); ++number)
                    of_holder.append(chances.at(one, slot, number));
            }
            if (of_holder.size() > 0) of_class.append(of_holder);
        }
        result.append(of_class);
    }
    return result;
}

}  // namespace paiyou::bindings
