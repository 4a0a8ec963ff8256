"""What axe, the checker of accessibility, says of every kind of page."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from paiyou.bench.table_server import ServerProcess
from server.browser.languages import CHINESE_FIRST, ENGLISH_FIRST
from server.browser.test_review import open_review

RULES = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
"""Those of the standard, and one that is still called experimental."""


def complaints(person: Any) -> list[str]:
    found = Axe().run(person.page, options=RULES).response["violations"]
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found]


@pytest.mark.parametrize("language", ENGLISH_FIRST)
def test_axe_has_no_complaints(enter: Any, server: ServerProcess, language: str) -> None:
    person = enter(language, "small", seed=7)
    person.open_lobby()
    assert complaints(person) == []
    for game in ("doudizhu", "gongzhu"):
        person.sit_down(game, "strong")
        person.wait_for_turn()
        assert complaints(person) == []
    person.page.goto(f"{person.address}#puzzle=41")
    person.page.locator(".puzzle[data-state=open]").wait_for()
    assert complaints(person) == []
    open_review(person, server, "mini-doudizhu")
    assert complaints(person) == []


@pytest.mark.parametrize("language", CHINESE_FIRST)
def test_axe_has_no_complaints_about_the_lab(enter: Any, language: str) -> None:
    person = enter(language, "small")
    page = person.page
    page.goto(f"{person.address}#lab")
    page.locator(".lab-page[data-state=ready]").wait_for()
    page.get_by_test_id("ask").click()
    page.get_by_test_id("choices").wait_for()
    page.get_by_test_id("believe").click()
    page.get_by_test_id("beliefs").wait_for()
    assert complaints(person) == []
    for opens in ("set-up", "load", "play-on"):
        page.get_by_test_id(opens).click()
        page.locator("dialog").wait_for()
        assert complaints(person) == []
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    page.goto(f"{person.address}#watch")
    page.get_by_test_id("run").click()
    assert complaints(person) == []


@pytest.mark.parametrize("language", CHINESE_FIRST)
def test_axe_has_no_complaints_about_lessons_results_and_rules(enter: Any, language: str) -> None:
    person = enter(language, "small", seed=3)
    page = person.page
    page.goto(f"{person.address}#learn=doudizhu&step=3")
    page.locator(".lesson-page[data-turn=you]").wait_for()
    assert complaints(person) == []
    page.get_by_test_id("hint").click()
    page.get_by_test_id("play").click()
    page.locator("a[data-testid=next]").wait_for()
    assert complaints(person) == []
    page.get_by_test_id("rules").click()
    page.locator("dialog").wait_for()
    assert complaints(person) == []
    page.keyboard.press("Escape")
    person.sit_down("zhengshangyou", "beginner")
    person.play_to_the_end()
    page.wait_for_function("() => !document.querySelector('.moment')?.innerText.includes('…')")
    assert complaints(person) == []


@pytest.mark.parametrize("language", ENGLISH_FIRST)
def test_axe_has_no_complaints_about_lists_records_and_invitations(enter: Any, language: str) -> None:
    person = enter(language, "phone")
    page = person.page
    person.sit_down("mini-doudizhu", "beginner")
    person.play_to_the_end()
    for place, ready in (("puzzles", ".numbers"), ("bids", "table"), ("record", "[data-games='1']")):
        page.goto(f"{person.address}#{place}")
        page.locator(ready).first.wait_for()
        assert complaints(person) == [], place
    page.get_by_test_id("open-settings").click()
    page.locator("dialog").wait_for()
    assert complaints(person) == []
    page.keyboard.press("Escape")
    person.sit_down("doudizhu", "open")
    link = str(page.locator(".waiting input").input_value())
    assert complaints(person) == []
    guest = enter(language, "phone")
    guest.page.goto(link)
    guest.page.get_by_test_id("take-seat").wait_for()
    assert complaints(guest) == []
