import pytest

import paiyou
from paiyou.agents.base import Agent
from paiyou.agents.registry import agent_classes, register_agent_at


def test_the_list_has_every_agent_and_its_options():
    listed = paiyou.list_agents()
    assert set(listed) == set(agent_classes())
    assert "seed" in listed["random"]


def test_an_agent_is_made_for_a_game_by_name_or_object():
    game = paiyou.game("zhengshangyou")
    assert isinstance(paiyou.agent("random", game), Agent)
    assert paiyou.agent("random:seed=3", "zhengshangyou").game is game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rndom", "did you mean random"),
        ("random:sed=1", "did you mean seed"),
        ("random:seed=x", "whole number"),
        ("random:seed=1,seed=2", "given twice"),
        ("random:", "ends with a colon"),
        ("", "unknown agent"),
        (None, "not by NoneType"),
    ],
)
def test_what_does_not_exist_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        paiyou.agent(text, paiyou.game("mini-doudizhu"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("low", "name=module:Class"),
        ("=patience:PATIENCE", "name=module:Class"),
        ("low=patience", "name=module:Class"),
        ("low=patience:", "name=module:Class"),
        ("low=no_such_module:Low", "'low' cannot be loaded: ModuleNotFoundError"),
        ("low=patience:Low", "'low' cannot be loaded: AttributeError"),
        ("low=patience:PATIENCE", "a subclass of paiyou.Agent"),
        ("random=paiyou.agents.rules:RulesAgent", "there is an agent 'random' already"),
        ("Low one=paiyou.agents.rules:RulesAgent", "small letters"),
    ],
)
def test_an_agent_by_its_place_is_refused_where_there_is_none(text, message):
    before = paiyou.list_agents()
    with pytest.raises(ValueError, match=message):
        register_agent_at(text)
    assert paiyou.list_agents() == before
