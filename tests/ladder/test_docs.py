"""docs/ladder.md and its pages are those of the shipped ladders, and these are of today's rules."""

from pathlib import Path

import pytest

from paiyou.games.registry import game as find_game
from paiyou.ladder.contenders import ANCHORS
from paiyou.ladder.docs import documents
from paiyou.ladder.shipped import agent_rating, shipped_ladders

DOCS = Path(__file__).parents[2] / "docs"


def test_the_docs_are_made_from_the_shipped_ladders():
    made = documents()
    assert {name: (DOCS / name).read_text(encoding="utf-8") for name in made} == made
    assert {f"ladder/{path.name}" for path in (DOCS / "ladder").iterdir()} == set(made) - {"ladder.md"}


@pytest.mark.parametrize("ladder", shipped_ladders(), ids=lambda ladder: ladder.game)
def test_a_shipped_ladder_is_whole(ladder):
    game = find_game(ladder.game)
    assert ladder.game_version == game.info.version
    number = len(ladder.places)
    assert len(ladder.pairs) == number * (number - 1) // 2
    assert ladder.anchors == {"rules": 1000.0}  # those of later days are held by it
    assert not any(place.forfeits for place in ladder.places)
    assert {place.agent for place in ladder.places} | set(ladder.left_out) >= set(ANCHORS)
    assert set(game.info.levels.values()) <= {place.agent for place in ladder.places}
    assert agent_rating(ladder.game, "rules") == 1000
    shares = [place.nash_share.mean for place in ladder.places]
    assert max(shares) == pytest.approx(0.5, abs=1e-3)
