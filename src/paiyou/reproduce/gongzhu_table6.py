"""Wu et al. 2022, Table 6: the trained player North against three supervised convolutional players, 10,000 games.

The paper calls its first column the win rate. Its text says what that is: the games that end with points above 0. The
four shares add up to 125%, so it is not the share of games with the top score. Its second column is the "reward", which
the text calls points divided by 100, 67 a game; but the four rewards add up to 0, which points in Gongzhu do not.
So what the table holds is a reward that sums to zero. Two are likely: four times the own points less those of all, as
the measure `reward` has it, and the own points less the mean of all. Every reading is measured, and each has its row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.arena.play_game import play_game
from paiyou.arena.statistics import Estimate
from paiyou.games.dealing import random_word
from paiyou.games.registry import game as find_game
from paiyou.reproduce.claims import Claim, Row, exact
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.gongzhu import BASELINE, GAME, OURS, SEATS, identity, player
from paiyou.reproduce.plots import Panels, Plot, Series
from paiyou.reproduce.report import Findings

GAMES = 10_000
CHUNK = 50
WIN_RATES = (78.3, 18.8, 11.4, 16.5)
"""In percent, seat by seat."""
REWARDS = (0.67, -0.19, -0.27, -0.21)
ABOVE_MEAN = "points less the mean of all, / 100"
TEXT_POINTS = 67
"""Points of North in a game, as the text has it."""
NOTES = (
    "The paper's supervised player learnt from 20,000 games of people, which are not public. Ours has planes of 4 x 13 "
    "cards, three convolutions and 20,000 games of rules: another opponent, so a figure that differs says how the two "
    "opponents differ as well as how the two learners do.",
    "The paper's win rates add up to 125%, so a win is not the top score; its text says points above 0. Its rewards "
    "add up to 0, while its text takes them for points of a game divided by 100, which do not: a deal without "
    "exposures has -200 to give away, but for all hearts in one hand and the transformer. Reward: 4 x own points less "
    "those of all, / 100. Beside it the own points less the mean of all, / 100, a fourth of that.",
)


@dataclass(frozen=True)
class Games:
    """Some games by number, a player in every seat."""

    players: tuple[str, ...]
    seed: int
    first: int
    games: int

    @property
    def key(self) -> str:
        """The players and the deals."""
        seated = " | ".join(map(identity, self.players))
        return f"{GAME} | {seated} | seed {self.seed} | deals {self.first}+{self.games}"

    @property
    def steps(self) -> int:
        """Games."""
        return self.games

    def run(self) -> list[list[int]]:
        """The points of every seat in every game."""
        game = find_game(GAME)
        agents = [player(spec, seat) for seat, spec in enumerate(self.players)]
        found = []
        for number in range(self.first, self.first + self.games):
            outcome = play_game(game, agents, random_word(self.seed, number))
            if outcome.forfeit is not None:
                raise ValueError(f"seat {outcome.forfeit.seat} {outcome.forfeit.reason}: the experiment cannot go on")
            found.append(list(outcome.payoffs))
        return found


class GongzhuTable6(Experiment):
    """One deal, one game, as in the paper: the seats are not swapped."""

    name = "gongzhu-table6"
    title = "Wu et al., Table 6: the trained player against three supervised ones in Gongzhu"
    recorded = 1.0

    def __init__(self, ours: str = OURS, baseline: str = BASELINE) -> None:
        self.players = (ours, baseline, baseline, baseline)

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All games."""
        return list(self._tasks(scale, seed))

    def _tasks(self, scale: float, seed: int) -> list[Games]:
        games = scaled(GAMES, scale)
        return [Games(self.players, seed, first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]

    def size(self, scale: float) -> str:
        """Games."""
        return f"{scaled(GAMES, scale):,} games on as many deals, the trained player North in all of them"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Every seat's figures by every reading of the paper's two columns."""
        games = [points for task in self._tasks(scale, seed) for points in results[task.key]]
        rows: list[Row] = []
        for seat, place in enumerate(SEATS):
            who = f"{place} ({'trained' if seat == 0 else 'supervised'})"
            rate, reward = Claim.percent(WIN_RATES[seat]), Claim.figure(REWARDS[seat], 2)
            rows += [
                Row(f"{who}: points above 0", _share(games, seat, _points), rate),
                Row(f"{who}: reward above 0", _share(games, seat, zero_sum), rate),
                Row(f"{who}: reward", _mean(games, seat, zero_sum), reward, percent=False),
                Row(f"{who}: {ABOVE_MEAN}", _mean(games, seat, above_mean), reward, percent=False),
                Row(f"{who}: points a game", _mean(games, seat, _points), _points_claim(seat), percent=False, places=1),
            ]
        ahead = Claim.above("a huge advantage")
        rows += [
            Row("North: reward, is it above 0?", _mean(games, 0, zero_sum), ahead, percent=False),
            Row("North: share of the top score", Estimate.of([top_share(points, 0) for points in games]).as_share()),
        ]
        return Findings(tuple(rows), _plot(games), NOTES)


def zero_sum(points: Sequence[int], seat: int) -> float:
    """The reward that the table's figures add up like, as the measure `reward` of matches."""
    return (len(points) * points[seat] - sum(points)) / 100


def above_mean(points: Sequence[int], seat: int) -> float:
    """The other reward that adds up to nothing."""
    return zero_sum(points, seat) / len(points)


def top_share(points: Sequence[int], seat: int) -> float:
    """What a seat has of the top score."""
    best = max(points)
    return (points[seat] == best) / points.count(best)


def _points(points: Sequence[int], seat: int) -> float:
    return points[seat]


def _points_claim(seat: int) -> Claim:
    """What the text says: 67 a game, and less than nothing on average for the three others."""
    if seat == 0:
        return Claim(f"{TEXT_POINTS} (text)", TEXT_POINTS - 0.5, TEXT_POINTS + 0.5)
    return Claim.below("negative (text)")


Measure = Callable[[Sequence[int], int], float]


def _mean(games: Sequence[Sequence[int]], seat: int, of: Measure) -> Estimate:
    return Estimate.of([of(points, seat) for points in games])


def _share(games: Sequence[Sequence[int]], seat: int, of: Measure) -> Estimate:
    return Estimate.of_share([of(points, seat) > 0 for points in games])


def _plot(games: Sequence[Sequence[int]]) -> Panels:
    """Both columns of the table, as the paper has them and as they were measured."""
    seats = tuple(float(seat) for seat in range(len(SEATS)))

    def panel(title: str, y_label: str, ours: dict[str, list[Estimate]], paper: list[float], *, percent: bool) -> Plot:
        series = [Series(name, seats, tuple(values)) for name, values in ours.items()]
        series.append(Series("paper", seats, tuple(map(exact, paper)), paper=True))
        level = None if percent else 0.0
        return Plot(title, "seat", y_label, tuple(series), groups=SEATS, percent=percent, level=level)

    shares = {
        "by points": [_share(games, seat, _points) for seat in range(len(SEATS))],
        "by 4 x own points less all": [_share(games, seat, zero_sum) for seat in range(len(SEATS))],
    }
    rewards = {
        "by points": [_mean(games, seat, lambda points, seat: points[seat] / 100) for seat in range(len(SEATS))],
        "by 4 x own points less all": [_mean(games, seat, zero_sum) for seat in range(len(SEATS))],
    }
    return Panels(
        (
            panel("Win rate", "games above 0, %", shares, [rate / 100 for rate in WIN_RATES], percent=True),
            panel("Reward", "hundreds of points a game", rewards, list(REWARDS), percent=False),
        )
    )
