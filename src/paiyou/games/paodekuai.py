"""Pao De Kuai (跑得快), the 16-card game, `pdk16`.

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
from functools import cache
from typing import Literal

from paiyou.games import zhengshangyou
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import ClimbingSpec, ComboTable, Score
from paiyou.games.combos import Combo, build_table, chain_starts, multisets, run
from paiyou.games.info import GameInfo
from paiyou.games.lessons.paodekuai import STEPS
from paiyou.games.text import Text
from paiyou.games.zhengshangyou import ACE, CHAIN_RANKS, COPIES, HAND_SIZE, plain_combos
from paiyou.options import Option


def spec(_preset: Literal["pdk16"] = "pdk16", *, must_beat: bool = True) -> ClimbingSpec:
    """The game as data; `must_beat=off` makes passing free."""
    return replace(
        zhengshangyou.spec(),
        name="paodekuai",
        must_beat=must_beat,
        table=_table(),
        score=Score(kind="cards", last_card_free=True, never_played_factor=2, unbeaten_bomb=10),
    )


@cache
def _table() -> ComboTable:
    """The same whether or not one must beat."""
    return build_table([*plain_combos(), *_trios(), *_planes()])


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


INFO = GameInfo(
    name="paodekuai",
    family=CLIMBING,
    make=spec,
    title=Text("Pao De Kuai", "跑得快"),
    about=Text("A race to an empty hand, and whoever can beat must.", "比谁跑得快，能管必管。"),
    seats=3,
    presets=("pdk16",),
    options={"must_beat": Option(bool, "no passing while a combo other than a bomb beats (on)", remote=True)},
    levels={"beginner": "rules:slips=0.35", "steady": "rules:slips=0.15", "strong": "rules", "master": "dmc"},
    strongest="dmc",
    emblem=("S3", "D4", "C5"),
    examples={
        "pair": "55",
        "solo chain": "34567",
        "pair chain": "5566",
        "trio+2": "45777",
        "plane": "4567778889",
        "bomb": "8888",
    },
    lesson=STEPS,
    rules=Text(
        "Three players with sixteen cards each, everyone for himself. Whoever holds the three of spades leads "
        "first. Whoever can beat must; only a bomb may be held back.\n"
        "Combinations: single card, pair, straights of five or more, two or more consecutive pairs, three alike "
        "with any two cards, planes with two cards for each three, and bombs (four alike). Threes with fewer "
        "cards may be played only as the last cards.\n"
        "The others pay one point for every card left; a single last card is free, a hand that never played pays "
        "double. A bomb that nobody beats earns ten points from each.",
        "三人各十六张，各自为战，持黑桃3者先出。能管必管，但炸弹可以不出。\n"
        "牌型：单张、对子、五张起的顺子、两连以上的连对、三带二（任意两张）、飞机（每个三张带两张）、"
        "炸弹（四张相同）。带牌不足的三张或飞机只能作为最后一手。\n"
        "其他人按剩牌张数每张付一分；只剩一张免付，一张未出加倍。没被压过的炸弹，每家付十分。",
    ),
)
