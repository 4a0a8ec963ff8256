"""Who an agent is, networks and all: one that was trained anew has the same name and is another player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from paiyou.agents.bidders import bidder_for
from paiyou.agents.code_identity import code_identity, is_from_outside
from paiyou.agents.neural.belief import model_of_belief
from paiyou.agents.neural.dmc import model_for
from paiyou.agents.neural.playout_belief import temperature_of
from paiyou.agents.neural.points_bidder import PointsBidder
from paiyou.agents.registry import agent_classes
from paiyou.agents.search.evaluation import Weights
from paiyou.agents.search.inference import model_spec
from paiyou.games.registry import game as find_game
from paiyou.models.card import ModelCard
from paiyou.models.folders import default_model, find_model
from paiyou.models.playout_networks import find_playout_network
from paiyou.options import split_spec


def known_as(agent: str, game: str) -> str:
    """An agent for the key of a kept result, with the hash of its networks and of who bids for it.

    One from outside the package has the hash of its code, and so has one that names a function by `module:function`;
    ValueError where that cannot be hashed.
    """
    kind = agent_classes()[split_spec(agent)[0]]
    known = _known_as(agent, game, bids="bidder" in kind.options)
    code: list[Callable[..., Any]] = [kind] if is_from_outside(kind) else []
    code += _named_functions(agent)
    return f"{known} [{', '.join(map(code_identity, code))}]" if code else known


def _named_functions(agent: str) -> Iterator[Callable[..., Any]]:
    """The functions that options name by their places."""
    for text in _options(agent).values():
        if place := re.fullmatch(r"([\w.]+):(\w+)", text):
            with suppress(ImportError):  # then it is no such place
                found = getattr(import_module(place[1]), place[2], None)
                if callable(found):
                    yield found


@lru_cache(maxsize=256)
def _known_as(agent: str, game: str, *, bids: bool) -> str:
    known = network_identity(agent, game)
    if not bids or find_game(game).spec.auction is None:
        return known
    return f"{known} {bidder_identity(game, _options(agent).get('bidder', ''))}"


@lru_cache(maxsize=32)
def network_identity(spec: str, game: str) -> str:
    """An agent with the hash of its networks; ValueError where they cannot be had."""
    learnt = _learnt(spec, game)
    return f"{spec} ({sha256(learnt).hexdigest()[:12]})" if learnt else spec


def _learnt(spec: str, game: str) -> bytes:
    """All that an agent has learnt: its networks or weights, and those of how it takes others to play."""
    kind, said = split_spec(spec)[0], _options(spec)
    learnt = b""
    if kind in ("dmc", "think"):
        folder = find_model(said.get("model") or model_for(find_game(game), said.get("objective", "")))
        learnt += _networks(folder)
        if kind == "think" and not said.get("device"):
            learnt += _playout_network(said.get("weights", ""), ModelCard.load(folder).name, game)
    elif "weights" in said:
        learnt += repr(Weights.load(said["weights"])).encode()
    infer = said.get("infer", "none")
    believing = model_of_belief(infer)
    if believing is not None:
        learnt += _networks(find_model(believing or default_model(game, belief=True)))
    elif temperature_of(infer) is not None:
        learnt += _playout_network("", "", game)
    elif infer != "none":
        learnt += _learnt(model_spec(infer), game)
    return learnt


def _playout_network(weights: str, model: str, game: str) -> bytes:
    file = find_playout_network(weights, model, game)
    return b"".join(layers[name].tobytes() for layers in file.positions for name in sorted(layers))


def _options(spec: str) -> dict[str, str]:
    """The options of an agent as they are written."""
    return {name: text for name, _, text in (part.partition("=") for part in split_spec(spec)[1])}


def model_hash(folder: Path) -> str:
    """What tells the networks of a model from any others."""
    return sha256(_networks(folder)).hexdigest()[:12]


def _networks(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.glob("*.onnx")))


def bidder_identity(game: str, file: str = "") -> str:
    """The same of a game's bidder, or of the one in a file."""
    bidder = bidder_for(find_game(game), file)
    if not isinstance(bidder, PointsBidder):
        return bidder.name
    return f"{bidder.name} ({sha256(repr(bidder.values(_SOME_HAND).tolist()).encode()).hexdigest()[:12]})"


_SOME_HAND = "3456789TJQKA222BR"
"""Two networks that say the same of it, to the last digit, are the same."""
