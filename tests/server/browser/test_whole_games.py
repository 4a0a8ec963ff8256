"""Every game from the lobby to its end through the page, on small and large screens, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

GAMES = {
    "doudizhu": {"play"},
    "doudizhu:bidding=call-rob": {"auction", "play"},
    "doudizhu:bidding=123": {"auction", "play"},
    "mini-doudizhu": {"play"},
    "zhengshangyou": {"play"},
    "paodekuai": {"play"},
    "gongzhu": {"exposing", "play"},
    "gongzhu:partners=on": {"exposing", "play"},
}
VERDICTS = {"en": ("You lose", "You win"), "zh": ("你输了", "你赢了")}
QUICK = [
    ("doudizhu", "phone", "en"),
    ("doudizhu:bidding=call-rob", "phone", "zh"),
    ("doudizhu:bidding=123", "large", "en"),
    ("mini-doudizhu", "phone", "zh"),
    ("zhengshangyou", "small", "zh"),
    ("paodekuai", "phone", "en"),
    ("gongzhu", "phone", "zh"),
    ("gongzhu:partners=on", "phone", "en"),
]
EVERY = [(game, size, language) for game in GAMES for size in ("phone", "small", "large") for language in ("en", "zh")]


def play_a_game(enter: Any, game: str, size: str, language: str, others: str) -> None:
    person = enter(language, size, seed=7)
    person.sit_down(game, others)

    looks = 0

    def look(person: Any) -> None:
        nonlocal looks
        looks += 1
        person.check_layout()
        if looks % 4 == 1:
            person.check_words(language)

    phases = person.play_to_the_end(look=look)
    # Whoever plays after the last call of the auction may find it over.
    assert phases >= GAMES[game] - {"auction"}
    person.check_layout()
    person.check_words(language)
    person.check_names()
    payoffs = person.table["result"]["payoffs"]
    own = person.table["you"]["seat"]
    shown = person.page.get_by_test_id("result").locator(".player.own .numbers b").inner_text()
    assert int(shown.replace("−", "-")) == payoffs[own]
    left = person.page.get_by_test_id("result").locator(".card").count()
    if not person.table["shape"]["tricks"]:
        assert left == sum(len(hand) for hand in person.table["result"]["hands"])
    else:
        assert left >= 16  # the cards that count, whoever took them
    players, winners = person.table["players"], person.table["result"]["winners"]
    partners = [one for one in players if one["team"] == players[own]["team"] and one["chair"] != players[own]["chair"]]
    assert person.page.locator(".plate .role.partner").count() == (0 if players[own]["role"] else len(partners))
    verdict = person.page.locator("#verdict").inner_text()
    if len({players[seat]["team"] for seat in winners}) == 1:
        assert verdict == VERDICTS[language][own in winners]
    person.press("next")
    expect(person.page.locator(".table-page")).to_have_attribute("data-number", "1")
    expect(person.page.get_by_test_id("result")).to_have_count(0)


@pytest.mark.parametrize(("game", "size", "language"), QUICK)
def test_a_whole_game_is_played_through_the_page(enter: Any, game: str, size: str, language: str) -> None:
    play_a_game(enter, game, size, language, "beginner" if game.startswith("gongzhu") else "strong")


@pytest.mark.long
@pytest.mark.parametrize(("game", "size", "language"), EVERY)
def test_every_game_fits_every_screen_in_both_languages(enter: Any, game: str, size: str, language: str) -> None:
    play_a_game(enter, game, size, language, "strong")


@pytest.mark.parametrize(("game", "calls"), [("doudizhu:bidding=call-rob", "call"), ("doudizhu:bidding=123", "bid")])
def test_the_auction_is_held_with_buttons(enter: Any, game: str, calls: str) -> None:
    for seed in range(20):
        person = enter("en", "phone", seed=seed)
        person.sit_down(game, "beginner")
        if person.wait_for_turn() and person.table["phase"] == "auction":
            break
    assert person.table["phase"] == "auction"
    person.check_layout()
    wanted = person.act()
    assert wanted.startswith(calls) or wanted == "rob"
    spoken = [entry["move"] for entry in person.table["history"] if entry["seat"] == person.table["you"]["seat"]]
    assert wanted in spoken


def test_cards_can_be_exposed(enter: Any) -> None:
    for seed in range(40):
        person = enter("zh", "small", seed=seed)
        person.sit_down("gongzhu", "beginner")
        person.wait_for_turn()
        if len(person.table["you"]["moves"]) > 1:
            break
    move = person.act()
    cards = move.split()[1:]
    plate = person.page.get_by_test_id("plate-self")
    expect(plate).to_contain_text("已亮")
    for card in cards:
        expect(plate).to_contain_text(card[1].replace("T", "10"))


def test_cards_arrive_one_after_another_when_they_may_move(enter: Any) -> None:
    person = enter("en", "small", seed=3, pace="calm")
    person.sit_down("mini-doudizhu", "beginner")
    expect(person.page.locator("html.still")).to_have_count(0)
    person.play_to_the_end()
