"""What a network believes of the hidden cards, as deals for a searcher: `infer=belief`.

The network tells how likely each card is with each of the others (its second task in training, `hidden`); deals are
then drawn from the distribution with these chances that is nearest to uniform (`core/cards/belief.hpp`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from paiyou.agents.neural.network import Network
from paiyou.agents.neural.overrides import Overrides
from paiyou.agents.search.belief import Belief, WeightedDeals
from paiyou.games.family import NEURAL
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.models.fit import fits
from paiyou.models.folders import default_model, find_model, models
from paiyou.options import shown, unknown

BELIEF = "belief"


class NetworkBelief(Belief):
    """Weighs deals by the chances that a network gives to every hidden card.

    Example::

        belief = NetworkBelief(game, "runs/model")
        for state, probability in belief.deals(view):
            ...
    """

    def __init__(self, game: Game, model: str = "", *, particles: int = 100, max_states: int = 1_000) -> None:
        super().__init__(particles, max_states)
        self.network = Network(find_model(model or default_model(game.name, belief=True)), game)
        card = self.network.card
        if not card.belief:
            raise ValueError(
                f"the model {card.name} tells nothing of hidden cards; write one that does with "
                "'paiyou export-model RUN FOLDER --belief'"
            )
        self._overrides: Overrides = game.family.part(NEURAL).overrides(game, card)

    def chances(self, view: View) -> npt.NDArray[np.float64] | None:
        """How likely each number of cards of a class is with each holder, as `view.believing` takes it.

        None where the network is not asked to decide, and so has not learnt to look: bids, and others' turns.
        """
        moves = view.moves()
        if not moves or self._overrides.instead(view) is not None:
            return None
        return self.network.belief(view, moves)

    def believing(self, view: Any) -> Any:
        """The view, with deals that are drawn and weighed by the belief."""
        chances = self.chances(view)
        return view if chances is None else view.believing(chances)

    def deals(self, view: View, seed: int = 0) -> WeightedDeals:
        """Deals that agree with the view and their probabilities, none of them 0."""
        return self.weighed(*self.list_or_draw(self.believing(view), seed))


def model_of_belief(text: str) -> str | None:
    """The model that `infer` names: empty for the game's own, None where it does not ask for a network's belief.

    Example: `model_of_belief("belief/model=runs/mine")` is `"runs/mine"`.
    """
    name, slash, option = text.partition("/")
    if name != BELIEF:
        return None
    key, equals, model = option.partition("=")
    if slash and (key != "model" or not equals or not model):
        raise ValueError(f"a network's belief is asked for by belief or belief/model=NAME, not {shown(text)}")
    return model


def check_remote_belief(model: str, game: str) -> None:
    """ValueError where a remote client may not ask for a model: it must be one of the server's that believes."""
    known = models()
    if model and model not in known:
        raise unknown("model", model, known)
    wanted = model or default_model(game, belief=True)
    if not (known[wanted].belief and fits(known[wanted], game)):
        raise ValueError(f"the model {wanted} tells nothing of hidden cards in {game}")
