"""The ladders of the package, small files: the docs are made from them, and levels are rated by them.

One for each game, and those of later days in `later/`: they hold the anchors of the game's own where these are, and so
rate agents that came since without playing everything again.
"""

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
LATER = "later"
"""The folder in it for ladders of later days: `later/doudizhu-think.json`."""


def file_of(game: str) -> str:
    """The name of a game's file: `"gongzhu_partners=on.json"`."""
    return f"{game.replace(':', '_')}.json"


@lru_cache(maxsize=64)
def shipped_ladder(game: str) -> Ladder | None:
    """The ladder of a game by its full name; None where none is shipped."""
    file = SHIPPED / file_of(game)
    return _read(file) if file.is_file() else None


@lru_cache(maxsize=64)
def later_ladders(game: str) -> dict[str, Ladder]:
    """A game's ladders of later days by the names of their files, without ending: `{"doudizhu-think": ...}`."""
    files = sorted((SHIPPED / LATER).glob(f"{file_of(game).removesuffix('.json')}-*.json"))
    found = {file.stem: _read(file) for file in files}
    return {name: ladder for name, ladder in found.items() if ladder.game == game}


def shipped_ladders() -> list[Ladder]:
    """The games' own, in the order of their names."""
    return [_read(file) for file in sorted(SHIPPED.glob("*.json"))]


def _read(file: Path) -> Ladder:
    return Ladder.from_json(json.loads(file.read_text(encoding="utf-8")))


def agent_rating(game: str, agent: str) -> int | None:
    """The rating of an agent in a game by its shipped ladders; None where it is in none as it plays today.

    Other rules and networks that were trained anew have not been measured. Example: `agent_rating("doudizhu", "dmc")`.
    """
    info = game_info(game)
    name = game if game == info.name else find_game(game).name
    own = shipped_ladder(name)
    for ladder in [*([own] if own else []), *later_ladders(name).values()]:
        place = ladder.place(agent)
        if place is not None and ladder.game_version == info.version and _plays_as_then(place, info.name, name):
            return round(place.rating.mean)
    return None


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
