"""A belief: how likely each deal is that agrees with a view. Whoever searches over hidden deals may be given one.

There are three: `Inference` reads the others' moves by a model of how they play; `PlayoutBelief` does so by a small
network that says how good every move was; `NetworkBelief` asks a network that has learnt where hidden cards are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from paiyou.games.dealing import random_word
from paiyou.games.protocol import State, View

WeightedDeals = list[tuple[State, float]]
"""Deals that agree with a view and their probabilities."""


class Belief(ABC):
    """Weighs the deals that agree with a view.

    All of them where the information set has at most `max_states` deals; else `particles` deals are drawn.
    """

    def __init__(self, particles: int, max_states: int) -> None:
        self.particles = particles
        self.max_states = max_states
        self.statistics: dict[str, Any] = {}
        """About the last answer: `states` with a weight, probability of the `likeliest`, whether the set was `listed`
        as a whole."""

    @abstractmethod
    def deals(self, view: View, seed: int = 0) -> WeightedDeals:
        """Deals that agree with the view and their probabilities, none of them 0."""

    def draw(self, view: View, number: int, seed: int = 0) -> list[State]:
        """So many deals in proportion to their probabilities: equal steps through them from a random start."""
        deals = self.deals(view, seed)
        at, place = random_word(seed, self.particles) / 2**64, 0
        passed = deals[0][1]
        drawn = []
        for step in range(number):
            while place + 1 < len(deals) and passed <= (at + step) / number:
                place += 1
                passed += deals[place][1]
            drawn.append(deals[place][0].copy())
        return drawn

    def list_or_draw(self, view: View, seed: int) -> tuple[WeightedDeals, bool]:
        """The deals of a view with their weights, and whether these are all; drawn ones weigh the same."""
        try:
            return list(view.deals(self.max_states)), True
        except ValueError:
            return [(view.sample(random_word(seed, draw)), 1.0) for draw in range(self.particles)], False

    def as_dealt(self, view: View, seed: int) -> tuple[WeightedDeals, bool]:
        """The deals with their chance of having been dealt, up to a factor; and whether these are all.

        A view counts the deals of the cards that are unseen now, as if the cards played had been in their places from
        the beginning. Which of its threes a seat played says nothing, so the chance is that of the deal at the
        beginning: more threes, more ways to have had one to play.
        """
        now, listed = self.list_or_draw(view, seed)
        if not view.history:
            return now, listed
        begun = [state.rewound() for state, _ in now]
        first = begun[0].view(view.seat)
        # A drawn deal has come up as often as its ways now; that is taken out again.
        return [
            (state, first.ways(start) / (1.0 if listed else view.ways(state)))
            for (state, _), start in zip(now, begun, strict=True)
        ], listed

    def weighed(self, deals: WeightedDeals, listed: bool, **more: Any) -> WeightedDeals:
        """Those with a weight above 0, all weights adding up to 1; keeps the statistics."""
        total = sum(weight for _, weight in deals)
        result = [(state, weight / total) for state, weight in deals if weight > 0]
        likeliest = max(weight for _, weight in result)
        self.statistics = {"states": len(result), "likeliest": likeliest, "listed": listed, **more}
        return result
