"""Puzzles on the page: solved by the solver's moves, spoilt and taken back, remembered."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from paiyou.endgames import solve
from paiyou.puzzles.defend import defend
from paiyou.puzzles.puzzle import puzzles

SHORT = 25
"""A puzzle of medium difficulty that takes few moves."""


def open_puzzle(person: Any, number: int) -> None:
    person.page.goto(f"{person.address}#puzzle={number}")
    person.page.locator(f".puzzle[data-number='{number}']").wait_for()
    settle(person)


def settle(person: Any) -> dict[str, str]:
    """Wait until the peasants have answered; what the page says then."""
    person.page.wait_for_function(
        "() => { const now = document.querySelector('.puzzle')?.dataset;"
        " return now?.state && now.state !== 'moving' && !document.getAnimations().length; }"
    )
    shown: dict[str, str] = person.shown()
    return shown


def pass_by_itself(person: Any, on: bool) -> None:
    """Choose in the settings whether a pass is made for the person where nothing beats."""
    person.press("open-settings")
    person.page.get_by_label("Pass by itself").set_checked(on)
    person.page.keyboard.press("Escape")


def heard(person: Any) -> list[str]:
    """What a screen reader was told last."""
    told: list[str] = person.page.locator("#announcements p").all_text_contents()
    return told


def cards_for(person: Any, move: str) -> list[str]:
    """Cards of the hand that make a move."""
    free: list[str] = person.page.locator(".hand .card").evaluate_all("cards => cards.map((one) => one.dataset.card)")
    found = []
    for rank in move:
        found.append(next(card for card in free if card[-1] == rank))
        free.remove(found[-1])
    return found


def make(person: Any, move: str) -> dict[str, str]:
    """Make a move with the mouse or a finger, and wait for the answers."""
    before = person.shown()["index"]
    if move == "pass":
        person.press("pass")
    else:
        person.select(cards_for(person, move))
        person.press("play")
    person.page.wait_for_function("index => document.querySelector('.puzzle').dataset.index !== index", arg=before)
    return settle(person)


def open_hands(person: Any) -> list[str]:
    """The ranks of the peasants' hands as they lie open: of the next player, and of the last."""
    order = "3456789TJQKA2BR"
    texts = []
    for place in ("right", "left"):
        cards = person.page.get_by_test_id(f"open-{place}").locator(".card")
        names: list[str] = cards.evaluate_all("cards => cards.map((one) => one.dataset.card)")
        texts.append("".join(sorted((name[-1] for name in names), key=order.index)))
    return texts


@pytest.mark.parametrize(("language", "size"), [("zh", "phone"), ("en", "small")])
def test_a_puzzle_is_solved_and_remembered(enter: Any, language: str, size: str) -> None:
    person = enter(language, size)
    page = person.page
    person.open_lobby()
    person.press("to-puzzles")
    expect(page.get_by_test_id("progress")).to_contain_text("60")
    expect(page.get_by_test_id("go-on")).to_have_text("从第 1 关开始" if language == "zh" else "Start with puzzle 1")
    person.check_words(language)
    person.check_names()
    page.get_by_test_id(f"puzzle-{SHORT}").click()
    page.locator(f".puzzle[data-number='{SHORT}']").wait_for()
    settle(person)
    state = puzzles()[SHORT].start()
    decisions = 0
    while not state.over:
        expect(page.locator(".hand .card")).to_have_count(len(state.hands[0]))
        assert open_hands(person) == list(state.hands[1:])
        person.check_layout()
        person.check_words(language)
        person.check_names()
        assert person.shown()["state"] == "open"
        move = solve(state).moves[0]
        make(person, move)
        state.play(move)
        defend(state)
        decisions += 1
    assert decisions >= 3
    assert person.shown()["state"] == "won"
    expect(page.get_by_test_id("message")).to_have_text("通关！" if language == "zh" else "Solved!")
    person.check_layout()
    person.check_words(language)
    # Solved at the first go, after a reload too; the next one is the first that is not solved.
    page.reload()
    expect(page.get_by_test_id("how").first).to_have_text("★")
    page.goto(f"{person.address}#puzzles")
    solved = "1 of 60 solved" if language == "en" else "已通关 1/60"
    expect(page.get_by_test_id("progress")).to_have_text(solved)
    expect(page.get_by_test_id("go-on")).to_have_text("继续第 1 关" if language == "zh" else "Go on with puzzle 1")
    expect(page.get_by_test_id(f"puzzle-{SHORT}")).to_have_class("alone")
    page.goto(person.address)
    expect(page.get_by_test_id("to-puzzles")).to_contain_text(solved)


def test_a_wrong_move_is_said_and_taken_back(enter: Any) -> None:
    person = enter("en", "small")
    page = person.page
    open_puzzle(person, 1)
    state = puzzles()[1].start()
    hands = open_hands(person)
    (right,) = solve(state).moves
    wrong = next(move for move in state.moves() if move not in (right, "pass"))
    assert make(person, wrong)["state"] == "spoilt"
    expect(page.get_by_test_id("message")).to_contain_text("does not win")
    person.check_layout()
    # The line that refutes it, as the solver has it: its beginning at once, all of it when asked.
    state.play(wrong)
    defend(state)
    line = solve(state).line
    assert line
    person.press("refutation")
    shown = page.get_by_test_id("refutation-line").locator("li")
    expect(shown).to_have_count(len(line))
    expect(shown.locator(".card")).to_have_count(sum(len(move) for _, move in line if move != "pass"))
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.get_by_test_id("message")).to_contain_text("take back")
    person.press("take-back")
    assert settle(person)["state"] == "open"
    assert (person.shown()["index"], open_hands(person)) == ("0", hands)
    # The hint selects the winning cards; who has needed help gets no star.
    person.press("hint")
    assert person.selected() == sorted(cards_for(person, right))
    person.press("play")
    page.wait_for_function("() => document.querySelector('.puzzle').dataset.index !== '0'")
    assert settle(person)["state"] in ("open", "won")
    while settle(person)["state"] != "won":
        before = person.shown()["index"]
        page.keyboard.press("h")
        passing = page.locator("[data-testid=pass].advised").count()
        page.keyboard.press("p" if passing else "Enter")
        page.wait_for_function("index => document.querySelector('.puzzle').dataset.index !== index", arg=before)
    expect(page.get_by_test_id("how").first).to_have_text("✓")
    expect(page.get_by_test_id("next")).to_have_attribute("href", "#puzzle=2")
    person.press("next")
    page.locator(".puzzle[data-number='2'][data-turn=you]").wait_for()


def see_solution(person: Any) -> None:
    person.press("solution")
    person.page.keyboard.press("Escape")


def take_hint(person: Any) -> None:
    person.press("hint")


def slip(person: Any) -> None:
    assert make(person, "pass")["state"] == "spoilt"


@pytest.mark.parametrize("need_help", [see_solution, take_hint, slip])
def test_help_is_remembered_after_leaving_and_a_reload(enter: Any, need_help: Any) -> None:
    person = enter("en", "small")
    open_puzzle(person, 2)
    need_help(person)
    open_puzzle(person, 1)
    person.page.reload()
    open_puzzle(person, 2)
    expect(person.page.get_by_test_id("how")).to_have_count(0)
    for move in ("89TJQK", "34567", "5"):
        make(person, move)
    assert person.shown()["state"] == "won"
    expect(person.page.get_by_test_id("how").first).to_have_text("✓")


@pytest.mark.parametrize("auto_pass", [False, True])
def test_the_last_card_is_led_and_not_passed_on(enter: Any, auto_pass: bool) -> None:
    """Who leads his last card has one move, too; only where that is a pass is it made for him."""
    person = enter("en", "small")
    page = person.page
    page.clock.install()
    open_puzzle(person, 2)
    pass_by_itself(person, auto_pass)
    for move in ("89TJQK", "34567"):
        make(person, move)
    expect(page.locator(".hand .card")).to_have_count(1)
    expect(page.get_by_test_id("message")).to_have_text("Good, you are still winning. Go on.")
    page.clock.run_for(5_000)
    expect(page.get_by_test_id("message")).to_have_text("Good, you are still winning. Go on.")
    assert make(person, "5")["state"] == "won"


def test_a_pass_that_was_taken_back_is_not_made_again(enter: Any) -> None:
    person = enter("en", "small")
    page = person.page
    page.clock.install()
    open_puzzle(person, 3)
    make(person, "2")
    make(person, "pass")
    pass_by_itself(person, on=True)
    person.press("take-back")
    index = settle(person)["index"]
    expect(page.get_by_test_id("message")).to_have_text("Nothing in your hand beats this.")
    page.clock.run_for(5_000)
    assert settle(person)["index"] == index
    # The next one is, when its time has come; on a busy machine the page's own clock would not wait for us.
    page.clock.pause_at(page.evaluate("() => new Date(Date.now() + 60_000).toISOString()"))
    make(person, "pass")
    before = person.shown()["index"]
    page.clock.run_for(1_000)
    page.wait_for_function("index => document.querySelector('.puzzle').dataset.index !== index", arg=before)


def test_playing_on_after_a_wrong_move_is_lost(enter: Any) -> None:
    person = enter("zh", "phone")
    open_puzzle(person, 43)
    while settle(person)["turn"] == "you":
        person.check_layout()
        able = person.page.locator("[data-testid=pass]:not(.unready)").count()
        lowest = person.page.locator(".hand .card").last.get_attribute("data-card")
        make(person, "pass" if able else lowest[-1])
    assert person.shown()["state"] == "spoilt"
    expect(person.page.get_by_test_id("message")).to_contain_text("农民先出完了")
    person.check_layout()
    person.check_words("zh")
    person.press("again")
    assert settle(person)["index"] == "0"
    expect(person.page.locator(".hand .card").first).to_be_focused()
    assert heard(person)[-2:] == ["已重新开始。", "轮到你了。"]


def test_cards_that_cannot_be_played_and_the_solution(enter: Any) -> None:
    person = enter("en", "small")
    page = person.page
    open_puzzle(person, 3)
    person.press("play")
    expect(page.get_by_test_id("message")).to_contain_text("Select the cards first")
    person.select(cards_for(person, "6"))
    person.press("play")
    expect(page.get_by_test_id("message")).to_have_text("This does not beat the cards on the table.")
    # The browser itself notes every answer that is an error.
    person.troubles[:] = [one for one in person.troubles if "422" not in one]
    person.press("solution")
    line = solve(puzzles()[3].start()).line
    expect(page.get_by_test_id("solution-line").locator("li")).to_have_count(len(line))
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("solution")).to_be_focused()


@pytest.mark.parametrize(
    ("language", "straight", "left"),
    [
        ("en", "The landlord plays a straight: 8 9 10 J Q K.", "The landlord has 1 left."),
        ("zh", "地主出顺子：8 9 10 J Q K。", "地主还剩 1 张。"),
    ],
)
def test_a_screen_reader_hears_of_the_landlord(enter: Any, language: str, straight: str, left: str) -> None:
    person = enter(language, "small")
    open_puzzle(person, 2)
    make(person, "89TJQK")
    assert straight in heard(person)
    make(person, "34567")
    assert left in heard(person)
    person.check_words(language)


def test_the_keyboard_goes_on_from_a_solved_puzzle(enter: Any) -> None:
    person = enter("en", "small")
    page = person.page
    open_puzzle(person, 2)
    for move in ("89TJQK", "34567"):
        make(person, move)
    page.locator(".hand .card").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("message")).to_have_text("Solved!")
    expect(page.get_by_test_id("next")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(".puzzle[data-number='3'][data-turn=you]").wait_for()


def test_everything_shown_follows_the_language(enter: Any) -> None:
    person = enter("en", "small")
    open_puzzle(person, 2)
    make(person, "89TJQK")
    person.press("hint")
    person.press("language")
    person.check_words("zh")


def test_a_number_that_is_no_puzzle(enter: Any) -> None:
    person = enter("en", "small")
    page = person.page
    open_puzzle(person, 2)
    page.goto(f"{person.address}#puzzle=61")
    expect(page.get_by_test_id("message")).to_have_text("There is no puzzle 61.")
    expect(page).to_have_title("Endgame puzzles – Paiyou")
    person.press("language")
    expect(page.get_by_test_id("message")).to_have_text("没有第 61 关。")
    person.check_words("zh")
    person.press("all-puzzles")
    expect(page.get_by_test_id("progress")).to_be_visible()


def test_a_server_that_does_not_answer_is_asked_again(enter: Any) -> None:
    person = enter("en", "small")
    page = person.page
    page.route("**/api/puzzles**", lambda route: route.abort())
    for address in ("#puzzles", "#puzzle=2"):
        page.goto(f"{person.address}{address}")
        expect(page.get_by_role("status").first).to_contain_text("cannot be reached")
        person.press("language")
        expect(page.get_by_role("status").first).to_contain_text("连不上服务器")
        expect(page.get_by_test_id("retry")).to_have_text("重试")
        person.check_words("zh")
        person.press("language")
    expect(page).to_have_title("Endgame puzzles · Puzzle 2 – Paiyou")
    page.unroute("**/api/puzzles**")
    person.troubles[:] = [one for one in person.troubles if "ERR_FAILED" not in one]
    person.press("retry")
    page.locator(".puzzle[data-number='2'][data-turn=you]").wait_for()
