"""The review of a finished game: from the result to every move and back, by mouse, finger and keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import paiyou
from paiyou.bench.table_server import ServerProcess
from server.browser.person import sensible
from server.wire import Client, http

SHOWN = """() => {
  const cards = (where) => [...document.querySelectorAll(where)].map((card) => card.dataset.card).sort();
  return [document.querySelector('.review-page').dataset.place, cards('.board .held .card'), cards('.board .up'),
    document.querySelectorAll('.opinion .badge').length,
    document.querySelector('.moves [aria-current]').dataset.testid];
}"""
"""The place, all cards in hands, those raised, verdicts, and the move that is marked in the list."""


def finished(server: ServerProcess, game: str) -> str:
    """A room whose first game was played over the wire, always the same one."""
    chairs = [{"kind": "you"}, *([{"kind": "bot", "level": "beginner"}] * (paiyou.game(game).seats - 1))]
    body = {"game": game, "chairs": chairs, "name": "Ann", "seed": 7}
    opened = http(server.address, "/api/rooms", body)[1]
    with Client(server.address, opened["room"], opened["token"]) as ann:
        ann.wait_for_turn()
        while ann.table["phase"] != "over":
            ann.move(sensible(ann.table))
            ann.wait_for_turn()
    return str(opened["room"])


def open_review(person: Any, server: ServerProcess, game: str) -> dict[str, Any]:
    """Open the review of a finished game; returns what the server said."""
    room = finished(server, game)
    with person.page.expect_response("**/review") as answered:
        person.page.goto(f"{person.address}#room={room}&review=0")
    person.page.locator(".review-page[data-state=ready]").wait_for()
    told: dict[str, Any] = answered.value.json()
    return told


def check_page(person: Any, language: str) -> None:
    person.check_words(language)
    person.check_names()
    sideways = person.page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
    assert sideways <= 0
    cut = person.page.evaluate(
        "() => [...document.querySelectorAll('.board .card, .badge')].filter((one) => {"
        " const { left, right } = one.getBoundingClientRect(); return left < 0 || right > innerWidth; }).length"
    )
    assert cut == 0


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        ("doudizhu:bidding=123", "phone", "zh"),
        ("gongzhu", "small", "en"),
        pytest.param("mini-doudizhu", "large", "zh", marks=pytest.mark.long),
    ],
)
def test_every_move_of_a_game_is_shown(enter: Any, server: ServerProcess, game: str, size: str, language: str) -> None:
    person = enter(language, size)
    told = open_review(person, server, game)
    page = person.page
    last = len(told["history"])
    for place, (step, made) in enumerate(zip(told["steps"], told["history"], strict=False)):
        held = sorted(card for hand in step["hands"] for card in hand)
        assert page.evaluate(SHOWN) == [str(place), held, sorted(made["cards"]), 1, f"move-{place}"]
        if place % 20 == 0:
            check_page(person, language)
        page.keyboard.press("ArrowRight")
    expect(page.locator(".board .payoff")).to_have_count(len(told["players"]))
    check_page(person, language)
    expect(page.get_by_test_id("to-next")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".review-page")).to_have_attribute("data-place", str(last))
    person.press("to-first")
    expect(page.locator(".review-page")).to_have_attribute("data-place", "0")
    person.press("to-last")
    person.press("to-previous")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".review-page")).to_have_attribute("data-place", str(last - 1))


def test_opinions_are_those_of_the_judge(enter: Any, server: ServerProcess) -> None:
    person = enter("en", "phone")
    told = open_review(person, server, "doudizhu")
    page = person.page
    expect(page.get_by_test_id("performances")).to_contain_text("neural network")
    for line, summary in zip(page.locator(".performances li").all(), told["summaries"], strict=True):
        expect(line).to_contain_text(f"{summary['best']} of {summary['decisions']} moves")
    seat, place = next((made["seat"], n) for n, made in enumerate(told["decisions"]) if made["verdict"] == "mistake")
    person.press(f"mistake-{seat}")
    expect(page.locator(".review-page")).to_have_attribute("data-place", str(place))
    faults = [place for place, made in enumerate(told["decisions"]) if made["verdict"] in ("mistake", "blunder")]
    assert faults, "beginners make them"
    person.press(f"move-{faults[-1]}")
    decision, opinion = told["decisions"][faults[-1]], page.get_by_test_id("opinion")
    expect(opinion.locator(".badge")).to_have_text(decision["verdict"].capitalize())
    expect(opinion).to_contain_text("The judge would have chosen")
    shown = opinion.locator(".choices li b").all_inner_texts()
    chances = [one["value"] for one in decision["told"]]
    assert shown[: len(chances)] == [f"{int(50 + 50 * chance + 0.5)}%" for chance in chances]
    assert page.locator(".choices .made").count() == 1
    expect(page.get_by_test_id("board")).to_be_in_viewport()
    expect(page.locator("#announcements")).to_contain_text(decision["verdict"].capitalize())


def test_a_review_can_be_linked_and_left(enter: Any) -> None:
    person = enter("en", "small", seed=3)
    person.sit_down("mini-doudizhu", "beginner")
    person.play_to_the_end()
    person.press("review")
    page = person.page
    expect(page.locator(".performances .own")).to_contain_text("Ann")
    page.keyboard.press("ArrowRight")
    address = page.url
    assert address.endswith("&review=0&move=1")
    page.reload()
    expect(page.locator(".review-page")).to_have_attribute("data-place", "1")
    person.press("language")
    expect(page.get_by_test_id("to-table")).to_have_text("回牌桌")
    expect(page.locator(".review-page")).to_have_attribute("data-place", "1")
    person.check_words("zh")
    friend = enter("en", "phone")
    friend.page.goto(address)
    expect(friend.page.locator(".review-page")).to_have_attribute("data-place", "1")
    check_page(friend, "en")
    person.press("to-table")
    expect(page.get_by_test_id("result")).to_be_visible()
    person.press("next")
    expect(page.locator(".table-page")).to_have_attribute("data-number", "1")
    page.get_by_test_id("score-sheet").get_by_role("link").click()
    expect(page.locator(".review-page")).to_have_attribute("data-place", "0")


def test_a_running_game_is_not_shown(enter: Any) -> None:
    person = enter("en", "small", seed=3)
    person.sit_down("doudizhu", "beginner")
    room = person.table["room"]
    person.page.goto(f"{person.address}#room={room}&review=0")
    expect(person.page.locator(".review-page")).to_have_attribute("data-state", "trouble")
    expect(person.page.get_by_text("This game is not over yet.")).to_be_visible()
    assert person.page.locator(".card").count() == 0
    person.press("to-table")
    person.wait_for_turn()
    # The browser itself notes every answer that is an error.
    person.troubles[:] = [trouble for trouble in person.troubles if "409" not in trouble]
