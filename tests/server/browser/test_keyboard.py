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


def test_the_result_stays_until_it_is_closed(enter: Any) -> None:
    ann, bob = enter("en", "phone"), enter("zh", "small")
    ann.sit_down("mini-doudizhu", "open", name="Ann")
    bob.page.goto(ann.page.get_by_test_id("invitation").input_value())
    bob.page.locator("input[name=name]").fill("Bob")
    bob.page.get_by_test_id("take-seat").click()
    for person in (ann, bob):
        expect(person.page.locator(".table-page")).to_have_attribute("data-phase", "play")
    while ann.shown()["phase"] != "over":
        mover, other = (ann, bob) if ann.shown()["turn"] == "you" else (bob, ann)
        mover.wait_for_turn()
        before = other.shown()
        mover.act()
        other.wait_for_change(before)
    result = ann.page.get_by_test_id("result")
    expect(result).to_be_visible()
    left = result.locator(".card").count()
    assert left > 0
    bob.press("next")
    for person in (ann, bob):
        expect(person.page.locator(".table-page")).to_have_attribute("data-number", "1")
    expect(bob.page.get_by_test_id("result")).to_have_count(0)
    expect(result).to_contain_text("The next game has begun.")
    expect(result.locator(".card")).to_have_count(left)
    ann.check_layout()
    ann.check_words("en")
    expect(result).to_have_attribute("aria-modal", "true")
    expect(ann.page.get_by_test_id("go-on")).to_be_focused()
    for _ in range(5):
        ann.page.keyboard.press("Tab")
        assert result.evaluate("panel => panel.contains(document.activeElement)")
    ann.page.keyboard.press("Escape")
    expect(result).to_have_count(0)
    assert ann.page.evaluate("() => document.activeElement !== document.body")
    assert ann.shown()["number"] == "1"


def test_the_result_can_be_put_aside_and_looked_at_again(enter: Any) -> None:
    person = enter("en", "small", seed=11)
    person.sit_down("mini-doudizhu", "beginner")
    person.play_to_the_end()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_test_id("result")).to_have_count(0)
    person.press("show-result")
    expect(person.page.get_by_test_id("next")).to_be_focused()


def test_single_letters_do_no_harm_and_can_be_switched_off(enter: Any) -> None:
    person = enter("en", "small", seed=1)
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    assert "pass" not in person.table["you"]["moves"]
    message = person.page.get_by_test_id("message")
    usual = message.inner_text()
    person.page.keyboard.press("p")
    person.page.wait_for_timeout(200)
    expect(message).to_have_text(usual)
    person.press("open-settings")
    person.page.get_by_label("Keys P (pass), H (hint) and C (call)").uncheck()
    person.page.keyboard.press("Escape")
    person.page.keyboard.press("h")
    person.page.wait_for_timeout(200)
    expect(message).to_have_text(usual)
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Dou Dizhu · game 1")
