"""The benchmark of fairness, small: it times what it says, and compares like with like."""

from __future__ import annotations

import pytest

from paiyou.bench.fairness import Fairness, compared


def test_answers_are_compared_with_their_like() -> None:
    alone = {(0, 0, at): 1.0 + at for at in range(4)}
    beside = {(0, 0, at): 2.0 + 2 * at for at in range(1, 4)} | {(1, 0, 0): 100.0}
    figures = compared(alone, beside)
    assert figures["answers"] == 3
    assert (figures["worst_alone_ms"], figures["worst_beside_ms"]) == (4000.0, 8000.0)
    assert figures["worst_ratio"] == figures["pairs_median_ratio"] == 2.0
    assert figures["pairs_within_twice"] == 1.0
    with pytest.raises(ValueError, match="no bot answered"):
        compared(alone, {})


def test_a_small_run() -> None:
    small = Fairness(
        rounds=1, games=1, bots="isuct:iterations=20", greedy_bots="isuct:iterations=20",
        greedy_rooms=1, greedy_questions=1,
    )  # fmt: skip
    figures = small.run()
    assert figures["errors"] == 0
    assert figures["answers"] > 5
    assert 0 < figures["median_alone_ms"] <= figures["worst_alone_ms"]
