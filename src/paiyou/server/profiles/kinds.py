"""Mistakes by their kind, from a review: what one did where the judge would have done something else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from paiyou.games.info import GameInfo
from paiyou.review import BEST, COSTS, FORCED
from paiyou.server.profiles.entries import ReviewEntry

PASS = "pass"
FAULTS = ("inaccuracy", "mistake", "blunder")


def review_entry(
    info: GameInfo, seat: int, decisions: Sequence[Mapping[str, Any]], leads: Sequence[bool], replaced: Sequence[bool]
) -> ReviewEntry:
    """What a review says of a seat; moves that others made for it count for nobody."""
    own = [
        (decision, lead)
        for decision, lead, other in zip(decisions, leads, replaced, strict=True)
        if decision["seat"] == seat and decision["verdict"] != FORCED and not other
    ]
    kinds: defaultdict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for decision, lead in own:
        if decision["verdict"] in FAULTS:
            kind = kind_of(decision["move"], decision["told"][0]["move"], lead=lead)
            count, lost = kinds[kind]
            kinds[kind] = count + 1, lost + chance_lost(info, decision)
    return ReviewEntry(
        decisions=len(own),
        best=sum(decision["verdict"] == BEST for decision, _ in own),
        lost=sum(chance_lost(info, decision) for decision, _ in own),
        kinds=dict(kinds),
    )


def kind_of(move: str, better: str, *, lead: bool) -> str:
    """What a mistake was, in one word."""
    if move == PASS:
        return "passed"
    if better == PASS:
        return "overtook"
    return "lead" if lead else "answer"


def chance_lost(info: GameInfo, decision: Mapping[str, Any]) -> float:
    """The chance to win that a move cost; where points are judged a blunder is as bad as one elsewhere."""
    loss = decision["loss"]
    if loss is None or decision["unit"] == "order":
        return 0.0
    blunder = info.mistakes[-1] if decision["unit"] == "points" and info.mistakes is not None else COSTS[-1]
    return min(1.0, float(loss) / blunder * COSTS[-1] / 2)  # nobody can lose more than the game
