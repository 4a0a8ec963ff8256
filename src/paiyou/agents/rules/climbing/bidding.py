"""Calls of an auction, from how often a landlord with such a hand wins after such calls."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from paiyou.agents.base import Evaluation

EVEN, SPREAD = -8.4, 51.9
"""Strength of the 17 cards that wins half of the games as landlord, and the unit of the logistic curve around it; with
the two tables below fitted to 27,706 decisions of auctions in which the rule player was every seat and the one to speak
was made landlord at once."""

HIGH_CARDS = {"K": 5.9, "A": 7.5, "2": 15.6, "B": 36.9, "R": 45.0}
"""What each of these adds to the strength: a hand in long groups without them seldom gets to lead."""

HEARD = {"bid 0": -26.6, "bid 1": -17.1, "bid 2": 7.7, "decline": -18.9, "call": 15.0, "rob": 41.2}
"""What each call of the others adds to the strength it takes: who passes is weak, who bids is strong."""

ASKED = {"bid 1": 0.34, "bid 2": 0.38, "bid 3": 0.42, "call": 0.40, "rob": 0.50}
"""The chance to win that each call asks for: less than a half for the first, since whoever does not call may find
himself against a good hand."""


def chance_to_win(strength: float, hand: str, heard: Iterable[str] = ()) -> float:
    """Share of games that a landlord with such a hand wins after such calls, when all play alike."""
    have = strength + sum(HIGH_CARDS.get(card, 0.0) for card in hand)
    needed = EVEN + sum(HEARD.get(call, 0.0) for call in heard)
    return 1.0 / (1.0 + math.exp((needed - have) / SPREAD))


def judge_calls(calls: Sequence[str], chance: float) -> Evaluation:
    """The open calls, best first: what the landlord gains on a hand that is just good enough; not to call is 0."""
    judged = [(call, _gain(call, chance), 1.0) for call in calls]
    return sorted(judged, key=lambda entry: -entry[1])


def _gain(call: str, chance: float) -> float:
    if call not in ASKED:
        return 0.0
    stake = int(call.removeprefix("bid ")) if call.startswith("bid") else 1
    # The landlord wins or loses two stakes.
    return 2 * stake * 2 * (chance - ASKED[call])
