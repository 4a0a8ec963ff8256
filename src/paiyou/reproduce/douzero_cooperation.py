"""DouZero, Fig. 10: does a peasant let the other go out? Every player is asked in the same positions.

What counts as such a position is in `douzero_helping.py`. They come from games between random players, which have
many, and from games between rule players, which are more like real ones; the first of each game is taken, so that all
are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.games.dealing import random_word
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.douzero import CONTENDERS, Contender, identity, player
from paiyou.reproduce.douzero_helping import KINDS, first_position
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings

DEALS = {"random": 20_000, "rules": 4_000}
"""Games that positions are taken from, by who plays them."""
CHUNK = 100


@dataclass(frozen=True)
class Asked:
    """The positions of some games, and who is asked for a move."""

    source: str
    specs: tuple[str, ...]
    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The games and the players."""
        asked = " | ".join(map(identity, self.specs))
        return f"helping | {self.source} | {asked} | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Games."""
        return self.deals

    def run(self) -> list[list[Any]]:
        """For every position: its kind, the chance of a random move, and of each player whether it did right."""
        found: list[list[Any]] = []
        for number in range(self.first, self.first + self.deals):
            word = random_word(self.seed, number)
            position = first_position(self.source, word)
            if position is None:
                continue
            right = []
            for spec in self.specs:
                agent = player(spec, position.view.seat)
                agent.begin(random_word(word, 3))
                right.append(agent.choose(position.view) in position.sure)
            found.append([position.kind, position.chance, right])
        return found


class DouzeroCooperation(Experiment):
    """How often each player makes a move that surely lets the partner go out."""

    name = "douzero-cooperation"
    title = "DouZero, Fig. 10: does a peasant let the other go out?"
    recorded = 1.0

    def __init__(self, contenders: Sequence[Contender] = CONTENDERS) -> None:
        self.contenders = tuple(contenders)

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All games of both kinds."""
        return [task for source in DEALS for task in self._tasks(source, scale, seed)]

    def _tasks(self, source: str, scale: float, seed: int) -> list[Asked]:
        specs, deals = tuple(contender.spec for contender in self.contenders), scaled(DEALS[source], scale)
        return [Asked(source, specs, seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]

    def size(self, scale: float) -> str:
        """Games."""
        random, rules = (scaled(deals, scale) for deals in DEALS.values())
        return f"the positions of {random:,} games between random players and {rules:,} between rule players"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Shares of right moves, in the games of each source and for each kind of position."""
        by_source = {
            source: [found for task in self._tasks(source, scale, seed) for found in results[task.key]]
            for source in DEALS
        }
        everything = [found for positions in by_source.values() for found in positions]
        groups = {f"{source} games": positions for source, positions in by_source.items()}
        groups |= {kind: [found for found in everything if found[0] == kind] for kind in KINDS}
        groups = {name: positions for name, positions in groups.items() if positions}
        rows = []
        for name, positions in groups.items():
            where = f"{name} ({len(positions)} positions)"
            for place, contender in enumerate(self.contenders):
                rows.append(Row(f"{where}: {contender.name}", _right(positions, place)))
            rows.append(Row(f"{where}: by chance", _chance(positions)))
        for place, contender in enumerate(self.contenders):
            if contender.alone and everything:
                gain = Estimate.of([float(right[place]) - chance for _, chance, right in everything])
                learnt = Claim.above("do peasants learn to cooperate?")
                rows.append(Row(f"all positions: {contender.name} less chance", gain, learnt))
        notes = (
            "Right is a move that wins against every deal the peasant cannot rule out, with the partner going out; by "
            "chance: the share of such moves among the legal ones. The paper asks the question and shows a picture; it "
            "has no figure. Positions that the solver does not solve within 200,000 steps are left out.",
            "dmc asks a solver like the one that judges here where few deals are possible, so what it has learnt shows "
            "in the network alone.",
        )
        return Findings(tuple(rows), self._plot(groups), notes)

    def _plot(self, groups: dict[str, list[list[Any]]]) -> Plot:
        places = tuple(float(place) for place in range(len(groups)))
        series = [
            Series(contender.name, places, tuple(_right(positions, place) for positions in groups.values()))
            for place, contender in enumerate(self.contenders)
        ]
        series.append(Series("by chance", places, tuple(map(_chance, groups.values()))))
        return Plot(
            title="Moves that let the partner go out",
            x_label="games the positions are from, and what there is to do",
            y_label="right moves, %",
            series=tuple(series),
            groups=tuple(f"{name}\n{len(positions)}" for name, positions in groups.items()),
        )


def _right(positions: Sequence[Sequence[Any]], place: int) -> Estimate:
    return Estimate.of_share([right[place] for _, _, right in positions])


def _chance(positions: Sequence[Sequence[Any]]) -> Estimate:
    return Estimate.of([chance for _, chance, _ in positions])
