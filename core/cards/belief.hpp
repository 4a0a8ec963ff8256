// What a seat believes of hidden cards beyond what it knows: for every class of cards and every slot that may hold
// them, how likely each number is.
//
// These are chances of single classes, not of deals. Of all distributions over deals that have them, the one nearest to
// uniform weighs a deal by factors, one for each class, slot and number in it; they are found by iterative proportional
// fitting (Deming and Stephan, 1940; Csiszar, "I-divergence geometry", 1975). Chances that contradict each other, such
// as more cards than a hand has room for, are met as nearly as the room allows. No deal that agrees is ruled out.
#pragma once

#include <algorithm>
#include <cmath>

#include "cards/chances.hpp"

namespace paiyou {

inline constexpr double kLeastChance = 1e-5;  // what may be is never less likely

// Calls visit(class, number, chance wanted) for all that may be in a slot by the chances that there are now.
template <typename Visit>
void each_wanted(const Chances& believed, const Chances& now, int slot, Visit&& visit) {
    for (int one = 0; one < believed.classes(); ++one) {
        double total = 0;
        bool said = false;
        for (int number = 0; number < believed.numbers(); ++number) {
            if (now.at(one, slot, number) <= 0) continue;
            said = said || believed.at(one, slot, number) > 0;
            total += std::max(believed.at(one, slot, number), kLeastChance);
        }
        for (int number = 0; said && number < believed.numbers(); ++number) {
            if (now.at(one, slot, number) <= 0) continue;
            visit(one, number, std::max(believed.at(one, slot, number), kLeastChance) / total);
        }
    }
}

// The sampler whose deals have the chances believed. `make(factors)` gives one that weighs deals by factors.
//
// All classes of a slot are fitted at once, which goes too far where they hang together, as in endgames: a round that
// made it no better is taken back, and the next goes half as far.
template <typename Make>
auto fit(const Chances& believed, Make&& make) {
    constexpr int kRounds = 60;
    constexpr double kClose = 1e-4;         // chances need not be nearer than this
    constexpr double kBetter = 0.95;        // of what was off, after a round that was worth it
    constexpr double kSmallest = 1.0 / 64;  // step
    Chances factors(believed.classes(), believed.numbers(), 1.0);
    Chances best = factors;
    double best_off = 2;
    double step = 1;
    for (int round = 0; round < kRounds; ++round) {
        auto sampler = make(factors);
        Chances now = sampler.chances();
        double off = 0;
        for (int slot = 0; slot < sampler.slots(); ++slot) {
            each_wanted(believed, now, slot, [&](int one, int number, double want) {
                off = std::max(off, std::abs(want - now.at(one, slot, number)));
            });
        }
        if (off < kBetter * best_off) {
            best = factors;
            best_off = off;
        } else {
            factors = best;
            step /= 2;
        }
        if (best_off < kClose || step < kSmallest) break;
        for (int slot = 0; slot < sampler.slots(); ++slot) {
            now = make(factors).chances();
            each_wanted(believed, now, slot, [&](int one, int number, double want) {
                factors.at(one, slot, number) *= std::pow(want / now.at(one, slot, number), step);
            });
        }
    }
    return make(best);
}

}  // namespace paiyou
