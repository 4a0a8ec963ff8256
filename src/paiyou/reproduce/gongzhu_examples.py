"""Paper 004, section 5.3: the two moves that the paper praises its player for, and who else would make them.

The paper shows one game. Here every player is asked in many positions that have the facts the text gives; how they are
come by is in `gongzhu_positions.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.games.dealing import random_word
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.gongzhu import BASELINE, OURS, identity, player
from paiyou.reproduce.gongzhu_positions import EXAMPLES
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings

POSITIONS = 1_000
CHUNK = 10
WANTED = 0.9
AGENTS = (OURS, BASELINE, "rules", "isuct:iterations=2000")
NAMES = {OURS: "dmc", BASELINE: "supervised"}


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


class GongzhuExamples(Experiment):
    """How often each player makes the paper's move; other players by `GongzhuExamples(("dmc:model=FOLDER",))`."""

    name = "gongzhu-examples"
    title = "Paper 004, 5.3: the two moves of its example"
    recorded = 1.0

    def __init__(self, specs: Sequence[str] = AGENTS) -> None:
        self.specs = tuple(specs)

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Both examples."""
        return [task for example in EXAMPLES for task in self._tasks(example, scale, seed)]

    def _tasks(self, example: str, scale: float, seed: int) -> list[Asked]:
        number = scaled(POSITIONS, scale)
        return [
            Asked(example, self.specs, seed, first, min(CHUNK, number - first)) for first in range(0, number, CHUNK)
        ]

    def size(self, scale: float) -> str:
        """Positions."""
        return f"{scaled(POSITIONS, scale):,} positions with the facts of each example, one from a deal"

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
        by_chance = [Estimate.of([chance for chance, _ in entries]) for entries in found.values()]
        rows += [Row(f"{example}: by chance", share) for example, share in zip(found, by_chance, strict=True)]
        series.append(Series("by chance", tuple(float(group) for group in range(len(found))), tuple(by_chance)))
        notes = (
            "The paper tells of one game and has no figure; 90% is what we ask of a player that is to have learnt the "
            "same. Its picture of the game is not in our text. What the text leaves open is drawn, and rule players "
            "play up to the position: src/paiyou/reproduce/gongzhu_positions.py says how each fact is read.",
        )
        plot = Plot(
            title="The paper's move",
            x_label="example",
            y_label="positions in which it is made, %",
            series=tuple(series),
            groups=tuple(found),
        )
        return Findings(tuple(rows), plot, notes)
