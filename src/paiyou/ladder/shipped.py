"""The ladders of the package, one small file a game: the docs are made from them, and levels are rated by them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from paiyou.agents.identity import known_as, model_hash
from paiyou.games.registry import game as find_game
from paiyou.games.registry import game_info
from paiyou.ladder.standing import Ladder, Place
from paiyou.models.folders import find_model, models

SHIPPED = Path(__file__).parent / "shipped"


def file_of(game: str) -> str:
    """The name of a game's file: `"gongzhu_partners=on.json"`."""
    return f"{game.replace(':', '_')}.json"


@lru_cache(maxsize=64)
def shipped_ladder(game: str) -> Ladder | None:
    """The ladder of a game by its full name; None where none is shipped."""
    file = SHIPPED / file_of(game)
    return Ladder.from_json(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def shipped_ladders() -> list[Ladder]:
    """All of them, in the order of their names."""
    return [Ladder.from_json(json.loads(file.read_text(encoding="utf-8"))) for file in sorted(SHIPPED.glob("*.json"))]


def agent_rating(game: str, agent: str) -> int | None:
    """The rating of an agent in a game by its shipped ladder; None where it is not in it as it plays today.

    Other rules and networks that were trained anew have not been measured. Example: `agent_rating("doudizhu", "dmc")`.
    """
    info = game_info(game)
    ladder = shipped_ladder(game if game == info.name else find_game(game).name)
    place = None if ladder is None else ladder.place(agent)
    if ladder is None or place is None or ladder.game_version != info.version:
        return None
    return round(place.rating.mean) if _plays_as_then(place, info.name, ladder.game) else None


def _plays_as_then(place: Place, game: str, name: str) -> bool:
    """Whether an agent is the one that was measured; no game is built for agents without networks and shipped ones."""
    network = place.known_as.removeprefix(f"{place.agent} ").partition(" ")[0].strip("()")
    if place.known_as == place.agent or network in _networks(game):
        return True
    try:
        return place.known_as == known_as(place.agent, name)
    except ValueError:  # its model is not here any more
        return False


@lru_cache(maxsize=16)
def _networks(game: str) -> frozenset[str]:
    """The hashes of all networks for a game that are shipped."""
    return frozenset(model_hash(find_model(name)) for name, card in models().items() if card.plays == game)
