"""Mini Dou Dizhu, the small two-player game of paper 000 (Whitehouse, Powley, Cowling 2011).

Four ranks of four cards and two jokers, which are two different ranks of one card each: 18 cards. Each player gets
seven, and four stay hidden from both. Player 1 (seat 0) leads one to four cards of one rank; the other answers with
as many of a higher rank, or passes, after which the leader leads again. There are no bombs and no rocket: four alike
beat only four lower ones. The first empty hand wins.

These rules give the paper's figures: 8,832 different deals, at most 66 states in an information set, and player 1 wins
70.7% of deals with open hands and best play. Other numbers of ranks and hand sizes make smaller or larger games.
"""

from __future__ import annotations

from paiyou.games.climbing_spec import SYMBOLS, ClimbingSpec, Score
from paiyou.games.combos import build_table, sets


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
        title="Mini Dou Dizhu 小斗地主",
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
