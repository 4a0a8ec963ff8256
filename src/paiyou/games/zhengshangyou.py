"""Zheng Shangyou (争上游) for three players, the game of Rui and Wang 2012.

The paper does not say which deck and combos it used; this is a simple form, `zsy3_simple`. 48 cards: 3 to
K four times, three aces and one 2; no jokers. Everyone is dealt 16 and plays for himself. The holder of the three of
spades leads anything. Combos: solo, pair, trio; chains of 5 to 12 solos, 2 to 8 pairs, 2 to 5 trios, from 3 to A;
four alike is a bomb, which beats everything but a higher bomb. No kickers: 179 actions with the pass. Passing is
free; two passes in a row hand the lead back. The first empty hand wins; each loser pays one for every card left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import SYMBOLS, ClimbingSpec, Score
from paiyou.games.combos import Combo, build_table, chains, sets
from paiyou.games.info import GameInfo
from paiyou.games.lessons.zhengshangyou import STEPS
from paiyou.games.text import Text

ACE = 11
CHAIN_RANKS = 12
"""3 to A may be in a chain."""
COPIES = (4,) * 11 + (3, 1)
HAND_SIZE = 16
DECK = (*range(4 * ACE), 44, 45, 47, 48)
"""Without jokers, the ace of spades and three of the twos (the two of hearts stays)."""
THREE_OF_SPADES = 2


def plain_combos() -> Iterator[Combo]:
    """What the 48-card games share: solos, pairs, chains of both, and bombs."""
    yield from sets("solo", range(13), 1)
    yield from sets("pair", range(ACE + 1), 2)
    yield from chains("solo chain", CHAIN_RANKS, range(5, 13), 1)
    yield from chains("pair chain", CHAIN_RANKS, range(2, 9), 2)
    yield from sets("bomb", range(ACE), 4, power=1)


def spec(_preset: Literal["zsy3_simple"] = "zsy3_simple") -> ClimbingSpec:
    """The game as data."""
    return ClimbingSpec(
        name="zhengshangyou",
        symbols=SYMBOLS[:13],
        deck=DECK,
        seats=3,
        hand_size=HAND_SIZE,
        teams=(0, 1, 2),
        lead_card=THREE_OF_SPADES,
        table=build_table(
            [
                *plain_combos(),
                *sets("trio", range(ACE + 1), 3),
                *chains("trio chain", CHAIN_RANKS, range(2, 6), 3),
            ]
        ),
        score=Score(kind="cards"),
    )


INFO = GameInfo(
    name="zhengshangyou",
    family=CLIMBING,
    make=spec,
    title=Text("Zheng Shangyou", "争上游"),
    about=Text(
        "Everyone for himself: be the first without cards, and leave the others many.",
        "各自为战：抢先出完，让别人手里剩得越多越好。",
    ),
    seats=3,
    presets=("zsy3_simple",),
    levels={"beginner": "rules:slips=0.35", "steady": "rules:slips=0.15", "strong": "rules", "master": "dmc"},
    strongest="dmc",
    emblem=("SQ", "DK", "CA"),
    examples={
        "pair": "55",
        "trio": "777",
        "solo chain": "34567",
        "pair chain": "5566",
        "trio chain": "777888",
        "bomb": "8888",
    },
    lesson=STEPS,
    rules=Text(
        "Three players with sixteen cards each, everyone for himself. Whoever holds the three of spades leads "
        "first.\n"
        "Combinations: single card, pair, three alike, straights of five or more, two or more consecutive pairs "
        "or threes, and bombs (four alike), which beat everything else. A chain never contains a 2.\n"
        "The first empty hand wins; the others pay one point for every card they still hold.",
        "三人各十六张，各自为战，持黑桃3者先出。\n"
        "牌型：单张、对子、三张、五张起的顺子、两连以上的连对或三连，以及炸弹（四张相同，压其他一切牌型）。"
        "顺子和连牌里不能有 2。\n"
        "先出完者胜，其他人按剩牌张数每张付一分。",
    ),
)
