"""The examples of docs/search-exact.md run, and its defaults are those of the code."""

import inspect
from pathlib import Path

import paiyou
from pages import programs, run
from paiyou.agents.registry import agent_classes

PAGE = Path(__file__).parents[3] / "docs" / "search-exact.md"


def test_the_examples_run(capsys):
    assert len(programs(PAGE)) == 3
    for program in programs(PAGE):
        run(PAGE, program)
    printed = capsys.readouterr().out
    assert "('C8', -0.5, 1.0)" in printed
    assert "'likeliest'" in printed


def test_every_option_is_on_the_page_and_in_the_list():
    text = PAGE.read_text(encoding="utf-8")
    for name in ("cheat-minimax", "det-minimax", "expectimax"):
        entry = agent_classes()[name]
        parameters = inspect.signature(entry).parameters
        assert set(entry.options) == set(parameters) - {"game"}
        assert all(f"`{option}`" in text for option in entry.options)
        assert name in paiyou.list_agents()
