"""Small things that were seen while playing, each held here."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from server.browser.languages import CHINESE_FIRST, ENGLISH_FIRST
from server.wire import Client, http

INSIDE = """() => [...document.querySelectorAll('.plate .status, .plate .level')].filter((one) => {
  const [inner, outer] = [one.getBoundingClientRect(), one.closest('.plate').getBoundingClientRect()];
  return inner.right > outer.right + 0.5 || inner.bottom > outer.bottom + 0.5;
}).map((one) => one.textContent)"""


def to_the_auction(enter: Any, game: str, language: str) -> Any:
    for seed in range(20):
        person = enter(language, "small", seed=seed)
        person.sit_down(game, "beginner")
        if person.wait_for_turn() and person.table["phase"] == "auction":
            return person
    raise AssertionError("no seed has an auction for the person")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_status_stays_in_its_plate(enter: Any, language: str) -> None:
    person = enter(language, "small", seed=7)
    person.sit_down("doudizhu", "beginner")
    person.wait_for_turn()
    for width in (1366, 740, 360):
        person.page.set_viewport_size({"width": width, "height": 700})
        # As it is while a bot thinks, which is over before a test can look.
        person.page.evaluate(
            "(words) => { for (const about of document.querySelectorAll('.seat .about')) {"
            " about.querySelector('.status')?.remove(); const status = document.createElement('span');"
            " status.className = 'status'; status.textContent = words; about.append(status); } }",
            {"en": "thinking", "zh": "思考中"}[language],
        )
        assert person.page.evaluate(INSIDE) == []


def test_the_own_plate_asks_for_a_call_in_the_auction(enter: Any) -> None:
    person = to_the_auction(enter, "doudizhu:bidding=123", "zh")
    expect(person.page.get_by_test_id("plate-self")).to_contain_text("请叫牌")


@pytest.mark.parametrize(("game", "key", "move"), [("123", "3", "bid 3"), ("call-rob", "c", "call")])
def test_calls_have_keys(enter: Any, game: str, key: str, move: str) -> None:
    person = to_the_auction(enter, f"doudizhu:bidding={game}", "en")
    before, seat = person.shown(), person.table["you"]["seat"]
    wanted = move if move in person.table["you"]["moves"] else "rob"
    shortcut = person.page.get_by_test_id(f"call-{wanted.replace(' ', '-')}").get_attribute("aria-keyshortcuts")
    assert shortcut == key
    person.page.keyboard.press(key)
    person.wait_for_change(before)
    assert wanted in [entry["move"] for entry in person.table["history"] if entry["seat"] == seat]


def test_the_stake_does_not_read_as_a_product_of_itself(enter: Any) -> None:
    person = enter("zh", "small", seed=7)
    person.sit_down("doudizhu:bidding=123", "strong")
    person.play_to_the_end()
    stake = person.table["stake"]
    said = person.page.get_by_test_id("result").locator("p").first.inner_text()
    factors = [f"叫 {stake['bid']} 分"] * (stake["bid"] > 1) + [f"炸弹 ×{2 ** stake['bombs']}"] * (stake["bombs"] > 0)
    factors += ["春天 ×2"] * stake["spring"]
    if len(factors) == 1:
        assert f"{factors[0]}，倍数 {stake['value']}" in said
    elif factors:
        assert f"{' · '.join(factors)} = {stake['value']} 倍" in said
    else:
        assert f"倍数 {stake['value']}" in said


def test_what_a_move_is_made_of_comes_first(enter: Any) -> None:
    person = enter("en", "small")
    person.open_lobby()
    told = person.page.evaluate(
        "async () => { const { briefMove } = await import('/tell.js');"
        " const table = { history: [], shape: { select: 'many' } };"
        " return ['33888', '3334', '34455566', '3444'].map((move) => briefMove(table, 0, move)); }"
    )
    assert told == ["8 8 8 3 3", "3 3 3 4", "5 5 5 4 4 6 6 3", "4 4 4 3"]


def test_links_of_the_score_sheet_have_the_page_s_colours(enter: Any) -> None:
    person = enter("en", "small", seed=7)
    person.sit_down("mini-doudizhu", "beginner")
    person.play_to_the_end()
    person.press("next")
    link = person.page.get_by_test_id("score-sheet").locator("tbody a").first
    expect(link).to_be_visible()
    colours = link.evaluate("link => [getComputedStyle(link).color, getComputedStyle(link.parentElement).color]")
    assert colours[0] == colours[1]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Bob invites you to Mini Dou Dizhu"), ("zh", "Bob邀请你打小斗地主")]
)
def test_an_invitation_says_who_and_what_and_whether_there_is_room(
    enter: Any, server: Any, language: str, words: str
) -> None:
    body = {"game": "mini-doudizhu", "chairs": [{"kind": "you"}, {"kind": "open"}], "name": "Bob"}
    opened = http(server.address, "/api/rooms", body)[1]
    invited, late = enter(language, "phone"), enter(language, "phone")
    link = f"{invited.address}#room={opened['room']}&invite={opened['invite']}"
    invited.page.goto(link)
    expect(invited.page.get_by_test_id("join")).to_contain_text(words)
    invited.check_words(language)
    invited.page.locator("input[name=name]").fill("Ann")
    invited.press("take-seat")
    invited.page.locator(".table-page[data-phase=play]").wait_for()
    late.page.goto(link)
    full = {"en": "Every chair at this table is taken. You can watch.", "zh": "这张桌子已经坐满，可以旁观。"}[language]
    expect(late.page.get_by_test_id("join")).to_contain_text(full)
    expect(late.page.get_by_test_id("take-seat")).to_have_count(0)


def test_who_reads_a_review_is_not_away(enter: Any, server: Any) -> None:
    person = enter("en", "small", seed=7)
    person.sit_down("mini-doudizhu", "beginner")
    person.play_to_the_end()
    room = person.table["room"]
    person.press("review")
    person.page.locator(".review-page[data-state=ready]").wait_for()

    def there(table: dict[str, Any]) -> bool:
        return all(player["connected"] for player in table["players"])

    with Client(server.address, room, None) as watcher:
        watcher.hear_until(lambda heard: heard["type"] == "table" and there(heard["table"]))


def test_cards_of_gongzhu_can_be_hit_on_a_phone(enter: Any) -> None:
    person = enter("zh", "phone", seed=3)
    person.sit_down("gongzhu", "beginner")
    person.wait_for_turn()
    for width, height in [(320, 568), (360, 640), (375, 667), (390, 664)]:
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.wait_for_function(
            """() => { const hand = [...document.querySelectorAll('.hand .card')];
            const cards = hand.map((card) => card.getBoundingClientRect());
            const free = cards.slice(1).map((card, n) => [card.top - cards[n].top, card.left - cards[n].left]);
            return cards.length === 13 && free.every(([down, right]) => down > 1 || right >= 32); }"""
        )


def test_touch_screens_are_told_of_no_keys(enter: Any) -> None:
    for size, keys in (("phone", False), ("small", True)):
        person = enter("en", size)
        person.open_lobby()
        person.page.get_by_role("button", name="Rules").click()
        expect(person.page.get_by_text("Who is the landlord?")).to_be_visible()
        expect(person.page.locator(".keys-part")).to_be_visible(visible=keys)
        person.page.keyboard.press("Escape")
        person.page.get_by_test_id("open-settings").click()
        expect(person.page.locator(".setting.keys-part")).to_be_visible(visible=keys)
        person.page.keyboard.press("Escape")
        person.page.goto(f"{person.address}#puzzle=17")
        person.page.locator(".puzzle[data-state=open]").wait_for()
        person.press("play")
        expect(person.page.get_by_test_id("message")).to_contain_text("Select the cards first")
        assert ("arrow keys" in person.page.get_by_test_id("message").inner_text()) is keys


@pytest.mark.parametrize("language", CHINESE_FIRST)
def test_the_rules_have_a_picture_of_every_combination(enter: Any, server: Any, language: str) -> None:
    person = enter(language, "phone")
    person.open_lobby()
    person.page.locator(".go button[type=button]").click()
    (told,) = [one for one in http(server.address, "/api/games")[1]["games"] if one["name"] == "doudizhu"]
    figures = person.page.get_by_test_id("pictures").locator("figure")
    expect(figures).to_have_count(len(told["examples"]))
    expect(figures.locator(".card")).to_have_count(sum(len(move) for move in told["examples"].values()))
    person.check_words(language)


@pytest.mark.parametrize("language", ENGLISH_FIRST)
def test_the_rules_of_a_trick_game_have_pictures_of_the_cards_that_count(enter: Any, language: str) -> None:
    person = enter(language, "phone")
    person.open_lobby()
    person.page.locator("input[name=game][value=gongzhu]").check()
    person.page.locator(".go button[type=button]").click()
    figures = person.page.get_by_test_id("pictures").locator("figure")
    expect(figures).to_have_count(4)
    assert figures.locator(".card").evaluate_all("cards => cards.map((card) => card.dataset.card)")[:4] == [
        "SQ", "DJ", "CT", "HA",
    ]  # fmt: skip
    person.check_words(language)


def test_words_are_larger_on_a_wide_screen(enter: Any) -> None:
    person = enter(seed=7)
    person.sit_down("doudizhu", "beginner")
    person.wait_for_turn()
    heights = {}
    for width, height in ((1366, 768), (1920, 1080)):
        person.page.set_viewport_size({"width": width, "height": height})
        heights[width] = person.page.locator(".seat.left .name").bounding_box()["height"]
        person.check_layout()
    assert heights[1920] > 1.3 * heights[1366]


def test_nobody_is_a_partner_before_there_is_a_landlord(enter: Any) -> None:
    """Whoever sits where: in the second game of a room the person has another seat."""
    person = enter("en", "small", seed=7)
    person.sit_down("doudizhu:bidding=123", "strong")
    person.wait_for_turn()
    assert person.table["phase"] == "auction"
    marked = person.page.evaluate(
        "async (table) => { const { fillPlate } = await import('/felt.js');"
        " return [0, 1, 2].flatMap((seat) => [0, 1, 2].filter((other) => { const plate = document.createElement('div');"
        " fillPlate(plate, { ...table, you: { ...table.you, seat } }, other);"
        " return plate.querySelector('.partner'); })); }",
        person.table,
    )
    assert marked == []
