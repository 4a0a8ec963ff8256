"""The games by name: `paiyou.game("doudizhu:douzero,bidding=123")`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from paiyou.games import doudizhu, four_card, gongzhu, mini_doudizhu, paodekuai, zhengshangyou
from paiyou.games.game import Game
from paiyou.games.protocol import GameSpec
from paiyou.options import Option, Value, read_options, split_spec, unknown


@dataclass(frozen=True)
class Entry:
    """A game in the list: how its spec is made and which presets and options it takes."""

    line: str
    make: Callable[..., GameSpec]
    presets: tuple[str, ...] = ()
    """The first one is the default."""
    options: dict[str, Option] = field(default_factory=dict)


GAMES: dict[str, Entry] = {
    "doudizhu": Entry(
        "Dou Dizhu 斗地主: a landlord against two peasants, 54 cards, bombs and planes",
        doudizhu.spec,
        tuple(doudizhu.PRESETS),
        {
            "bidding": Option(str, "how the landlord is chosen", ("none", "call-rob", "123")),
            "multi_round": Option(bool, "with bidding=123: the auction goes on until two passes follow a bid"),
            "max_same_kicker": Option(
                int, "most cards of a rank among the solo kickers of a plane", ("1", "2", "3", "4")
            ),
            "touching_trio": Option(bool, "three kickers alike may touch the plane"),
            "both_jokers": Option(bool, "both jokers may be kickers of one move"),
            "quad_pair_as_solos": Option(bool, "four alike may go with a pair as two solos"),
        },
    ),
    "mini-doudizhu": Entry(
        "Mini Dou Dizhu 小斗地主: two players, 18 cards, small enough to solve exactly",
        mini_doudizhu.spec,
        options={
            "ranks": Option(int, "ranks of four cards, 1 to 13 (4)"),
            "hand": Option(int, "cards dealt to each player (7)"),
        },
    ),
    "zhengshangyou": Entry(
        "Zheng Shangyou 争上游: three players, each for himself, 48 cards, no kickers",
        zhengshangyou.spec,
        ("zsy3_simple",),
    ),
    "paodekuai": Entry(
        "Pao De Kuai 跑得快: three players, each for himself, 48 cards, who can beat must",
        paodekuai.spec,
        ("pdk16",),
        {"must_beat": Option(bool, "no passing while a combo other than a bomb beats (on)")},
    ),
    "gongzhu": Entry(
        "Gongzhu 拱猪: four players, each for himself, tricks; beware of the pig",
        gongzhu.spec,
        options={
            "must_lead_c2": Option(bool, "the first lead is the two of clubs (off)"),
            "ha_doubles": Option(str, "what an exposed ace of hearts doubles (suit)", ("suit", "card")),
            "pig_flip": Option(
                str, "when the pig turns positive: all sixteen cards, all hearts, never", ("slam", "full", "never")
            ),
            "expose": Option(bool, "cards may be exposed before the first lead (on)"),
        },
    ),
    "four-card": Entry(
        "The four-card hand 四张牌: two players, four tricks, one unknown card",
        four_card.spec,
    ),
}


def games() -> dict[str, str]:
    """The names of all games, each with one line about it."""
    return {name: entry.line for name, entry in GAMES.items()}


def game_spec(text: str) -> GameSpec:
    """The spec of a game by name, preset and options; needs no compiled core.

    Example: `game_spec("mini-doudizhu:ranks=3,hand=4")`.
    """
    if not isinstance(text, str):
        raise ValueError(f"a game is named by a text such as 'doudizhu', not by {type(text).__name__}")
    name, parts = split_spec(text)
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    entry = GAMES[name]
    preset, values = read_options(name, parts, entry.options, entry.presets)
    return _make_spec(name, preset, tuple(sorted(values.items())))


@lru_cache(maxsize=64)
def _make_spec(name: str, preset: str | None, values: tuple[tuple[str, Value], ...]) -> GameSpec:
    entry = GAMES[name]
    spec = entry.make(*([] if preset is None else [preset]), **dict(values))
    said = [] if preset is None or preset == entry.presets[0] else [preset]
    said += [f"{option}={_write(value)}" for option, value in values]
    return replace(spec, name=":".join([name, ",".join(said)]) if said else name)


def _write(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def game(text: str) -> Game:
    """A game by name: `game("doudizhu")`, `game("doudizhu:douzero,bidding=123")`; see `games()` for the names."""
    return _compile(game_spec(text))


@lru_cache(maxsize=64)
def _compile(spec: GameSpec) -> Game:
    return Game(spec)
