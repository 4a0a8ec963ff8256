"""Daifugo (大富豪), the Japanese climbing game, in a plain form: no jokers, no revolution, no exchange of cards.

52 cards, 3 low to 2 high, 13 for each of four players, everyone for himself. The holder of the three of diamonds leads
anything. Combos: one to four cards of a rank; a combo is beaten by as many cards of a higher rank. Four alike are no
bomb. The first empty hand wins; each loser pays one for every card left.
"""

from paiyou import GameInfo, Text
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import SYMBOLS, ClimbingSpec, Score
from paiyou.games.combos import build_table, sets
from paiyou.games.lesson import LessonStep

RANKS = range(13)
"""3 to 2."""
THREE_OF_DIAMONDS = 1
"""A card is 4 * rank + suit; the suits are hearts, diamonds, spades, clubs."""


def spec() -> ClimbingSpec:
    """The game as data: this is all that engine, searchers and trainer need."""
    return ClimbingSpec(
        name="daifugo", symbols=SYMBOLS[:13], deck=tuple(range(52)), seats=4, hand_size=13, teams=(0, 1, 2, 3),
        lead_card=THREE_OF_DIAMONDS, score=Score(kind="cards"),
        table=build_table([
            *sets("solo", RANKS, 1), *sets("pair", RANKS, 2), *sets("trio", RANKS, 3),
            *sets("quad", RANKS, 4),  # with power=1 it would be a bomb
        ]),
    )  # fmt: skip


INFO = GameInfo(
    name="daifugo",
    family=CLIMBING,
    make=spec,
    title=Text("Daifugo", "大富豪"),
    about=Text("Four players, one to four cards of a rank, and no bombs.", "四人各自为战，同点一至四张，没有炸弹。"),
    seats=4,
    version=1,
    levels={"beginner": "random", "steady": "thrifty", "strong": "rules"},
    strongest="rules",
    emblem=("D3", "CA", "H2"),
    words={"combo.quad": Text("four alike", "四条"), "caption.quad": Text("Four alike", "四条")},
    lesson=(
        LessonStep(
            task=Text(
                "Two 5s lie there. Beat them with as many cards of a higher rank: your two 9s are enough.",
                "桌上是一对 5。用同样张数、更大的点来压：一对 9 就够了。",
            ),
            wrong=Text("The 9s are enough: keep the 2s.", "一对 9 就够了，2 留着。"),
            done=Text("All others passed, so you lead anew.", "其他人都不要，由你重新领出。"),
            hands=("49922", "3678", "4TJJ", "3558"),
            turn=3,
            line=("55", "99", "pass", "pass", "pass"),
        ),
        LessonStep(
            task=Text(
                "The next player has one card left and cannot beat a pair: lead the 4s, then your last card.",
                "下家只剩一张，压不了对子：先出对 4，再出最后一张。",
            ),
            wrong=Text("A single card he may beat: lead the pair.", "单张可能被压：先出对子。"),
            done=Text("You win; the others pay one point a card.", "你赢了，其他人按剩牌每张付一分。"),
            hands=("44J", "A", "378", "569"),
            line=("44", "pass", "pass", "pass", "J"),
        ),
    ),
    rules=Text(
        "Four players with thirteen cards each, everyone for himself; 2 is the highest rank and 3 the lowest. Whoever "
        "holds the three of diamonds leads first.\n"
        "Lead one to four cards of one rank. The others beat them with as many cards of a higher rank, or pass; when "
        "all others have passed, the last who played leads anew. Four alike are no bomb: they beat four alike only.\n"
        "The first empty hand wins; the others pay one point for every card they still hold.",
        "四人各十三张，各自为战；2 最大，3 最小。持方块3者先出。\n"
        "出同点的一至四张；后家用同样张数、更大的点来压，或不要。其他人都不要时，最后出牌者重新领出。"
        "四条不是炸弹，只能压四条。\n"
        "先出完者胜，其他人按剩牌张数每张付一分。",
    ),
)
