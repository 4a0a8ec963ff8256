"""The games by name: `paiyou.game("doudizhu:douzero,bidding=123")`.

They come from this package, from `register_game`, and from entry points `paiyou.games` of installed packages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from functools import lru_cache
from inspect import signature
from typing import Any, cast

from paiyou.games import doudizhu, four_card, gongzhu, mini_doudizhu, paodekuai, zhengshangyou
from paiyou.games.game import Game
from paiyou.games.info import GameInfo, info_of_spec
from paiyou.games.protocol import GameSpec
from paiyou.games.teams import sides
from paiyou.options import Value, read_options, shown, split_spec, unknown
from paiyou.plugins import Plugins


def _checked(name: str, given: object) -> GameInfo:
    """A game to be listed under a name; ValueError where it is none, or not whole."""
    if not isinstance(given, GameInfo):
        if not _is_spec(given):
            raise ValueError(f"a game is a GameInfo or a spec, not {shown(repr(given))}")
        given = _info_of(cast(GameSpec, given))
    trouble = given.trouble()
    if trouble is not None:
        raise ValueError(trouble)
    if given.name != name:
        raise ValueError(f"it is the game {shown(given.name)}; list it under that name")
    return given


def _is_spec(given: object) -> bool:
    """Whether it is a spec of any family: a dataclass, since a game's own name and version are put into it."""
    needed = ("family", "name", "title", "version", "seats", "teams", "actions", "auction")
    # Of the class where it says so: to ask a spec for all its actions takes time.
    said = all(hasattr(type(given), name) or hasattr(given, name) for name in needed)
    return said and is_dataclass(given) and not isinstance(given, type)


@lru_cache(maxsize=64)
def _info_of(spec: GameSpec) -> GameInfo:
    return info_of_spec(spec)


_OWN = {
    module.INFO.name: module.INFO for module in (doudizhu, mini_doudizhu, zhengshangyou, paodekuai, gongzhu, four_card)
}
_GAMES: Plugins[GameInfo] = Plugins("game", "paiyou.games", _OWN, _checked)


def game_infos() -> Mapping[str, GameInfo]:
    """All about every game, by name, without building its tables."""
    return _GAMES.all()


def register_game(game: GameInfo | GameSpec) -> GameInfo:
    """Add a game: its info, or a bare spec. It then has a name like any other, in worker processes too.

    ValueError, and nothing added, where the name is taken or something is missing. Example::

        paiyou.register_game(paiyou.GameInfo(name="daifugo", make=spec, ...))
        paiyou.match("daifugo", "rules", "random")
    """
    return _GAMES.add(str(getattr(game, "name", "")).partition(":")[0], game)


def added_info(name: str) -> GameInfo | None:
    """All about a game that the running program has registered: other processes may not know of it."""
    return _GAMES.added.get(name)


def is_shipped(game: GameInfo) -> bool:
    """Whether a game comes with this package, and not from another or from the running program."""
    return _OWN.get(game.name) is game


def info_of(spec: GameSpec) -> GameInfo:
    """What is told about a game, from its spec; little where it is not listed."""
    info = game_infos().get(spec.name.partition(":")[0])
    return info if info is not None and info.family is spec.family and info.seats == spec.seats else _info_of(spec)


def list_games() -> dict[str, str]:
    """The names of all games, each with one line about it."""
    return {name: info.line for name, info in game_infos().items()}


def game_info(text: str) -> GameInfo:
    """All about a game by its name, options or not, without building its tables: `game_info("gongzhu").seats`."""
    name = split_spec(text)[0]
    infos = game_infos()
    if name not in infos:
        raise unknown("game", name, infos)
    return infos[name]


def game_spec(text: str) -> GameSpec:
    """The spec of a game by name, preset and options; needs no compiled core.

    Example: `game_spec("mini-doudizhu:ranks=3,hand=4")`.
    """
    return _make_spec(*_read(text))


def game_name(text: str) -> str:
    """The one name of a game, without building it: `game_name("gongzhu:expose=on")` is `"gongzhu"`."""
    return _name(*_read(text))


def game_options(text: str) -> dict[str, object]:
    """What a game's name says of its preset and options, and what they are where it says nothing; nothing is built.

    Example: `game_options("gongzhu:partners=on")["expose"]` is `True`.
    """
    info, preset, values = _read(text)
    usual = {option: _usual(info)[option] for option in info.options}
    return {"preset": preset or next(iter(info.presets), None), **usual, **dict(values)}


Values = tuple[tuple[str, Value], ...]


def _read(text: str) -> tuple[GameInfo, str | None, Values]:
    if not isinstance(text, str):
        raise ValueError(f"a game is named by a string such as 'doudizhu', not by {type(text).__name__}")
    info = game_info(text)
    preset, values = read_options(info.name, split_spec(text)[1], info.options, info.presets)
    return info, preset, tuple(sorted(values.items()))


def _name(info: GameInfo, preset: str | None, values: Values) -> str:
    """What is as it would be anyway is not said."""
    usual = _usual(info)
    said = [] if preset is None or preset == info.presets[0] else [preset]
    said += [f"{option}={_write(value)}" for option, value in values if value != usual[option]]
    return ":".join([info.name, ",".join(said)]) if said else info.name


def _usual(info: GameInfo) -> dict[str, object]:
    """What a game's options are unless somebody says otherwise."""
    return {name: parameter.default for name, parameter in signature(info.make).parameters.items()}


@lru_cache(maxsize=64)
def _make_spec(info: GameInfo, preset: str | None, values: Values) -> GameSpec:
    spec = info.make(*([] if preset is None else [preset]), **dict(values))
    if not _is_spec(spec):
        raise ValueError(f"the game {info.name} has no spec: its make gave {shown(repr(spec))}")
    if spec.family is not info.family or spec.seats != info.seats:
        raise ValueError(
            f"the game {info.name} is listed as one of {info.family.title} with {info.seats} seats, but its spec is of "
            f"{spec.family.title} with {spec.seats}"
        )
    listed = info.teams or tuple(range(info.seats))
    # An option may make partners; without any the spec has the teams that are listed.
    if not values and preset is None and sides(listed) != sides(spec.teams):
        raise ValueError(
            f"the game {info.name} is listed with the teams {listed}, but its spec has {tuple(spec.teams)}"
        )
    title = f"{info.title.en} {info.title.zh}" if info.title.en != info.title.zh else info.title.en
    named = {"name": _name(info, preset, values), "title": title, "version": info.version}
    return cast(GameSpec, replace(cast(Any, spec), **named))


def _write(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def game(text: str) -> Game:
    """A game by name: `game("doudizhu")`, `game("doudizhu:douzero,bidding=123")`; see `list_games()` for the names."""
    return _compile(game_spec(text))


@lru_cache(maxsize=64)
def _compile(spec: GameSpec) -> Game:
    return Game(spec)
