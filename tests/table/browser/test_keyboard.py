"""Where the focus is and what keys do: nothing that is drawn anew may send a keyboard to the top of the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect


def focused(person: Any) -> str | None:
    """The name by which tests know the focused element."""
    name: str | None = person.page.evaluate("() => document.activeElement.dataset.testid ?? null")
    return name


@pytest.mark.parametrize("button", ["hint", "toggle-counter", "language"])
def test_a_button_keeps_the_focus_when_it_is_drawn_anew(enter: Any, button: str) -> None:
    person = enter("en", "small", seed=8)
    person.sit_down("zhengshangyou", "beginner")
    person.wait_for_turn()
    place = person.page.get_by_test_id(button)
    place.evaluate("button => { button.old = true; button.focus(); }")
    person.page.keyboard.press("Enter")
    person.page.wait_for_function("id => !document.querySelector(`[data-testid=${id}]`).old", arg=button)
    expect(place).to_be_focused()


def test_the_focus_comes_back_from_the_settings_in_another_language(enter: Any) -> None:
    person = enter("en", "small")
    person.sit_down("mini-doudizhu", "beginner")
    person.page.get_by_test_id("open-settings").focus()
    person.page.keyboard.press("Enter")
    person.page.get_by_label("Language").select_option("zh")
    expect(person.page.get_by_label("语言")).to_be_focused()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_test_id("open-settings")).to_be_focused()


def lose(table: dict[str, Any]) -> str:
    """Pass wherever one may, and lead low."""
    moves: list[str] = table["you"]["moves"]
    return "pass" if "pass" in moves else moves[0]


def test_a_new_deal_begins_with_nothing_selected(enter: Any) -> None:
    person = enter("en", "small", seed=11)
    person.sit_down("mini-doudizhu", "beginner")
    person.play_to_the_end(lose)
    person.page.keyboard.press("Escape")
    cards = person.table["you"]["cards"]
    person.select(cards)
    person.press("next")
    expect(person.page.locator(".table-page")).to_have_attribute("data-number", "1")
    person.wait_for_turn()
    if not set(cards) & set(person.table["you"]["cards"]):
        pytest.fail("choose another seed: no card comes back")
    assert person.selected() == []
