"""Who an agent is, networks and all: one that was trained anew has the same name and is another player."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from paiyou.agents.bidders import bidder_for
from paiyou.agents.neural.dmc import model_for
from paiyou.agents.neural.points_bidder import PointsBidder
from paiyou.games.registry import game as find_game
from paiyou.models.card import ModelCard
from paiyou.models.folders import find_model
from paiyou.models.playout_networks import find_playout_network


@lru_cache(maxsize=256)
def known_as(agent: str, game: str) -> str:
    """An agent for the key of a kept result, with the hash of its networks and of who bids for it."""
    known = network_identity(agent, game)
    return known if known == agent or find_game(game).spec.auction is None else f"{known} {bidder_identity(game)}"


@lru_cache(maxsize=32)
def network_identity(spec: str, game: str) -> str:
    """An agent with the hash of its networks; ValueError where they cannot be had."""
    kind = spec.partition(":")[0]
    if kind not in ("dmc", "think"):
        return spec
    said = dict(re.findall("(model|objective|weights)=([^,]*)", spec))
    folder = find_model(said.get("model") or model_for(find_game(game), said.get("objective", "")))
    networks = _networks(folder)
    if kind == "think":
        playing_out = find_playout_network(said.get("weights", ""), ModelCard.load(folder).name, game)
        networks += b"".join(layers[name].tobytes() for layers in playing_out.positions for name in sorted(layers))
    return f"{spec} ({sha256(networks).hexdigest()[:12]})"


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
