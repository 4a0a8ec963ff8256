"""The lab and the table of bots in a real browser: set up by clicking, ask, believe, solve, load, play on, share."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Page, expect

import paiyou
from paiyou.records.record import Record
from positions import reach
from server.browser.conftest import Enter
from server.browser.languages import CHINESE_FIRST, ENGLISH_FIRST
from server.browser.person import Person

CODE = {"en": "cannot be", "zh": "不行"}


def lab(person: Person, position: dict[str, object] | None = None) -> Page:
    said = "" if position is None else f"={quote(json.dumps(position))}"
    person.page.goto(f"{person.address}#lab{said}")
    person.page.locator(".lab-page[data-state=ready]").wait_for()
    return person.page


def forgive_refusals(person: Person) -> None:
    """The browser itself notes every answer that is a refusal."""
    person.troubles[:] = [trouble for trouble in person.troubles if "422" not in trouble]


def held(page: Page, seat: int) -> list[str]:
    cards: list[str] = page.locator(f"[data-testid=row-{seat}] .held .card").evaluate_all(
        "cards => cards.map((card) => card.dataset.card)"
    )
    return cards


@pytest.mark.parametrize("language", CHINESE_FIRST)
def test_an_end_is_set_up_by_clicking_asked_about_solved_and_played_on(enter: Enter, language: str) -> None:
    person = enter(language)
    person.open_lobby()
    person.press("to-lab")
    page = person.page
    page.locator(".lab-page[data-state=ready]").wait_for()
    person.check_words(language)
    page.get_by_test_id("set-up").click()
    for seat in range(3):
        page.get_by_test_id(f"hand-{seat}").fill("")
    for seat, cards in enumerate(["3334", "2", "55"]):
        page.get_by_test_id(f"whose-{seat}").check()
        for card in cards:
            page.get_by_test_id(f"give-{card}").click()
        expect(page.get_by_test_id(f"hand-{seat}")).to_have_value(cards)
    # A fifth of a rank is not there, and what was given can be taken back.
    page.get_by_test_id("give-5").click()
    page.get_by_test_id("take-5").click()
    expect(page.get_by_test_id("hand-2")).to_have_value("55")
    page.get_by_test_id("turn").select_option("0")
    person.check_words(language)
    person.check_names()
    page.get_by_test_id("lay").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert [sorted(card[-1] for card in held(page, seat)) for seat in range(3)] == [list("3334"), ["2"], ["5", "5"]]

    page.get_by_test_id("agent").fill("cheat-minimax")
    page.get_by_test_id("ask").click()
    expect(page.get_by_test_id("choices").locator("li").first).to_contain_text("3 3 3")
    page.get_by_test_id("solve").click()
    expect(page.get_by_test_id("solved")).to_contain_text("3 3 3 4")
    page.get_by_test_id("believe").click()
    row = page.get_by_test_id("beliefs").locator("tr[data-card='5']")
    # Which of the others has what is not known; two fives and a two are hidden, and one has two cards.
    expect(row.locator("td")).to_have_count(2)
    person.check_words(language)
    person.check_names()

    page.get_by_test_id("play-on").click()
    person.check_words(language)
    page.get_by_test_id("open-table").click()
    page.locator(".table-page[data-phase=play]").wait_for()
    assert person.wait_for_turn()
    assert person.table["you"]["hand"] == "3334"
    person.act(lambda _: "3334")
    expect(page.get_by_test_id("result")).to_be_visible()
    assert person.table["result"]["winner"] == 0


def test_a_table_shows_what_was_to_be_beaten_when_it_was_set_up(enter: Enter) -> None:
    person = enter()
    page = lab(person, {"game": "doudizhu", "hands": ["33", "2", "55"], "turn": 2, "last": [1, "44"], "moves": []})
    page.get_by_test_id("play-on").click()
    page.get_by_test_id("open-table").click()
    assert person.wait_for_turn()
    # Seat 1 comes before the own seat 2.
    expect(page.locator("[data-testid=seat-left] .zone .card")).to_have_count(2)
    person.act(lambda _: "55")
    expect(page.get_by_test_id("result")).to_be_visible()


def test_a_set_up_from_the_middle_keeps_what_is_exposed(enter: Enter) -> None:
    state = paiyou.game("gongzhu").deal(3)
    while len(state.history) < 4 + 8:
        state.play(max(state.moves(), key=len))
    moves = [move for _, move in state.history]
    shown = {card for move in moves[:4] for card in move.split()[1:]} - {"none"}
    assert shown
    page = lab(enter(), {"game": "gongzhu", "seed": 3, "moves": moves})
    page.get_by_test_id("to-last").click()
    expect(page.locator(".lab-page")).to_have_attribute("data-place", "12")
    plates = page.locator(".exposed").all_inner_texts()
    assert plates
    page.get_by_test_id("set-up").click()
    assert set(page.get_by_test_id("exposed").input_value().split()) == shown
    page.get_by_test_id("lay").click()
    expect(page.locator(".lab-page[data-state=ready]")).to_have_attribute("data-index", "0")
    assert set(json.loads(unquote(page.url.partition("#lab=")[2].partition("&")[0]))["exposed"]) == shown
    expect(page.locator(".exposed").first).to_be_visible()
    # Said to be nothing, nothing is exposed.
    page.get_by_test_id("set-up").click()
    page.get_by_test_id("exposed").fill("-")
    page.get_by_test_id("lay").click()
    expect(page.locator(".exposed")).to_have_count(0)


def test_a_link_to_a_step_that_cannot_be_shows_the_first(enter: Enter) -> None:
    person = enter()
    said = quote(json.dumps({"game": "doudizhu", "seed": 3, "moves": []}))
    person.page.goto(f"{person.address}#lab={said}&move=-3")
    expect(person.page.locator(".lab-page[data-state=ready]")).to_have_attribute("data-place", "0")


def test_a_link_has_the_position_and_the_step(enter: Enter) -> None:
    game = paiyou.game("gongzhu")
    state = reach(game, 3, 30)
    position: dict[str, object] = {"game": "gongzhu", "seed": 3, "moves": [move for _, move in state.history]}
    page = lab(enter(), position)
    page.get_by_test_id("to-last").click()
    expect(page.locator(".lab-page")).to_have_attribute("data-place", "30")
    assert sorted(held(page, 1)) == sorted(state.hands[1])
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".lab-page")).to_have_attribute("data-place", "28")
    there = page.url
    other = enter("zh").page
    other.goto(there)
    expect(other.locator(".lab-page")).to_have_attribute("data-place", "28")
    assert [held(other, seat) for seat in range(4)] == [held(page, seat) for seat in range(4)]
    # A move from there is another game, of 29 moves.
    move = page.get_by_test_id("move")
    at = reach(game, 3, 28)
    move.fill(at.moves()[-1])
    page.get_by_test_id("make-move").click()
    expect(page.locator(".lab-page")).to_have_attribute("data-index", "29")


@pytest.mark.parametrize("language", ENGLISH_FIRST)
def test_only_my_hand_shows_no_other(enter: Enter, language: str) -> None:
    person = enter(language, "phone")
    seen = {"game": "doudizhu", "seat": 1, "hand": "3456789TJQKA2BR33", "history": [[0, "44"]], "bottom": "557"}
    page = lab(person, seen)
    page.get_by_test_id("to-last").tap()
    assert len(held(page, 1)) == 17
    assert held(page, 0) == [None] * 18
    page.get_by_test_id("ask").tap()
    expect(page.get_by_test_id("choices")).to_be_visible()
    page.get_by_test_id("source").select_option("rules")
    expect(page.get_by_test_id("beliefs").locator("tbody tr")).to_have_count(13)
    expect(page.get_by_test_id("solve")).to_be_hidden()
    page.get_by_test_id("move").select_option("pass")
    page.get_by_test_id("make-move").tap()
    # Of the next seat nothing is known: its move is typed, and one that cannot be is refused in a sentence.
    expect(page.locator(".lab-page")).to_have_attribute("data-index", "2")
    page.get_by_test_id("move").fill("BR")
    page.get_by_test_id("make-move").tap()
    expect(page.get_by_role("alert").first).to_contain_text(CODE[language])
    forgive_refusals(person)
    person.check_words(language)
    person.check_names()


def test_records_are_loaded_from_a_file_and_stepped_through(enter: Enter, tmp_path: Path) -> None:
    lines = []
    for name, seed in (("doudizhu:bidding=123", 2**63 - 25), ("gongzhu", 4)):
        game = paiyou.game(name)
        state = game.deal(seed)
        while not state.over:
            state.play(state.moves()[-1])
        lines.append(Record.of(game, state, seed=seed).to_line())
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines) + "\n")
    person = enter()
    page = lab(person)
    page.get_by_test_id("load").click()
    page.get_by_test_id("pasted").fill("nothing")
    page.get_by_test_id("take").click()
    expect(page.get_by_role("alert").first).to_contain_text("no position")
    page.get_by_test_id("file").set_input_files(file)
    expect(page.locator("dialog")).to_have_count(0)
    for number, line in enumerate(lines):
        page.get_by_test_id("loaded").select_option(str(number))
        record = Record.from_line(line)
        end = record.replay().state
        expect(page.locator(".lab-page")).to_have_attribute("data-index", str(len(end.history)))
        expect(page.locator(".lab-page")).to_have_attribute("data-place", "0")
        expect(page.get_by_test_id("loaded")).to_have_value(str(number))
        first = record.replay().state.rewound()
        assert [sorted(held(page, seat)) for seat in range(first_seats(first))] == [
            sorted(first.cards(seat)) for seat in range(first_seats(first))
        ]
        page.get_by_test_id("to-last").click()
        expect(page.locator(".payoff")).to_have_count(first_seats(first))
        shown = [int(text.replace("−", "-")) for text in page.locator(".payoff").all_inner_texts()]
        assert shown == list(end.payoffs or [])
    # Who comes back to the game that is shown while another is on its way stays there: the slow answer is not wanted.
    page.evaluate(
        """() => {
          const fetched = window.fetch;
          let looks = 0;
          window.fetch = async (...about) => {
            const answer = await fetched(...about);
            if (String(about[0]).includes("lab/look") && looks++ === 0) {
              await new Promise((done) => setTimeout(done, 1000));
              setTimeout(() => (document.body.dataset.answered = "late"), 200);
            }
            return answer;
          };
        }"""
    )
    page.get_by_test_id("loaded").select_option("0")
    page.get_by_test_id("loaded").select_option("1")
    expect(page.locator(".lab-page")).to_have_attribute("data-place", "0")
    expect(page.locator("body")).to_have_attribute("data-answered", "late")
    expect(page.locator(".lab-page")).to_have_attribute("data-index", str(len(end.history)))
    expect(page.get_by_test_id("loaded")).to_have_value("1")


def first_seats(state: object) -> int:
    return len(state.hands)  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", CHINESE_FIRST)
def test_bots_play_deal_by_deal(enter: Enter, language: str) -> None:
    person = enter(language)
    person.open_lobby()
    person.press("to-watch")
    page = person.page
    table = page.locator(".lab-page")
    page.locator(".lab-page[data-state=ready]").wait_for()
    page.get_by_test_id("lab-game").select_option("mini-doudizhu")
    for seat in range(2):
        field = page.get_by_test_id(f"player-{seat}")
        field.fill("rules")
        field.blur()
    page.get_by_test_id("speed").select_option("fast")
    expect(page.get_by_test_id("choices").first).to_be_visible()
    page.get_by_test_id("run").click()
    person.check_words(language)
    person.check_names()
    # Closed hands show no card.
    page.get_by_test_id("watch-open").uncheck()
    if table.get_attribute("data-phase") != "over":
        assert set(held(page, 0)) <= {None}
    page.get_by_test_id("watch-values").uncheck()
    expect(page.get_by_test_id("choices")).to_have_count(0)
    page.get_by_test_id("next-deal").click()
    expect(table).to_have_attribute("data-index", "0")
    page.get_by_test_id("step").click()
    expect(table).to_have_attribute("data-index", "1")
    before = int(table.get_attribute("data-deals") or 0)
    page.get_by_test_id("run").click()
    expect(table).to_have_attribute("data-deals", str(before + 1))
    page.get_by_test_id("to-lab").click()
    page.locator(".lab-page[data-place]").wait_for()
    assert "#lab=" in page.url


LATE = """() => {
  const fetched = window.fetch;
  window.fetch = async (...about) => {
    const answer = await fetched(...about);
    if (String(about[0]).includes("lab/look")) await new Promise((answered) => (window.answerNow = answered));
    return answer;
  };
}"""
"""The next deals come when they are let through."""


@pytest.mark.parametrize(("before", "after", "seats"), [("doudizhu", "mini-doudizhu", 2), ("doudizhu", "gongzhu", 4)])
def test_who_types_while_a_deal_is_on_its_way_is_not_disturbed(
    enter: Enter, before: str, after: str, seats: int
) -> None:
    person = enter()
    page = person.page
    page.goto(f"{person.address}#watch")
    page.locator(".lab-page[data-state=ready]").wait_for()
    if page.get_by_test_id("lab-game").input_value().partition(":")[0] != before:
        page.get_by_test_id("lab-game").select_option(before)
    page.evaluate(LATE)
    page.get_by_test_id("lab-game").select_option(after)
    # The fields are those of the game that was chosen, whatever is still shown.
    expect(page.locator("[data-testid^=player-]")).to_have_count(seats)
    field = page.get_by_test_id("player-1")
    field.fill("")
    field.press_sequentially("ru")
    page.get_by_test_id("watch-values").evaluate("box => box.click()")
    page.wait_for_function("() => window.answerNow")
    page.evaluate("() => window.answerNow()")
    expect(page.locator(f".lab-page[data-players='{seats}']")).to_be_visible()
    field.press_sequentially("les")
    expect(field).to_have_value("rules")
    # From field to field by keyboard: what was typed is taken, and the next field has the focus.
    page.keyboard.press("Tab")
    focused = page.evaluate("() => document.activeElement.dataset.testid")
    assert focused == ("player-2" if seats > 2 else "speed")
    assert page.evaluate("() => JSON.parse(localStorage['paiyou.watch']).players[1]") == "rules"
    # Nobody sits where nothing is typed: who sat there stays.
    field.fill(" ")
    page.keyboard.press("Tab")
    expect(field).to_have_value("rules")


def test_a_player_that_may_not_be_asked_is_refused_in_a_sentence(enter: Enter) -> None:
    person = enter()
    page = lab(person, {"game": "doudizhu", "seed": 1, "moves": []})
    page.get_by_test_id("agent").fill("human")
    page.get_by_test_id("ask").click()
    expect(page.get_by_role("alert").first).to_contain_text("not offered here")
    forgive_refusals(person)


SIZES = [(1366, 768), (844, 390), (740, 360), (390, 664), (320, 568)]


@pytest.mark.parametrize("page_name", ["lab", "watch"])
def test_hands_and_buttons_are_on_every_screen(enter: Enter, page_name: str) -> None:
    person = enter()
    page = person.page
    page.goto(f"{person.address}#{page_name}")
    page.locator(".lab-page[data-state=ready]").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        hidden = page.evaluate(
            """() => {
              const wrong = [];
              if (document.scrollingElement.scrollWidth > innerWidth) wrong.push("scrolls sideways");
              if (document.scrollingElement.scrollHeight > innerHeight + 1) wrong.push("scrolls down");
              for (const part of document.querySelectorAll(".held .card, .controls button")) {
                const { left, right, top, bottom } = part.getBoundingClientRect();
                if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
                  wrong.push(part.outerHTML.slice(0, 80));
              }
              return wrong;
            }"""
        )
        assert hidden == [], (width, height)


def test_setting_up_fits_a_phone(enter: Enter) -> None:
    person = enter("en", "phone")
    page = person.page
    for game in ("doudizhu", "gongzhu"):
        page.goto(f"{person.address}#lab")
        page.locator(".lab-page[data-state=ready]").wait_for()
        page.get_by_test_id("lab-game").select_option(game)
        page.locator(".lab-page[data-state=ready]").wait_for()
        page.get_by_test_id("set-up").click()
        page.locator("dialog").wait_for()
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            page.wait_for_function(
                "() => [...document.querySelectorAll('dialog, dialog *')]"
                ".every((one) => one.getBoundingClientRect().right <= innerWidth)"
            )
        page.keyboard.press("Escape")
