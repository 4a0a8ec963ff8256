"""Who holds what: the chances of every hidden card, from what a seat knows, or from more than that.

Counting knows all that is certain and no more: every deal that agrees is as likely. An agent's way of playing (`rules`,
or any other) or a network that has learnt to guess says more. As in a searcher's option `infer`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from paiyou.agents.neural.belief import NetworkBelief, model_of_belief
from paiyou.agents.search.belief import WeightedDeals
from paiyou.agents.search.inference import Inference
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import State, View

COUNTING = "counting"
COUNTED = 4_000
"""Deals that are drawn where there are too many to list: a chance is then known to 2 in 100."""
WEIGHED = 1_000
"""The same, where each must be weighed by how an agent would have played it."""
LISTED = 1_000
"""Deals that are listed at most."""
NOISE = 0.1
"""How often the agent whose way of playing is known is taken to play just any move: nobody plays quite like it."""


@dataclass(frozen=True)
class Holding:
    """A card that is not in the seat's hand and was not played, and who may have it."""

    card: str
    chances: tuple[tuple[float, ...], ...]
    """Seat by seat, and last what nobody holds: the chances of having none, one, two, ... of it."""

    def expected(self) -> tuple[float, ...]:
        """How many of it each has on average."""
        return tuple(sum(number * chance for number, chance in enumerate(one)) for one in self.chances)

    def to_json(self) -> dict[str, Any]:
        """As the API tells it."""
        return {"card": self.card, "chances": [[round(chance, 4) for chance in one] for one in self.chances]}


@dataclass(frozen=True)
class WhoHolds:
    """What is believed of all hidden cards."""

    source: str
    deals: int
    """So many were weighed."""
    exact: bool
    """Whether these are all that there may be; else they were drawn."""
    effective: float
    """As many as would say as much if they all weighed the same: few, where most do not explain what was played."""
    holdings: tuple[Holding, ...]

    def to_json(self) -> dict[str, Any]:
        """As the API tells it."""
        content = {
            "source": self.source,
            "deals": self.deals,
            "exact": self.exact,
            "effective": round(self.effective, 1),
        }
        return {**content, "holdings": [holding.to_json() for holding in self.holdings]}


def who_holds(game: Game, view: View, source: str = COUNTING, *, seed: int = 0) -> WhoHolds:
    """The chances of every hidden card by counting, by an agent's way of playing, or by a network: `belief`.

    Example: `who_holds(game, state.view(0), "rules").holdings[0].expected()`.
    """
    deals, exact = _deals(game, view, source, seed)
    holdings = _holdings(Counter(view.unseen), deals, view)
    return WhoHolds(source, len(deals), exact, 1 / sum(weight**2 for _, weight in deals), holdings)


def _deals(game: Game, view: View, source: str, seed: int) -> tuple[WeightedDeals, bool]:
    if source == COUNTING:
        return _counted(view, seed)
    model = model_of_belief(source)
    if model is not None:
        return _counted(NetworkBelief(game, model).believing(view), seed)
    inference = Inference(game, source, noise=NOISE, particles=WEIGHED, max_states=LISTED)
    deals = inference.deals(view, seed)
    return deals, bool(inference.statistics["listed"])


def _counted(view: View, seed: int) -> tuple[WeightedDeals, bool]:
    try:
        deals, exact = list(view.deals(LISTED)), True
    except ValueError:
        deals, exact = [(view.sample(random_word(seed, draw)), 1.0) for draw in range(COUNTED)], False
    total = sum(weight for _, weight in deals)
    return [(state, weight / total) for state, weight in deals], exact


def _holdings(hidden: Mapping[str, int], deals: Iterable[tuple[State, float]], view: View) -> tuple[Holding, ...]:
    """The holders of all cards, by how many of each are hidden; only what is held is counted, deal by deal."""
    holders = len(view.counts) + 1
    tables = {card: [[0.0] * (number + 1) for _ in range(holders)] for card, number in hidden.items()}
    total = 0.0
    for state, weight in deals:
        total += weight
        rest = dict(hidden)
        for at, hand in enumerate(state.hands):
            for card, held in () if at == view.seat else Counter(hand).items():
                tables[card][at][held] += weight
                rest[card] -= held
        for card, number in rest.items():
            if number:
                tables[card][-1][number] += weight
    for row in (row for table in tables.values() for row in table):
        row[0] = max(0.0, total - sum(row[1:]))
    return tuple(Holding(card, tuple(map(tuple, table))) for card, table in tables.items())
