"""Games from elsewhere at the table: with their own words, and of a family that the page never met."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

import duel_family
from paiyou.bench.table_server import ServerProcess
from patience import PATIENCE
from server.browser.languages import CHINESE_FIRST

DAIFUGO = Path(__file__).parents[3] / "examples" / "paiyou-daifugo"
FOUR_ALIKE = 544
"""A seed that deals the person the lead in Daifugo, and four of a rank."""

ROWS = """() => [...document.querySelectorAll('.zone .played')]
  .map((play) => new Set([...play.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().top)).size)"""
"""In how many rows each play lies."""


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where the example for strangers and a family from outside are installed, as pip would leave them."""
    site = tmp_path_factory.mktemp("site")
    points = tomllib.loads((DAIFUGO / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    points["paiyou.games"]["duel"] = "duel_family:INFO"
    shutil.copy(duel_family.__file__, site)
    shutil.copytree(DAIFUGO / "src", site, dirs_exist_ok=True)
    installed = site / "outside-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(
        "\n".join(
            line
            for group, named in points.items()
            for line in (f"[{group}]", *(f"{name} = {where}" for name, where in named.items()))
        )
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site), prepend=":")
        with ServerProcess(
            tmp_path_factory.mktemp("table"), bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE
        ) as running:
            yield running
            assert "Traceback" not in running.log.read_text()


def called(table: dict[str, Any], combo: str) -> str:
    """A legal move that is such a combo."""
    return next(move for move, category in table["you"]["combos"].items() if category == combo)


def only_the_first_move(socket: WebSocketRoute) -> None:
    """The others' answers are kept back, so that the first play stays on the table."""
    far = socket.connect_to_server()
    far.on_message(lambda text: json.loads(text).get("table", {}).get("index", 0) <= 1 and socket.send(text))


def play_four_alike(person: Any, selected: str, caption: str, told: str) -> None:
    """Lead four of a rank, and hear what they are called."""
    page = person.page
    page.route_web_socket("**/socket", only_the_first_move)
    person.sit_down("daifugo", "strong")
    person.wait_for_turn()
    person.check_layout()
    move = called(person.table, "quad")
    person.select(person.cards_for(move))
    expect(page.get_by_test_id("message")).to_have_text(selected)
    before = person.shown()
    person.press("play")
    person.wait_for_change(before)
    first = person.table["history"][0]
    assert (first["move"], first["combo"]) == (move, "quad")
    expect(page.locator(".zone.self .caption")).to_have_text(caption)
    expect(page.locator("#announcements")).to_contain_text(told)
    person.check_layout()


@pytest.mark.parametrize(
    ("size", "language", "words"),
    [
        ("phone", "en", ("Selected: four alike", "Four alike", "Ann plays four alike: ")),
        ("small", "zh", ("已选：四条", "四条", "Ann出四条：")),
    ],
)
def test_four_alike_are_no_bomb_in_daifugo(
    enter: Any, outside: ServerProcess, size: str, language: str, words: tuple[str, str, str]
) -> None:
    person = enter(language, size, seed=FOUR_ALIKE, server=outside)
    page = person.page
    person.open_lobby()
    page.locator("input[name=game][value=daifugo]").check()
    tile = page.locator(".tile:has([value=daifugo])")
    expect(tile).to_contain_text("Daifugo" if language == "en" else "大富豪")
    expect(tile.locator(".card")).to_have_count(3)
    expect(page.locator(".options .about")).to_contain_text("no bombs" if language == "en" else "没有炸弹")
    page.locator(".go button[type=button]").click()
    expect(page.get_by_role("dialog")).to_contain_text("are no bomb" if language == "en" else "四条不是炸弹")
    person.check_words(language)
    play_four_alike(person, *words)
    expect(page.locator("#title")).to_contain_text("Daifugo" if language == "en" else "大富豪")
    person.check_words(language)


def test_a_combo_without_words_is_called_by_its_category(enter: Any, outside: ServerProcess) -> None:
    person = enter("en", "small", seed=FOUR_ALIKE, server=outside)

    def forget(route: Route) -> None:
        told = route.fetch().json()
        for game in told["games"]:
            game["words"] = {key: text for key, text in game["words"].items() if not key.endswith(".quad")}
        route.fulfill(json=told)

    person.page.route("**/api/games", forget)
    play_four_alike(person, "Selected: quad", "quad", "Ann plays quad: ")
    person.check_words("en")


def test_a_table_is_played_without_the_games_words(enter: Any, outside: ServerProcess) -> None:
    person = enter("en", "small", seed=FOUR_ALIKE, server=outside)
    page = person.page
    person.sit_down("daifugo", "strong")
    page.route("**/api/games", lambda route: route.abort())
    page.reload()
    person.wait_for_turn()
    expect(page.locator("#title")).to_have_text("Daifugo 大富豪 · game 1")
    # They are asked for again with the connection.
    page.unroute("**/api/games")
    page.context.set_offline(True)
    expect(page.get_by_test_id("connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#title")).to_have_text("Daifugo · game 1")
    person.select(person.cards_for(called(person.table, "quad")))
    expect(page.get_by_test_id("message")).to_have_text("Selected: four alike")
    person.troubles.clear()  # the browser itself notes what it could not fetch


def test_four_people_with_nothing_in_the_middle(enter: Any, outside: ServerProcess) -> None:
    person = enter("zh", "small", seed=FOUR_ALIKE, server=outside)
    page = person.page
    person.sit_down("daifugo", "steady")

    def look(person: Any) -> None:
        person.check_layout()
        assert set(page.evaluate(ROWS)) <= {1}

    person.play_to_the_end(look=look)
    person.check_layout()
    person.check_words("zh")
    person.press("review")
    page.locator(".review-page[data-state=ready]").wait_for()
    place = next(n for n, entry in enumerate(person.table["history"]) if entry["combo"] == "quad")
    person.press(f"move-{place}")
    expect(page.get_by_test_id("opinion").locator("h2")).to_contain_text("出四条：")
    person.check_words("zh")


@pytest.mark.parametrize(("size", "language"), [("phone", "zh"), pytest.param("small", "en", marks=pytest.mark.long)])
def test_a_family_that_the_page_never_met_is_played_from_a_list(
    enter: Any, outside: ServerProcess, size: str, language: str
) -> None:
    person = enter(language, size, server=outside)
    page = person.page
    person.sit_down("duel", "beginner")
    rounds = 0
    while person.wait_for_turn():
        moves = person.table["you"]["moves"]
        expect(page.get_by_test_id("message")).to_have_text(
            "Your turn: choose a move." if language == "en" else "轮到你了，请选择。"
        )
        expect(page.locator(".hand .card")).to_have_count(len(moves))
        assert page.locator("[data-testid^=call-]").all_inner_texts() == moves
        person.check_layout()
        person.check_names()
        # The keys of a hand do no harm where nothing can be selected.
        for key in ("Enter", "p", "Escape", "ArrowLeft"):
            page.keyboard.press(key)
        move = person.act(lambda table: table["you"]["moves"][-1])
        assert (person.table["you"]["seat"], move) in [(one["seat"], one["move"]) for one in person.table["history"]]
        rounds += 1
    assert rounds == 4
    payoff = person.table["result"]["payoffs"][person.table["you"]["seat"]]
    shown = page.get_by_test_id("result").locator(".player.own .numbers b").inner_text()
    assert int(shown.replace("−", "-")) == payoff
    # Nobody has an opinion of this family's moves: the result tells of none.
    expect(page.get_by_test_id("moment")).to_have_count(0)
    person.troubles[:] = [trouble for trouble in person.troubles if "422" not in trouble]
    person.check_layout()
    person.check_words(language)
    person.press("next")
    expect(page.locator(".table-page")).to_have_attribute("data-number", "1")


@pytest.mark.parametrize("language", CHINESE_FIRST)
def test_a_game_from_outside_has_its_own_lesson(enter: Any, outside: ServerProcess, language: str) -> None:
    person = enter(language, server=outside)
    page = person.page
    person.open_lobby()
    page.locator("input[name=game][value=daifugo]").check()
    page.get_by_test_id("learn").click()
    for _ in range(2):
        while page.locator("a[data-testid=next]").count() == 0:
            page.locator(".lesson-page[data-turn=you]").wait_for()
            before = page.locator(".lesson-page").get_attribute("data-index")
            page.get_by_test_id("hint").click()
            page.get_by_test_id("play").click()
            page.locator(f".lesson-page:not([data-index='{before}'])").wait_for()
            page.wait_for_function(
                "() => document.querySelector('.lesson-page').dataset.turn === 'you'"
                " || document.querySelector('a[data-testid=next]')"
            )
        person.check_words(language)
        page.locator("a[data-testid=next]").click()
        page.locator("a[data-testid=next]").wait_for(state="detached")
    expect(page.get_by_test_id("start")).to_be_visible()
    # The other game of that server has none, and says nothing of it.
    page.locator("input[name=game][value=duel]").check()
    expect(page.get_by_test_id("learn")).to_have_count(0)
