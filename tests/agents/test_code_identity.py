"""Python code that makes agents is known by what it does, not by its name."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import paiyou
from paiyou.agents.code_identity import code_identity
from paiyou.agents.identity import known_as
from paiyou.agents.random import RandomAgent
from paiyou.plugins import Plugins

SCRIPT = """
    import paiyou

    LIMIT = 3

    def key(move):
        return move in {"pass", "3", "4"}

    class Base(paiyou.Agent):
        line, share = "some move", 0.5

        def pick(self, moves):
            return sorted(moves, key=key)[0]

    class Low(Base):
        name = "low"

        def choose(self, view):
            return self.pick(view.moves())

    def maker(game, step=1):
        return Low(game)
"""


def made(text: str = SCRIPT, name: str = "maker") -> str:
    """The identity of something that a script defines."""
    defined: dict[str, Any] = {"__name__": "theirs"}
    exec(dedent(text), defined)
    return code_identity(defined[name])


@pytest.mark.parametrize("name", ["Low", "maker"])
def test_code_that_was_moved_about_is_the_same(name: str) -> None:
    moved = SCRIPT.replace("    LIMIT = 3\n", "    # a comment\n\n\n")
    assert made(moved, name) == made(name=name)


@pytest.mark.parametrize("name", ["Low", "maker"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("[0]", "[-1]"),  # in a base class
        ("self.pick(view.moves())", "view.moves()[0]"),
        ('"3"', '"5"'),  # in a function that is named
        ("0.5", "0.25"),
    ],
)
def test_code_that_does_something_else_is_another(one: str, other: str, name: str) -> None:
    assert made(SCRIPT.replace(one, other), name) != made(name=name)


@pytest.mark.parametrize("name", ["Low", "maker"])
def test_a_constant_that_is_named_counts(name: str) -> None:
    named = SCRIPT.replace("[0]", "[LIMIT]")
    assert made(named, name) == made(named, name) != made(named.replace("LIMIT = 3", "LIMIT = 4"), name)


def test_another_default_is_another_maker() -> None:
    assert made(SCRIPT.replace("step=1", "step=2")) != made()


def test_what_a_maker_was_given_counts() -> None:
    def closing(seed: int) -> Any:
        return lambda game: RandomAgent(game, seed=seed)

    for make in (closing, lambda seed: partial(RandomAgent, seed=seed)):
        assert code_identity(make(1)) == code_identity(make(1)) != code_identity(make(2))


def test_it_is_the_same_in_every_process() -> None:
    """Sets have another order in each, and so have what is hashed by its place in memory."""
    program = "from agents.test_code_identity import made; print(made())"
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True,
            cwd=Path(__file__).parents[1], env={"PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert ran.stdout.strip() == made()


def test_what_cannot_be_told_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with (tmp_path / "open").open("w") as file:

        def maker(game: Any) -> Any:
            print(file)
            return RandomAgent(game)

        with pytest.raises(ValueError, match=r"agent maker cannot be known again.*define it at the top of a module"):
            paiyou.match("mini-doudizhu", maker, "random", deals=2, keep=tmp_path / "kept.json")


def test_agents_from_outside_are_known_by_their_code() -> None:
    known = []
    for text in (SCRIPT, SCRIPT.replace("[0]", "[-1]"), SCRIPT):
        defined: dict[str, Any] = {"__name__": "theirs"}
        exec(dedent(text), defined)
        paiyou.register_agent(defined["Low"])
        try:
            known.append(known_as("low", "mini-doudizhu"))
        finally:
            Plugins.known["agent"].remove("low")
    assert known[0] == known[2] != known[1]
    assert known[0].startswith("low [")


HELPERS = """
    LIMIT = 3

    def pick(moves):
        return sorted(moves)[:LIMIT][0]

    def unused(moves):
        return moves
"""

IMPORTS = {
    "import theirs.helpers": "theirs.helpers.pick(view.moves())",
    "from theirs import helpers as tools": "tools.pick(view.moves())",
    "from . import helpers": "helpers.pick(view.moves())",
    "from theirs.helpers import pick": "pick(view.moves())",
}


def made_with_helpers(folder: Path, layout: str, helpers: str, top: str, inside: str, use: str) -> str:
    """The identity of an agent in a package, or in a script beside a module, that names its helpers somehow."""
    home = folder / "theirs" if layout == "package" else folder
    home.mkdir(exist_ok=True)
    agent = f"""
import paiyou
{top}

class Low(paiyou.Agent):
    def choose(self, view):
        {inside}
        return {use}
"""
    if layout == "package":
        (home / "__init__.py").touch()
    (home / "helpers.py").write_text(dedent(helpers), encoding="utf-8")
    (home / "low.py").write_text(agent, encoding="utf-8")
    program = (
        f"from paiyou.agents.code_identity import code_identity; from {'theirs.' * (home != folder)}low import Low"
    )
    ran = subprocess.run(
        [sys.executable, "-B", "-c", f"{program}; print(code_identity(Low))"], capture_output=True, text=True,
        check=True, cwd=folder,
    )  # fmt: skip
    return ran.stdout.strip()


@pytest.mark.parametrize(
    ("imported", "place"),
    [
        *((imported, "top") for imported in (*IMPORTS, "import helpers")),
        ("import helpers", "inside"),
        *(pytest.param(imported, "inside", marks=pytest.mark.long) for imported in IMPORTS),
    ],
)
def test_what_is_named_through_a_module_counts(imported: str, place: str, tmp_path: Path) -> None:
    layout = "package" if imported in IMPORTS else "script"
    lines = {"top": imported, "inside": ""} if place == "top" else {"top": "", "inside": imported}
    use = IMPORTS.get(imported, "helpers.pick(view.moves())")

    def made(helpers: str) -> str:
        return made_with_helpers(tmp_path, layout, helpers, **lines, use=use)

    first = made(HELPERS)
    assert made(HELPERS.replace("LIMIT = 3", "LIMIT = 4")) != first
    assert made(HELPERS.replace("[0]", "[-1]")) != first
    assert made(HELPERS.replace("return moves", "return moves[::-1]")) == first


def test_a_kept_match_of_other_code_is_another(tmp_path: Path) -> None:
    def makers(text: str) -> Any:
        defined: dict[str, Any] = {"__name__": "theirs"}
        exec(dedent(text), defined)
        return defined["Low"]

    def play(text: str, deals: int) -> Any:
        return paiyou.match("mini-doudizhu", makers(text), "random", deals=deals, cores=1, keep=tmp_path / "kept.json")

    assert play(SCRIPT, 5).deals == 5
    assert play(SCRIPT.replace("LIMIT = 3", "LIMIT = 4"), 9).deals == 9
    with pytest.raises(ValueError, match="holds another match"):
        play(SCRIPT.replace("[0]", "[-1]"), 12)
