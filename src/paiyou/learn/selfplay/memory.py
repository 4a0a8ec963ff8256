"""How many of their last moves games remember."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from torch import nn


def remember_for(games: Any, networks: Iterable[nn.Module]) -> None:
    """Let a batch of games remember as much as the networks that play them read (`FactsNetwork.history`)."""
    length = max((getattr(network, "history", 0) for network in networks), default=0)
    if length:
        games.remember(length)
