"""Paper 003, Table 1: WP and ADP of every player against every other on duplicate deals.

The players are those that this package has. Of the paper's own only the last two are among them, RLCard's rule agent
and the random player; what the paper has against the others is in the notes. Our copy of the paper prints the figures
against DeltaDou alone; the rest are quoted from others who quote it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row, exact
from paiyou.reproduce.douzero import CONTENDERS, NOT_RUN, Contender, quoted
from paiyou.reproduce.douzero_duels import Duel, Score
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.plots import Panels, Plot, Series
from paiyou.reproduce.report import Findings

DEALS = 10_000
SLOW_DEALS = 500
CHUNK = 50
SLOW_CHUNK = 5

PAPER = {"rlcard": ("0.889", "2.29"), "random": ("0.989", "3.036")}
"""WP and ADP of DouZero against players that we have."""
ELSEWHERE = (
    "The paper has DouZero at WP 58.6% and ADP 0.258 against DeltaDou, and is quoted with 76.4% and 1.671 against "
    "RHCP-v2, and with 81.0% and 1.685 against CQN."
)


class DouzeroTable1(Experiment):
    """10,000 deals for every pair of quick players, 500 where one of them searches."""

    name = "douzero-table1"
    title = "Paper 003, Table 1: WP and ADP of all pairs in Dou Dizhu"
    recorded = 0.1

    def __init__(self, contenders: Sequence[Contender] = CONTENDERS) -> None:
        self.contenders = tuple(contenders)

    def duels(self) -> list[tuple[Duel, bool]]:
        """Every pair, and whether it is slow; two players under one name meet each other and all the rest."""
        meetings = list(combinations(self.contenders, 2))
        pairs = [
            (a, b, one.slow or other.slow)
            for one, other in meetings
            for a in one.specs.values()
            for b in other.specs.values()
        ]
        pairs += [(one.spec, one.for_points, one.slow) for one in self.contenders if one.for_points]
        return [(Duel(a, b, SLOW_CHUNK if slow else CHUNK), slow) for a, b, slow in pairs]

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All games."""
        return [task for duel, slow in self.duels() for task in duel.tasks(deals_of(scale, slow=slow), seed)]

    def size(self, scale: float) -> str:
        """Deals and pairs."""
        slow = sum(slow for _, slow in self.duels())
        return (
            f"{deals_of(scale, slow=False):,} deals for each of {len(self.duels()) - slow} pairs, "
            f"{deals_of(scale, slow=True):,} for each of {slow} with a searcher, which takes its time; "
            "every deal with sides swapped"
        )

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """WP and ADP of the first against the second, and how the two learners differ."""
        scores = {
            (duel.a, duel.b): duel.score(results, deals_of(scale, slow=slow), seed) for duel, slow in self.duels()
        }
        rows: list[Row] = []
        for one, other in combinations(self.contenders, 2):
            rows += _pair(one, other, scores)
        for one in self.contenders:
            if one.for_points:
                rows += _aims(one, scores[one.spec, one.for_points])
        notes = (
            "Of each pair the figures are those of the first: the second has 100% less WP, and ADP with the other "
            "sign. ADP is in the landlord's base 2. uct, isuct and rave have 10,000 iterations a decision.",
            f"{NOT_RUN} {ELSEWHERE}",
        )
        return Findings(tuple(rows), self._plot(scores), notes)

    def _plot(self, scores: dict[tuple[str, str], Score]) -> Panels:
        """The first player against all others, and the paper's where it has them."""
        first, *others = self.contenders
        names = [other.name for other in others]
        known = [place for place, name in enumerate(names) if name in PAPER]

        def panel(title: str, ours: list[Estimate], which: int, *, percent: bool) -> Plot:
            paper = tuple(exact(float(PAPER[names[place]][which])) for place in known)
            return Plot(
                title=title,
                x_label="opponent",
                y_label="games won, %" if percent else "points a game",
                groups=tuple(names),
                series=(
                    Series(first.name, tuple(range(len(names))), tuple(ours)),
                    Series("DouZero (quoted)", tuple(known), paper, paper=True),
                ),
                percent=percent,
                level=0.5 if percent else 0.0,
            )

        wp = [scores[first.spec, other.spec].wp for other in others]
        adp = [scores[_for_points(first), _for_points(other)].adp for other in others]
        return Panels(
            (
                panel(f"WP of {first.name}", wp, 0, percent=True),
                panel(f"ADP of {first.name}", adp, 1, percent=False),
            )
        )


def deals_of(scale: float, *, slow: bool) -> int:
    """Deals for a pair."""
    return scaled(SLOW_DEALS if slow else DEALS, scale)


def _for_points(contender: Contender) -> str:
    return contender.for_points or contender.spec


def _pair(one: Contender, other: Contender, scores: dict[tuple[str, str], Score]) -> list[Row]:
    """Each aim with the player that has it."""
    wins, points = scores[one.spec, other.spec], scores[_for_points(one), _for_points(other)]
    wp_claim: Claim | None = None
    adp_claim: Claim | None = None
    if one.for_points and other.name in PAPER:
        wp, adp = PAPER[other.name]
        wp_claim, adp_claim = quoted(wp, share=True), quoted(adp, share=False)
    elif one.for_points and other.name == "rules":
        wp_claim, adp_claim = Claim.above("beats rule-based programs", 0.5), Claim.above("beats rule-based programs")
    return [
        Row(f"{one.name} v {other.name}: WP", wins.wp, wp_claim),
        Row(f"{one.name} v {other.name}: ADP", points.adp, adp_claim, percent=False),
    ]


def _aims(contender: Contender, score: Score) -> list[Row]:
    """The player for WP against the one for ADP."""
    wins, points = contender.specs
    more = Claim.above("the WP player bombs more freely")
    return [
        Row(f"{wins} v {points}: WP", score.wp),
        Row(f"{wins} v {points}: ADP", score.adp, percent=False),
        Row(f"{wins} v {points}: bombs a game more than the other", score.bombs, more, percent=False),
    ]
