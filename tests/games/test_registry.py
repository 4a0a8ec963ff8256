import copy
import pickle
from dataclasses import replace

import pytest

import paiyou
from paiyou.games.game import Game
from paiyou.games.registry import game_infos, game_options, game_spec


def test_the_list_has_one_line_for_each():
    assert list(paiyou.list_games()) == [
        "doudizhu",
        "mini-doudizhu",
        "zhengshangyou",
        "paodekuai",
        "gongzhu",
        "four-card",
    ]
    assert all(line and "\n" not in line for line in paiyou.list_games().values())


@pytest.mark.parametrize("name", list(game_infos()))
def test_every_preset_and_option_makes_a_game(name):
    entry = game_infos()[name]
    for preset in entry.presets:
        assert paiyou.game(f"{name}:{preset}").seats in (2, 3)
    for option, what in entry.options.items():
        values = what.choices or {bool: ("on", "off"), int: ("3",)}[what.kind]
        for value in values:
            extra = ",bidding=123" if option == "multi_round" else ""
            assert paiyou.game(f"{name}:{option}={value}{extra}").deal(1).moves()


def test_a_name_finds_the_same_game_again():
    for name in ("doudizhu", "doudizhu:douzero,bidding=123", "mini-doudizhu:hand=4,ranks=3", "paodekuai:must_beat=off"):
        game = paiyou.game(name)
        assert paiyou.game(game.name) is game
    assert paiyou.game("doudizhu:default").name == "doudizhu"
    assert paiyou.game("zhengshangyou:zsy3_simple").name == "zhengshangyou"
    assert paiyou.game("mini-doudizhu:ranks=3,hand=4") is paiyou.game("mini-doudizhu:hand=4,ranks=3")
    assert paiyou.game("gongzhu:expose=on,pig_flip=slam") is paiyou.game("gongzhu")
    assert paiyou.game("gongzhu:must_lead_c2") is paiyou.game("gongzhu:must_lead_c2=on")


def test_a_game_sent_elsewhere_comes_back_as_itself():
    for name in ("doudizhu:douzero", "gongzhu:expose=off"):
        game = paiyou.game(name)
        assert pickle.loads(pickle.dumps(game)) is game
        assert copy.copy(game) is game
    own = Game(replace(game_spec("gongzhu"), title="my own"))
    assert pickle.loads(pickle.dumps(own)).title == "my own"


def test_games_tell_about_themselves():
    game = paiyou.game("doudizhu")
    assert (game.seats, game.teams, game.name) == (3, (0, 1, 1), "doudizhu")
    assert game.actions[0] == "pass"
    assert {"BR", "33344456", "pass"} <= set(game.actions)
    assert not any(action.startswith("bid") for action in paiyou.game("doudizhu:bidding=123").actions)
    assert repr(game) == "<game doudizhu>"


def test_what_a_name_says_of_options():
    assert game_options("gongzhu:partners=on") == {
        "preset": None, "must_lead_c2": False, "ha_doubles": "suit", "pig_flip": "slam", "expose": True,
        "partners": True,
    }  # fmt: skip
    said = game_options("doudizhu:douzero,bidding=123")
    assert (said["preset"], said["bidding"]) == ("douzero", "123")
    assert game_options("doudizhu")["preset"] == "default"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dodizhu", "did you mean doudizhu"),
        ("doudizhu:douzro", "did you mean douzero"),
        ("doudizhu:bidding=yes", "one of none, call-rob, 123"),
        ("doudizhu:douzero,pagat", "one preset"),
        ("doudizhu:bidding=123,bidding=123", "given twice"),
        ("doudizhu:douzero,touching_trio=on", "fixed kickers"),
        ("doudizhu:touching_trio=yes", "on or off"),
        ("mini-doudizhu:ranks=4.5", "whole number"),
        ("mini-doudizhu:ranks=٤", "whole number"),
        ("mini-doudizhu:ranks=1_0", "whole number"),
        ("mini-doudizhu:hand=99999999999999999999", "hand must be"),
        (None, "not by NoneType"),
        ("doudizhu:", "colon"),
        ("doudizhu:,", "preset or option"),
    ],
)
def test_what_does_not_exist_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        paiyou.game(text)
