"""Lanes: no game waits behind questions, no quick player behind a search."""

import pytest

from paiyou.server.bots.lanes import USUAL_SECONDS, lane_of, usual_seconds
from paiyou.server.bots.worker import TASKS


@pytest.mark.parametrize(
    ("kind", "agent", "lane"),
    [
        ("choose", "rules", "quick"),
        ("choose", "dmc:model=doudizhu-adp", "quick"),
        ("hint", "dmc", "quick"),
        ("choose", "uct:iterations=5", "slow"),
        ("advise", "rules", "questions"),
        ("solve", "", "questions"),
        ("moves", "", "questions"),
    ],
)
def test_no_game_waits_behind_slow_questions(kind: str, agent: str, lane: str) -> None:
    assert lane_of(kind, {"agent": agent} if agent else {}) == lane


def test_every_kind_of_question_has_its_usual_time() -> None:
    assert USUAL_SECONDS.keys() == TASKS.keys()
    assert usual_seconds("choose", {"agent": "uct"}) > usual_seconds("choose", {"agent": "rules"})
    assert usual_seconds("solve", {}) > usual_seconds("puzzle", {}) > usual_seconds("moves", {})
