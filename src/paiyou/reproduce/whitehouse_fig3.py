"""Whitehouse et al. 2011, Fig. 3 and section IV.C: exact players in Mini Dou Dizhu, on every deal there is.

Player 1 is cheating minimax, determinized minimax or expectimax, the last two without inference, with a model of
player 2 that is right, and with one that is wrong. The paper does not name its wrong model; here it is expectimax, or
against expectimax determinized minimax. Nor does it say whom player 2 takes player 1 for when it infers; here it is
expectimax in one group and determinized minimax in another. A right model of that player would be a model of a model,
which the paper leaves out too.

All players but one that breaks ties at random are deterministic, so over all 8,832 deals, weighted, their figures have
no error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row, exact
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.games import Cell, listed_deals
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.whitehouse_knowledge import Course, courses
from paiyou.reproduce.whitehouse_knowledge import tasks as knowledge_tasks

GAME = "mini-doudizhu"
DEALS = 8_832
CHUNK = 1_104

CHEATING, DETERMINIZED, EXPECTIMAX = "cheat-minimax", "det-minimax", "expectimax"

OPPONENTS = {
    "cheating": CHEATING,
    "expectimax": EXPECTIMAX,
    "determinized": DETERMINIZED,
    "determinized, models expectimax": f"{DETERMINIZED}:infer={EXPECTIMAX}",
    "determinized, models determinized": f"{DETERMINIZED}:infer={DETERMINIZED}",
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
WITH_CHANCE = ("ties=random",)


UNDER_02 = Claim("under 0.2 points", -0.002, 0.002)


def players(opponent: str) -> dict[str, str]:
    """Player 1 by name, with the models that suit player 2."""
    wrong = DETERMINIZED if opponent == EXPECTIMAX else EXPECTIMAX
    found = {"cheating": CHEATING, "determinized": DETERMINIZED, "expectimax": EXPECTIMAX}
    for name, spec in (("determinized", DETERMINIZED), ("expectimax", EXPECTIMAX)):
        found[f"{name}, wrong model"] = f"{spec}:infer={wrong}"
        if "infer" not in opponent:
            found[f"{name}, right model"] = f"{spec}:infer={opponent}"
    return found


def cell(first: str, second: str) -> Cell:
    """One game on each deal."""
    return Cell(GAME, (first, second), listed=True)


INFERRING = cell(f"{DETERMINIZED}:infer={EXPECTIMAX}", EXPECTIMAX)
INFERRING_BY_SUM = cell(f"{DETERMINIZED}:infer={EXPECTIMAX},ties=sum", EXPECTIMAX)
"""The games in which it is watched what player 1 comes to know."""


class Fig3(Experiment):
    """Every pair on all deals, then other rules for ties, votes and weights, then what inference comes to know."""

    name = "whitehouse-fig3"
    title = "Whitehouse et al., Fig. 3: cheating, determinized and information set search in Mini Dou Dizhu"
    recorded = 1.0

    def cells(self) -> list[Cell]:
        """All pairs, and the variants against expectimax."""
        pairs = [cell(first, second) for second in OPPONENTS.values() for first in players(second).values()]
        return pairs + [cell(f"{DETERMINIZED}:{option}", EXPECTIMAX) for option in VARIANTS.values()]

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Pair by pair, so that a player's values are of use from game to game."""
        deals = number_of(scale)
        games = [task for one in self.cells() for task in one.tasks(deals, seed, CHUNK)]
        watched = [task for one in (INFERRING, INFERRING_BY_SUM) for task in knowledge_tasks(one, deals, seed, CHUNK)]
        return [*games, *watched]

    def size(self, scale: float) -> str:
        """Deals and games."""
        return f"{number_of(scale):,} of the 8,832 deals, weighted, one game on each with {len(self.cells())} pairs"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Win rates of player 1, what the paper says of them, and what else would move them."""
        figures = _Figures(results, number_of(scale), seed)
        pairs = [
            figures.row(f"{name} v {against}", figures.wins(first, second))
            for against, second in OPPONENTS.items()
            for name, first in players(second).items()
        ]
        variants = [
            figures.row(
                f"determinized, {name}, v expectimax",
                figures.wins(f"{DETERMINIZED}:{option}", EXPECTIMAX),
                chance=option in WITH_CHANCE,
            )
            for name, option in VARIANTS.items()
        ]
        rows = (*pairs, *_claims(figures), *variants, *_knowledge(figures))
        return Findings(rows, _plot({row.what: row.ours for row in pairs}))


def number_of(scale: float) -> int:
    """Deals at a scale: there are no more than all."""
    return min(DEALS, scaled(DEALS, scale))


@dataclass(frozen=True)
class _Figures:
    """Results of some deals, or of all, to take weighted means of."""

    results: dict[str, Any]
    deals: int
    seed: int

    @cached_property
    def weights(self) -> list[float]:
        return [float(ways) for _, ways in listed_deals(GAME, self.seed)[: self.deals]]

    @cached_property
    def _wins(self) -> dict[tuple[str, ...], list[float]]:
        return {
            one.players: [plays[0] for plays in one.wins(self.results, self.deals, self.seed, chunk=CHUNK)]
            for one in Fig3().cells()
        }

    def wins(self, first: str, second: str) -> list[float]:
        """Whether player 1 wins, deal by deal."""
        return self._wins[first, second]

    def gain(self, first: str, other: str, second: str) -> list[float]:
        """How much one player 1 wins more than another."""
        return [a - b for a, b in zip(self.wins(first, second), self.wins(other, second), strict=True)]

    def row(self, what: str, values: Sequence[float], paper: Claim | None = None, *, chance: bool = False) -> Row:
        """The weighted mean of one value a deal.

        With `chance` in the play of a deal the interval is that of as many deals drawn: no narrower than it should be.
        """
        weighted = [weight * value for weight, value in zip(self.weights, values, strict=True)]
        if self.deals == DEALS and not chance:
            return Row(what, exact(sum(weighted) / sum(self.weights)), paper, exact=True)
        return Row(what, Estimate.of_ratio(weighted, self.weights), paper)


def _claims(figures: _Figures) -> list[Row]:
    rows = []
    for against, second in OPPONENTS.items():
        for better, worse, points in (
            ("cheating", "determinized", 40),
            ("expectimax", "determinized", 30),
            ("cheating", "expectimax", 10),
        ):
            gain = figures.gain(players(second)[better], players(second)[worse], second)
            rows.append(figures.row(f"{better} less {worse} v {against}", gain, Claim.about(points, 5)))
        for model, claim in (("wrong", Claim.about(10, 2.5)), ("right", Claim.about(23, 2.5))):
            if f"determinized, {model} model" in players(second):
                rows += _worth_of_a_model(figures, model, claim, against)
    # The paper has one figure for expectimax with inference and does not say against whom.
    modelled = [second for second in OPPONENTS.values() if "expectimax, right model" in players(second)]
    gains = [figures.gain(players(second)["expectimax, right model"], EXPECTIMAX, second) for second in modelled]
    mean = [sum(deal) / len(deal) for deal in zip(*gains, strict=True)]
    rows.append(figures.row("right model adds to expectimax, mean of the three", mean, UNDER_02))
    return rows


def _worth_of_a_model(figures: _Figures, model: str, claim: Claim, against: str) -> list[Row]:
    second = OPPONENTS[against]
    determinized = players(second)[f"determinized, {model} model"]
    expectimax = players(second)[f"expectimax, {model} model"]
    return [
        figures.row(
            f"{model} model adds to determinized v {against}", figures.gain(determinized, DETERMINIZED, second), claim
        ),
        figures.row(
            f"{model} model adds to expectimax v {against}",
            figures.gain(expectimax, EXPECTIMAX, second),
            UNDER_02,
        ),
        figures.row(
            f"expectimax less determinized with {model} model v {against}",
            figures.gain(EXPECTIMAX, determinized, second),
            Claim.above("still ahead"),
        ),
    ]


def _knowledge(figures: _Figures) -> list[Row]:
    def row(what: str, known: Callable[[Course], bool], percent: float | None = None, games: Cell = INFERRING) -> Row:
        claim = None if percent is None else Claim.percent(percent, 0)
        played = courses(figures.results, games, figures.deals, figures.seed, CHUNK)
        return figures.row(f"true deal known {what}", [float(known(game)) for game in played], claim)

    return [
        row("after 2 turns", lambda game: game.after_turns(2)),
        row("after 3 turns", lambda game: game.after_turns(3)),
        row("after 4 turns", lambda game: game.after_turns(4), 48),
        row("after 5 turns", lambda game: game.after_turns(5)),
        row("at the end of the game", lambda game: game.after_turns(), 74),
        row("after 4 turns, ties by the sum", lambda game: game.after_turns(4), 48, INFERRING_BY_SUM),
        row("at the end, ties by the sum", lambda game: game.after_turns(), 74, INFERRING_BY_SUM),
        row("at the fourth decision", lambda game: game.at_decision(4)),
        row("at the last decision", lambda game: game.at_decision()),
    ]


def _plot(figures: dict[str, Estimate]) -> Plot:
    series = []
    for name in players(EXPECTIMAX):
        shown = [(place, figures.get(f"{name} v {against}")) for place, against in enumerate(OPPONENTS)]
        known = [(float(place), figure) for place, figure in shown if figure is not None]
        series.append(Series(name, tuple(place for place, _ in known), tuple(figure for _, figure in known)))
    return Plot(
        title="Player 1 (colour) against player 2 (group) in Mini Dou Dizhu",
        x_label="player 2",
        y_label="player 1 wins, %",
        series=tuple(series),
        groups=tuple(name.replace(" ", "\n") for name in OPPONENTS),
    )
