"""The programs of docs/players.md run, and it names every option of dmc with its default."""

import inspect
from pathlib import Path

from pages import programs, run
from paiyou.agents.registry import agent_classes
from paiyou.games.family import NEURAL, Family

PAGE = Path(__file__).parents[2] / "docs" / "players.md"


def test_the_examples_run():
    assert programs(PAGE)
    for program in programs(PAGE):
        run(PAGE, program)


def test_every_option_is_on_the_page_and_in_the_list():
    entry, text = agent_classes()["dmc"], PAGE.read_text(encoding="utf-8")
    parameters = {**inspect.signature(entry).parameters}
    for family in Family.known.values():
        if family.has(NEURAL):
            taken = inspect.signature(family.part(NEURAL).overrides).parameters
            assert set(taken) - {"game", "card"} == set(family.part(NEURAL).options)
            parameters |= taken
    assert set(entry.options) == set(parameters) - {"game", "card", "of_family"}
    for option in entry.options:
        (row,) = [line for line in text.splitlines() if line.startswith(f"| `{option}` |")]
        default = parameters[option].default
        assert default == "" or str(default) in row.split("|")[-2]


def test_the_options_of_think_are_on_the_page():
    kind, text = agent_classes()["think"], PAGE.read_text(encoding="utf-8")
    parameters = inspect.signature(kind).parameters
    own = set(kind.options) - set(agent_classes()["dmc"].options)
    assert own == set(parameters) - {"game", "of_dmc"}
    for option in own:
        (row,) = [line for line in text.splitlines() if line.startswith("| `") and f"`{option}`" in line.split("|")[1]]
        default = parameters[option].default
        assert default in ("", None) or option in ("noise", "particles", "max_states") or str(default) in row
