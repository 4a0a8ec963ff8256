import pytest

import paiyou
from paiyou.agents.registry import agent_classes
from paiyou.games.registry import game_infos
from paiyou.server.bots.safe_agents import HARMLESS, LEFT_OUT, MOST, safe_agent, safe_game
from paiyou.server.rooms.levels import LEVELS


def test_every_option_of_every_agent_has_been_thought_about():
    texts = {"infer", "model", "weights"}
    for entry in agent_classes().values():
        for name, option in entry.options.items():
            if option.kind is bool or option.choices:
                continue
            assert name in texts if option.kind is str else name in MOST or name in HARMLESS, name


@pytest.mark.parametrize("name", [name for name in agent_classes() if name not in LEFT_OUT])
def test_all_other_agents_play_as_they_are(name):
    game = paiyou.game("doudizhu")
    assert safe_agent(name, game, clairvoyant=True) == name
    if agent_classes()[name].clairvoyant:
        with pytest.raises(ValueError, match="sees all hands"):
            safe_agent(name, game)
    else:
        assert safe_agent(name, "doudizhu") == name


def test_levels_are_safe():
    for game, levels in LEVELS.items():
        for agent in levels.values():
            safe_agent(agent, game)


@pytest.mark.parametrize(
    "text",
    [
        "uct:iterations=500",
        "isuct:iterations=100000,threads=2,seconds=1.5",
        "rave:infer=rules,particles=20",
        "uct:infer=det-minimax/vote=split",
        "dmc:model=doudizhu-adp,endgame=50",
        "dmc:kickers=careful",
        "random:seed=9223372036854775807",
    ],
)
def test_fine(text):
    assert safe_agent(text, "doudizhu:bidding=123") == text
    safe_agent(text, paiyou.game("doudizhu"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("human", "person"),
        ("rlcard", "not offered"),
        ("nobody", "unknown agent"),
        ("rules:", "colon"),
        ("x" * 300, "at most 200"),
        ("uct:iterations=100001", "iterations must be 0 to 100,000"),
        ("uct:iterations=99999999999999999999999", "iterations"),
        ("uct:trees=100,iterations=10000", "trees times iterations"),
        ("isuct:threads=3", "threads"),
        ("isuct:threads=-1", "threads"),
        ("isuct:seconds=1e9", "seconds"),
        ("isuct:seconds=inf", "seconds"),
        ("isuct:seconds=nan", "seconds"),
        ("isuct:max_nodes=1000000000", "max_nodes"),
        ("det-minimax:samples=100000", "samples"),
        ("det-minimax:playouts=100000", "playouts"),
        ("expectimax:max_states=1000000", "max_states"),
        ("uct:particles=100000", "particles"),
        ("dmc:endgame=100000", "endgame"),
        ("random:seed=-1", "seed"),
        ("random:seed=18446744073709551616", "seed"),
        ("dmc:model=.", "unknown shipped model"),
        ("dmc:model=/tmp", "unknown shipped model"),
        ("dmc:model=../models/doudizhu-wp", "unknown shipped model"),
        ("dmc:model=", "unknown shipped model"),
        ("uct:infer=cheat-uct", "sees all hands"),
        ("uct:infer=human", "person"),
        ("uct:infer=dmc/model=~", "unknown shipped model"),
        ("uct:infer=isuct/iterations=10000000", "iterations"),
    ],
)
def test_refused(text, words):
    with pytest.raises(ValueError, match=words):
        safe_agent(text, "doudizhu")


def test_files_by_option_are_refused_even_where_all_hands_may_be_seen():
    with pytest.raises(ValueError, match="weights"):
        safe_agent("alphabeta:weights=/etc/passwd", "doudizhu", clairvoyant=True)


def test_options_that_do_not_fit_are_found_with_the_game_itself():
    with pytest.raises(ValueError, match="c must be"):
        safe_agent("uct:c=-1", paiyou.game("mini-doudizhu"))


def test_networks_play_their_game_alone():
    with pytest.raises(ValueError, match="no network for gongzhu"):
        safe_agent("dmc", "gongzhu:expose=off")
    with pytest.raises(ValueError, match="no network for paodekuai"):
        safe_agent("dmc:model=doudizhu-wp", "paodekuai")


@pytest.mark.parametrize("text", [*game_infos(), "doudizhu:botzone,bidding=call-rob", "mini-doudizhu:ranks=2,hand=3"])
def test_fine_games(text):
    assert safe_game(text) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bridge", "unknown game"),
        ("", "unknown game"),
        ("doudizhu:", "colon"),
        ("doudizhu:bidding=4", "bidding must be one of"),
        ("doudizhu:max_same_kicker=2", "unknown option"),
        ("gongzhu:colour=red", "unknown option"),
        ("mini-doudizhu:hand=" + "9" * 200, "at most 100"),
    ],
)
def test_refused_games(text, words):
    with pytest.raises(ValueError, match=words):
        safe_game(text)
