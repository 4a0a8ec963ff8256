"""My record on the page: a game is written down, shown in both languages, exported, and kept by a key; tables fold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from paiyou.endgames import solve
from paiyou.puzzles.defend import defend
from paiyou.puzzles.puzzle import puzzles
from server.browser.languages import CHINESE_FIRST
from server.browser.test_puzzles import make, open_puzzle, settle

SCREENS = [(1366, 768), (844, 390), (390, 664)]


def open_record(person: Any, games: int) -> None:
    """The record from the lobby, once all games are written down."""
    person.page.goto(person.address)
    person.press("to-record")
    person.page.locator(f"[data-testid=record][data-games='{games}']").wait_for()


@pytest.mark.parametrize(("language", "size"), [("en", "small"), ("zh", "phone")])
def test_a_game_comes_into_the_record(enter: Any, language: str, size: str, tmp_path: Path) -> None:
    person = enter(language, size)
    page = person.page
    person.sit_down("doudizhu", "beginner")
    person.play_to_the_end()
    open_record(person, 1)
    expect(page.get_by_test_id("record-game")).to_have_count(1)
    expect(page.get_by_test_id("rating")).to_have_count(1)
    person.check_words(language)
    person.check_names()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth"), (width, height)
        page.screenshot(path=tmp_path / f"record-{language}-{width}.png", full_page=True)

    # The judge says how near the moves were to its own: by itself, where the end of the game has asked it.
    judge = page.get_by_test_id("judge")
    if judge.count():
        judge.click()
    expect(judge).to_have_count(0)
    expect(page.get_by_test_id("accuracy").locator("p").first).to_contain_text("%")
    person.check_words(language)

    # Exported, and read back under a new key: what is there already is not taken in twice.
    with page.expect_download() as coming:
        person.press("export")
    exported = tmp_path / "record.json"
    coming.value.save_as(exported)
    assert len(json.loads(exported.read_text())["games"]) == 1
    key = page.evaluate("() => JSON.parse(localStorage['paiyou.profile'])")
    other = enter(language, size)
    open_record(other, 0)
    other.page.get_by_test_id("import-file").set_input_files(exported)
    other.page.locator("[data-testid=record][data-games='1']").wait_for()
    expect(other.page.get_by_test_id("note")).not_to_be_empty()
    other.page.get_by_test_id("other-key").fill(key)
    other.press("use-key")
    other.page.wait_for_function("key => JSON.parse(localStorage['paiyou.profile']) === key", arg=key)


def test_finished_tables_fold_and_all_are_asked_for_once(enter: Any) -> None:
    person = enter()
    page = person.page
    for _ in range(2):
        person.sit_down("mini-doudizhu", "beginner")
        person.wait_for_turn()
    person.play_to_the_end()
    asked: list[str] = []
    page.on("request", lambda request: "/api/" in request.url and asked.append(request.url))
    page.goto(person.address)
    page.reload()
    page.get_by_test_id("start").wait_for()
    finished = page.get_by_test_id("finished")
    expect(finished.locator("summary")).to_contain_text("1")
    expect(finished.locator("li")).not_to_be_visible()
    finished.locator("summary").click()
    expect(finished.locator("li small")).to_contain_text("20")
    # Twice the lobby: it was gone to, and loaded again.
    assert 1 <= sum("/api/tables" in url for url in asked) <= 2
    assert not [url for url in asked if "/api/rooms/" in url]
    person.check_words("en")


def test_a_position_is_tried_again(enter: Any) -> None:
    person = enter()
    page = person.page
    person.sit_down("doudizhu", "beginner")
    person.play_to_the_end()
    room = person.table["room"]
    page.goto(f"{person.address}#room={room}&review=0&move=3")
    page.locator(".review-page[data-state=ready]").wait_for()
    hands = page.locator("[data-testid=row-0] .held .card").evaluate_all(
        "cards => cards.map((one) => one.dataset.card)"
    )
    person.press("again")
    page.wait_for_function("room => location.hash && !location.hash.includes(room)", arg=room)
    person.wait_for_turn()
    assert person.table["room"] != room
    assert len(person.table["history"]) >= 3
    mine = {card[-1] for card in person.table["you"]["cards"]}
    assert mine <= {card[-1] for card in hands}
    person.play_to_the_end()


def made_in_the_end(person: Any) -> None:
    """A puzzle is made when it is asked for; a busy server is asked again, as a person would."""
    retry = person.page.get_by_test_id("retry")
    while True:
        person.page.locator(".puzzle[data-state=open], [data-testid=retry]").first.wait_for()
        if not retry.is_visible():
            return
        person.troubles[:] = [one for one in person.troubles if "503" not in one]
        person.press("retry")


@pytest.mark.parametrize("language", CHINESE_FIRST)
def test_puzzles_are_rated_and_have_no_end(enter: Any, language: str) -> None:
    person = enter(language)
    page = person.page
    open_puzzle(person, 25)
    state = puzzles()[25].start()
    while settle(person)["state"] == "open":
        move = solve(state).moves[0]
        make(person, move)
        state.play(move)
        defend(state)
    rating = page.get_by_test_id("puzzle-rating")
    expect(rating).to_be_visible()

    page.goto(f"{person.address}#puzzles")
    # Hard ones are found within a second or a minute: chance is to draw number 135,952,280, which is found soon.
    page.evaluate("Math.random = () => 11984093.5 / 299999999")
    for name in ("daily", "new-hard"):
        page.goto(f"{person.address}#puzzles")
        person.press(name)
        made_in_the_end(person)
        person.check_words(language)
        person.press("hint")
        expect(page.get_by_test_id("puzzle-rating")).to_be_visible()
    assert page.url.endswith("=135952280")
    open_record(person, 0)
    expect(page.locator(".numbers-row")).to_contain_text("3")
    person.check_words(language)


def test_a_curve_says_its_highest_and_its_lowest(enter: Any) -> None:
    person = enter()
    for _ in range(2):
        person.sit_down("mini-doudizhu", "beginner")
        person.play_to_the_end()
    open_record(person, 2)
    numbers = person.page.get_by_test_id("record-game").get_by_test_id("course").locator("small")
    said = [int(text) for text in numbers.all_inner_texts()]
    assert said == sorted(said, reverse=True)
    assert len(said) in (1, 2)
