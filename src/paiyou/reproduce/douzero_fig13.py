"""DouZero, appendix C.2 and Fig. 13: card play learnt from records, how often it is right, epoch by epoch.

Nothing is trained here: a course was run once (`supervised_course.py`) and its results are kept in
`data/douzero-sl.jsonl`. For a course of one's own: `reproduce(DouzeroFig13(path))`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row, estimate_from_json
from paiyou.reproduce.douzero import quoted
from paiyou.reproduce.kept_log import KeptLog
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings

KEPT = Path(__file__).parent / "data" / "douzero-sl.jsonl"
POSITIONS = ("landlord", "next", "last")
"""The seats from the landlord on."""
PAPERS = Claim("about 84%", 0.815, 0.865)


class SupervisedLog(KeptLog):
    """An experiment that reads a course of supervised learning."""

    holds = "results of supervised learning"
    made_by = "python -m paiyou.reproduce.supervised_course makes them on a GPU"
    read = "the results of one course; nothing is trained or played anew"

    def __init__(self, path: Path = KEPT) -> None:
        super().__init__(path)


class DouzeroFig13(SupervisedLog):
    """The accuracy of the supervised networks on games held out, and a match."""

    name = "douzero-fig13"
    title = "DouZero, C.2 and Fig. 13: supervised learning by epoch"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """The best epoch of every position beside the paper's figure, and the match against the player of the games."""
        del scale, seed
        lines = self.lines(results)
        start, (match,) = lines[0], [line for line in lines if line["event"] == "match"]
        epochs = [line for line in lines if line["event"] == "epoch"]
        rows = []
        for place, name in enumerate(POSITIONS):
            best = max(epochs, key=lambda line: float(line["accuracy"][place]))
            number = best["decisions"][place]
            rows.append(Row(f"{name}: recorded move made, best epoch", share(best["accuracy"][place], number), PAPERS))
        for place, name in enumerate(POSITIONS):
            last = epochs[-1]
            what = f"{name}: of all moves, forced ones counted as right, last epoch"
            rows.append(Row(what, share(last["of_all"][place], all_moves(last, place))))
        who = match["player"]
        wins, points = (estimate_from_json(match[name]) for name in ("wp", "adp"))
        rows.append(Row(f"{who} v supervised: WP", wins, quoted("0.659", share=True)))
        rows.append(Row(f"{who} v supervised: ADP", points, percent=False))
        notes = (
            f"{start['games']:,} games of {who} with itself (the network alone, every move its best), "
            f"{sum(start['decisions']):,} decisions among several moves to learn from. The paper has 226,230 games of "
            "people, which are not public. Whether its accuracy counts moves without a choice it does not say, so both "
            "are here. Intervals take decisions for independent.",
            f"The match is on {match['deals']:,} duplicate deals, networks alone. Our supervised player has the same "
            "network as the player it learns from, as in the paper.",
        )
        return Findings(tuple(rows), _plot(epochs), notes)


def share(of: float, number: int) -> Estimate:
    """A share of so many cases."""
    right = round(of * number)
    return Estimate.of_share([True] * right + [False] * (number - right))


def all_moves(line: dict[str, Any], place: int) -> int:
    """Decisions and forced moves of a position: wrong moves are as many of the ones as of the other."""
    decisions = int(line["decisions"][place])
    right, of_all = (float(line[name][place]) for name in ("accuracy", "of_all"))
    return round(decisions * (1 - right) / (1 - of_all)) if of_all < 1 else decisions


def _plot(epochs: Sequence[dict[str, Any]]) -> Plot:
    places = tuple(float(line["epoch"]) for line in epochs)
    series = tuple(
        Series(name, places, tuple(share(line["accuracy"][place], line["decisions"][place]) for line in epochs))
        for place, name in enumerate(POSITIONS)
    )
    return Plot("Supervised networks, games held out", "epoch", "recorded moves made, %", series, level=0.84)
