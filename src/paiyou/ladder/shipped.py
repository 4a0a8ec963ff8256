"""The ladders of the package, one small file a game: the docs are made from them, and levels are rated by them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from paiyou.games.info import GameInfo
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


def level_ratings(game: GameInfo) -> dict[str, int | None]:
    """What each level of a game is rated; None where its agent has not been measured by these rules."""
    ladder = shipped_ladder(game.name)
    if ladder is None or ladder.game_version != game.version:
        return dict.fromkeys(game.levels)
    ratings = {level: ladder.rating(agent) for level, agent in game.levels.items()}
    return {level: None if rating is None else round(rating.mean) for level, rating in ratings.items()}
