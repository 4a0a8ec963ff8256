"""Mini Dou Dizhu, the small two-player game of Whitehouse, Powley and Cowling 2011.

Four ranks of four cards and two jokers, which are two different ranks of one card each: 18 cards. Each player gets
seven, and four stay hidden from both. Player 1 (seat 0) leads one to four cards of one rank; the other answers with
as many of a higher rank, or passes, after which the leader leads again. There are no bombs and no rocket: four alike
beat only four lower ones. The first empty hand wins.

These rules give the paper's figures: 8,832 different deals, at most 66 states in an information set, and player 1 wins
70.7% of deals with open hands and best play. Other numbers of ranks and hand sizes make smaller or larger games.
"""

from __future__ import annotations

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import SYMBOLS, ClimbingSpec, Score
from paiyou.games.combos import build_table, sets
from paiyou.games.info import GameInfo
from paiyou.games.lessons.mini_doudizhu import STEPS
from paiyou.games.text import Text
from paiyou.options import Option


def spec(*, ranks: int = 4, hand: int = 7) -> ClimbingSpec:
    """The game as data, with a number of four-card ranks and a number of cards dealt to each player."""
    if not 1 <= ranks <= 13:
        raise ValueError(f"ranks must be 1 to 13, not {ranks}")
    cards = 4 * ranks + 2
    if not 1 <= hand <= cards // 2:
        raise ValueError(
            f"hand must be 1 to {cards // 2} with {ranks} ranks ({cards} cards for two players), not {hand}"
        )
    singles = ranks + 2
    return ClimbingSpec(
        name="mini-doudizhu",
        symbols=SYMBOLS[:ranks] + "BR",
        deck=(*range(4 * ranks), 52, 53),
        rank_of_card=(*tuple(card // 4 for card in range(4 * ranks)), ranks, ranks + 1),
        seats=2,
        hand_size=hand,
        teams=(0, 1),
        table=build_table(
            [
                *sets("solo", range(singles), 1),
                *sets("pair", range(ranks), 2),
                *sets("trio", range(ranks), 3),
                *sets("quad", range(ranks), 4),
            ]
        ),
        score=Score(landlord_factor=1),
    )


INFO = GameInfo(
    name="mini-doudizhu",
    family=CLIMBING,
    make=spec,
    title=Text("Mini Dou Dizhu", "小斗地主"),
    about=Text(
        "Two players, seven cards each: over in a minute, and deep all the same.",
        "两人各七张牌，一分钟一局，却也耐人寻味。",
    ),
    seats=2,
    teams=(0, 1),
    options={
        "ranks": Option(int, "ranks of four cards, 1 to 13 (4)", remote=True),
        "hand": Option(int, "cards dealt to each player (7)", remote=True),
    },
    levels={"beginner": "rules:slips=0.25", "steady": "rules", "strong": "isuct:iterations=2000"},
    strongest="isuct:iterations=2000",
    emblem=("S3", "H3", "D3"),
    examples={
        "pair": "55",
        "trio": "555",
        "quad": "5555",
    },
    lesson=STEPS,
    rules=Text(
        "Two players get seven cards each from a pack of 3, 4, 5, 6 and two jokers; four cards stay hidden. Lead "
        "one to four cards of one rank; the other plays as many of a higher rank, or passes. There are no bombs. "
        "The first empty hand wins.",
        "用 3、4、5、6 和两张王，两人各发七张，另有四张不翻开。出一到四张同点的牌；对方出同样张数、"
        "点数更大的牌，或不出。没有炸弹。先出完者胜。",
    ),
)
