"""Wu et al. 2022, section 5.3: the two moves that the paper praises its player for, and who else would make them.

The paper shows one game. Here every player is asked in many positions that have the facts the text gives; how they are
come by is in `gongzhu_positions.py`. Whether the move is right there is a question of its own: in some of the positions
hidden hands are drawn by counting, and our player plays all seats on to the end, with the paper's move and with the
best other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from paiyou.agents.base import Agent
from paiyou.arena.statistics import Estimate
from paiyou.games.dealing import random_word
from paiyou.games.protocol import State
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.gongzhu import BASELINE, FOR_TOP_SCORE, OURS, identity, player
from paiyou.reproduce.gongzhu_positions import EXAMPLES
from paiyou.reproduce.gongzhu_table6 import top_share
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings

POSITIONS = 500
JUDGED = 100
DEALS = 20
"""Hidden hands drawn for each position that is judged."""
CHUNK = 5
WANTED = 0.9
AGENTS = (OURS, FOR_TOP_SCORE, BASELINE, "rules", "isuct:iterations=20000")
NAMES = {OURS: "dmc for points", FOR_TOP_SCORE: "dmc for the top score", BASELINE: "supervised"}


@dataclass(frozen=True)
class Asked:
    """Some positions of one example, and who is asked for a move."""

    example: str
    specs: tuple[str, ...]
    seed: int
    first: int
    positions: int

    @property
    def key(self) -> str:
        """The positions and the players."""
        asked = " | ".join(map(identity, self.specs))
        return f"{self.example} | {asked} | seed {self.seed} | positions {self.first}+{self.positions}"

    @property
    def steps(self) -> int:
        """Positions."""
        return self.positions

    def run(self) -> list[list[Any]]:
        """For every position the chance of a random move, and of each player whether it made the paper's move."""
        found: list[list[Any]] = []
        for number in range(self.first, self.first + self.positions):
            word = random_word(self.seed, number)
            position = EXAMPLES[self.example](word)
            made = []
            for spec in self.specs:
                agent = player(spec, position.view.seat)
                agent.begin(random_word(word, 3))
                made.append(agent.choose(position.view) == position.move)
            found.append([position.chance, made])
        return found


@dataclass(frozen=True)
class PlayedOn:
    """Some positions of one example, played on to the end with the paper's move and with the best other."""

    example: str
    spec: str
    """Who says which other move is best, and plays all seats."""
    seed: int
    first: int
    positions: int

    @property
    def key(self) -> str:
        """The positions and the player."""
        return (
            f"{self.example} | judged by {identity(self.spec)}, {DEALS} deals | seed {self.seed} | "
            f"positions {self.first}+{self.positions}"
        )

    @property
    def steps(self) -> int:
        """Positions."""
        return self.positions

    def run(self) -> list[list[float]]:
        """For every position what the paper's move brings more than the other, in points and in shares of the top."""
        found = []
        judge = player(self.spec, 0)
        for number in range(self.first, self.first + self.positions):
            word = random_word(self.seed, number)
            position = EXAMPLES[self.example](word)
            seat = position.view.seat
            judge.begin(random_word(word, 3))
            other = next(move for move, _, _ in judge.evaluate(position.view) if move != position.move)
            gains = []
            for draw in range(DEALS):
                deal = position.view.sample(random_word(word, 100 + draw))
                ours, theirs = (_played_out(deal, move, judge) for move in (position.move, other))
                gains.append((ours[seat] - theirs[seat], top_share(ours, seat) - top_share(theirs, seat)))
            found.append([fmean(column) for column in zip(*gains, strict=True)])
        return found


def _played_out(deal: State, move: str, judge: Agent) -> list[int]:
    """The points of all seats after a move, when one agent plays for everybody."""
    state = deal.copy()
    state.play(move)
    while not state.over:
        state.play(judge.choose(state.view(state.turn)))
    assert state.payoffs is not None
    return list(state.payoffs)


class GongzhuExamples(Experiment):
    """How often each player makes the paper's move; other players by `GongzhuExamples(("dmc:model=FOLDER",))`."""

    name = "gongzhu-examples"
    title = "Wu et al., 5.3: the two moves of its example"
    recorded = 0.3

    def __init__(self, specs: Sequence[str] = AGENTS) -> None:
        self.specs = tuple(specs)

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Both examples."""
        found: list[Task] = []
        for example in EXAMPLES:
            found += self._tasks(example, scale, seed)
            found += self._judged(example, scale, seed)
        return found

    def _tasks(self, example: str, scale: float, seed: int) -> list[Asked]:
        number = scaled(POSITIONS, scale)
        return [
            Asked(example, self.specs, seed, first, min(CHUNK, number - first)) for first in range(0, number, CHUNK)
        ]

    def _judged(self, example: str, scale: float, seed: int) -> list[PlayedOn]:
        number = scaled(JUDGED, scale)
        return [
            PlayedOn(example, self.specs[0], seed, first, min(CHUNK, number - first))
            for first in range(0, number, CHUNK)
        ]

    def size(self, scale: float) -> str:
        """Positions."""
        return (
            f"{scaled(POSITIONS, scale):,} positions with the facts of each example, one from a deal; "
            f"{scaled(JUDGED, scale):,} of them played on with {DEALS} deals of the hidden cards"
        )

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """The share of the paper's move, for each example and player."""
        found = {
            example: [entry for task in self._tasks(example, scale, seed) for entry in results[task.key]]
            for example in EXAMPLES
        }
        names = [NAMES.get(spec, spec) for spec in self.specs]
        rows, series = [], []
        for place, name in enumerate(names):
            # The first is the player that the paper's is to be compared with.
            claim = Claim.above("makes this move (floor 90%)", WANTED) if place == 0 else None
            shares = [Estimate.of_share([made[place] for _, made in entries]) for entries in found.values()]
            rows += [Row(f"{example}: {name}", share, claim) for example, share in zip(found, shares, strict=True)]
            series.append(Series(name, tuple(float(group) for group in range(len(found))), tuple(shares)))
        for example in found:
            judged = [entry for task in self._judged(example, scale, seed) for entry in results[task.key]]
            points, top = zip(*judged, strict=True)
            rows += [
                Row(f"{example}: is it right? points more than the best other", Estimate.of(points), percent=False),
                Row(f"{example}: is it right? top score more often", Estimate.of(top)),
                Row(
                    f"{example}: positions in which it brings points", Estimate.of_share([gain > 0 for gain in points])
                ),
            ]
        by_chance = [Estimate.of([chance for chance, _ in entries]) for entries in found.values()]
        rows += [Row(f"{example}: by chance", share) for example, share in zip(found, by_chance, strict=True)]
        series.append(Series("by chance", tuple(float(group) for group in range(len(found))), tuple(by_chance)))
        notes = (
            "The paper tells of one game and has no figure; 90% is what we ask of a player that is to have learnt the "
            "same. Its picture of the game is not in our text. What the text leaves open is drawn, and rule players "
            "play up to the position: src/paiyou/reproduce/gongzhu_positions.py says how each fact is read.",
            f"Is it right? {names[0]} plays all seats to the end after the paper's move and after the best other in "
            f"its eyes, on {DEALS} deals of the cards that the seat does not see, drawn by counting: nothing is "
            "concluded from how the others played. With so few deals a position can come out on the wrong side.",
        )
        plot = Plot(
            title="The paper's move",
            x_label="example",
            y_label="positions in which it is made, %",
            series=tuple(series),
            groups=tuple(found),
        )
        return Findings(tuple(rows), plot, notes)
