"""DouZero, appendix C.3 and Fig. 14: how often its bidding network is right, epoch by epoch.

Nothing is trained here: the curve is that of a kept log, `data/douzero-fig14.jsonl`, which is the `paper/log.jsonl` of
`paiyou train-bidder --paper-epochs 20`. For a run of one's own: `reproduce(DouzeroFig14(path))`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.kept_log import KeptLog
from paiyou.reproduce.plots import Plot, Series
from paiyou.reproduce.report import Findings

KEPT = Path(__file__).parent / "data" / "douzero-fig14.jsonl"


class DouzeroFig14(KeptLog):
    """The accuracy of the bidding network on hands held out."""

    name = "douzero-fig14"
    title = "DouZero, C.3 and Fig. 14: accuracy of the bidding network by epoch"
    holds = "epochs of a bidding network"
    made_by = "paiyou train-bidder --paper-epochs 20 writes a log of them"
    read = "the log of one training run"

    def __init__(self, path: Path = KEPT) -> None:
        super().__init__(path)

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """The best epoch beside the paper's figure, and what others would have reached on the same hands."""
        del scale, seed
        start, *epochs = [line for line in self.lines(results) if line["event"] in ("start", "epoch")]
        number = start["held_out_decisions"]
        best = max(epochs, key=lambda line: float(line["accuracy"]))
        most = max(start["calls"], 1 - start["calls"])
        rows = (
            Row("right calls on hands held out, best epoch", _share(best["accuracy"], number), Claim.percent(83.1)),
            Row("the same after the first epoch", _share(epochs[0]["accuracy"], number)),
            Row("always the more frequent call", _share(most, number)),
            Row("the points bidder on the same hands", _share(start["points_bidder_accuracy"], number)),
        )
        notes = (
            f"{start['decisions']:,} decisions to learn from, {number:,} held out, of {start['playouts'][0]:,} hands "
            f"played out in {start['playouts'][1]} fillings each with {start['model']}. The paper learns from calls of "
            "people, which are not public; here the right call is the one that brought more points on average. Labels "
            "of hands near the border are a matter of chance, so nobody can be right in all of them.",
            f"In the best epoch wrong calls cost {best['points_lost']:.3f} points a decision.",
        )
        places = tuple(float(line["epoch"]) for line in epochs)
        plot = Plot(
            title="Bidding network, hands held out",
            x_label="epoch",
            y_label="right calls, %",
            series=(Series("accuracy", places, tuple(_share(line["accuracy"], number) for line in epochs)),),
            level=0.831,
        )
        return Findings(rows, plot, notes)


def _share(share: float, number: int) -> Estimate:
    return Estimate.of_share([True] * round(share * number) + [False] * (number - round(share * number)))
