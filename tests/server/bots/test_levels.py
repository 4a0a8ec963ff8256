"""Who plays: levels in words, the strongest, and who stands in, as each game says."""

import pytest

from paiyou.games.registry import game_info
from paiyou.server.bots.levels import agent_of, is_quick, stand_in, strongest


def test_levels_are_the_games_own():
    assert agent_of("master", game_info("doudizhu:bidding=123")) == "dmc"
    assert agent_of("grandmaster", game_info("doudizhu:bidding=123")) == "think"
    with pytest.raises(ValueError, match="unknown level 'master'"):
        agent_of("master", game_info("mini-doudizhu"))
    with pytest.raises(ValueError, match="no levels"):
        agent_of("strong", game_info("four-card"))


@pytest.mark.parametrize(
    ("game", "best"),
    [
        ("doudizhu", ("master", "dmc")),
        ("zhengshangyou", ("master", "dmc")),
        ("paodekuai", ("master", "dmc")),
        ("mini-doudizhu", ("strong", "isuct:iterations=2000")),
        ("gongzhu", ("master", "dmc")),
        ("four-card", (None, "expectimax")),
    ],
)
def test_the_strongest(game, best):
    assert strongest(game_info(game)) == best


@pytest.mark.parametrize(
    ("game", "failed", "other"),
    [
        ("doudizhu", None, "dmc"),
        ("doudizhu", "think", "dmc"),
        ("doudizhu", "isuct:iterations=500", "dmc"),
        ("doudizhu", "dmc", "rules"),
        ("mini-doudizhu", None, "rules"),
        ("gongzhu", "rules", "dmc"),
        ("gongzhu", "dmc", "rules"),
        ("four-card", None, "expectimax"),
    ],
)
def test_who_stands_in_answers_at_once_and_has_an_opinion(game, failed, other):
    assert stand_in(game_info(game), failed) == other


def test_agents_say_whether_they_are_quick():
    assert [is_quick(agent) for agent in ("rules", "dmc:kickers=careful", "isuct:iterations=1", "think", "nobody")] == [
        True, True, False, False, False,
    ]  # fmt: skip
