"""The ladders of the package, one small file a game: the docs are made from them, and levels are rated by them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from paiyou.agents.identity import known_as
from paiyou.games.registry import game as find_game
from paiyou.ladder.standing import Ladder

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

    Other rules and a network that was trained anew have not been measured. Example: `agent_rating("doudizhu", "dmc")`.
    """
    playing = find_game(game)
    ladder = shipped_ladder(playing.name)
    place = None if ladder is None else ladder.place(agent)
    if ladder is None or place is None or ladder.game_version != playing.info.version:
        return None
    try:
        return round(place.rating.mean) if place.known_as == known_as(agent, playing.name) else None
    except ValueError:  # its model is not here any more
        return None


def level_ratings(game: str) -> dict[str, int | None]:
    """What each level of a game is rated; None where its agent has not been measured."""
    return {level: agent_rating(game, agent) for level, agent in find_game(game).info.levels.items()}
