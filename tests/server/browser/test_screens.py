"""Every screen: hand, buttons and the others' plays are on it without scrolling, in both languages."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from paiyou.bench.table_server import ServerProcess
from patience import PATIENCE
from server.browser.person import LAYOUT, sensible
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

CLASHES = """() => {
  const box = (part) => part.getBoundingClientRect();
  const clash = (one, other) => box(one).left < box(other).right - 1 && box(other).left < box(one).right - 1
    && box(one).top < box(other).bottom - 1 && box(other).top < box(one).bottom - 1;
  const parts = [...document.querySelectorAll(
    '.seat .bubble, .seat .plate, .message, .actions button, .top-row :is(.stake, .bottom .card, button)')]
    .filter((part) => box(part).width > 0 && part.textContent);
  return parts.flatMap((one, n) => parts.slice(n + 1).filter((other) => !one.contains(other) && clash(one, other)
    && !(one.closest('.bottom') && other.closest('.bottom')))
    .map((other) => `${one.className} "${one.textContent}" lies over ${other.className} "${other.textContent}"`));
}"""
"""What is written on the felt, one over another."""

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


def test_what_is_said_before_the_first_trick_lies_over_nothing(enter: Any) -> None:
    for seed in range(20):
        person = enter(seed=seed)
        person.sit_down("gongzhu", "beginner")
        person.wait_for_turn()
        if person.table["phase"] == "exposing" and len(person.table["you"]["moves"]) > 1:
            break
    fits(person, [*TABLE, ".seat .bubble"], never=CLASHES)
    # The buttons are in one row, and plates are as high as what they say.
    person.page.set_viewport_size({"width": 320, "height": 568})
    person.page.wait_for_function(
        "() => new Set([...document.querySelectorAll('.actions button')].map((one) => one.offsetTop)).size === 1"
    )
    person.page.wait_for_function(
        "() => [...document.querySelectorAll('.seat .plate')].every((one) => one.clientHeight < 90)"
    )


def test_a_table_of_four_fits_every_screen(enter: Any) -> None:
    person = enter(seed=3)
    person.sit_down("gongzhu", "beginner")
    person.wait_for_turn()
    fits(person, TABLE, never=OUT_OF_COUNTER)
    while person.table["phase"] != "play" or not person.table["trick"]:
        person.act()
        person.wait_for_turn()
    fits(person, [*TABLE, ".trick .card"], smallest=28)


def test_a_late_trick_among_partners_fits_every_screen_with_a_hint(enter: Any) -> None:
    person = enter(seed=7)
    person.sit_down("gongzhu:partners=on", "strong")
    person.wait_for_turn()
    while person.page.locator(".seat .won:has(.exposed)").count() < 2 or person.table["tricks_played"] < 6:
        person.act(lowest if person.table["phase"] == "play" else sensible)
        assert person.wait_for_turn(), "a seed with exposed cards"
    person.press("hint")
    person.page.locator(".message.hint").wait_for()
    fits(person, [*TABLE, ".trick .card"], smallest=24)


def test_of_two_the_other_s_play_is_as_large_as_its_place_allows(enter: Any) -> None:
    person = enter(seed=7)
    person.sit_down("mini-doudizhu", "strong")
    person.wait_for_turn()
    person.act(lowest)
    person.wait_for_turn()
    for width, height, card in ((1280, 800, 90), (1920, 1080, 120), (320, 568, 50)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_function(
            "(card) => document.querySelector('.seat.top .zone .card')?.getBoundingClientRect().width >= card", arg=card
        )
        person.check_layout()


def test_all_calls_are_in_one_row_on_the_smallest_phone(enter: Any) -> None:
    person = enter(seed=7)
    person.sit_down("doudizhu:bidding=123", "strong")
    person.wait_for_turn()
    person.page.set_viewport_size({"width": 320, "height": 568})
    expect(person.page.locator(".actions button")).to_have_count(5)
    person.page.wait_for_function(
        "() => new Set([...document.querySelectorAll('.actions button')].map((one) => one.offsetTop)).size === 1"
    )


def test_a_level_and_its_rating_are_read_in_the_lobby(enter: Any) -> None:
    person = enter()
    person.open_lobby()
    page = person.page
    page.locator("input[name=game][value=doudizhu]").check()
    choice = page.locator(".chair-grid select").first
    choice.select_option("grandmaster")
    assert re.search(r"\(\d{4}\)", choice.locator("option:checked").inner_text())
    for width, height in ((1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_CHOICES) == [], (width, height)


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


def test_open_hands_of_a_puzzle_are_shown_once_and_large_on_large_screens(enter: Any) -> None:
    person = enter()
    page = person.page
    page.goto(f"{person.address}#puzzle=60")
    page.locator(".puzzle[data-state=open]").wait_for()
    for width, height, card in ((1280, 800, 60), (1920, 1080, 85)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "(card) => [...document.querySelectorAll('.open-hand .card')]"
            ".every((one) => one.getBoundingClientRect().width >= card)",
            arg=card,
        )
        expect(page.locator(".seat .backs .card:visible")).to_have_count(0)
        person.check_layout()


@pytest.mark.parametrize("game", ["doudizhu", "gongzhu"])
def test_a_review_fits_every_screen(enter: Any, server: ServerProcess, game: str) -> None:
    person = enter()
    told = open_review(person, server, game)
    page = person.page
    for place in (4, len(told["history"]) // 2):
        while page.locator(".review-page").get_attribute("data-place") != str(place):
            page.keyboard.press("ArrowRight")
        fits(person, [".board .card", ".board .zone > *", ".controls button", ".board .plate"], never=OVER_HANDS)
        fits(person, [".top-row button"] if game == "doudizhu" else [".board .plate"], never=CLASHES)


OVER_PLATES = """() => [...document.querySelectorAll('.board .row')].flatMap((row) => {
  const box = (part) => part.getBoundingClientRect();
  const plates = [...row.querySelectorAll('.plate .name, .plate .marks > *')].filter((part) => box(part).width > 0);
  return [...row.querySelectorAll('.zone > *, .badge')].flatMap((played) => plates.filter((part) =>
    box(part).left < box(played).right - 1 && box(played).left < box(part).right - 1
    && box(part).top < box(played).bottom - 1 && box(played).top < box(part).bottom - 1)
    .map((part) => `${played.textContent} lies over ${part.textContent}`));
})"""


def test_a_pass_in_a_review_lies_over_no_plate(enter: Any, server: ServerProcess) -> None:
    person = enter()
    told = open_review(person, server, "doudizhu")
    passed = next(
        place
        for place, (one, made) in enumerate(zip(told["decisions"], told["history"], strict=False))
        if one["verdict"] == "forced" and made["move"] == "pass" and one["seat"] != 0
    )
    page = person.page
    page.evaluate("([room, place]) => (location.hash = `room=${room}&review=0&move=${place}`)", [told["room"], passed])
    page.locator(f".review-page[data-place='{passed}']").wait_for()
    fits(person, [".board .zone > *", ".board .plate"], never=OVER_PLATES)


def test_the_way_to_the_table_is_on_the_first_screen(enter: Any) -> None:
    person = enter()
    person.open_lobby()
    page = person.page
    start = page.get_by_test_id("start")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(start).to_be_in_viewport(ratio=1)
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth"), (width, height)
        # Names are written inside their tiles.
        assert page.locator(".tiles .what").evaluate_all(
            "all => all.every((one) => one.scrollWidth <= one.clientWidth)"
        )
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


IN_TWO_ROWS = """() => [...document.querySelectorAll('.board .held .played')].filter((hand) =>
  new Set([...hand.querySelectorAll('.card:not(.up)')].map((one) => one.offsetTop)).size > 1)
  .map((hand) => `${hand.children.length} cards of a hand are not in one row`)"""


@pytest.mark.parametrize("game", ["doudizhu", "gongzhu"])
def test_hands_of_a_review_are_read_in_one_row(enter: Any, server: ServerProcess, game: str) -> None:
    person = enter()
    open_review(person, server, game)
    fits(person, [".board .held .card"], never=IN_TWO_ROWS)


CUT_CHOICES = """() => [...document.querySelectorAll('select')].filter((one) => {
  const free = one.cloneNode(true);
  free.style.cssText = 'position: absolute; width: auto; max-width: none';
  for (const other of [...free.options]) if (other.index !== one.selectedIndex) other.remove();
  one.parentElement.append(free);
  const wide = free.getBoundingClientRect().width;
  free.remove();
  return wide > one.getBoundingClientRect().width + 1;
}).map((one) => one.selectedOptions[0].textContent + ' is cut')"""
"""A choice does not say that its words are cut: one that may be as wide as they are does."""


def test_pages_of_the_lobby_do_not_scroll_sideways(enter: Any) -> None:
    person = enter()
    page = person.page
    for where, ready in (("puzzles", ".puzzles .levels"), ("record", ".record-page"), ("bids", ".bids table")):
        page.goto(f"{person.address}#{where}")
        page.locator(ready).first.wait_for()
        for language in ("zh", "en"):
            page.evaluate("(language) => import('/settings.js').then((it) => it.change({ language }))", language)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_function(
                    "() => [...document.querySelectorAll('main *')].every((one) =>"
                    " one.closest('.scrolls, svg') || one.getBoundingClientRect().right <= innerWidth + 0.5)"
                )
                assert page.evaluate(CUT_CHOICES) == [], (where, language, width, height)


CROOKED = """() => [...document.querySelectorAll('.result .player')].flatMap((row) => {
  const [name, numbers] = ['.name', '.numbers'].map((part) => row.querySelector(part).getBoundingClientRect());
  const apart = Math.abs(name.top + name.bottom - numbers.top - numbers.bottom) / 2;
  return apart > 4 ? [`name and numbers ${apart} px apart`] : [];
})"""
"""Rows of the result whose names and numbers are not at one height."""


CUT_MOMENTS = """() => [...document.querySelectorAll('.moment span')].filter((cards) => {
  const said = cards.textContent;
  cards.textContent = '7 8 9 10 J Q K A';
  const cut = cards.scrollWidth > cards.clientWidth + 1;
  cards.textContent = said;
  return cut;
}).map(() => 'the cards of a straight would be cut')"""


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
            while (
                problems := page.evaluate(OUTSIDE, [".result", ".result h2", ".result .buttons button"])
                + page.evaluate(
                    "() => { const { scrollHeight, clientHeight } = document.querySelector('.result');"
                    " return scrollHeight > clientHeight + 1 ? [`scrolls: ${scrollHeight} > ${clientHeight}`] : []; }"
                )
                + page.evaluate(CROOKED)
                + page.evaluate(CUT_MOMENTS)
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


COVERED = """() => {
  const takes = document.querySelector('.trick .takes').getBoundingClientRect();
  return [...document.querySelectorAll('.trick .card, .plate')].map((one) => one.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) =>
      left < takes.right && takes.left < right && top < takes.bottom && takes.top < bottom).length;
}"""


def test_who_takes_a_trick_is_written_beside_its_cards(enter: Any) -> None:
    person = enter(seed=3)
    person.sit_down("gongzhu", "beginner")
    person.wait_for_turn()
    while not person.page.locator(".trick .takes").count():
        person.act()
        assert person.wait_for_turn(), "a seed in which the person takes a trick"
    for language in ("zh", "en"):
        person.page.evaluate("(language) => import('/settings.js').then((it) => it.change({ language }))", language)
        for width, height in SIZES:
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.wait_for_function(f"() => ({COVERED})() === 0")


def test_the_cards_of_a_play_lie_in_rows_of_like_length(enter: Any) -> None:
    """Six cards where five fit into a row are three and three, not five and one."""
    person = enter()
    person.open_lobby()
    rows = person.page.evaluate(
        """async () => {
          const { cardRow } = await import('/cards.js');
          const rows = [];
          for (const count of [1, 2, 5, 6, 8, 12, 17, 20]) {
            for (const [width, height] of [[180, 240], [140, 90], [300, 100], [90, 200], [600, 120], [80, 130]]) {
              const place = document.createElement('div');
              place.className = 'fit';
              place.style.cssText = `position: fixed; left: 0; top: 0; width: ${width}px; height: ${height}px`;
              place.append(cardRow([...'34567890JQKA3456789T'].slice(0, count).map((rank) => `S${rank}`)));
              document.body.append(place);
              const tops = new Map();
              for (const card of place.querySelectorAll('.card')) {
                const top = Math.round(card.getBoundingClientRect().top);
                tops.set(top, (tops.get(top) ?? 0) + 1);
              }
              rows.push([count, width, height, [...tops.values()]]);
              place.remove();
            }
          }
          return rows;
        }"""
    )
    uneven = [
        (count, width, height, found) for count, width, height, found in rows if max(found) - min(found) > len(found)
    ]
    assert uneven == []
    assert any(len(found) == 2 for *_, found in rows)


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
