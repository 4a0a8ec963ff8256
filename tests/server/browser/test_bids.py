"""The bid explorer on the page: a hand, what its calls are worth, and the classes it belongs to."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def test_a_hand_is_dealt_and_its_calls_are_told(enter: Any) -> None:
    person = enter()
    page = person.page
    page.goto(f"{person.address}#")
    page.get_by_test_id("to-bids").click()
    calls = page.get_by_test_id("calls").locator("li b")
    expect(calls).to_have_count(2)
    assert page.locator(".drawn .card").count() == 17
    assert page.get_by_test_id("classes-jokers").locator("tr.own").count() == 1
    page.get_by_test_id("auction").select_option(label="by bids of 1, 2 and 3")
    expect(calls).to_have_count(4)
    before = page.locator(".drawn .card").evaluate_all("cards => cards.map((one) => one.dataset.card)")
    page.get_by_test_id("deal").click()
    expect(calls).to_have_count(4)
    assert page.locator(".drawn .card").evaluate_all("cards => cards.map((one) => one.dataset.card)") != before
