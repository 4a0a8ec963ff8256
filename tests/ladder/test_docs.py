"""docs/ladder.md and its pages are those of the shipped ladders, and these are of today's rules."""

from pathlib import Path

import pytest

from paiyou.agents.identity import known_as
from paiyou.games.registry import game as find_game
from paiyou.games.registry import game_infos
from paiyou.ladder import shipped
from paiyou.ladder.contenders import ANCHORS, usual_agents
from paiyou.ladder.docs import documents
from paiyou.ladder.shipped import agent_rating, later_ladders, shipped_ladder, shipped_ladders

DOCS = Path(__file__).parents[2] / "docs"


def test_the_docs_are_made_from_the_shipped_ladders():
    made = documents()
    assert {name: (DOCS / name).read_text(encoding="utf-8") for name in made} == made
    assert {f"ladder/{path.name}" for path in (DOCS / "ladder").iterdir()} == set(made) - {"ladder.md"}


def test_every_game_that_people_sit_down_to_has_a_ladder():
    played = {ladder.game for ladder in shipped_ladders()}
    assert {name for name, info in game_infos().items() if info.levels} <= played


@pytest.mark.parametrize("ladder", shipped_ladders(), ids=lambda ladder: ladder.game)
def test_a_shipped_ladder_is_whole(ladder):
    game = find_game(ladder.game)
    assert ladder.game_version == game.info.version
    number = len(ladder.places)
    assert len(ladder.pairs) == number * (number - 1) // 2
    assert ladder.anchors == {"rules": 1000.0}  # those of later days are held by it
    assert not any(place.forfeits for place in ladder.places)
    able, _ = usual_agents(game)
    assert {place.agent for place in ladder.places} >= set(ANCHORS) & set(able)
    assert game.info.strongest in {place.agent for place in ladder.places}
    assert agent_rating(ladder.game, "rules") == 1000
    for place in ladder.places:  # who has been trained anew since is not rated by what he was
        same = place.known_as == known_as(place.agent, ladder.game)
        assert agent_rating(ladder.game, place.agent) == (round(place.rating.mean) if same else None)
    shares = [place.nash_share.mean for place in ladder.places]
    assert max(shares) == pytest.approx(0.5, abs=1e-3)


def test_ladders_of_later_days_hold_what_the_games_own_say():
    found = {name: later for own in shipped_ladders() for name, later in later_ladders(own.game).items()}
    assert set(found) == {file.stem for file in (shipped.SHIPPED / shipped.LATER).iterdir()}
    for ladder in found.values():
        own = shipped_ladder(ladder.game)
        assert ladder.game_version == find_game(ladder.game).info.version
        assert len(ladder.anchors) > 1, "by one alone ratings of two days hardly compare"
        assert ladder.anchors == {agent: own.place(agent).rating.mean for agent in ladder.anchors}
        new = [place for place in ladder.places if own.place(place.agent) is None]
        assert new, "it rates somebody who is not in the other"
        for place in new:
            same = place.known_as == known_as(place.agent, ladder.game)
            assert agent_rating(ladder.game, place.agent) == (round(place.rating.mean) if same else None)
        assert not any(place.forfeits for place in ladder.places)


def test_every_level_has_a_rating():
    for name, info in game_infos().items():
        if name in {ladder.game for ladder in shipped_ladders()}:
            assert {level for level, agent in info.levels.items() if agent_rating(name, agent) is None} == set(), name
