from typing import ClassVar

import pytest

import paiyou
from paiyou.agents.registry import agent_classes
from paiyou.games.registry import game_infos
from paiyou.options import Option
from paiyou.server.bots.allowed import allowed_agent, allowed_game

NOT_OFFERED = {"human", "openspiel", "rlcard", "rlcard-model"}
MOST = {
    "seconds": 5.0, "threads": 2, "trees": 100, "iterations": 100_000, "max_nodes": 2_000_000, "max_states": 1_000,
    "particles": 200, "samples": 50, "playouts": 10, "depth": 50, "endgame": 200, "seed": 2**63 - 1,
    "deals": 1024, "candidates": 10, "slips": 1.0,
}  # fmt: skip
HARMLESS = {"c", "k", "epsilon", "noise", "margin", "prior", "trust", "sure"}
TEXTS = {"infer", "model"}


def test_agents_declare_what_remote_clients_may_ask_of_them():
    assert {name for name, kind in agent_classes().items() if not kind.remote} == NOT_OFFERED
    for name, kind in agent_classes().items():
        for option, declared in kind.options.items():
            if option in ("weights", "bidder", "device"):
                assert declared.remote is False  # a file of the server's, or its GPU
            elif option in MOST:
                assert declared.remote == MOST[option], (name, option)
            elif kind.remote:
                assert declared.remote is True, (name, option)
                assert declared.kind is bool or declared.choices or option in HARMLESS | TEXTS, (name, option)


@pytest.mark.parametrize("name", sorted(set(agent_classes()) - NOT_OFFERED))
def test_all_other_agents_play_as_they_are(name):
    assert allowed_agent(name, "doudizhu", clairvoyant=True) == name
    paiyou.agent(name, paiyou.game("doudizhu"))
    if agent_classes()[name].clairvoyant:
        with pytest.raises(ValueError, match="sees all hands"):
            allowed_agent(name, "doudizhu")
    else:
        assert allowed_agent(name, "doudizhu") == name


def test_an_agent_or_option_that_declares_nothing_is_refused(monkeypatch):
    class Quiet(paiyou.Agent):
        name = "quiet"
        options: ClassVar = {"depth": Option(int, "how deep")}

        def choose(self, view):
            return view.moves()[0]

    class Open(Quiet):
        name, remote = "open", True

    for kind in (Quiet, Open):
        monkeypatch.setitem(agent_classes(), kind.name, kind)
    with pytest.raises(ValueError, match="does not say"):
        allowed_agent("quiet", "doudizhu")
    assert allowed_agent("open", "doudizhu") == "open"
    with pytest.raises(ValueError, match="depth is not offered"):
        allowed_agent("open:depth=3", "doudizhu")


def test_levels_are_safe():
    listed = [info for info in game_infos().values() if info.levels]
    assert len(listed) >= 5
    for info in listed:
        for agent in (*info.levels.values(), info.strongest, info.reviewer):
            allowed_agent(agent, info.name)


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
    assert allowed_agent(text, "doudizhu:bidding=123") == text
    paiyou.agent(text, paiyou.game("doudizhu"))


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
        ("dmc:model=.", "unknown model"),
        ("dmc:model=/tmp", "unknown model"),
        ("dmc:model=../models/doudizhu-wp", "unknown model"),
        ("dmc:model=", "unknown model"),
        ("uct:infer=cheat-uct", "sees all hands"),
        ("uct:infer=human", "person"),
        ("uct:infer=dmc/model=~", "unknown model"),
        ("uct:infer=isuct/iterations=10000000", "iterations"),
    ],
)
def test_refused(text, words):
    with pytest.raises(ValueError, match=words):
        allowed_agent(text, "doudizhu")


def test_files_by_option_are_refused_even_where_all_hands_may_be_seen():
    with pytest.raises(ValueError, match="weights"):
        allowed_agent("alphabeta:weights=/etc/passwd", "doudizhu", clairvoyant=True)


def test_networks_play_their_game_alone():
    with pytest.raises(ValueError, match="no network for four-card"):
        allowed_agent("dmc", "four-card")
    with pytest.raises(ValueError, match="no network for mini-doudizhu"):
        allowed_agent("dmc:model=doudizhu-wp", "mini-doudizhu:hand=4")


@pytest.mark.parametrize("text", [*game_infos(), "doudizhu:botzone,bidding=call-rob", "mini-doudizhu:ranks=2,hand=3"])
def test_fine_games(text):
    assert allowed_game(text) == text


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
        allowed_game(text)
