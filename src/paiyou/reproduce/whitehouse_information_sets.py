"""Whitehouse et al. 2011, III.D and II.C: how many deals a player cannot tell apart.

Counted exactly for every deal: cards of a rank are alike, so a hidden hand is a number of cards of each rank. The
paper's "just over 2.6 million" is the most over its 1,000 first positions; it does not say for which seat, nor whether
the landlord has shown his three cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import log10
from typing import Any, cast

from paiyou.arena.statistics import Estimate
from paiyou.games.all_deals import all_deals
from paiyou.games.dealing import random_word
from paiyou.games.registry import game as find_game
from paiyou.reproduce.claims import Claim, Row, exact
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings
from paiyou.reproduce.whitehouse import DEALS, GAME
from paiyou.reproduce.whitehouse_mini import GAME as MINI

CHUNK = 50
SEATS = ("landlord", "peasant, three cards shown", "peasant, three cards not shown")


def hands_of(unseen: Counter[str], sizes: tuple[int, ...]) -> int:
    """In how many ways the unseen cards fall into hands of these sizes, cards of a rank being alike."""
    ways: Counter[tuple[int, ...]] = Counter({(0,) * len(sizes): 1})
    for copies in unseen.values():
        grown: Counter[tuple[int, ...]] = Counter()
        for filled, number in ways.items():
            for split in splits(copies, len(sizes)):
                hands = tuple(a + b for a, b in zip(filled, split, strict=True))
                if all(a <= size for a, size in zip(hands, sizes, strict=True)):
                    grown[hands] += number
        ways = grown
    return ways[sizes]


def splits(copies: int, hands: int) -> Iterable[tuple[int, ...]]:
    """All ways to share out copies of one rank."""
    if hands == 1:
        yield (copies,)
        return
    for first in range(copies + 1):
        for rest in splits(copies - first, hands - 1):
            yield first, *rest


@dataclass(frozen=True)
class Sizes:
    """Some deals of Dou Dizhu."""

    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The deals."""
        return f"information sets | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Deals."""
        return self.deals

    def run(self) -> list[list[int]]:
        """For each deal the sizes as `SEATS` has them."""
        game = find_game(GAME)
        found = []
        for number in range(self.first, self.first + self.deals):
            state = cast(Any, game.deal(random_word(self.seed, number)))
            landlord, peasant, other = (Counter(str(hand)) for hand in state.hands)
            deck, shown = landlord + peasant + other, Counter(str(state.bottom))
            found.append(
                [
                    hands_of(peasant + other, (17, 17)),
                    hands_of(deck - peasant - shown, (17, 17)),
                    hands_of(deck - peasant, (20, 17)),
                ]
            )
        return found


class InformationSets(Experiment):
    """The first positions of 1,000 deals, and all of Mini Dou Dizhu."""

    name = "whitehouse-information-sets"
    title = "Whitehouse et al., III.D: sizes of information sets"
    recorded = 1.0

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All deals."""
        deals = scaled(DEALS, scale)
        return [Sizes(seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]

    def size(self, scale: float) -> str:
        """Deals."""
        return f"the first positions of {scaled(DEALS, scale):,} deals, counted exactly"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """The largest, and the mean, as each seat sees the deal."""
        sizes = [deal for task in self.tasks(scale, seed) for deal in results[task.key]]
        by_seat = {seat: [float(deal[number]) for deal in sizes] for number, seat in enumerate(SEATS)}
        mini = mini_sizes()
        rows: list[Row] = []
        for seat, values in by_seat.items():
            most, order = Claim("just over 2.6 million", 2.6e6, 2.7e6), Claim("of the order of 10^6", 5.5, 6.5)
            rows.append(Row(f"{seat}: the most", exact(max(values)), most, percent=False, exact=True, places=0))
            rows.append(Row(f"{seat}: mean", Estimate.of(values), percent=False, places=0))
            powers = Estimate.of([log10(value) for value in values])
            rows.append(Row(f"{seat}: mean power of ten", powers, order, percent=False))
        rows.append(Row("Mini Dou Dizhu: the most", exact(max(mini)), percent=False, exact=True, places=0))
        rows.append(Row("Mini Dou Dizhu: mean over hands", exact(sum(mini) / len(mini)), percent=False, exact=True))
        ratio = log10(max(by_seat[SEATS[0]]) / max(mini))
        several = Claim.above("several orders of magnitude", 2)
        rows.append(Row("landlord's largest by Mini's, power of ten", exact(ratio), several, percent=False, exact=True))
        return Findings(tuple(rows), _plot(by_seat))


def mini_sizes() -> list[int]:
    """Of every first hand in Mini Dou Dizhu: how many hands the other may have."""
    return list(Counter(hands[0] for hands, _ in all_deals(find_game(MINI))).values())


def _plot(by_seat: dict[str, list[float]]) -> Plot:
    """How many first positions have at most so many states."""
    places = (0.5, 1, 1.5, 2, 2.6, 4, 6, 10)
    series = tuple(
        Series(seat, places, tuple(Estimate.of_share([value <= x * 1e6 for value in values]) for x in places))
        for seat, values in by_seat.items()
    )
    return Plot(
        "States in the first information set of Dou Dizhu",
        "millions of states that a player cannot tell apart (the paper's largest: 2.6)",
        "deals with at most so many, %",
        series,
        log_x=True,
    )
