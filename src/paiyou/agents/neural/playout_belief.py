"""What the others' moves say about their cards, by the play-out network of the core: `infer=playouts`.

Bayes, as in `Inference`; but where that asks an agent for its one choice, this takes every seat to choose among its
moves by a softmax of the network's values. So a move that is nearly as good as the best says little, and a blunder
much. The core makes some hundred thousand decisions a second this way: a few hundred deals are weighed in hundredths
of one.
"""

from __future__ import annotations

import numpy as np

from paiyou.agents.neural.playouts import CorePlayouts, playouts_for
from paiyou.agents.search.base import require_at_least
from paiyou.agents.search.belief import Belief, WeightedDeals
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.options import shown

PLAYOUTS = "playouts"
TEMPERATURE = 0.1
"""Values that differ by this much, of a win's 1 and a loss's -1, are told apart as by odds of 1 to e.

With 0.05 true deals are likelier still, but of 200 weighed ones only some 25 then count, instead of some 50."""


class PlayoutBelief(Belief):
    """Weighs deals by how likely the play-out network makes all moves of the others.

    Example::

        belief = PlayoutBelief(game, particles=200)
        for state, probability in belief.deals(view):
            ...
    """

    def __init__(
        self,
        game: Game,
        *,
        network: CorePlayouts | None = None,
        temperature: float = TEMPERATURE,
        noise: float = 0.0,
        particles: int = 100,
        max_states: int = 1_000,
        threads: int = 1,
    ) -> None:
        """`network` is one of `playouts_for`, by default the shipped one."""
        super().__init__(particles, max_states)
        if not temperature > 0:
            raise ValueError(f"the temperature of a softmax must be above 0, not {temperature}")
        require_at_least("threads", threads, 1, 1_000)
        self._network = network if network is not None else playouts_for(game)
        self.temperature, self.noise, self._threads = temperature, noise, threads

    def deals(self, view: View, seed: int = 0) -> WeightedDeals:
        """Deals that agree with the view and their probabilities, none of them 0."""
        dealt, listed = self.as_dealt(view, seed)
        states = [state for state, _ in dealt]
        logs = self._network.log_likelihoods(view, states, self.temperature, self.noise, self._threads)
        weights = np.array([prior for _, prior in dealt]) * np.exp(logs - logs.max())
        return self.weighed([*zip(states, weights.tolist(), strict=True)], listed)


def temperature_of(text: str) -> float | None:
    """The temperature that `infer` names or the usual one; None where it does not ask for the play-out network.

    Example: `temperature_of("playouts/temperature=0.2")` is 0.2.
    """
    name, slash, option = text.partition("/")
    if name != PLAYOUTS:
        return None
    if not slash:
        return TEMPERATURE
    key, _, number = option.partition("=")
    try:
        temperature = float(number)
    except ValueError:
        temperature = 0.0
    if key != "temperature" or not 0 < temperature < 1e9:
        raise ValueError(
            f"deals are weighed by play-outs' networks with playouts or playouts/temperature=NUMBER, not {shown(text)}"
        )
    return temperature
