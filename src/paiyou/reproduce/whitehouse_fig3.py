"""Paper 000, Fig. 3 and section IV.C: exact players in Mini Dou Dizhu, on every deal there is.

Player 1 is cheating minimax, determinized minimax or expectimax, the last two without inference, with a model of player
2 that is right, and with one that is wrong. The paper does not name its wrong model; here it is expectimax, or against
expectimax determinized minimax. Player 2 with inference takes player 1 for expectimax throughout; a right model of that
player would be a model of a model, which the paper leaves out too.

All players are deterministic, so over all 8,832 deals, weighted, the figures have no error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paiyou.agents.base import Agent, Evaluation
from paiyou.agents.search.base import SearchAgent
from paiyou.arena.statistics import Estimate
from paiyou.games.protocol import View
from paiyou.reproduce.claims import Claim, Row, exact
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.games import Cell, Games, agent_for, end_of, listed_deals
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings

GAME = "mini-doudizhu"
DEALS = 8_832
CHUNK = 1_104

CHEATING, DETERMINIZED, EXPECTIMAX = "cheat-minimax", "det-minimax", "expectimax"
INFERRING = "det-minimax:infer=expectimax"

OPPONENTS = {
    "cheating minimax": CHEATING,
    "expectimax": EXPECTIMAX,
    "determinized": DETERMINIZED,
    "determinized, inference": INFERRING,
}
"""Player 2 by name."""

VARIANTS = {
    "ties by the sum over moves": "ties=sum",
    "ties: the first move": "ties=first",
    "ties at random": "ties=random",
    "vote shared among the best moves": "vote=split",
    "no votes, the mean result": "vote=value",
    "every different deal counts alike": "weight=equal",
}
"""What else determinized minimax might do: the paper does not say all of it."""


def players(opponent: str) -> dict[str, str]:
    """Player 1 by name, with the models that suit player 2."""
    wrong = DETERMINIZED if opponent == EXPECTIMAX else EXPECTIMAX
    found = {
        "cheating minimax": CHEATING,
        "determinized": DETERMINIZED,
        "determinized, wrong model": f"{DETERMINIZED}:infer={wrong}",
        "determinized, right model": f"{DETERMINIZED}:infer={opponent}",
        "expectimax": EXPECTIMAX,
        "expectimax, wrong model": f"{EXPECTIMAX}:infer={wrong}",
        "expectimax, right model": f"{EXPECTIMAX}:infer={opponent}",
    }
    if opponent == INFERRING:
        found = {name: spec for name, spec in found.items() if "right" not in name}
    return found


def cell(first: str, second: str) -> Cell:
    """One game on each deal."""
    return Cell(GAME, (first, second), listed=True)


class Watched(SearchAgent):
    """A player with inference that remembers how many deals were left at each of its decisions."""

    def __init__(self, player: Agent) -> None:
        super().__init__(player.game)
        self.player = player
        self.states: list[int] = []

    def evaluate(self, view: View) -> Evaluation:
        """What the player says."""
        moves = self.player.evaluate(view)
        assert isinstance(self.player, SearchAgent)
        self.states.append(self.player.statistics["states"])
        return moves


@dataclass(frozen=True)
class Knowledge:
    """Some deals, played by determinized minimax with the right model against expectimax: what it comes to know."""

    seat: int
    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """Who watches, and the deals."""
        return f"knowledge of seat {self.seat} | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Games."""
        return self.deals

    def run(self) -> list[list[int]]:
        """For every deal, how many deals were possible at each decision of the player that infers."""
        specs = (INFERRING, EXPECTIMAX) if self.seat == 0 else (EXPECTIMAX, INFERRING)
        games = Games(cell(*specs), self.seed, self.first, self.deals)
        agents = [agent_for(GAME, spec, seat) for seat, spec in enumerate(specs)]
        found = []
        for number in range(self.first, self.first + self.deals):
            watched = Watched(agents[self.seat])
            seats: list[Agent] = [watched if seat == self.seat else agent for seat, agent in enumerate(agents)]
            end_of(games.play(seats, number, 0))
            found.append(watched.states)
        return found


class Fig3(Experiment):
    """Every pair on all deals, then other rules for ties, votes and weights, then what inference comes to know."""

    name = "whitehouse-fig3"
    title = "Paper 000, Fig. 3: cheating, determinized and information set search in Mini Dou Dizhu"
    recorded = 1.0

    def cells(self) -> list[Cell]:
        """All pairs, and the variants against expectimax."""
        pairs = [cell(first, second) for second in OPPONENTS.values() for first in players(second).values()]
        return pairs + [cell(f"{DETERMINIZED}:{option}", EXPECTIMAX) for option in VARIANTS.values()]

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Pair by pair, so that a player's values are of use from game to game."""
        deals = number_of(scale)
        tasks: list[Task] = [task for one in self.cells() for task in one.tasks(deals, seed, CHUNK)]
        return tasks + [
            Knowledge(seat, seed, first, min(CHUNK, deals - first))
            for seat in (0, 1)
            for first in range(0, deals, CHUNK)
        ]

    def size(self, scale: float) -> str:
        """Deals and games."""
        return f"{number_of(scale):,} of the 8,832 deals, weighted, one game on each with {len(self.cells())} pairs"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Win rates of player 1, and what the paper says of them."""
        deals = number_of(scale)
        weights = [float(ways) for _, ways in listed_deals(GAME, seed)[:deals]]

        def over_deals(values: list[float]) -> Estimate:
            weighted = [weight * value for weight, value in zip(weights, values, strict=True)]
            return exact(sum(weighted) / sum(weights)) if deals == DEALS else Estimate.of_ratio(weighted, weights)

        def wins(first: str, second: str) -> list[float]:
            return [plays[0] for plays in cell(first, second).wins(results, deals, seed, chunk=CHUNK)]

        def gain(first: str, other: str, second: str) -> Estimate:
            return over_deals([a - b for a, b in zip(wins(first, second), wins(other, second), strict=True)])

        def row(what: str, ours: Estimate, paper: Claim | None = None) -> Row:
            return Row(what, ours, paper, exact=deals == DEALS)

        rows = [
            row(f"{name} v {against}", over_deals(wins(first, second)))
            for against, second in OPPONENTS.items()
            for name, first in players(second).items()
        ]
        for against, second in OPPONENTS.items():
            models = players(second)
            rows += [
                row(
                    f"cheating less determinized v {against}", gain(CHEATING, DETERMINIZED, second), Claim.about(40, 5)
                ),
                row(
                    f"expectimax less determinized v {against}",
                    gain(EXPECTIMAX, DETERMINIZED, second),
                    Claim.about(30, 5),
                ),
                row(f"cheating less expectimax v {against}", gain(CHEATING, EXPECTIMAX, second), Claim.about(10, 5)),
            ]
            for model, claim in (("wrong", Claim.about(10, 2.5)), ("right", Claim.about(23, 2.5))):
                if f"determinized, {model} model" not in models:
                    continue
                better = models[f"determinized, {model} model"]
                informed = models[f"expectimax, {model} model"]
                rows += [
                    row(f"{model} model adds to determinized v {against}", gain(better, DETERMINIZED, second), claim),
                    row(
                        f"{model} model adds to expectimax v {against}",
                        gain(informed, EXPECTIMAX, second),
                        Claim("under 0.2 points", -0.002, 0.002),
                    ),
                    row(
                        f"expectimax less determinized with {model} model v {against}",
                        gain(EXPECTIMAX, better, second),
                        Claim.above("still ahead"),
                    ),
                ]
        rows += [
            row(f"determinized, {name}, v expectimax", over_deals(wins(f"{DETERMINIZED}:{option}", EXPECTIMAX)))
            for name, option in VARIANTS.items()
        ]
        for seat in (0, 1):
            known = self._knowledge(results, deals, seed, seat)
            rows += [
                row(
                    f"player {seat + 1} knows all cards by decision {turn}",
                    over_deals([float(1 in states[:turn]) for states in known]),
                    Claim.percent(48, 0) if seat == 0 and turn == 4 else None,
                )
                for turn in (2, 3, 4, 5, 6)
            ]
            rows.append(
                row(
                    f"player {seat + 1} knows all cards by its last decision",
                    over_deals([float(1 in states) for states in known]),
                    Claim.percent(74, 0) if seat == 0 else None,
                )
            )
        return Findings(tuple(rows), _plot({one.what: one.ours for one in rows}))

    def _knowledge(self, results: dict[str, Any], deals: int, seed: int, seat: int) -> list[list[int]]:
        tasks = [Knowledge(seat, seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]
        return [states for task in tasks for states in results[task.key]]


def number_of(scale: float) -> int:
    """Deals at a scale: there are no more than all."""
    return min(DEALS, scaled(DEALS, scale))


def _plot(figures: dict[str, Estimate]) -> Plot:
    series = []
    for name in players(EXPECTIMAX):
        places = [place for place, against in enumerate(OPPONENTS) if f"{name} v {against}" in figures]
        against = list(OPPONENTS)
        values = tuple(figures[f"{name} v {against[place]}"] for place in places)
        series.append(Series(name, tuple(float(place) for place in places), values))
    return Plot(
        title="Player 1 (colour) against player 2 (group), all deals of Mini Dou Dizhu",
        x_label="player 2",
        y_label="player 1 wins, %",
        series=tuple(series),
        groups=tuple(name.replace(", ", ",\n") for name in OPPONENTS),
    )
