"""Calls of an auction, from how often a landlord with such a hand wins."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from paiyou.agents.base import Evaluation

EVEN, SPREAD = -73.0, 39.5
"""Strength of the 17 cards that wins half of the games as landlord, and the unit of the logistic curve around it;
fitted to deals on which the rule player was every seat."""

HEARD = {"bid 0": -16.0, "bid 1": -4.0, "bid 2": 11.0, "decline": -15.0, "call": 14.0, "rob": 30.0}
"""What each call of the others adds to it: who passes is weak, who bids is strong. Fitted to 10,000 deals."""

ASKED = {"bid 1": 0.38, "bid 2": 0.42, "bid 3": 0.46, "call": 0.40, "rob": 0.50}
"""The chance to win that each call asks for: less than a half for the first, since whoever does not call may find
himself against a good hand."""


def chance_to_win(strength: float, heard: Iterable[str] = ()) -> float:
    """Share of games that a landlord with a hand of this strength wins after such calls, when all play alike."""
    even = EVEN + sum(HEARD.get(call, 0.0) for call in heard)
    return 1.0 / (1.0 + math.exp((even - strength) / SPREAD))


def judge_calls(calls: Sequence[str], strength: float, heard: Iterable[str] = ()) -> Evaluation:
    """The open calls, best first: what the landlord gains on a hand that is just good enough; not to call is 0."""
    chance = chance_to_win(strength, heard)
    judged = [(call, _gain(call, chance), 1.0) for call in calls]
    return sorted(judged, key=lambda entry: -entry[1])


def _gain(call: str, chance: float) -> float:
    if call not in ASKED:
        return 0.0
    stake = int(call.removeprefix("bid ")) if call.startswith("bid") else 1
    # The landlord wins or loses two stakes.
    return 2 * stake * 2 * (chance - ASKED[call])
