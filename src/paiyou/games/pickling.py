"""How games are pickled, and with them all that belongs to one: states, views, encoders.

A listed game is pickled by its name and the version of its rules, any other with its spec. Whatever belongs to a game
has the game in its pickle, so another version's is refused here, once for all.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from paiyou.games.protocol import GameSpec

if TYPE_CHECKING:
    from paiyou._core import ClimbingGame, TrickGame
    from paiyou.games.game import Game

FORMAT = 1
"""Changes whenever pickles of states, views or games are written in another way."""

Pickled = tuple[int, str, int, GameSpec | None]
"""Format, name, version of the rules, and the spec of a game that is not listed."""

_cores: WeakValueDictionary[Hashable, ClimbingGame | TrickGame] = WeakValueDictionary()
_fingerprints: WeakKeyDictionary[GameSpec, Hashable] = WeakKeyDictionary()


def compiled(spec: GameSpec, compile_spec: Callable[[GameSpec], ClimbingGame | TrickGame]) -> ClimbingGame | TrickGame:
    """The compiled game of a spec: one for all specs that say the same, so that their states go together."""
    key = fingerprint(spec)
    core = _cores.get(key)
    if core is None:
        core = _cores.setdefault(key, compile_spec(spec))
    return core


def fingerprint(spec: GameSpec) -> Hashable:
    """What tells specs apart: a digest of all they say, or which one it is where one holds more than plain data."""
    known = _fingerprints.get(spec)
    if known is None:
        digest = hashlib.blake2b(digest_size=16)
        try:
            _digest(spec, digest.update)
            known = digest.digest()
        except TypeError:
            known = id(spec)
        _fingerprints[spec] = known
    return known


def _digest(value: Any, update: Callable[[bytes], None]) -> None:
    if dataclasses.is_dataclass(value):
        update(f"{type(value).__qualname__}(".encode())
        for field in dataclasses.fields(value):
            update(f"{field.name}=".encode())
            _digest(getattr(value, field.name), update)
    elif isinstance(value, np.ndarray):
        update(f"{value.dtype.str}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, (tuple, list)):
        update(f"[{len(value)}".encode())
        for item in value:
            _digest(item, update)
    elif isinstance(value, dict):
        _digest(list(value.items()), update)
    elif value is None or isinstance(value, (str, bool, int, float)):
        update(f"{type(value).__name__}:{value!r};".encode())
    else:
        raise TypeError(f"{type(value).__name__} is no plain data")


def same_game(one: GameSpec, other: GameSpec) -> bool:
    """Whether two specs are of the same game: all they say is alike."""
    return one is other or (one.name == other.name and fingerprint(one) == fingerprint(other))


def reduce_game(spec: GameSpec) -> tuple[Callable[..., Game], Pickled]:
    """What `Game.__reduce__` answers."""
    return restore_game, _pickled(spec)


def reduce_core(spec: GameSpec) -> tuple[Callable[..., ClimbingGame | TrickGame], Pickled]:
    """What `__reduce__` of a compiled game answers."""
    return restore_core, _pickled(spec)


def _pickled(spec: GameSpec) -> Pickled:
    listed = _listed(spec.name)
    own = None if listed is not None and same_game(listed.spec, spec) else spec
    return FORMAT, spec.name, version_of(spec), own


def _listed(name: str) -> Game | None:
    from paiyou.games import registry

    return registry.game(name) if name.partition(":")[0] in registry.GAMES else None


def version_of(spec: GameSpec) -> int:
    """The version of a game's rules."""
    return getattr(spec, "version", 1)


def restore_game(written: int, name: str, version: int, spec: GameSpec | None) -> Game:
    """The game of a pickle; ValueError where it is of another version of Paiyou or of the game's rules."""
    from paiyou.games import registry
    from paiyou.games.game import Game

    if written != FORMAT:
        raise ValueError(f"this was pickled by another version of Paiyou, in format {written}; this one reads {FORMAT}")
    game = registry.game(name) if spec is None else Game(spec)
    if version_of(game.spec) != version:
        raise ValueError(
            f"this was pickled under version {version} of the rules of {name}; here they are of version "
            f"{version_of(game.spec)}"
        )
    return game


def restore_core(written: int, name: str, version: int, spec: GameSpec | None) -> ClimbingGame | TrickGame:
    """The compiled game of a pickle; see `restore_game`."""
    return restore_game(written, name, version, spec).core
