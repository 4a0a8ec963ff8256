"""The coach: hints that say what a move is worth and why, and reviews that show where a game was lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import paiyou.server
from paiyou.bench.table_server import ServerProcess
from paiyou.opinion import DECIDED
from server.browser.test_review import open_review

WEB = Path(paiyou.server.__file__).parent / "web"
RANKS = "3456789TJQKA2BR"


def told(person: Any, moves: list[dict[str, Any]], unit: str, close: float | None, at: int = 0) -> str:
    """What the page says of some advice at a table of its own."""
    said: str = person.page.evaluate(
        "async ([table, moves, at, unit, close]) => {"
        " const { adviceText } = await import('/coach.js');"
        " return adviceText(table, moves, at, unit, { close, close_points: 20 }); }",
        [person.table, moves, at, unit, close],
    )
    return said


@pytest.mark.parametrize(
    ("language", "chance", "named"),
    [("en", r"(\d+)% to win", "Suggestion 1 of"), ("zh", r"胜率 (\d+)%", "建议")],
)
def test_a_hint_says_what_a_move_is_worth(enter: Any, language: str, chance: str, named: str) -> None:
    person = enter(language, "small", seed=8)
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    person.press("hint")
    message = person.page.get_by_test_id("message")
    expect(message).to_contain_text(re.compile(chance))
    expect(message).to_contain_text(named if language == "en" else re.compile("1"))
    person.check_layout()
    person.check_words(language)


@pytest.mark.parametrize(
    ("language", "worth", "why"),
    [
        ("en", r"Bid \d\. [−+]?[\d.]+ points expected; .*the next best", "your hand|you hold"),
        ("zh", r"预计 [−+]?[\d.]+ 分；.*第二选择", "手里|没有"),
    ],
)
def test_a_hint_for_a_call_says_its_worth_the_difference_and_what_it_stands_on(
    enter: Any, language: str, worth: str, why: str
) -> None:
    person = enter(language, "small", seed=7)
    person.sit_down("doudizhu:bidding=123", "strong")
    person.wait_for_turn()
    assert person.table["phase"] == "auction"
    person.press("hint")
    message = person.page.get_by_test_id("message")
    expect(message).to_contain_text(re.compile(worth))
    expect(message).to_contain_text(re.compile(why))
    person.check_words(language)
    # Who changes the language reads the hint in the other one.
    person.press("language")
    expect(message).to_contain_text("预计" if language == "en" else "points expected")
    person.check_words("zh" if language == "en" else "en")


def test_a_hint_says_how_far_ahead_and_how_sure(enter: Any) -> None:
    person = enter("en", "small", seed=8)
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    hand = "".join(sorted((card[-1] for card in person.table["you"]["cards"]), key=RANKS.index))
    low, next_best = hand[0], hand[-1]
    moves = [{"move": low, "value": 0.4}, {"move": next_best, "value": 0.0}]
    assert told(person, moves, "result", 0.1).startswith("70% to win; 20% ahead of the next best, a clear choice")
    assert "20% behind the best" in told(person, moves, "result", 0.1, at=1)
    moves[1]["value"] = 0.35
    assert "the next best is about as good" in told(person, moves, "result", 0.1)
    assert told(person, moves, "points", None).startswith("+0.4 points expected")
    assert "0.1 ahead of the next best" in told(person, [*moves[:1], {"move": next_best, "value": 0.3}], "points", None)
    assert "ahead" not in told(person, moves, "order", None)


@pytest.mark.parametrize(
    ("language", "lost", "lost_by_points", "won"),
    [
        (
            "en",
            "the game can hardly be won any more, whatever you play",
            "the game can hardly be won any more, so points count; 217 points below the others' average; "
            "51 ahead of the next best",
            "the game is as good as won",
        ),
        (
            "zh",
            "这局基本赢不了，怎么出都差不多",
            "这局基本赢不了，看得分；预计比别家平均少 217 分；比第二选择好 51 分",
            "这局基本赢定了",
        ),
    ],
)
def test_where_nothing_changes_who_wins_a_hint_says_so_and_what_keeps_points(
    enter: Any, language: str, lost: str, lost_by_points: str, won: str
) -> None:
    person = enter(language, "small", seed=8)
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    hand = "".join(sorted((card[-1] for card in person.table["you"]["cards"]), key=RANKS.index))
    moves: list[dict[str, Any]] = [{"move": hand[0], "value": -1.0}, {"move": hand[-1], "value": -0.999}]
    assert told(person, moves, "result", 0.1).startswith(lost)
    assert "%" not in told(person, moves, "result", 0.1)
    counted = [{**move, "points": points} for move, points in zip(moves, (-217.0, -268.0), strict=True)]
    assert told(person, counted, "result", 0.1).startswith(lost_by_points)
    assert "268" in told(person, counted, "result", 0.1, at=1)
    for move in moves:
        move["value"] = 0.96
    assert told(person, moves, "result", 0.1).startswith(won)
    # One way to win is worth its chances.
    moves[1]["value"] = 0.5
    assert "98%" in told(person, moves, "result", 0.1)
    open_game = [{**move, "value": value} for move, value in zip(counted, (0.2, 0.1), strict=True)]
    assert "60%" in told(person, open_game, "result", 0.1)
    assert "217" in told(person, open_game, "result", 0.1)


def test_the_page_and_the_server_agree_when_a_game_is_decided() -> None:
    said = re.search(r"const DECIDED = ([\d.]+);", (WEB / "coach.js").read_text(encoding="utf-8"))
    assert said
    assert float(said[1]) == DECIDED


@pytest.mark.parametrize(("language", "lost"), [("en", "so the judge went by points"), ("zh", "电脑按得分选牌")])
def test_a_review_of_a_lost_game_shows_points(enter: Any, server: ServerProcess, language: str, lost: str) -> None:
    person = enter(language, "phone")
    review = open_review(person, server, "gongzhu")
    decided = [
        place
        for place, one in enumerate(review["decisions"])
        if one["unit"] == "result" and one["told"] and max(each["value"] for each in one["told"]) <= -DECIDED
    ]
    assert decided, "a game that somebody had lost before its end"
    page = person.page
    page.evaluate(
        "([room, place]) => (location.hash = `room=${room}&review=0&move=${place}`)", [review["room"], decided[0]]
    )
    expect(page.locator(f".review-page[data-place='{decided[0]}']")).to_be_visible()
    expect(page.locator(".opinion")).to_contain_text(lost)
    points = [one["points"] for one in review["decisions"][decided[0]]["told"]]
    assert points == sorted(points, reverse=True)
    expect(page.locator(".choices .expected").first).to_have_text(re.compile(rf"[−+]?{abs(round(points[0]))}"))
    person.check_words(language)


REASONS = """async ([cards, advised, more]) => {
  const { reason } = await import('/coach.js');
  const player = (team, cards_left, chair) => ({ team, cards_left, chair, kind: 'bot' });
  const table = {
    phase: 'play', last: null, counter: { A: 1, 2: 0, B: 0, R: 0 }, trick: [],
    game_name: 'doudizhu',
    shape: { select: 'many', ranks: '3456789TJQKA2BR', scoring: [], bombs: ['bomb', 'rocket'] },
    players: [player(1, cards.length, 0), player(0, 9, 1), player(1, 9, 2)],
    you: { seat: 0, cards, combos: more.combos ?? {}, moves: [] }, ...more,
  };
  if (more.left) more.left.forEach((left, seat) => (table.players[seat].cards_left = left));
  return reason(table, advised);
}"""


def test_reasons_are_facts_that_the_player_can_see(enter: Any) -> None:
    person = enter("en", "small")
    person.open_lobby()

    def why(cards: list[str], move: str, plays: int | None = None, **more: Any) -> str:
        return str(person.page.evaluate(REASONS, [cards, {"move": move, "plays_left": plays}, more]))

    four, bomb, rocket = ["S4", "H4", "C4", "D4"], {"4444": "bomb"}, {"BR": "rocket"}
    assert why(["S3", "H3"], "33") == "it empties your hand"
    assert why([*four, "SK", "S9"], "4444", combos=bomb) == "a bomb takes the lead"
    assert why([*four, "SK", "S9"], "9", combos=bomb) == "it keeps a bomb in your hand"
    assert why(["B", "R", "SK", "S9"], "9", combos=rocket) == "it keeps the rocket in your hand"
    assert "bomb" not in why([*four, "SK", "S9"], "9", combos={"4444": "quad"}), "four alike are no bomb in every game"
    assert why(["S4", "H9", "H8"], "4", plays=2) == "what is left can go in 2 plays"
    assert why(["S4", "H9", "C9"], "4", plays=1) == "what is left can go in one play"
    assert why(["S4", "H9", "C7", "CT"], "4", plays=9) == "it gets rid of your lowest card"
    assert why(["S3", "H9", "CK"], "3", left=[3, 9, 1]) == "Zhu has one card left and can go out on it"
    assert why(["S3", "H3", "CK"], "33", left=[3, 1, 9]) == "Lan has one card left and cannot answer several"
    assert why(["S2", "H9", "C7", "C5"], "2") == "nobody else can hold a higher one"
    assert why(["SK", "HK", "C7", "C5"], "KK") == "nobody else can hold a higher one", "one ace is no pair"
    assert why(["SK", "H9", "C7", "C5"], "K") != "nobody else can hold a higher one"
    assert why(["SK", "H9", "C7"], "pass", last={"seat": 2}) == "your partner Zhu leads"
    assert why(["SK", "H9", "C7"], "pass", last={"seat": 1}) == "it saves your strong cards"
    trick = {"select": "one", "ranks": "23456789TJQKA", "scoring": ["SQ", "HA"]}
    lying = [{"seat": 1, "card": "SK"}]
    assert why(["SJ", "S3"], "SJ", shape=trick, trick=lying) == "it does not take the trick"
    gone = {"S": ["S2", "S9"]}
    assert why(["SJ", "S3"], "SJ", shape=trick, counter=gone).startswith("no higher spades are out any more")
    assert "give a card that counts away" in why(["HA", "C3"], "HA", shape=trick, trick=lying)
    # Something true can always be said.
    assert why(["S4", "H9", "C9", "SK"], "9", plays=7, last={"seat": 1}) == "what is left can go in 7 plays"
    some = {"S": ["SA", "S9"]}
    assert why(["SK", "S3"], "SK", shape=trick, trick=[{"seat": 1, "card": "SJ"}], counter=some).endswith("out: 1")
    assert why(["C9", "C3"], "C9", shape=trick, trick=lying) == "you are out of the suit and cannot take this trick"
    assert why(
        ["SK", "S3"], "SK", shape=trick, trick=[*lying[:0], {"seat": 1, "card": "SJ"}, {"seat": 2, "card": "SQ"}]
    ) == ("you play last, so you know what you take")
    assert why(["B", "S2", "H2", "SK"], "call", phase="auction") == "at the top of your hand: small joker, 2, 2"
    assert why(["SA", "SK"], "decline", phase="auction") == "you hold none of big joker, small joker, 2"
    assert why(["SQ", "S3", "S4", "C2"], "expose SQ", phase="exposing") == "other spades beside ♠Q: 2"


@pytest.mark.parametrize(
    ("language", "game", "title"),
    [
        ("en", "doudizhu", "Chance to win"), ("zh", "doudizhu", "的胜率"), ("en", "gongzhu", "Chance to win"),
        ("zh", "doudizhu:bidding=123", "的预计得分"),
    ],
)  # fmt: skip
def test_a_review_shows_the_course_of_the_game_and_what_cost_most(
    enter: Any, server: ServerProcess, language: str, game: str, title: str
) -> None:
    person = enter(language, "small")
    review = open_review(person, server, game)
    page = person.page
    expect(page.get_by_test_id("curve")).to_be_visible()
    expect(page.get_by_test_id("course").locator("h2")).to_contain_text(title)
    faults = [
        (one["loss"], place)
        for place, one in enumerate(review["decisions"])
        if one["seat"] == 0 and one["verdict"] in ("inaccuracy", "mistake", "blunder")
    ]
    largest = [place for _, place in sorted(faults, key=lambda one: -one[0])[:3]]
    buttons = page.locator(".costliest button")
    assert [int(str(one.get_attribute("data-testid")).split("-")[1]) for one in buttons.all()] == largest
    for place in largest:
        page.get_by_test_id(f"costliest-{place}").click()
        expect(page.locator(".review-page")).to_have_attribute("data-place", str(place))
    person.check_words(language)
    person.check_names()


def test_a_review_is_shared_by_its_address(enter: Any, server: ServerProcess) -> None:
    person, other = enter("en", "small"), enter("zh", "phone")
    open_review(person, server, "mini-doudizhu")
    person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.keyboard.press("ArrowRight")
    expect(person.page.locator(".review-page")).to_have_attribute("data-place", "1")
    person.press("share")
    expect(person.page.get_by_test_id("share")).to_have_text("Copied")
    other.page.goto(person.page.evaluate("() => navigator.clipboard.readText()"))
    expect(other.page.locator(".review-page")).to_have_attribute("data-place", "1")
