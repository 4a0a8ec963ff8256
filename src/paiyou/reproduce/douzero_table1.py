"""DouZero, Table 1: WP and ADP of every player against every other on duplicate deals.

The players are those that this package has. Of the paper's own only the last two are among them, RLCard's rule agent
and the random player; what the paper has against the others is in the notes. Our copy of the paper prints the figures
against DeltaDou alone; the rest are quoted from others who quote it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

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
    title = "DouZero, Table 1: WP and ADP of all pairs in Dou Dizhu"
    recorded = 0.05

    def __init__(self, contenders: Sequence[Contender] = CONTENDERS) -> None:
        self.contenders = tuple(contenders)

    def pairs(self) -> list[tuple[Contender, Contender]]:
        """Who meets whom: everybody, but that a network alone is measured against quick players only."""
        return [
            (one, other)
            for one, other in combinations(self.contenders, 2)
            if not ((one.alone and other.slow) or (other.alone and one.slow))
        ]

    def duels(self) -> list[tuple[Duel, bool]]:
        """Every two specs that meet, each aim with those who have it, and whether a searcher is among them."""
        slow = {
            (a, b): one.slow or other.slow
            for one, other in self.pairs()
            for a, b in zip(one.by_aim, other.by_aim, strict=True)
        }
        slow |= {one.by_aim: one.slow for one in self.contenders if one.for_points and not one.alone}
        return [(Duel(a, b, SLOW_CHUNK if is_slow else CHUNK), is_slow) for (a, b), is_slow in slow.items()]

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
        for one, other in self.pairs():
            rows += _pair(one, other, scores)
        for one in self.contenders:
            if one.for_points and not one.alone:
                rows += _aims(one, scores[one.by_aim])
        notes = (
            "Of each pair the figures are those of the first: the second has 100% less WP, and ADP with the other "
            "sign. ADP is in the landlord's base 2. uct and isuct have 10,000 iterations a decision, rave 5,000. dmc "
            "asks a solver in endgames with few possible deals; the network alone, like DouZero, does not.",
            f"{NOT_RUN} {ELSEWHERE}",
        )
        return Findings(tuple(rows), self._plot(scores), notes)

    def _plot(self, scores: dict[tuple[str, str], Score]) -> Panels:
        """The learner against all others, as it is and alone, and the paper's where it has them."""
        learners = [one for one in self.contenders if one.for_points]
        names = [other.name for other in self.contenders if not other.for_points]

        def panel(aim: int, title: str) -> Plot:
            series = []
            for one in learners:
                met = [other for each, other in self.pairs() if each is one and not other.for_points]
                found = [scores[one.by_aim[aim], other.by_aim[aim]] for other in met]
                places = tuple(float(names.index(other.name)) for other in met)
                series.append(Series(one.name, places, tuple(score.adp if aim else score.wp for score in found)))
            known = [name for name in names if name in PAPER]
            paper = tuple(exact(float(PAPER[name][aim])) for name in known)
            series.append(
                Series("DouZero (quoted)", tuple(float(names.index(name)) for name in known), paper, paper=True)
            )
            return Plot(
                title=title,
                x_label="opponent",
                y_label="points a game" if aim else "games won, %",
                groups=tuple(names),
                series=tuple(series),
                percent=aim == 0,
                level=0.0 if aim else 0.5,
            )

        return Panels((panel(0, "WP"), panel(1, "ADP")))


def deals_of(scale: float, *, slow: bool) -> int:
    """Deals for a pair."""
    return scaled(SLOW_DEALS if slow else DEALS, scale)


def _pair(one: Contender, other: Contender, scores: dict[tuple[str, str], Score]) -> list[Row]:
    """Each aim with the player that has it."""
    wins, points = (scores[pair] for pair in zip(one.by_aim, other.by_aim, strict=True))
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
    both = f"{contender.name} for WP v {contender.name} for ADP"
    more = Claim.above("the WP player bombs more freely")
    return [
        Row(f"{both}: WP", score.wp),
        Row(f"{both}: ADP", score.adp, percent=False),
        Row(f"{both}: bombs a game more than the other", score.bombs, more, percent=False),
    ]
