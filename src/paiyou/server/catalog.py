"""The games that the server offers, as they describe themselves, with ratings of their levels; no tables are built.

A game may come from any package, so each is checked when the server starts: an incomplete one is left out, and one
sentence says why.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from paiyou.agents.remote import check_remote_agent
from paiyou.games.family import ENGINE
from paiyou.games.info import GameInfo
from paiyou.games.registry import game_infos
from paiyou.ladder.shipped import agent_rating
from paiyou.plugins import reason_of
from paiyou.server.bots.allowed import allowed_game
from paiyou.server.sizes import MOST_SEATS


@dataclass(frozen=True)
class Catalog:
    """The games of the table."""

    games: tuple[dict[str, Any], ...]
    """As `/api/games` serves them."""
    left_out: tuple[str, ...] = ()
    """One sentence for each game that cannot be served."""


def make_catalog() -> Catalog:
    """All games that declare levels; the others are for programs."""
    games, left_out = [], []
    for name, info in game_infos().items():
        try:
            if info.levels:
                games.append(listed(info))
        except Exception as error:  # other people's games may be wrong in any way
            left_out.append(f"the game {name} is not served: {reason_of(error)}")
    return Catalog(tuple(games), tuple(left_out))


def listed(info: GameInfo) -> dict[str, Any]:
    """A game as it is served; ValueError where something is missing."""
    trouble = info.trouble()
    if trouble is not None:
        raise ValueError(trouble)
    if not 2 <= info.seats <= MOST_SEATS:
        raise ValueError(f"it has {info.seats} seats, and a room has 2 to {MOST_SEATS} chairs")
    info.family.part(ENGINE)
    for variant in info.variants:
        allowed_game(variant.game)
    for agent in info.levels.values():
        check_remote_agent(agent, info.name, clairvoyant=True)
    check_remote_agent(info.strongest, info.name)  # it advises from what a seat sees
    entry: dict[str, Any] = json.loads(json.dumps(info.to_json()))
    for level in entry["levels"]:
        level["rating"] = agent_rating(info.name, level["agent"])
    return entry
