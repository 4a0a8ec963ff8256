"""Dou Dizhu (斗地主), fighting the landlord.

Three players and 54 cards without regard to suits, ranked 3 4 5 6 7 8 9 10 J Q K A 2, black joker, red joker. Each is
dealt 17; the three left over go, face up, to the landlord, who then holds 20 and leads. The other two are peasants
and play as a team: seat 1 after the landlord ("down"), seat 2 before ("up").

A turn plays a combo or passes. A combo beats one of the same category and length with a lower main rank; kickers
never matter. A bomb (four alike) beats all but a higher bomb and the rocket (both jokers), which beats all. After two
passes in a row the last to play leads anything; a leader may not pass. The first empty hand wins for its side.

Combos: solo, pair, trio, trio with a solo or a pair; chains of five or more solos, three or more pairs, two or more
trios, from 3 to A; planes (trio chains) with one solo or one pair per trio; four alike with two solos or two pairs;
bomb; rocket. A kicker never has a rank of the main part. Which kickers may go together differs between programs:

| preset    | same rank among solo kickers | trio touching the plane | both jokers | quad + a pair | actions |
|-----------|------------------------------|-------------------------|-------------|---------------|---------|
| (default) | up to three                  | no                      | no          | yes           | 27,472  |
| douzero   | up to four                   | yes                     | yes         | yes           | 29,985  |
| pagat     | all different                | no                      | no          | no            | 12,655  |
| botzone   | all different                | no                      | yes         | no            | 21,422  |
| botzone2  | all different                | no                      | yes         | no            | 34,324  |

The default is the set of DouZero's Table 3 and of RLCard. Botzone adds the space shuttle: two or more neighbouring
quads, alone, or with one (botzone) or two (botzone2) solos or pairs of different ranks per quad. It is not a bomb.

`douzero` follows that program to the letter, so that the two can be compared move by move: planes with solos are
compared by the highest rank of which the move has exactly three, kickers included; four trios in a row may also
answer a plane of three; and planes of four or five whose kickers hold three or four alike are not recognised by its
referee, so that only bombs beat them.

How the landlord is chosen (`bidding`): by the deal, seat 0 (`none`); by calling and robbing (`call-rob`): everyone
speaks once, the first to want it calls, later ones rob, and the first caller may rob once more when others robbed;
the last to want it is landlord, every rob doubles the stake; or by bids (`123`): each bid is higher than the last, 3
ends it, the highest bidder is landlord at his bid; one round, or with `multi_round` until two passes follow a bid.
When nobody wants it the cards are dealt again; in `botzone2` the seat that opened is landlord at stake 1. The seat
that speaks first is drawn by the deal; in `botzone2` it is seat 0.

The stake is the bid (or 1), doubled by every bomb and rocket played and once by a spring: the peasants never played a
card, or the landlord lost after playing only once. The landlord wins or loses two stakes, each peasant one. `douzero`
counts no bid and no spring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from paiyou.games.auctions import bids, call_rob
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import SYMBOLS, Auction, ClimbingSpec, ComboTable, Score
from paiyou.games.combos import Alias, Combo, build_table, chain_starts, chains, multisets, pair_kickers, run, sets
from paiyou.games.info import GameInfo, Variant
from paiyou.games.lessons.doudizhu import STEPS
from paiyou.games.packing import pack, unpack
from paiyou.games.text import Text
from paiyou.options import Option

RANKS = range(13)
"""3 to 2: the ranks with four cards."""
BLACK_JOKER, RED_JOKER = 13, 14
JOKERS = pack([BLACK_JOKER, RED_JOKER])
CHAIN_RANKS = 12
"""3 to A may be in a chain."""
MAX_CARDS = 20
DECK = tuple(range(54))
COPIES = (4,) * 13 + (1, 1)


@dataclass(frozen=True)
class KickerRules:
    """Which cards may go along with a plane or a quad."""

    max_same: int = 3
    touching_trio: bool = False
    both_jokers: bool = False
    quad_pair_as_solos: bool = True
    shuttle: int = 0
    """Kickers per quad of a space shuttle: 1 or 2; 0 where there is none."""
    as_douzero: bool = False
    """Compare and recognise planes as DouZero's program does."""


PRESETS = {
    "default": KickerRules(),
    "douzero": KickerRules(max_same=4, touching_trio=True, both_jokers=True, as_douzero=True),
    "pagat": KickerRules(max_same=1, quad_pair_as_solos=False),
    "botzone": KickerRules(max_same=1, both_jokers=True, quad_pair_as_solos=False, shuttle=1),
    "botzone2": KickerRules(max_same=1, both_jokers=True, quad_pair_as_solos=False, shuttle=2),
}


def spec(
    preset: Literal["default", "douzero", "pagat", "botzone", "botzone2"] = "default",
    *,
    bidding: Literal["none", "call-rob", "123"] = "none",
    multi_round: bool = False,
    max_same_kicker: int | None = None,
    touching_trio: bool | None = None,
    both_jokers: bool | None = None,
    quad_pair_as_solos: bool | None = None,
) -> ClimbingSpec:
    """The game as data; see the top of this file for the presets."""
    kickers = PRESETS[preset]
    given: dict[str, Any] = {
        "max_same": max_same_kicker,
        "touching_trio": touching_trio,
        "both_jokers": both_jokers,
        "quad_pair_as_solos": quad_pair_as_solos,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if changes:
        if kickers.as_douzero:
            raise ValueError("the preset douzero has fixed kickers: leave out the kicker options")
        kickers = replace(kickers, **changes)
    if multi_round and bidding != "123":
        raise ValueError("multi_round goes with bidding=123 only")
    return ClimbingSpec(
        name="doudizhu",
        symbols=SYMBOLS,
        deck=DECK,
        seats=3,
        hand_size=17,
        pile="landlord",
        teams=(0, 1, 1),
        table=table(kickers),
        score=Score(bid=preset != "douzero", spring=preset != "douzero"),
        auction=_auction(bidding, multi_round, on_botzone=preset == "botzone2"),
    )


def _auction(bidding: str, multi_round: bool, *, on_botzone: bool) -> Auction | None:
    if bidding == "none":
        return None
    if bidding == "call-rob":
        return call_rob()
    if on_botzone:
        return bids(multi_round=multi_round, all_pass="first", random_opener=False)
    return bids(multi_round=multi_round)


@lru_cache(maxsize=16)
def table(kickers: KickerRules) -> ComboTable:
    """Every combo under a set of kicker rules; variants that differ in the auction alone share it."""
    combos = [
        *sets("solo", range(15), 1),
        *sets("pair", RANKS, 2),
        *sets("trio", RANKS, 3),
        *chains("solo chain", CHAIN_RANKS, range(5, 13), 1),
        *chains("pair chain", CHAIN_RANKS, range(3, 11), 2),
        *chains("trio chain", CHAIN_RANKS, range(2, 7), 3),
        *sets("bomb", RANKS, 4, power=1),
        Combo("rocket", BLACK_JOKER, JOKERS, power=2),
        *_trios_with_kickers(),
        *_quads_with_kickers(kickers),
        *_planes_with_solos(kickers),
        *_planes_with_pairs(),
        *_shuttles(kickers),
    ]
    aliases = [
        Alias("plane+solo/3", start + 3, run(start, 4, 3))
        for start in chain_starts(CHAIN_RANKS, 4)
        if kickers.as_douzero
    ]
    return build_table(combos, aliases)


def _others(start: int, length: int = 1, most: int = 4) -> list[int]:
    """How many cards of each rank may be kickers of a main part of `length` ranks from `start`."""
    return [0 if start <= rank < start + length else min(copies, most) for rank, copies in enumerate(COPIES)]


def _pair_ranks(start: int, length: int = 1) -> list[int]:
    return [rank for rank in RANKS if not start <= rank < start + length]


def _solos(kickers: KickerRules, available: list[int], size: int) -> Iterator[int]:
    for cards in multisets(available, size):
        if kickers.both_jokers or cards & JOKERS != JOKERS:
            yield cards


def _trios_with_kickers() -> Iterator[Combo]:
    for rank in RANKS:
        trio = run(rank, 1, 3)
        for cards in multisets(_others(rank), 1):
            yield Combo("trio+solo", rank, trio + cards, body=trio)
        for cards in pair_kickers(_pair_ranks(rank), 1):
            yield Combo("trio+pair", rank, trio + cards, body=trio)


def _quads_with_kickers(kickers: KickerRules) -> Iterator[Combo]:
    for rank in RANKS:
        quad = run(rank, 1, 4)
        for cards in _solos(kickers, _others(rank, most=2 if kickers.quad_pair_as_solos else 1), 2):
            yield Combo("quad+2 solos", rank, quad + cards, body=quad)
        for cards in pair_kickers(_pair_ranks(rank), 2):
            yield Combo("quad+2 pairs", rank, quad + cards, body=quad)


def _planes_with_solos(kickers: KickerRules) -> Iterator[Combo]:
    for length in range(2, MAX_CARDS // 4 + 1):
        # Where a trio may touch the plane, some sets of cards can be read in two ways: as a plane without kickers,
        # which they then are, or as two planes with solos, of which they are the higher.
        seen = {run(start, 4, 3) for start in chain_starts(CHAIN_RANKS, 4)}
        for start in reversed(chain_starts(CHAIN_RANKS, length)):
            plane, top = run(start, length, 3), start + length - 1
            available = _others(start, length, kickers.max_same)
            if not kickers.touching_trio:
                for rank in (start - 1, top + 1):
                    if 0 <= rank < CHAIN_RANKS:
                        available[rank] = min(available[rank], 2)
            for cards in _solos(kickers, available, length):
                combo = Combo(f"plane+solo/{length}", top, plane + cards, body=plane)
                if combo.cards not in seen:
                    seen.add(combo.cards)
                    yield _as_douzero(combo, cards, length) if kickers.as_douzero else combo


def _as_douzero(combo: Combo, kicker_cards: int, length: int) -> Combo:
    """A plane with solos the way DouZero's program compares and recognises it."""
    key = max(rank for rank, copies in enumerate(unpack(combo.cards)) if copies == 3)
    recognised = length <= 3 or max(unpack(kicker_cards)) <= 2
    return combo._replace(key=key, stands=None if recognised else ("", 0))


def _planes_with_pairs() -> Iterator[Combo]:
    for length in range(2, MAX_CARDS // 5 + 1):
        for start in chain_starts(CHAIN_RANKS, length):
            plane = run(start, length, 3)
            for cards in pair_kickers(_pair_ranks(start, length), length):
                yield Combo(f"plane+pair/{length}", start + length - 1, plane + cards, body=plane)


def _shuttles(kickers: KickerRules) -> Iterator[Combo]:
    if kickers.shuttle == 0:
        return
    for length in range(2, MAX_CARDS // 4 + 1):
        wings = kickers.shuttle * length
        for start in chain_starts(CHAIN_RANKS, length):
            quads, key = run(start, length, 4), start + length - 1
            yield Combo(f"shuttle/{length}", key, quads)
            if 4 * length + wings <= MAX_CARDS:
                for cards in multisets(_others(start, length, 1), wings):
                    yield Combo(f"shuttle+solo/{length}", key, quads + cards, body=quads)
            if 4 * length + 2 * wings <= MAX_CARDS:
                for cards in pair_kickers(_pair_ranks(start, length), wings):
                    yield Combo(f"shuttle+pair/{length}", key, quads + cards, body=quads)


INFO = GameInfo(
    name="doudizhu",
    family=CLIMBING,
    make=spec,
    title=Text("Dou Dizhu", "斗地主"),
    about=Text(
        "One landlord with twenty cards against two peasants. Straights, planes, bombs.",
        "地主二十张牌，独斗两家农民。顺子、飞机、炸弹，样样都有。",
    ),
    seats=3,
    teams=(0, 1, 1),
    presets=tuple(PRESETS),
    options={
        "bidding": Option(str, "how the landlord is chosen", ("none", "call-rob", "123"), remote=True),
        "multi_round": Option(bool, "with bidding=123: the auction goes on until two passes follow a bid", remote=True),
        # Every mix of the following is another game with megabytes of tables: for remote clients the presets must do.
        "max_same_kicker": Option(int, "most cards of a rank among the solo kickers of a plane", ("1", "2", "3", "4")),
        "touching_trio": Option(bool, "three kickers alike may touch the plane"),
        "both_jokers": Option(bool, "both jokers may be kickers of one move"),
        "quad_pair_as_solos": Option(bool, "four alike may go with a pair as two solos"),
    },
    variants_title=Text("The landlord is chosen", "地主如何产生"),
    variants=(
        Variant("call-rob", "doudizhu:bidding=call-rob", Text("by calling and robbing", "叫地主、抢地主")),
        Variant("123", "doudizhu:bidding=123", Text("by bids of 1, 2 and 3", "叫分")),
        Variant("none", "doudizhu", Text("by the deal", "轮流当地主")),
    ),
    levels={
        "beginner": "rules:slips=0.35",
        "steady": "rules:slips=0.15",
        "strong": "rules",
        "master": "dmc",
        "grandmaster": "think",
    },
    strongest="dmc",
    judge="think",
    mistakes=(0.3, 0.6, 1.2),
    emblem=("B", "R", "S2"),
    examples={
        "pair": "55",
        "trio": "777",
        "trio+solo": "4777",
        "trio+pair": "44777",
        "solo chain": "34567",
        "pair chain": "556677",
        "trio chain": "777888",
        "plane+solo": "45777888",
        "plane+pair": "4455777888",
        "quad+2 solos": "456666",
        "quad+2 pairs": "44556666",
        "bomb": "8888",
        "rocket": "BR",
    },
    lesson=STEPS,
    rules=Text(
        "The landlord takes the three bottom cards and leads; the two peasants play together against him. "
        "Whoever empties his hand first wins for his side.\n"
        "Ranks from low to high: 3 4 5 6 7 8 9 10 J Q K A 2, small joker, big joker. Suits do not matter.\n"
        "Combinations: a single card, a pair, three alike (alone, with one card or with a pair), straights of "
        "five or more, three or more consecutive pairs, planes of two or more consecutive threes (with as many "
        "single cards or pairs), four with two cards or two pairs. A straight or chain never contains a 2 or a "
        "joker.\n"
        "A combination is beaten by a higher one of the same kind and length. A bomb (four alike) beats "
        "everything but a higher bomb; the rocket (both jokers) beats all. Each doubles the stake, and so does a "
        "spring: one side never got to play, or the landlord only once.\n"
        "Who is the landlord? By calling and robbing each player decides once: the first who wants it calls, later "
        "ones rob, and every rob doubles the stake; the caller may rob back once. By bids of 1, 2 and 3 each bid is "
        "higher than the last, 3 ends the auction, and the highest bid is the stake. If nobody wants it, the cards are "
        "dealt again.\n"
        "Score: the landlord wins or loses twice the stake, each peasant once.",
        "地主拿三张底牌并先出牌，两家农民联手对抗。哪一方先有人出完，哪一方获胜。\n"
        "大小顺序：3 4 5 6 7 8 9 10 J Q K A 2 小王 大王，不分花色。\n"
        "牌型：单张、对子、三张（可带一张或一对）、五张起的顺子、三连以上的连对、"
        "两连以上的飞机（可带同数的单张或对子）、四带二（两张单牌或两对）。顺子、连对和飞机里不能有 2 和王。\n"
        "同牌型、同张数比大小。炸弹（四张相同）压一切，只输给更大的炸弹；王炸最大。每出一个炸弹或王炸，倍数翻倍；"
        "春天（农民一张未出）与反春（地主只出过一手）也翻倍。\n"
        "谁当地主：叫抢方式下每人表态一次，先要的人叫地主，后面的人可以抢，每抢一次倍数翻倍，叫地主的人可以再抢回一次；"
        "叫分方式下可叫 1、2、3 分，后叫的必须更高，叫 3 分即定，最高分就是底分。没有人要就重新发牌。\n"
        "计分：地主赢或输底分与倍数之积的两份，每家农民一份。",
    ),
    words={
        "role.landlord": Text("Landlord", "地主"),
        "role.peasant": Text("Peasant", "农民"),
    },
)
