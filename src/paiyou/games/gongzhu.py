"""Gongzhu 拱猪, the game of Wu, Wu, Zhong and Li 2022: four players, each for himself, 52 cards, 13 tricks.

Aces are high and there are no trumps. The holder of the two of clubs leads any card first (`must_lead_c2`: that
card). Follow suit if able, else play anything; the highest card of the suit led takes the trick and leads the next.

Before the first lead every player, beginning with the leader, may expose any of SQ, DJ, CT and HA that he holds. In
the first trick in which its suit is led an exposed card may not be played, not as the lead either, unless it is the
holder's only card of the suit; on another suit it may always be thrown.

Taken cards count: SQ, the pig, -100; DJ, the sheep, +100; HA -50, HK -40, HQ -30, HJ -20, HT to H5 -10 each, H4 to H2
nothing. All thirteen hearts together count +200 instead. CT, the transformer, doubles all that its taker has scored;
with no other scoring card (H4 to H2 are scoring cards) it is +50. Who takes all sixteen scoring cards has the pig as
+100, which makes 800. What was exposed counts twice for whoever takes it: the pig, the sheep, all hearts (HA) or the
transformer, which then makes it fourfold, or +100 alone.

Where sources disagree there are options. `ha_doubles=card`: an exposed HA doubles only itself, and all thirteen
hearts. `pig_flip`: the pig turns positive with all sixteen cards (`slam`), with all hearts (`full`), or `never`.
`expose=off`: nothing is exposed. `partners=on`: seats 0 and 2 play together against 1 and 3; every seat still has
points of its own, and what counts is those of the own pair less those of the other. Our own program for these rules
was not adjusted to GZero's, whose scoring loses the last trick.
"""

from __future__ import annotations

from typing import Literal

from paiyou.games.info import GameInfo, Variant
from paiyou.games.lessons.gongzhu import STEPS
from paiyou.games.text import Text
from paiyou.games.trick_family import TRICK
from paiyou.games.trick_spec import RANKS, Exposure, TrickScore, TrickSpec, numbers
from paiyou.options import Option

SUITS = "HSCD"
CARDS = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""Hearts 0 to 12, spades 13 to 25, clubs 26 to 38, diamonds 39 to 51, two to ace, as Wu et al. 2022 number them."""
HEARTS = numbers(CARDS, (card for card in CARDS if card[0] == "H"))
PIG, SHEEP, TRANSFORMER, HEART_ACE, TWO_OF_CLUBS = numbers(CARDS, ("SQ", "DJ", "CT", "HA", "C2"))
VALUES = {"SQ": -100, "DJ": 100, "HA": -50, "HK": -40, "HQ": -30, "HJ": -20} | {f"H{rank}": -10 for rank in "56789T"}
SCORING = (*HEARTS, PIG, SHEEP, TRANSFORMER)


def spec(
    *,
    must_lead_c2: bool = False,
    ha_doubles: Literal["suit", "card"] = "suit",
    pig_flip: Literal["slam", "full", "never"] = "slam",
    expose: bool = True,
    partners: bool = False,
) -> TrickSpec:
    """The game as data."""
    exposures = (
        Exposure(PIG, doubles=(PIG,)),
        Exposure(SHEEP, doubles=(SHEEP,)),
        Exposure(TRANSFORMER),
        Exposure(HEART_ACE, doubles=HEARTS if ha_doubles == "suit" else (HEART_ACE,), doubles_set=True),
    )
    return TrickSpec(
        name="gongzhu",
        suits=SUITS,
        cards=CARDS,
        seats=4,
        hand_size=13,
        teams=(0, 1, 0, 1) if partners else (0, 1, 2, 3),
        lead_card=TWO_OF_CLUBS,
        must_lead_card=must_lead_c2,
        exposures=exposures if expose else (),
        score=TrickScore(
            points=tuple(VALUES.get(card, 0) for card in CARDS),
            whole_set=HEARTS,
            whole_set_points=200,
            flips=(PIG,),
            flip_when={"slam": SCORING, "full": HEARTS, "never": ()}[pig_flip],
            multiplier=TRANSFORMER,
            factor=2,
            exposed_factor=4,
            alone=50,
            exposed_alone=100,
            company=(*HEARTS, PIG, SHEEP),
        ),
    )


INFO = GameInfo(
    name="gongzhu",
    family=TRICK,
    make=spec,
    title=Text("Gongzhu", "拱猪"),
    about=Text(
        "Tricks: leave the pig to the others, catch the sheep, show your cards if you dare.",
        "躲猪，抢羊，看谁敢亮牌。",
    ),
    seats=4,
    options={
        "must_lead_c2": Option(bool, "the first lead is the two of clubs (off)", remote=True),
        "ha_doubles": Option(str, "what an exposed ace of hearts doubles (suit)", ("suit", "card"), remote=True),
        "pig_flip": Option(
            str,
            "when the pig turns positive: all sixteen cards, all hearts, never",
            ("slam", "full", "never"),
            remote=True,
        ),
        "expose": Option(bool, "cards may be exposed before the first lead (on)", remote=True),
        "partners": Option(bool, "seats 0 and 2 play together against 1 and 3 (off)", remote=True),
    },
    apart=("partners",),
    variants_title=Text("Before the first trick", "首轮之前"),
    variants=(
        Variant("expose", "gongzhu", Text("cards may be exposed", "可以亮牌")),
        Variant("plain", "gongzhu:expose=off", Text("nothing is exposed", "不亮牌")),
        Variant("partners", "gongzhu:partners=on", Text("cards may be exposed, in pairs", "可以亮牌，两两结对")),
    ),
    levels={"beginner": "rules:slips=0.5", "steady": "rules:slips=0.25", "strong": "rules", "master": "dmc"},
    strongest="dmc",
    points_judge="dmc:objective=adp",
    emblem=("DJ", "SQ", "HA"),
    examples={
        "pig": "SQ",
        "sheep": "DJ",
        "transformer": "CT",
        "hearts": "HA HK HQ HJ HT H9 H8 H7 H6 H5",
    },
    words={
        "combo.pig": Text("The pig: −100", "猪：−100"),
        "combo.sheep": Text("The sheep: +100", "羊：+100"),
        "combo.transformer": Text("The transformer: doubles, alone +50", "变压器：翻倍，单独 +50"),
        "combo.hearts": Text("Hearts: −50, −40, −30, −20, −10 each", "红桃：−50、−40、−30、−20，其余各 −10"),
    },
    lesson=STEPS,
    rules=Text(
        "Four players, thirteen tricks, no trumps, everyone for himself. Follow suit if you can; the highest "
        "card of the suit led takes the trick. The holder of the two of clubs leads first.\n"
        "The pig, ♠Q, costs 100; the sheep, ♦J, earns 100; hearts cost: A 50, K 40, Q 30, J 20, 10 to 5 ten "
        "each. All thirteen hearts earn 200 instead. ♣10 doubles all its taker has scored, and alone earns 50.\n"
        "Before the first trick you may expose ♠Q, ♦J, ♣10 or ♥A: what is exposed counts double. An exposed card "
        "may not be played the first time its suit is led, unless it is your only one.\n"
        "In pairs, those who sit opposite play together: what counts is your pair's points less the other's.",
        "四人十三轮，无将牌，各自为战。能跟同花色必须跟；首引花色中最大的一张收下这一轮。持梅花2者先出。\n"
        "猪（♠Q）负 100 分；羊（♦J）正 100 分；红桃 A 负 50、K 负 40、Q 负 30、"
        "J 负 20、10 到 5 各负 10。十三张红桃收齐改为正 200。变压器（♣10）使所得分数翻倍，"
        "单独收到得 50 分。\n"
        "首轮之前可以亮 ♠Q、♦J、♣10、♥A，亮出的牌加倍计分。亮出的牌在其花色第一次被引出时不能打出，"
        "除非这门花色只有这一张。\n"
        "两两结对时，对家同队，比的是本队得分减去对方得分。",
    ),
    mistakes=(20.0, 40.0, 80.0),
    measures=("positive", "reward", "positive_reward"),
)
