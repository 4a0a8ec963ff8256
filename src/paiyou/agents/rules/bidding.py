"""Bids from the strength of the hand: how often a landlord with such a hand wins, and what is asked for each call."""

from __future__ import annotations

import math
from collections.abc import Sequence

from paiyou.agents.base import Evaluation

EVEN, SPREAD = -32.0, 20.0
"""Strength of the 17 cards that wins half of the games as landlord, and the unit of the logistic curve around it."""

ASKED = {"bid 1": 0.48, "bid 2": 0.52, "bid 3": 0.56, "call": 0.48, "rob": 0.54}
"""The chance to win that each call asks for."""


def chance_to_win(strength: float) -> float:
    """Share of games that a landlord with a hand of this strength wins when all play by these rules."""
    return 1.0 / (1.0 + math.exp((EVEN - strength) / SPREAD))


def judge_calls(calls: Sequence[str], strength: float) -> Evaluation:
    """The open calls, best first: the highest that the hand is good for; not to call counts for nothing."""
    chance = chance_to_win(strength)
    judged = []
    for call in calls:
        asked = ASKED.get(call)
        if asked is None:
            judged.append((call, 0.0, 1.0))
            continue
        stake = int(call[-1]) if call.startswith("bid") else 1
        # Twice the stake is won or lost; a call that asks for more than there is counts as a loss.
        judged.append((call, 2.0 * stake * (chance - asked) * 2.0, 1.0))
    return sorted(judged, key=lambda entry: -entry[1])
