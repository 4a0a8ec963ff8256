"""Calls of an auction, from how often a landlord with such a hand wins."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paiyou.agents.base import Evaluation

EVEN, SPREAD = -71.0, 39.5
"""Strength of the 17 cards that wins half of the games as landlord, and the unit of the logistic curve around it;
fitted to 3,000 deals on which the rule player was every seat."""

ASKED = {"bid 1": 0.42, "bid 2": 0.46, "bid 3": 0.50, "call": 0.44, "rob": 0.58}
"""The chance to win that each call asks for: less than a half for the first, since whoever does not call may find
himself against a good hand."""


def chance_to_win(strength: float) -> float:
    """Share of games that a landlord with a hand of this strength wins when all play by these rules."""
    return 1.0 / (1.0 + math.exp((EVEN - strength) / SPREAD))


def judge_calls(calls: Sequence[str], strength: float) -> Evaluation:
    """The open calls, best first: what the landlord gains on a hand that is just good enough; not to call is 0."""
    chance = chance_to_win(strength)
    judged = [(call, _gain(call, chance), 1.0) for call in calls]
    return sorted(judged, key=lambda entry: -entry[1])


def _gain(call: str, chance: float) -> float:
    if call not in ASKED:
        return 0.0
    stake = int(call.removeprefix("bid ")) if call.startswith("bid") else 1
    # The landlord wins or loses two stakes.
    return 2 * stake * 2 * (chance - ASKED[call])
