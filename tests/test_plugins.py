"""What other people's packages add is listed; what is wrong with it costs one sentence and nobody else anything."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from distributions import install
from paiyou.bench.table_server import ServerProcess
from paiyou.plugins import Plugins, Registered, report_to
from patience import PATIENCE
from server.wire import http

GROUP = "paiyou_tests.numbers"

WRONG = {
    "raises": ("raise RuntimeError('no licence')", "outside:THING", "RuntimeError: no licence"),
    "lines": ("raise RuntimeError('one\\n\\n  two\\x1b[31m')", "outside:THING", "RuntimeError: one two?[31m"),
    "endless": ("raise RuntimeError('x' * 10_000)", "outside:THING", "RuntimeError: xxx"),
    "import": ("import no_such_module_anywhere", "outside:THING", "ModuleNotFoundError: No module named 'no_such"),
    "syntax": ("def broken(:", "outside:THING", "SyntaxError: invalid syntax"),
    "exits": ("import sys; sys.exit('goodbye')", "outside:THING", "SystemExit: goodbye"),
    "nothing": ("", "outside:THING", "AttributeError: module 'outside' has no attribute 'THING'"),
    "no-module": ("", "elsewhere:THING", "ModuleNotFoundError: No module named 'elsewhere'"),
    "other-thing": ("THING = 'a text'", "outside:THING", "a number is an int, not 'a text'"),
    "module-itself": ("", "outside", "a number is an int, not <module"),
    "written-wrong": ("", "a b c", "an entry point is written as name = package.module:THING"),
    "taken": ("THING = 2", "outside:THING", "there is a number of this name already"),
    "mute": (
        """
        class Mute(Exception):
            def __str__(self):
                raise RuntimeError
        raise Mute
        """,
        "outside:THING",
        "Mute",
    ),
}


def checked(_: str, given: object) -> int:
    if not isinstance(given, int):
        raise ValueError(f"a number is an int, not {given!r}")
    return given


@pytest.fixture
def numbers(monkeypatch):
    """Makes a list of numbers with one of its own."""
    monkeypatch.setattr(Plugins, "known", dict(Plugins.known))
    for module in ("outside", "fine"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return lambda: Plugins("number", GROUP, {"taken": 1}, checked)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_costs_one_sentence(name, numbers, tmp_path, monkeypatch):
    source, value, reason = WRONG[name]
    install(tmp_path, "outside", {GROUP: {name: value}, "others": {"x": "y:z"}}, outside=source)
    install(tmp_path, "fine", {GROUP: {"zero": "fine:ZERO", "a-seven": "fine:SEVEN"}}, fine="ZERO, SEVEN = 0, 7")
    monkeypatch.syspath_prepend(str(tmp_path))
    listed = numbers()
    with pytest.warns(RuntimeWarning) as told:
        assert listed.all() == {"taken": 1, "a-seven": 7, "zero": 0}
    assert len(told) == 1
    sentence = str(told[0].message)
    assert sentence.startswith(f"the number {name!r} ({value!r}) of an installed package is left out: {reason}")
    assert sentence.isprintable()
    assert len(sentence) < 450
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        listed.all()  # it is told once
    assert listed.added == {}


def test_a_broken_list_of_one_package_hides_no_other(numbers, tmp_path, monkeypatch):
    install(tmp_path, "broken", f"[{GROUP}]\nthis is no entry point\n")
    install(tmp_path, "unconcerned", "[others]\nneither is this\n")
    install(tmp_path, "fine", {GROUP: {"zero": "fine:ZERO"}}, fine="ZERO = 0")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.warns(RuntimeWarning, match="'broken' are left out") as told:
        assert numbers().all() == {"taken": 1, "zero": 0}
    assert len(told) == 1


def test_a_package_that_is_hidden_on_the_path_is_not_asked(numbers, tmp_path, monkeypatch):
    old, new = tmp_path / "old", tmp_path / "new"
    install(old, "fine", {GROUP: {"zero": "fine:ZERO", "gone": "fine:GONE"}}, fine="ZERO = GONE = 0")
    install(new, "fine", {GROUP: {"zero": "fine:ZERO"}}, fine="ZERO = 0")
    monkeypatch.syspath_prepend(str(old))
    monkeypatch.syspath_prepend(str(new))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert numbers().all() == {"taken": 1, "zero": 0}


def test_of_two_packages_with_one_name_the_first_has_it(numbers, tmp_path, monkeypatch):
    for folder, number in (("second", 2), ("first", 1)):
        source = {f"{folder}_numbers": f"N = {number * 10}"}
        install(tmp_path / folder, folder, {GROUP: {"ten": f"{folder}_numbers:N"}}, **source)
        monkeypatch.syspath_prepend(str(tmp_path / folder))
    with pytest.warns(RuntimeWarning, match="second_numbers:N.*of this name already"):
        assert numbers().all()["ten"] == 10


def test_a_module_may_register_what_its_entry_point_names(numbers, tmp_path, monkeypatch):
    source = "from paiyou.plugins import Plugins; BIG = 10**9; Plugins.known['number'].add('big', BIG)"
    install(tmp_path, "fine", {GROUP: {"big": "fine:BIG"}}, fine=source)
    monkeypatch.syspath_prepend(str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert numbers().all()["big"] == 10**9


def test_who_stops_the_program_is_not_held_up(numbers, tmp_path, monkeypatch):
    source = "import os\nif not os.environ.pop('CALM', ''): raise KeyboardInterrupt\nZERO = 0"
    install(tmp_path, "fine", {GROUP: {"a": "fine:ZERO", "b": "fine:ZERO"}}, fine=source)
    monkeypatch.syspath_prepend(str(tmp_path))
    listed = numbers()
    with pytest.raises(KeyboardInterrupt):
        listed.all()
    monkeypatch.setenv("CALM", "yes")
    assert listed.all() == {"taken": 1, "a": 0, "b": 0}


def test_a_warning_that_is_an_error_comes_when_all_is_listed(numbers, tmp_path, monkeypatch):
    install(tmp_path, "outside", {GROUP: {"a": "outside:A"}}, outside="raise OSError")
    install(tmp_path, "fine", {GROUP: {"zero": "fine:ZERO"}}, fine="ZERO = 0")
    monkeypatch.syspath_prepend(str(tmp_path))
    listed = numbers()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning, match="left out: OSError"):
            listed.all()
        assert listed.all() == {"taken": 1, "zero": 0}


def test_others_may_tell(numbers, tmp_path, monkeypatch):
    install(tmp_path, "outside", {GROUP: {"a": "outside:A"}}, outside="raise OSError")
    monkeypatch.syspath_prepend(str(tmp_path))
    said = []
    with warnings.catch_warnings(), report_to(said.append):
        warnings.simplefilter("error")
        numbers().all()
    assert len(said) == 1


def test_adding(numbers):
    listed = numbers()
    assert listed.add("two", 2) == 2
    assert listed.add("two", 2) == 2  # the same again
    for name, given, reason in (("two", 3, "there is a number 'two' already"), ("three", "3", "is an int")):
        with pytest.raises(ValueError, match=reason):
            listed.add(name, given)
    assert listed.all() == {"taken": 1, "two": 2}
    assert listed.added == {"two": 2}
    listed.remove("two")
    assert listed.all() == {"taken": 1}
    assert listed.added == {}


def test_what_was_added_travels(numbers):
    listed = numbers()
    listed.add("two", 2)
    sent = pickle.dumps(Registered())
    other = numbers()  # takes its place, as in another process
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pickle.loads(sent)
        pickle.loads(sent)
    assert other.all() == {"taken": 1, "two": 2}
    assert ("number", "two", 2) in Registered().things


GAME = """
from dataclasses import replace
from paiyou.games import zhengshangyou

INFO = replace(zhengshangyou.INFO, name="another-race", title=zhengshangyou.Text("Another race", "另一个"))
INFO = replace(INFO, levels={"beginner": "random", "strong": "rules"}, strongest="rules")
TAKEN = replace(INFO, name="gongzhu")
UNTITLED = replace(INFO, name="untitled", title="Untitled")
"""
AGENT = """
import paiyou

class First(paiyou.Agent):
    name, line = "first", "its first move"

    def choose(self, view):
        return view.moves()[0]

class Abstract(paiyou.Agent):
    pass
"""
POINTS = {
    "paiyou.games": {
        "another-race": "races:INFO", "gongzhu": "races:TAKEN", "untitled": "races:UNTITLED", "other": "races:INFO",
        "broken": "raising:INFO", "text": "races:GAME", "spec": "races:zhengshangyou",
    },
    "paiyou.agents": {
        "first": "firsts:First", "abstract": "firsts:Abstract", "rules": "firsts:First", "Second": "firsts:First",
        "broken": "raising:Agent",
    },
}  # fmt: skip
LEFT_OUT = {
    "games": [
        "'broken' ('raising:INFO') of an installed package is left out: ZeroDivisionError: division by zero",
        "'gongzhu' ('races:TAKEN') of an installed package is left out: there is a game of this name already",
        "'other' ('races:INFO') of an installed package is left out: it is the game 'another-race'; list it under",
        "'spec' ('races:zhengshangyou') of an installed package is left out: a game is a GameInfo or a spec, not \"<mo",
        "'text' ('races:GAME') of an installed package is left out: AttributeError: module 'races' has no attribute",
        "'untitled' ('races:UNTITLED') of an installed package is left out: the game 'untitled' has no title: a Text",
    ],
    "agents": [
        "'Second' ('firsts:First') of an installed package is left out: an agent's name is small letters and digits",
        "'abstract' ('firsts:Abstract') of an installed package is left out: an agent is a subclass of paiyou.Agent",
        "'broken' ('raising:Agent') of an installed package is left out: ZeroDivisionError: division by zero",
        "'rules' ('firsts:First') of an installed package is left out: there is an agent of this name already",
    ],
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    return install(tmp_path_factory.mktemp("installed"), "races", POINTS, races=GAME, firsts=AGENT, raising="1 / 0")


@pytest.mark.parametrize("what", ["games", "agents"])
def test_the_command_line_says_it_in_one_line(what, installed):
    done = subprocess.run(
        [sys.executable, "-m", "paiyou", what, "--json"], capture_output=True, text=True, check=True, timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(installed)},
    )  # fmt: skip
    listed = json.loads(done.stdout)[what]
    assert {"games": "another-race", "agents": "first"}[what] in listed
    assert {"games": "doudizhu", "agents": "rules"}[what] in listed
    lines = done.stderr.splitlines()
    assert len(lines) == len(LEFT_OUT[what])
    for line, sentence in zip(lines, LEFT_OUT[what], strict=True):
        assert line.startswith(f"paiyou: the {what[:-1]} {sentence}")


def test_everything_else_still_works(installed):
    """A match between one's own and another's agent in another's game, where most of what is installed is broken."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "import paiyou; print(paiyou.match('another-race', 'first', 'rules',"
         " deals=2, cores=2).games)"],
        capture_output=True, text=True, check=True, timeout=PATIENCE, env={**os.environ, "PYTHONPATH": str(installed)},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("12\n", "")


def test_a_server_logs_it_once_and_serves_the_rest(installed, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(installed))
    with ServerProcess(tmp_path, bot_pause=0.0) as server:
        listed = [game["name"] for game in http(server.address, "/api/games")[1]["games"]]
        seen = {"game": "another-race", "seat": 0, "hand": "345", "history": [], "bottom": "", "agent": "random"}
        http(server.address, "/api/advise", seen)  # a worker has read the lists, too
        log = server.log.read_text()
    assert {"doudizhu", "another-race"} <= set(listed)
    for what, sentences in LEFT_OUT.items():
        for sentence in sentences:
            assert log.count(f"the {what[:-1]} {sentence}") == 1
    assert "Traceback" not in log
    assert "RuntimeWarning" not in log
