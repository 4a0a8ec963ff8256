"""A finished game, reviewed: what a judge would have done at every decision, and what the moves cost in its eyes.

The judge is an agent. It is shown what the seat saw (a View) and never the open hands: nobody is blamed for what he
could not know. A review is that player's opinion, and it says so where the opinion is no more than an order of moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.agents.base import Agent, is_clairvoyant
from paiyou.agents.registry import agent as find_agent
from paiyou.games.protocol import View
from paiyou.opinion import Opinion, opinion, points_judge
from paiyou.records.record import Record

FORCED, BEST, OTHER = "forced", "best", "other"
BY_LOSS = ("good", "inaccuracy", "mistake", "blunder")
"""Verdicts on moves that the judge would not have made, by what they cost."""

COSTS = (0.1, 0.2, 0.4)
"""The least that an inaccuracy, a mistake and a blunder cost of a result between -1 (lost) and 1 (won); a game says
what they cost in its points (`GameInfo.mistakes`). docs/table.md has the reasons."""

TOLD = 3
"""The judge's best moves that a review names."""


@dataclass(frozen=True)
class Judged:
    """A move as the judge sees it."""

    move: str
    rank: int
    """1 for the judge's choice."""
    value: float | None
    """What the seat may expect of it; None where the judge knows an order only."""
    points: float | None = None
    """What the seat may expect in points, where values are results and the game counts points, too."""

    def to_json(self) -> dict[str, Any]:
        """As `paiyou review --json` writes it."""
        value, points = (None if one is None else round(one, 3) for one in (self.value, self.points))
        return {"move": self.move, "rank": self.rank, "value": value, "points": points}


@dataclass(frozen=True)
class Decision:
    """A move of the game and what the judge says of it."""

    seat: int
    move: str
    verdict: str
    """`forced`: there was no other; `best`; one of BY_LOSS; `other`: not the judge's choice, and no more is known."""
    unit: str
    """What values are: `result`, -1 for a game lost and 1 for one won; `points`; or `order`, where there are none."""
    moves: int
    """How many were legal."""
    made: Judged
    told: tuple[Judged, ...]
    """The judge's best, first its choice; none where the move was forced."""

    @property
    def loss(self) -> float | None:
        """What the move costs in the judge's eyes; None where it cannot say."""
        if not self.told or self.made.value is None or self.told[0].value is None:
            return None
        return max(0.0, self.told[0].value - self.made.value)

    def to_json(self) -> dict[str, Any]:
        """As `paiyou review --json` writes it."""
        loss = self.loss
        return {
            "seat": self.seat, "move": self.move, "verdict": self.verdict, "unit": self.unit, "moves": self.moves,
            "rank": self.made.rank, "value": self.made.to_json()["value"], "points": self.made.to_json()["points"],
            "loss": None if loss is None else round(loss, 3), "told": [judged.to_json() for judged in self.told],
        }  # fmt: skip


@dataclass(frozen=True)
class Summary:
    """A seat's game in numbers."""

    decisions: int
    """Those with a choice."""
    verdicts: dict[str, int]
    """How many of them were called what."""

    @property
    def best(self) -> int:
        """Moves that were the judge's own."""
        return self.verdicts.get(BEST, 0)

    def to_json(self) -> dict[str, Any]:
        """As `paiyou review --json` writes it."""
        return {"decisions": self.decisions, "best": self.best, "verdicts": self.verdicts}


@dataclass(frozen=True)
class Review:
    """A game with what a judge says of it."""

    game: str
    agent: str
    """The judge."""
    decisions: tuple[Decision, ...]
    """In the order of the game, auction and exposures included."""
    summaries: tuple[Summary, ...]
    """Seat by seat."""

    def to_json(self) -> dict[str, Any]:
        """As `paiyou review --json` writes it."""
        return {
            "game": self.game, "agent": self.agent, "decisions": [decision.to_json() for decision in self.decisions],
            "summaries": [summary.to_json() for summary in self.summaries],
        }  # fmt: skip


def review(record: Record, agent: str | None = None) -> Review:
    """Have an agent judge every decision of a finished game; ValueError where it may not, or where there is no end.

    Without one the judge that the game names is asked.

    Moves of a stand-in (`stand_ins` in the record's notes, by their places) are judged, but count for nobody.

    Example: `review(record, "rules").summaries[0].best`.
    """
    if record.result is None:
        raise ValueError("this game is not finished; a review comes after its end")
    replay = record.replay()
    agent = agent or replay.game.info.reviewer
    judge = find_agent(agent, replay.game)
    if is_clairvoyant(judge) or judge.interactive or not judge.opinion:
        raise ValueError(f"{agent} cannot judge: it sees all hands, asks a person itself, or has no opinion")
    judge.begin(0)
    counts = points_judge(replay.game)
    decisions = tuple(
        judged_decision(judge, step.state.view(seat), move, counts)
        for step, (seat, move) in zip(replay.steps(), replay.state.history, strict=True)
    )
    stand_ins = str(record.info.get("stand_ins", "")).split()
    counted = [decision for place, decision in enumerate(decisions) if str(place) not in stand_ins]
    summaries = tuple(
        summary_of([decision for decision in counted if decision.seat == seat]) for seat in range(replay.game.seats)
    )
    return Review(record.game, agent, decisions, summaries)


def judged_decision(judge: Agent, view: View, move: str, counts: Agent | None = None) -> Decision:
    """What a judge says of a move, from what the seat saw that made it, and in points what `counts` says."""
    legal = view.moves()
    if len(legal) == 1:
        return Decision(view.seat, move, FORCED, "order", 1, Judged(move, 1, None), ())
    said = opinion(judge, view, counts)
    found, unit, points = said.found, said.unit, said.points or {}
    ranked = [
        Judged(each, 1 if _alike(judge, said, place) else place + 1, _told(value, unit), points.get(each))
        for place, (each, value, _) in enumerate(found)
    ]
    made = next(judged for judged in ranked if judged.move == move)
    return Decision(
        view.seat, move, _verdict(judge, unit, ranked[0], made), unit, len(legal), made, tuple(ranked[:TOLD])
    )


def summary_of(decisions: Sequence[Decision]) -> Summary:
    """The decisions of one seat, counted."""
    free = [decision.verdict for decision in decisions if decision.verdict != FORCED]
    return Summary(len(free), dict(Counter(free)))


def _alike(judge: Agent, said: Opinion, place: int) -> bool:
    """Whether a move is as good as the first: two ways to win for certain are both right.

    Not where they bring other points, by more than anybody can tell apart.
    """
    (best, *worth), (other, *other_worth) = said.found[0], said.found[place]
    if said.unit == "order":
        return worth == other_worth
    costs = judge.game.info.mistakes
    if said.points is not None and costs is not None and said.points[best] - said.points[other] >= costs[0]:
        return False
    return _told(said.found[place][1], said.unit) == _told(said.found[0][1], said.unit)


def _told(value: float, unit: str) -> float | None:
    if unit == "order":
        return None
    # A network may promise a little more than everything.
    return min(1.0, max(-1.0, value)) if unit == "result" else value


def _verdict(judge: Agent, unit: str, best: Judged, made: Judged) -> str:
    if made.rank == 1:
        return BEST
    costs = {"result": COSTS, "points": judge.game.info.mistakes}.get(unit)
    if costs is None or best.value is None or made.value is None:
        return OTHER
    return BY_LOSS[sum(best.value - made.value >= cost for cost in costs)]
