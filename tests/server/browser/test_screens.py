"""Every screen: hand, buttons and the others' plays are on it without scrolling, in both languages."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from paiyou.bench.table_server import ServerProcess
from patience import PATIENCE
from server.browser.person import LAYOUT
from server.browser.test_review import open_review

SIZES = [(844, 390), (740, 360), (932, 430), (1024, 600), (320, 568), (360, 640), (375, 667), (390, 664)]
"""Phones held sideways and upright, and a small laptop."""

OUTSIDE = """(parts) => parts.flatMap((part) => {
  const found = [...document.querySelectorAll(part)].filter((one) => one.getBoundingClientRect().width > 0);
  if (!found.length) return [`${part} is not there`];
  return found.map((one) => one.getBoundingClientRect())
    .filter(({ left, top, right, bottom }) =>
      left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
    .map((box) => `${part} at ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
})"""
"""Which parts of the page are not whole on the screen."""

OVER_HANDS = """() => [...document.querySelectorAll('.board .row')].flatMap((row) => {
  const plate = row.querySelector('.plate').getBoundingClientRect();
  const cut = getComputedStyle(row.querySelector('.plate')).overflow === 'hidden';
  const cards = [...row.querySelectorAll('.held .card')].map((card) => card.getBoundingClientRect());
  return [...row.querySelectorAll('.plate > *')].filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const low = cut ? Math.min(bottom, plate.bottom) : bottom;
    return right > left && cards.some((card) =>
      card.left < right - 1 && left < card.right - 1 && card.top < low - 1 && top < card.bottom - 1);
  }).map((part) => `${part.className} lies over a hand`);
}).concat([...document.querySelectorAll('.controls .place')]
  .filter((place) => place.getBoundingClientRect().height > 30).map(() => 'the place needs two lines'))"""
"""What a review writes over its hands."""

SMALLEST_CARD = """() => Math.min(...[...document.querySelectorAll('.hand .card, .trick .card, .seat .zone .card')]
  .map((card) => card.getBoundingClientRect().width))"""


def fits(person: Any, parts: list[str], *, smallest: float = 0, never: str = "() => []") -> None:
    """At every size, in both languages, all parts are on the screen and nothing covers another."""
    page = person.page
    for language in ("zh", "en"):
        page.evaluate("(language) => import('/settings.js').then((it) => it.change({ language }))", language)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            end = time.monotonic() + PATIENCE
            # The page follows a new size in its own time, and a play that has just been made grows as it lands.
            while problems := [
                *page.evaluate(LAYOUT),
                *page.evaluate(OUTSIDE, parts),
                *page.evaluate(never),
                *(f"a card of {card:.1f} px" for card in [page.evaluate(SMALLEST_CARD)] if card < smallest),
            ]:
                assert time.monotonic() < end, (language, width, height, problems)
                page.wait_for_timeout(20)


TABLE = [".hand .card", ".actions button", ".message", ".plate"]


OUT_OF_COUNTER = """() => [...document.querySelectorAll('.counter li')].filter((one) =>
  one.getBoundingClientRect().right > one.closest('ul').getBoundingClientRect().right + 0.5)
  .map((one) => `${one.textContent} is not in the counter`)"""


def lowest(table: dict[str, Any]) -> str:
    """What lets the others play, too."""
    moves: list[str] = table["you"]["moves"]
    return next((move for move in moves if move != "pass"), "pass")


def test_a_table_of_three_fits_every_screen(enter: Any) -> None:
    person = enter(seed=7)
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    assert len(person.table["you"]["cards"]) == 20
    fits(person, TABLE)
    for _ in range(3):
        person.act(lowest)
        person.wait_for_turn()
    fits(person, [*TABLE, ".seat .zone > *"], smallest=30)


def test_a_table_of_four_fits_every_screen(enter: Any) -> None:
    person = enter(seed=3)
    person.sit_down("gongzhu", "beginner")
    person.wait_for_turn()
    fits(person, TABLE, never=OUT_OF_COUNTER)
    while person.table["phase"] != "play" or not person.table["trick"]:
        person.act()
        person.wait_for_turn()
    fits(person, [*TABLE, ".trick .card"], smallest=28)


@pytest.mark.parametrize("game", ["doudizhu:bidding=123", "doudizhu:bidding=call-rob"])
def test_an_auction_fits_every_screen(enter: Any, game: str) -> None:
    for seed in range(20):
        person = enter(seed=seed)
        person.sit_down(game, "beginner")
        person.wait_for_turn()
        if person.table["phase"] == "auction":
            break
    fits(person, TABLE)


@pytest.mark.parametrize("plane", [20, 17, 12])
def test_the_longest_plays_fit_every_screen(enter: Any, plane: int) -> None:
    """Others' plays of many cards, as no bot can be asked to make: drawn by the page's own function."""
    person = enter(seed=7)
    person.sit_down("doudizhu", "beginner")
    person.wait_for_turn()
    person.page.evaluate(
        "async (count) => { const { cardRow } = await import('/cards.js');"
        " const cards = [...'3456789TJQK'].flatMap((rank) => [...'SHCD'].map((suit) => suit + rank)).slice(0, count);"
        " const { TableView } = await import('/table.js'); TableView.prototype.fillSeats = () => {};"
        " for (const zone of document.querySelectorAll('.seat .zone')) {"
        "   const caption = document.createElement('span');"
        "   caption.className = 'caption'; caption.textContent = '飞机'; zone.replaceChildren(cardRow(cards), caption);"
        " } }",
        plane,
    )
    person.page.locator(".hand").wait_for()
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        end = time.monotonic() + PATIENCE
        while problems := person.page.evaluate(OUTSIDE, [*TABLE, ".seat .zone .card"]) + person.page.evaluate(LAYOUT):
            assert time.monotonic() < end, (width, height, problems)
            person.page.wait_for_timeout(20)


def test_a_puzzle_fits_every_screen(enter: Any) -> None:
    person = enter()
    page = person.page
    page.goto(f"{person.address}#puzzle=41")
    page.locator(".puzzle[data-state=open]").wait_for()
    fits(person, [".hand .card", ".actions button", ".message", ".open-hand .card"], smallest=30)
    page.get_by_test_id("hint").click()
    page.get_by_test_id("play").click()
    page.locator(".puzzle[data-turn=you][data-index='3']").wait_for()
    fits(person, [".hand .card", ".actions button", ".message", ".open-hand .card", ".seat .zone > *"])


@pytest.mark.parametrize("game", ["doudizhu", "gongzhu"])
def test_a_review_fits_every_screen(enter: Any, server: ServerProcess, game: str) -> None:
    person = enter()
    told = open_review(person, server, game)
    page = person.page
    for place in (4, len(told["history"]) // 2):
        while page.locator(".review-page").get_attribute("data-place") != str(place):
            page.keyboard.press("ArrowRight")
        fits(person, [".board .card", ".board .zone > *", ".controls button", ".board .plate"], never=OVER_HANDS)


def test_the_way_to_the_table_is_on_the_first_screen(enter: Any) -> None:
    person = enter()
    person.open_lobby()
    page = person.page
    start = page.get_by_test_id("start")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(start).to_be_in_viewport(ratio=1)
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth"), (width, height)
    expect(page.get_by_test_id("resume")).to_have_count(0)
    person.sit_down("doudizhu", "beginner")
    person.wait_for_turn()
    page.goto(person.address)
    resume = page.get_by_test_id("resume")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(resume).to_be_in_viewport(ratio=1)
        expect(start).to_be_in_viewport(ratio=1)
        assert resume.bounding_box()["y"] < start.bounding_box()["y"]  # type: ignore[index]
    resume.click()
    page.locator(".table-page[data-phase=play]").wait_for()


@pytest.mark.parametrize("game", ["doudizhu", "gongzhu"])
def test_a_result_fits_every_screen(enter: Any, game: str) -> None:
    person = enter(seed=3)
    person.sit_down(game, "beginner")
    person.play_to_the_end()
    page = person.page
    page.wait_for_function("() => !document.querySelector('.moment')?.innerText.includes('…')")
    for language in ("zh", "en"):
        page.evaluate("(language) => import('/settings.js').then((it) => it.change({ language }))", language)
        page.wait_for_function("() => !document.querySelector('.moment')?.innerText.includes('…')")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            end = time.monotonic() + PATIENCE
            while problems := page.evaluate(
                OUTSIDE, [".result", ".result h2", ".result .buttons button"]
            ) + page.evaluate(
                "() => { const { scrollHeight, clientHeight } = document.querySelector('.result');"
                " return scrollHeight > clientHeight + 1 ? [`scrolls: ${scrollHeight} > ${clientHeight}`] : []; }"
            ):
                assert time.monotonic() < end, (language, width, height, problems)
                page.wait_for_timeout(20)


def test_who_waits_for_friends_can_read_and_copy_the_link(enter: Any) -> None:
    person = enter()
    person.sit_down("doudizhu", "open")
    page = person.page
    page.locator(".waiting").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        outside = page.evaluate(
            "() => { const box = document.querySelector('.waiting').getBoundingClientRect();"
            " return [...document.querySelectorAll('.waiting *')].map((one) => [one, one.getBoundingClientRect()])"
            ".filter(([, { right, bottom }]) => right > box.right + 0.5 || bottom > innerHeight)"
            ".map(([one]) => one.outerHTML.slice(0, 60)); }"
        )
        assert outside == [], (width, height)
        covered = page.evaluate(
            "() => [...document.querySelectorAll('.waiting, .waiting *')].filter((part) => {"
            " const { left, top, width, height } = part.getBoundingClientRect();"
            " const hit = document.elementFromPoint(left + Math.min(8, width / 2), top + Math.min(12, height / 2));"
            " return width && !hit?.closest('.waiting'); }).map((part) => part.outerHTML.slice(0, 80))"
        )
        assert covered == [], (width, height)


def test_the_trick_is_large_where_the_felt_is_empty(enter: Any) -> None:
    person = enter(seed=3)
    person.sit_down("gongzhu", "beginner")
    person.wait_for_turn()
    while person.table["phase"] != "play" or not person.table["trick"]:
        person.act()
        person.wait_for_turn()
    for width, height, card in ((1366, 768, 80), (1920, 1080, 120)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_function(
            "(card) => [...document.querySelectorAll('.trick .card')]"
            ".every((one) => one.getBoundingClientRect().width >= card)",
            arg=card,
        )
        person.check_layout()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_settings_fit_the_smallest_phone(enter: Any, language: str) -> None:
    person = enter(language, "phone")
    person.page.set_viewport_size({"width": 320, "height": 568})
    person.open_lobby()
    person.page.get_by_test_id("open-settings").click()
    person.page.get_by_test_id("settings").wait_for()
    outside = person.page.evaluate(
        "() => { const box = document.querySelector('dialog').getBoundingClientRect();"
        " return [...document.querySelectorAll('dialog .setting > *')]"
        ".filter((one) => one.getBoundingClientRect().right > box.right).map((one) => one.outerHTML.slice(0, 60)); }"
    )
    assert outside == []
