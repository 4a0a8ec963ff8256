"""The game of the example package at the browser's table, installed as a stranger would: with its words, no bomb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from fresh_environment import fresh_environment
from paiyou.bench.table_server import ServerProcess

FOUR_ALIKE = 2636
"""A seed that deals the person the lead and four of a rank."""

LISTEN = """() => {
  const said = document.querySelector("#announcements");
  window.heard = [];
  new MutationObserver(() => window.heard.push(said.textContent)).observe(said, { childList: true, subtree: true });
}"""
"""The others move at once, and what was announced may be gone when the test looks."""


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    python = fresh_environment().python
    with ServerProcess(tmp_path_factory.mktemp("table"), python=python, bot_pause=0.0) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


@pytest.mark.parametrize(
    ("language", "size", "title", "selected", "told", "bomb"),
    [
        ("en", "small", "Daifugo", "Selected: four alike", "plays four alike", "bomb"),
        ("zh", "phone", "大富豪", "已选：四条", "出四条", "炸弹"),
    ],
)
def test_it_is_played_with_its_own_words(
    enter: Any, stranger: ServerProcess, language: str, size: str, title: str, selected: str, told: str, bomb: str
) -> None:
    person = enter(language, size, seed=FOUR_ALIKE, server=stranger)
    page = person.page
    person.sit_down("daifugo", "steady")  # its own agent
    expect(page.locator("#title")).to_contain_text(title)
    person.wait_for_turn()
    person.check_layout()
    move = next(move for move, combo in person.table["you"]["combos"].items() if combo == "quad")
    person.select(person.cards_for(move))
    expect(page.get_by_test_id("message")).to_have_text(selected)
    page.evaluate(LISTEN)
    before = person.shown()
    person.press("play")
    person.wait_for_change(before)
    assert (person.table["history"][0]["move"], person.table["history"][0]["combo"]) == (move, "quad")
    page.wait_for_function("told => window.heard.some((text) => text.includes(told))", arg=told)
    assert bomb not in page.locator(".table-page").inner_text().lower()
    person.play_to_the_end()
    assert sum(person.table["result"]["payoffs"]) == 0
    assert bomb not in page.locator("body").inner_text().lower()
    person.check_words(language)
    person.check_layout()
