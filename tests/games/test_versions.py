"""A version stands for rules: whatever changes legal moves, payoffs or deals by seed changes the version, too."""

import hashlib
import random

import pytest

import paiyou
from paiyou.games.registry import game_infos

PINNED = {
    "doudizhu": (1, "ff638594c9eb1111"),
    "mini-doudizhu": (1, "dcb8d9b3d9311203"),
    "zhengshangyou": (1, "b52bdc0fc9fd82c4"),
    "paodekuai": (1, "e29ba664bcd78bfb"),
    "gongzhu": (1, "c917d5c5dd540cc4"),
    "four-card": (1, "bfae8e4ab493221e"),
}
"""Name to version and digest. Where a digest differs on purpose, raise the game's version and write down both."""


def digest(name):
    """What twenty random games of every variant come to: deals, all legal moves on the way, payoffs."""
    info = game_infos()[name]
    sums = hashlib.sha256()
    for text in [name, *(f"{name}:{preset}" for preset in info.presets), *(one.game for one in info.variants)]:
        game = paiyou.game(text)
        for seed in range(20):
            state, rng = game.deal(seed), random.Random(seed)
            while not state.over:
                moves = sorted(state.moves())
                sums.update(f"{state.turn} {moves}".encode())
                state.play(rng.choice(moves))
            sums.update(f"{state.payoffs}".encode())
    return sums.hexdigest()[:16]


@pytest.mark.parametrize("name", list(game_infos()))
def test_rules_change_only_with_their_version(name):
    assert PINNED[name] == (game_infos()[name].version, digest(name))
