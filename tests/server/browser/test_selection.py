"""Selecting and playing: why not, by finger, by keyboard, with hints; and what can be switched."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect


def message(person: Any) -> Any:
    return person.page.get_by_test_id("message")


@pytest.mark.parametrize(
    ("language", "not_a_combo", "must_lead", "nothing"),
    [
        ("en", "These cards do not make a combination.", "You lead: play something.", "Select the cards first"),
        ("zh", "这些牌不成牌型。", "轮到你先出，不能不出。", "请先选牌"),
    ],
)
def test_a_wrong_selection_says_why(enter: Any, language: str, not_a_combo: str, must_lead: str, nothing: str) -> None:
    person = enter(language, "phone", seed=1)
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    person.press("play")
    expect(message(person)).to_contain_text(nothing)
    person.press("pass")
    expect(message(person)).to_have_text(must_lead)
    cards = person.table["you"]["cards"]
    wrong = next(
        [one, other] for one, other in combinations(cards, 2) if one[-1] != other[-1] and "B" not in one + other
    )
    person.select(wrong)
    person.press("play")
    expect(message(person)).to_have_text(not_a_combo)
    person.check_layout()
    person.check_words(language)
    assert person.table["index"] == 0
    person.press("clear")
    assert person.selected() == []


def test_what_does_not_beat_is_said(enter: Any) -> None:
    person = enter("en", "small", seed=2)
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    person.act(lambda table: table["you"]["moves"][0])
    low = person.wait_for_turn() and person.table["you"]["hand"][0]
    if person.table["last"] is None or low in person.table["you"]["moves"]:
        pytest.fail("choose another seed: this card beats")
    person.select(person.cards_for(low))
    person.press("play")
    expect(message(person)).to_have_text("This does not beat the cards on the table.")


def test_a_suit_must_be_followed(enter: Any) -> None:
    person = enter("zh", "small", seed=5)
    person.sit_down("gongzhu", "beginner")
    while person.wait_for_turn():
        moves, cards = person.table["you"]["moves"], person.table["you"]["cards"]
        barred = [card for card in cards if card not in moves]
        if person.table["trick"] and barred:
            break
        person.act()
    person.select(barred[:1])
    person.press("play")
    expect(message(person)).to_contain_text("必须跟")


def swipe(person: Any, first: str, last: str) -> None:
    boxes = [person.page.locator(f".hand [data-card='{card}']").bounding_box() for card in (first, last)]
    mouse = person.page.mouse
    mouse.move(boxes[0]["x"] + 8, boxes[0]["y"] + 60)
    mouse.down()
    mouse.move(boxes[1]["x"] + 8, boxes[1]["y"] + 60, steps=4)
    mouse.up()


def test_a_swipe_takes_what_makes_a_move(enter: Any) -> None:
    person = enter("en", "small", seed=4)
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    shown = person.page.locator(".hand .card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    swipe(person, shown[0], shown[-1])
    # Of the whole hand, one of the moves with the most cards.
    longest = max(len(move) for move in person.table["you"]["moves"])
    chosen = person.selected()
    assert len(chosen) == longest
    ranks = sorted((card[-1] for card in chosen), key=person.table["shape"]["ranks"].index)
    assert "".join(ranks) in person.table["you"]["moves"]
    # Who adds to what is chosen gets every card he touches.
    rest = next(card for card in shown if card not in chosen)
    person.touch_card(rest)
    person.wait_for_selection([*chosen, rest])
    person.touch_card(chosen[0])
    person.wait_for_selection([*chosen[1:], rest])


def test_a_card_comes_up_with_its_mates_where_one_alone_may_not_be_played(enter: Any) -> None:
    person = enter("en", "small", seed=4)
    person.sit_down("doudizhu", "strong")
    gathered = person.page.evaluate(
        """async () => { const { withMates, meant } = await import('/gather.js');
        const hand = ['SK', 'S8', 'H8', 'C8', 'D3', 'H3'];
        const shape = { ranks: '3456789TJQKA2BR' };
        return [withMates('S8', hand, ['88', 'pass']), withMates('C8', hand, ['88', 'pass']),
          withMates('S8', hand, ['888', '88833', 'pass']), withMates('S8', hand, ['8', '88']),
          withMates('SK', hand, ['88', 'pass']), meant(hand, ['88', '33888', 'pass'], shape),
          meant(['SK', 'S8'], ['K', '8'], shape)]; }"""
    )
    assert gathered == [
        ["S8", "H8"], ["C8", "H8"], ["S8", "H8", "C8"], ["S8"], ["SK"], ["D3", "H3", "S8", "H8", "C8"], ["SK", "S8"],
    ]  # fmt: skip


def test_a_game_by_keyboard_alone(enter: Any) -> None:
    person = enter("en", "small", seed=6)
    person.open_lobby()
    keys = person.page.keyboard

    def focused(script: str) -> Any:
        return person.page.evaluate(f"() => document.activeElement.{script}")

    def tab_to(script: str, wanted: str) -> None:
        for _ in range(40):
            if focused(script) == wanted:
                return
            keys.press("Tab")
        raise AssertionError(f"Tab does not reach {wanted}")

    tab_to("name", "game")
    while focused("value") != "mini-doudizhu":
        keys.press("ArrowDown")
    tab_to("dataset.testid", "start")
    keys.press("Enter")
    person.page.locator(".table-page[data-phase]").wait_for()
    while person.wait_for_turn():
        before, move = person.shown(), sorted(person.table["you"]["moves"], key=len)[-1]
        if "pass" in person.table["you"]["moves"]:
            move = next((one for one in person.table["you"]["moves"] if one != "pass"), "pass")
        if move == "pass":
            keys.press("p")
        else:
            wanted = person.cards_for(move)
            keys.press("ArrowLeft")
            keys.press("Home")
            for _ in person.table["you"]["cards"]:
                if focused("dataset.card") in wanted:
                    keys.press("Space")
                keys.press("ArrowRight")
            person.wait_for_selection(wanted)
            keys.press("Enter")
        person.wait_for_change(before)
    expect(person.page.get_by_test_id("next")).to_be_focused()
    keys.press("Enter")
    expect(person.page.locator(".table-page")).to_have_attribute("data-number", "1")


def test_a_hint_selects_what_may_be_played(enter: Any) -> None:
    person = enter("en", "small", seed=8)
    person.sit_down("zhengshangyou", "beginner")
    person.wait_for_turn()
    person.page.keyboard.press("h")
    expect(message(person)).to_contain_text("Suggestion 1 of")
    move = "".join(sorted((card[-1] for card in person.selected()), key="3456789TJQKA2BR".index))
    assert (move or "pass") in person.table["you"]["moves"]
    person.page.keyboard.press("Escape")
    assert person.selected() == []


def test_moves_are_announced(enter: Any) -> None:
    person = enter("zh", "small", seed=9)
    person.sit_down("doudizhu", "strong", name="Ann")
    person.wait_for_turn()
    log = person.page.locator("#announcements")
    expect(log).to_have_attribute("aria-live", "polite")
    expect(log).to_contain_text("轮到你了。")
    person.act()
    expect(log).to_contain_text("Ann出")


def test_switches_are_remembered(enter: Any) -> None:
    person = enter("zh", "small")
    person.sit_down("doudizhu", "strong")
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    counter = page.get_by_test_id("counter")
    expect(counter).to_be_visible()
    person.press("toggle-counter")
    expect(counter).to_be_hidden()
    person.press("language")
    expect(page.get_by_test_id("play")).to_have_text("Play")
    person.check_words("en")
    person.press("open-settings")
    person.check_names()
    page.get_by_label("Appearance").select_option("dark")
    page.get_by_label("Four colours for the four suits").check()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.get_by_test_id("play")).to_have_text("Play")
    expect(counter).to_be_hidden()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-suits", "four")


def test_the_page_is_light_and_every_control_has_a_name(enter: Any) -> None:
    person = enter("en", "phone")
    weights: dict[str, int] = {}
    person.page.on("response", lambda answer: weights.update({answer.url: len(answer.body())}))
    person.open_lobby()
    person.check_names()
    person.check_words("en")
    person.sit_down("gongzhu", "beginner")
    person.check_names()
    files = {url: size for url, size in weights.items() if "/api/" not in url}
    assert len(files) > 10
    assert all(url.startswith(person.address) for url in files)
    assert sum(files.values()) < 400_000


@pytest.mark.parametrize(("game", "size"), [("doudizhu", "phone"), ("gongzhu", "small")])
def test_a_move_by_the_stand_in_is_marked(enter: Any, game: str, size: str) -> None:
    person = enter("zh", size, seed=3)

    def mark(text: str | bytes) -> str:
        message = json.loads(text)
        for entry in message.get("table", {}).get("history", []):
            if not entry["move"].startswith("expose"):
                entry["note"] = {"code": "replaced", "by": "rules"}
        return json.dumps(message)

    def between(socket: WebSocketRoute) -> None:
        far = socket.connect_to_server()
        far.on_message(lambda text: socket.send(mark(text)))

    person.page.route_web_socket("**/socket", between)
    person.sit_down(game, "strong")
    while person.wait_for_turn() and not (person.table["phase"] == "play" and len(person.table["history"]) > 6):
        person.act()
    expect(person.page.get_by_text("这一手由机器人代打").first).to_be_visible()
    person.check_layout()
    person.check_words("zh")
