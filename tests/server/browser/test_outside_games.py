"""Games from elsewhere at the table: with their own words, and of a family that the page never met."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from paiyou.bench.table_server import ServerProcess

OUTSIDE = Path(__file__).parent / "outside"
ENTRY_POINTS = """[paiyou.games]
tycoon = outside_games:TYCOON
numbers = outside_games:NUMBERS
"""
FOUR_ALIKE = 2636
"""A seed that deals the person the lead, four of a rank and a run."""


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where the games of `outside_games.py` are installed, as pip would leave them."""
    installed = tmp_path_factory.mktemp("site") / "outside_games-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-games\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(ENTRY_POINTS)
    with pytest.MonkeyPatch.context() as patch:
        for folder in (installed.parent, OUTSIDE):
            patch.setenv("PYTHONPATH", str(folder), prepend=":")
        with ServerProcess(tmp_path_factory.mktemp("table"), bot_pause=0.0) as running:
            yield running
            assert "Traceback" not in running.log.read_text()


def called(table: dict[str, Any], combo: str) -> str:
    """A legal move that is such a combo."""
    return next(move for move, category in table["you"]["combos"].items() if category == combo)


def only_the_first_move(socket: WebSocketRoute) -> None:
    """The others' answers are kept back, so that the first play stays on the table."""
    far = socket.connect_to_server()
    far.on_message(lambda text: json.loads(text).get("table", {}).get("index", 0) <= 1 and socket.send(text))


@pytest.mark.parametrize(
    ("size", "language", "title", "about", "rule", "selected", "caption", "told"),
    [
        ("phone", "en", "Tycoon", "Four alike are no bomb here.", "Four alike beat only four alike.",
         "Selected: a foursome", "Foursome", "Ann plays a foursome: "),
        ("small", "zh", "大富翁", "四张相同不算炸弹。", "四张相同只压四张相同。", "已选：四条", "四条", "Ann出四条："),
    ],
)  # fmt: skip
def test_a_game_says_what_four_alike_are(
    enter: Any, outside: ServerProcess, size: str, language: str, title: str, about: str, rule: str, selected: str,
    caption: str, told: str,
) -> None:  # fmt: skip
    person = enter(language, size, seed=FOUR_ALIKE, server=outside)
    page = person.page
    person.open_lobby()
    page.locator("input[name=game][value=tycoon]").check()
    expect(page.locator(".tile:has([value=tycoon])")).to_contain_text(title)
    expect(page.locator(".tile:has([value=tycoon]) .card")).to_have_count(3)
    expect(page.locator(".options .about")).to_have_text(about)
    page.locator(".go button[type=button]").click()
    expect(page.get_by_role("dialog")).to_contain_text(rule)
    person.check_words(language)
    page.route_web_socket("**/socket", only_the_first_move)
    person.sit_down("tycoon", "strong")
    expect(page.locator("#title")).to_contain_text(title)
    person.wait_for_turn()
    person.check_layout()
    move = called(person.table, "quad")
    person.select(person.cards_for(move))
    expect(page.get_by_test_id("message")).to_have_text(selected)
    before = person.shown()
    person.press("play")
    person.wait_for_change(before)
    assert [(entry["move"], entry["combo"]) for entry in person.table["history"]] == [(move, "quad")]
    expect(page.locator(".zone.self .caption")).to_have_text(caption)
    expect(page.locator("#announcements")).to_contain_text(told)
    person.check_layout()


def test_a_combo_without_words_is_called_by_its_category(enter: Any, outside: ServerProcess) -> None:
    person = enter("en", "small", seed=FOUR_ALIKE, server=outside)
    person.sit_down("tycoon", "beginner")
    page = person.page
    person.wait_for_turn()
    person.select(person.cards_for(called(person.table, "ladder")))
    # Nobody has a word for it: it is called by its category, never by a key.
    expect(page.get_by_test_id("message")).to_have_text("Selected: ladder")
    person.press("clear")
    person.play_to_the_end()
    person.check_words("en")
    person.check_layout()
    person.press("review")
    page.locator(".review-page[data-state=ready]").wait_for()
    last = len(person.table["history"])
    for place, entry in enumerate(person.table["history"]):
        if entry["combo"] in ("quad", "ladder"):
            word = {"quad": "a foursome", "ladder": "ladder"}[entry["combo"]]
            person.press(f"move-{place}")
            expect(page.get_by_test_id("opinion").locator("h2")).to_contain_text(f" plays {word}: ")
    assert last > 4
    person.check_words("en")


@pytest.mark.parametrize(("size", "language"), [("phone", "zh"), ("small", "en")])
def test_a_family_that_the_page_never_met_is_played_from_a_list(
    enter: Any, outside: ServerProcess, size: str, language: str
) -> None:
    person = enter(language, size, server=outside)
    page = person.page
    person.sit_down("numbers", "beginner")
    expect(page.get_by_test_id("message")).to_have_text(
        "Your turn: choose a move." if language == "en" else "轮到你了，请选择。"
    )
    rounds = 0
    while person.wait_for_turn():
        moves = person.table["you"]["moves"]
        expect(page.locator(".hand .card")).to_have_count(len(moves))
        assert page.locator("[data-testid^=call-]").all_inner_texts() == moves
        person.check_layout()
        person.check_names()
        move = person.act(lambda table: table["you"]["moves"][-1])
        assert (person.table["you"]["seat"], move) in [(one["seat"], one["move"]) for one in person.table["history"]]
        rounds += 1
    assert rounds == 5
    payoff = person.table["result"]["payoffs"][person.table["you"]["seat"]]
    shown = page.get_by_test_id("result").locator(".player.own .numbers b").inner_text()
    assert int(shown.replace("−", "-")) == payoff
    person.check_layout()
    person.press("next")
    expect(page.locator(".table-page")).to_have_attribute("data-number", "1")
    assert person.wait_for_turn()
    # The keys of a hand do no harm where nothing can be selected.
    for key in ("Enter", "p", "Escape", "ArrowLeft"):
        page.keyboard.press(key)
    assert person.shown()["turn"] == "you"
