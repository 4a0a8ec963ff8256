"""How games are pickled, and with them all that belongs to one: states, views, encoders.

A listed game is pickled by its name and the version of its rules; one that the running program has registered takes
its info along, any other its spec. Whatever belongs to a game has the game in its pickle, so another version's is
refused here, once for all.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from paiyou.games.info import GameInfo
from paiyou.games.protocol import GameSpec

if TYPE_CHECKING:
    from paiyou.games.game import Game

FORMAT = 1
"""Changes whenever games, states or views are pickled in another way."""

Pickled = tuple[int, str, int, GameInfo | GameSpec | None]
"""Format, name, version of the rules, and what other processes would not find by the name."""

_cores: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()
_fingerprints: WeakKeyDictionary[GameSpec, Hashable] = WeakKeyDictionary()


def compiled(spec: GameSpec, compile_spec: Callable[[GameSpec], Any]) -> Any:
    """The compiled game of a spec: one for all specs that say the same, so that their states go together."""
    key = fingerprint(spec)
    if isinstance(key, int):  # which spec it is says nothing once the spec is gone
        return compile_spec(spec)
    core = _cores.get(key)
    if core is None:
        core = compile_spec(spec)
        with suppress(TypeError):  # an engine from outside whose games cannot be kept track of
            core = _cores.setdefault(key, core)
    return core


def fingerprint(spec: GameSpec) -> Hashable:
    """What tells specs apart: a digest of all they say, or which one it is where one holds more than plain data."""
    try:
        known = _fingerprints.get(spec)
        if known is None:
            known = _fingerprints[spec] = _digest_of(spec)
    except TypeError:
        return id(spec)
    return known


def _digest_of(spec: GameSpec) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    _add(spec, digest.update)
    return digest.digest()


def _add(value: Any, update: Callable[[bytes], None]) -> None:
    if dataclasses.is_dataclass(value):
        update(f"{type(value).__module__}.{type(value).__qualname__}(".encode())
        for field in dataclasses.fields(value):
            update(f"{field.name}=".encode())
            _add(getattr(value, field.name), update)
    elif isinstance(value, np.ndarray):
        update(f"{value.dtype.str}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, (tuple, list)):
        update(f"[{len(value)}".encode())
        for item in value:
            _add(item, update)
    elif isinstance(value, dict):
        _add(list(value.items()), update)
    elif value is None or isinstance(value, (str, bool, int, float)):
        update(f"{type(value).__name__}:{value!r};".encode())
    else:
        raise TypeError(f"a {type(value).__name__} is no plain data")


def same_game(one: GameSpec, other: GameSpec) -> bool:
    """Whether two specs are of the same game: all they say is alike."""
    return one is other or (one.name == other.name and fingerprint(one) == fingerprint(other))


def reduce_game(spec: GameSpec) -> tuple[Callable[..., Game], Pickled]:
    """What `Game.__reduce__` answers."""
    return restore_game, _pickled(spec)


def reduce_core(spec: GameSpec) -> tuple[Callable[..., Any], Pickled]:
    """What `__reduce__` of a compiled game answers."""
    return restore_core, _pickled(spec)


def _pickled(spec: GameSpec) -> Pickled:
    from paiyou.games import registry

    source = registry.added_info(spec.name.partition(":")[0]) if _is_listed(spec) else spec
    return FORMAT, spec.name, spec.version, source


def _is_listed(spec: GameSpec) -> bool:
    from paiyou.games import registry

    try:
        return same_game(registry.game_spec(spec.name), spec)
    except ValueError:
        return False


def restore_game(written: int, name: str, version: int, source: GameInfo | GameSpec | None) -> Game:
    """The game of a pickle; ValueError where it is of another version of Paiyou or of the game's rules."""
    from paiyou.games import registry
    from paiyou.games.game import Game

    if written != FORMAT:
        raise ValueError(f"this was pickled by another version of Paiyou, in format {written}; this one reads {FORMAT}")
    if isinstance(source, GameInfo) and source.name not in registry.game_infos():
        registry.register_game(source)
    game = registry.game(name) if source is None or isinstance(source, GameInfo) else Game(source)
    if game.spec.version != version:
        raise ValueError(
            f"this was pickled under version {version} of the rules of {name}; here they are of version "
            f"{game.spec.version}"
        )
    return game


def restore_core(written: int, name: str, version: int, source: GameInfo | GameSpec | None) -> Any:
    """The compiled game of a pickle; see `restore_game`."""
    return restore_game(written, name, version, source).core
