"""Pao De Kuai (跑得快), the 16-card game, `pdk16` of our rules page.

The pack, the deal and the lead of Zheng Shangyou: 48 cards, 16 each, everyone for himself, the holder of the three of
spades leads anything. Solo, pair, chains of 5 to 12 solos and of 2 to 8 pairs, and bombs are the same. A trio goes
with any two cards of other ranks; a plane of n trios with any 2n, at most three of a rank and no trio that touches
the plane. With fewer kickers, down to none, trios and planes may be led or follow only as the last cards of the hand;
they are compared with the full form of the same number of trios, by the highest.

Whoever can beat must (能管必管), but a bomb is never forced: a pass proves only that no combo without power beats. The
first empty hand wins. A loser pays one for every card left, nothing for a single last card, double for a hand that
never played; a bomb that takes its trick earns ten from each other player.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from paiyou.games import zhengshangyou
from paiyou.games.climbing_spec import ClimbingSpec, Score
from paiyou.games.combos import Combo, build_table, chain_starts, multisets, run
from paiyou.games.zhengshangyou import ACE, CHAIN_RANKS, COPIES, HAND_SIZE, plain_combos


def spec(_preset: Literal["pdk16"] = "pdk16", *, must_beat: bool = True) -> ClimbingSpec:
    """The game as data; `must_beat=off` makes passing free."""
    return replace(
        zhengshangyou.spec(),
        name="paodekuai",
        title="Pao De Kuai 跑得快",
        must_beat=must_beat,
        table=build_table([*plain_combos(), *_trios(), *_planes()]),
        score=Score(kind="cards", last_card_free=True, never_played_factor=2, unbeaten_bomb=10),
    )


def _trios() -> Iterator[Combo]:
    for rank in range(ACE + 1):
        trio = run(rank, 1, 3)
        available = [0 if other == rank else copies for other, copies in enumerate(COPIES)]
        for size in range(3):
            for cards in multisets(available, size):
                yield Combo("trio+2", rank, trio + cards, body=trio, last_only=size < 2)


def _planes() -> Iterator[Combo]:
    for length in range(2, HAND_SIZE // 3 + 1):
        for start in chain_starts(CHAIN_RANKS, length):
            plane, top = run(start, length, 3), start + length - 1
            available = [0 if start <= rank <= top else min(copies, 3) for rank, copies in enumerate(COPIES)]
            for rank in (start - 1, top + 1):
                if 0 <= rank < CHAIN_RANKS:
                    available[rank] = min(available[rank], 2)
            for size in range(min(2 * length, HAND_SIZE - 3 * length) + 1):
                for cards in multisets(available, size):
                    yield Combo(f"plane/{length}", top, plane + cards, body=plane, last_only=size < 2 * length)
