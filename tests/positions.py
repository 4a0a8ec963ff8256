"""Games and positions that many tests use."""

import random

GAMES = [
    "doudizhu",
    "doudizhu:douzero",
    "doudizhu:botzone2,bidding=123",
    "doudizhu:bidding=call-rob",
    "doudizhu:bidding=123,multi_round=on",
    "mini-doudizhu",
    "zhengshangyou",
    "paodekuai",
]
"""One of everything the engine does."""

TRICK_GAMES = ["gongzhu", "gongzhu:must_lead_c2=on,ha_doubles=card", "gongzhu:expose=off", "four-card"]
"""The same for tricks."""


def reach(game, seed, plies, rng=None):
    """The position after some random moves of a deal, or the end of the game where it comes first."""
    rng = rng or random.Random(seed)
    state = game.deal(seed)
    while plies > 0 and not state.over:
        state.play(rng.choice(state.moves()))
        plies -= 1
    return state
