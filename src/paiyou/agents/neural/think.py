"""The agent `think`: `dmc` that looks ahead where several moves seem nearly as good.

The large network names the candidates; deals are drawn from what the seat knows, uniformly or by a belief; every
candidate is played out on the same deals by a small network in the core (`core/nets/`), or by the large one itself on
a device. The network's own value counts as much as `prior` play-outs. Candidates that have fallen behind are given up;
the network's choice is overruled only by a gain of so many standard errors. What overrides a network in `dmc`, such as
the endgame solver, has the last word.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from paiyou.agents.base import SEED, Evaluation
from paiyou.agents.neural.belief import NetworkBelief
from paiyou.agents.neural.dmc import OPTIONS as DMC_OPTIONS
from paiyou.agents.neural.dmc import DmcAgent
from paiyou.agents.neural.playouts import TOGETHER, device_playouts, playouts_for
from paiyou.agents.search.base import require_at_least, require_seconds, seed_of_decision
from paiyou.agents.search.inference import INFERENCE_OPTIONS, InferringAgent, inference_of
from paiyou.games.family import NEURAL
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.models.playout_networks import find_playout_network
from paiyou.options import Option, Value

DEALS = 512
TRUST = 100.0
"""In play-outs of a small network; those of the large one are as good as its own values."""
AT_FIRST = 8
"""Deals that are played out before candidates are compared, where the speed of the machine is not known yet."""
MARGIN = 0.1
"""Of a win, or of the unit in which the family counts points."""
DEVICES = ("cuda", "cpu")
BEHIND = 3.0
"""Standard errors that a candidate may be behind the best without being given up."""

OPTIONS = DMC_OPTIONS | {
    "seed": SEED,
    "deals": Option(int, f"deals that candidates are played out on, at most ({DEALS}); 0: none, as dmc", remote=1024),
    "seconds": Option(
        float, "stop after this much time for a move (no limit); the move then depends on the machine", remote=5.0
    ),
    "threads": Option(int, "threads that share the work (1); the move is the same for any number", remote=2),
    "candidates": Option(int, "moves that are looked at, at most (3)", remote=10),
    "margin": Option(
        float,
        f"how far below the best a move may be to be looked at, by the network's values ({MARGIN:g}; where these are "
        "points of a trick game as many as a win's tenth: 12.5 of Gongzhu's, 25 in pairs)",
        remote=True,
    ),
    "prior": Option(float, "play-outs that the network's own value counts as much as (100)", remote=True),
    "trust": Option(
        float,
        f"play-outs of a small network err alike: all count as much as so many at most ({TRUST:g}; with device all do)",
        remote=True,
    ),
    "sure": Option(float, "standard errors of a gain that overrules the network's choice (1)", remote=True),
    "device": Option(
        str,
        "have the large network play games out itself, with PyTorch: cuda, or cpu; by default a small one does",
        DEVICES,
    ),
    "weights": Option(str, "the file of the network that plays games out; by default the shipped one for the model"),
    **INFERENCE_OPTIONS,
    "max_states": Option(int, "the most deals that are all weighed; above it a sample of them is (1000)", remote=1_000),
}  # fmt: skip


class ThinkAgent(DmcAgent):
    """Plays by a network and thinks before it chooses; with `deals` alone the same view always gives the same move."""

    name = "think"
    line = "the network, and games played out by a small one or on a GPU where several moves are nearly as good"
    options = OPTIONS
    needs = (NEURAL,)
    remote = True

    def __init__(
        self,
        game: Game,
        *,
        deals: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        candidates: int = 3,
        margin: float | None = None,
        prior: float = 100.0,
        trust: float | None = None,
        sure: float = 1.0,
        device: str = "",
        weights: str = "",
        infer: str = "none",
        noise: float = 0.0,
        particles: int = 100,
        max_states: int = 1_000,
        **of_dmc: Any,
    ) -> None:
        super().__init__(game, **of_dmc)
        if deals is not None:
            require_at_least("deals", deals, 0, 10_000_000)
        require_seconds(seconds)
        require_at_least("threads", threads, 1, 1_000)
        require_at_least("candidates", candidates, 1, 1_000)
        for name, value in (("margin", margin or 0), ("prior", prior), ("trust", trust or 0), ("sure", sure)):
            require_at_least(name, value, 0, 1e9)
        if device and weights:
            raise ValueError("with device the large network plays games out: leave weights out")
        self._deals = deals if deals is not None else (DEALS if seconds is None else 10_000_000)
        self._seconds = inf if seconds is None else seconds
        self._threads, self._candidates = threads, candidates
        usual = inf if device else TRUST
        self._prior, self._trust, self._sure = prior, usual if trust is None else trust, sure
        self._belief = inference_of(game, infer, noise=noise, particles=particles, max_states=max_states)
        card = self._network.card
        if card.imitates:
            raise ValueError(f"the model {card.name} says how likely moves are, not what they are worth: ask for dmc")
        self._playouts = (
            device_playouts(game, self._network.folder, device) if device else playouts_for(game, card.name, weights)
        )
        self._together = getattr(self._playouts, "together", TOGETHER)
        self._points = card.objective != "wp"
        unit = game.family.part(NEURAL).points_unit(game) if self._points else 1.0
        self._margin = MARGIN * unit if margin is None else margin
        self._game_seed = 0
        self._begun = 0.0
        self.statistics: dict[str, Any] = {}
        """About the last decision: `candidates`, `deals` played out, `seconds`, `gain` and its standard `error`."""
        self._options |= {
            "deals": deals, "seconds": seconds, "threads": threads, "candidates": candidates, "margin": margin,
            "prior": prior, "trust": trust, "sure": sure, "device": device, "weights": weights, "infer": infer,
            "noise": noise, "particles": particles, "max_states": max_states,
        }  # fmt: skip

    @classmethod
    def check_remote(cls, values: Mapping[str, Value], game: str) -> None:
        """As for `dmc`, where there is a network for play-outs; a model of the others may be asked for itself."""
        super().check_remote(values, game)
        find_playout_network("", str(values.get("model", "")), game)
        InferringAgent.check_remote(values, game)

    def begin(self, seed: int) -> None:
        """Start a new game with chance of its own."""
        self._game_seed = seed

    def evaluate(self, view: View) -> Evaluation:
        """As `dmc` does, with the time that `seconds` allows counted from here."""
        self._begun = time.monotonic()
        return super().evaluate(view)

    def _on_second_thoughts(self, view: View, found: Evaluation) -> Evaluation:
        """Candidates have their values mixed with play-outs, and the number of these for a weight."""
        best = found[0][1]
        tried = [entry for entry in found[: self._candidates] if best - entry[1] <= self._margin]
        self.statistics = {"candidates": len(tried), "deals": 0, "seconds": 0.0, "gain": 0.0, "error": 0.0}
        if len(tried) < 2 or self._deals == 0:
            return found
        moves, values = [move for move, _, _ in tried], [value for _, value, _ in tried]
        race = self._play_out(view, Race(moves, values, self._prior, self._trust))
        chosen, gain, error = race.choice(self._sure)
        self.statistics |= {"deals": race.deals, "gain": gain, "error": error}
        mixed = {move: (race.value(place), float(race.number(place))) for place, move in enumerate(race.moves)}
        order = [(move, *mixed.get(move, (value, weight))) for move, value, weight in found]
        order.sort(key=lambda entry: (entry[0] != chosen, -entry[1]))
        # The one that is played is worth no less than those behind it.
        return [(chosen, max(value for _, value, _ in order), order[0][2]), *order[1:]]

    def _play_out(self, view: Any, race: Race) -> Race:
        """Until one candidate is left, or the deals or the time are spent."""
        begun, end = time.monotonic(), self._begun + self._seconds
        seed = seed_of_decision(self.seed, self._game_seed, view)
        weighed = None
        if isinstance(self._belief, NetworkBelief) and not self._options["device"]:
            view = self._belief.believing(view)  # the core draws from it without end
        elif self._belief is not None:
            weighed = self._belief.deals(view, seed)
        number = min(self._together if end == inf else AT_FIRST, self._deals)
        while len(race.running) > 1 and number > 0:
            at = time.monotonic()
            moves = [race.moves[place] for place in race.running]
            results = self._playouts.play_outs(
                view, moves, race.deals, number, seed, self._threads, self._points, weighed
            )  # fmt: skip
            race.add(results)
            number = min(deals_within(end, number, at, self._together), self._deals - race.deals)
        self.statistics["seconds"] = time.monotonic() - begun
        return race


def deals_within(end: float, number: int, begun: float, together: int = TOGETHER) -> int:
    """How many deals to play out next: as many as fit before the end if they take as long as the last `number` did."""
    if end == inf:
        return together
    now = time.monotonic()
    return max(0, min(together, int((end - now) * number / max(now - begun, 1e-9))))


class Race:
    """Candidates on the same deals: what each is worth so far, and which are still looked at.

    Differences are taken deal by deal, so that a deal that is good for all candidates says nothing. The mean of the
    results has two errors: that of chance, which more play-outs make smaller, and that of a small network's play,
    which they do not. So n of them count as n * trust / (n + trust).
    """

    def __init__(self, moves: list[str], values: list[float], prior: float, trust: float) -> None:
        """`values` are what a network thinks of the moves, best first, and count as `prior` play-outs."""
        self.moves, self._values, self._prior, self._trust = moves, values, prior, trust
        self._results: list[npt.NDArray[np.float64]] = [np.zeros(0) for _ in moves]
        self.running = list(range(len(moves)))
        """The places of those that are still looked at."""
        self.deals = 0

    def number(self, place: int) -> int:
        """How often a candidate was played out."""
        return len(self._results[place])

    def value(self, place: int) -> float:
        """The network's value and the mean of the results, each by its weight."""
        share = self._share(self.number(place))
        results = float(self._results[place].mean()) if share else 0.0
        return (1 - share) * self._values[place] + share * results

    def gain(self, place: int, other: int) -> tuple[float, float]:
        """By how much a candidate is better than another on the deals that both were played out on; standard error."""
        number = min(self.number(place), self.number(other))
        expected = self._values[place] - self._values[other]
        if number < 2:
            return expected, inf
        differences = self._results[place][:number] - self._results[other][:number]
        share = self._share(number)
        gain = (1 - share) * expected + share * float(differences.mean())
        return gain, share * float(differences.std(ddof=1)) / sqrt(number)

    def _share(self, number: int) -> float:
        """What results count for beside the network's value, of 1."""
        if number == 0 or self._trust == 0:
            return 0.0
        counted = number if self._trust == inf else number * self._trust / (number + self._trust)
        return counted / (self._prior + counted)

    def add(self, results: npt.NDArray[Any]) -> None:
        """More results of those that are running, row by row; some may then have fallen behind for good."""
        for place, row in zip(self.running, results, strict=True):
            self._results[place] = np.concatenate([self._results[place], row])
        self.deals += results.shape[1]
        first = self._first()
        self.running = [place for place in self.running if place == first or not self._behind(place, first)]

    def choice(self, sure: float) -> tuple[str, float, float]:
        """The move to play, what is gained by it over the network's choice, and the standard error of that."""
        first = self._first()
        if first == 0:
            return self.moves[0], 0.0, 0.0
        gain, error = self.gain(first, 0)
        return (self.moves[first], gain, error) if gain > sure * error else (self.moves[0], 0.0, error)

    def _first(self) -> int:
        return max(self.running, key=lambda place: (self.value(place), -place))

    def _behind(self, place: int, first: int) -> bool:
        gain, error = self.gain(first, place)
        return gain > BEHIND * error
