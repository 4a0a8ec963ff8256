"""The four-card hand of a lecture (Ji, "Game Playing", USTC 2024): why averaging over clairvoyance goes wrong.

MAX (seat 0) holds the sixes of hearts and diamonds and the eight and seven of clubs, and leads. MIN (seat 1) holds
the two of spades, the nine and three of clubs, and the four of hearts or the four of diamonds: MAX knows the other
three and not which four. Follow suit if able; the higher card of the suit led takes the trick; every trick is a
point, counted from two.

With either four in the open MAX can lead a club and still take two of the four tricks. Not knowing which, he must
later guess which six to keep, and loses a trick half of the time; leading a six first costs nothing and shows it. The
lecture's figure is an image; the cards are those its text and values (0, 0 and -0.5) fit.
"""

from __future__ import annotations

from paiyou.games.info import GameInfo
from paiyou.games.text import Text
from paiyou.games.trick_family import TRICK
from paiyou.games.trick_spec import TrickScore, TrickSpec, numbers

CARDS = ("H4", "H6", "S2", "C3", "C7", "C8", "C9", "D4", "D6")


def spec() -> TrickSpec:
    """The game as data."""
    return TrickSpec(
        name="four-card",
        suits="HSCD",
        cards=CARDS,
        seats=2,
        hand_size=4,
        teams=(0, 1),
        open_cards=(numbers(CARDS, ("H6", "D6", "C8", "C7")), numbers(CARDS, ("S2", "C9", "C3"))),
        score=TrickScore(points=(0,) * len(CARDS), trick=1, par=2),
    )


INFO = GameInfo(
    name="four-card",
    family=TRICK,
    make=spec,
    title=Text("The four-card hand", "四张牌"),
    about=Text("two players, four tricks, one unknown card", "两人四轮，只有一张牌未知"),
    seats=2,
    teams=(0, 1),
    strongest="expectimax",
)
