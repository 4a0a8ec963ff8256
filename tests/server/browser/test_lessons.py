"""Lessons at the page: the first visit, a whole lesson by hand, what is said to other moves, every screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from paiyou.games.registry import game_info
from server.browser.languages import CHINESE_FIRST
from server.browser.test_screens import TABLE, fits


def open_step(person: Any, game: str, step: int) -> None:
    person.page.goto(f"{person.address}#learn={game}&step={step}")
    person.page.locator(".lesson-page[data-turn=you]").wait_for()


@pytest.mark.parametrize("language", CHINESE_FIRST)
def test_the_first_visit_leads_to_a_lesson_and_the_lesson_to_a_table(enter: Any, language: str) -> None:
    person = enter(language)
    page = person.page
    person.open_lobby()
    expect(page.get_by_test_id("welcome")).to_be_visible()
    person.check_words(language)
    page.get_by_test_id("welcome-learn").click()
    page.locator(".lesson-page[data-turn=you]").wait_for()
    person.check_words(language)
    info = game_info("mini-doudizhu")
    page.goto(f"{person.address}#learn={info.name}")
    for number, step in enumerate(info.lesson):
        expect(page.get_by_test_id("lesson-step")).to_have_text(f"{number + 1} / {len(info.lesson)}")
        expect(page.get_by_test_id("message")).to_have_text(getattr(step.task, language))
        while page.locator("a[data-testid=next]").count() == 0:
            page.locator(".lesson-page[data-turn=you]").wait_for()
            before = page.locator(".lesson-page").get_attribute("data-index")
            page.get_by_test_id("hint").click()
            page.get_by_test_id("play" if page.locator(".hand [aria-pressed=true]").count() else "pass").click()
            page.locator(f".lesson-page:not([data-index='{before}'])").wait_for()
            page.wait_for_function(
                "() => document.querySelector('.lesson-page').dataset.turn === 'you'"
                " || document.querySelector('a[data-testid=next]')"
            )
        expect(page.get_by_test_id("message")).to_have_text(getattr(step.done, language))
        person.check_words(language)
        person.check_names()
        # Enter goes on: the way there has the focus.
        page.keyboard.press("Enter")
    expect(page.get_by_test_id("start")).to_be_visible()
    assert page.locator("input[name=game]:checked").get_attribute("value") == info.name
    # Who has learnt is no stranger.
    expect(page.get_by_test_id("welcome")).to_have_count(0)


def test_other_moves_are_answered_and_not_played(enter: Any) -> None:
    person = enter()
    page = person.page
    open_step(person, "doudizhu", 3)
    step = game_info("doudizhu").lesson[2]
    message = page.get_by_test_id("message")
    page.get_by_test_id("pass").click()
    expect(message).to_have_text(step.wrong.en)
    # What the rules forbid is refused by the engine.
    page.locator(".hand [data-card$='3']").click(position={"x": 8, "y": 12})
    page.get_by_test_id("play").click()
    expect(message).to_have_class("message error")
    expect(message).not_to_have_text(step.wrong.en)
    assert page.locator(".lesson-page").get_attribute("data-index") == "1"
    # The browser notes every refusal for itself.
    person.troubles[:] = [trouble for trouble in person.troubles if "422" not in trouble]
    page.get_by_test_id("hint").click()
    page.get_by_test_id("play").click()
    expect(message).to_have_text(step.done.en)
    page.get_by_test_id("again").click()
    expect(message).to_have_text(step.task.en)


def test_who_wants_to_play_is_not_asked_again(enter: Any) -> None:
    person = enter()
    person.open_lobby()
    person.page.get_by_test_id("welcome-play").click()
    expect(person.page.get_by_test_id("welcome")).to_have_count(0)
    person.page.reload()
    person.open_lobby()
    expect(person.page.get_by_test_id("welcome")).to_have_count(0)


@pytest.mark.parametrize(("game", "step"), [("doudizhu", 1), ("doudizhu", 8), ("gongzhu", 6), ("gongzhu", 7)])
def test_a_lesson_fits_every_screen(enter: Any, game: str, step: int) -> None:
    person = enter()
    open_step(person, game, step)
    fits(person, TABLE)


def test_where_there_are_no_bottom_cards_there_is_no_label_for_them(enter: Any) -> None:
    person = enter()
    page = person.page
    page.goto(f"{person.address}#learn=doudizhu&step=2")
    page.locator(".lesson-page[data-phase=play]").wait_for()
    expect(page.locator(".stake")).to_be_visible()
    expect(page.locator(".bottom")).to_have_count(0)
