"""People at one table: by invitation, through lost connections, and across a restart of the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from paiyou.bench.table_server import ServerProcess
from patience import PATIENCE

LATE = """() => {
  const { fetch } = window;
  window.fetch = (address, ...more) => String(address).includes("/api/rooms/") && !String(address).endsWith("/join")
    ? new Promise((answered) => { window.answerNow = () => answered(fetch(address, ...more)); })
    : fetch(address, ...more);
}"""
"""What is asked about a table is answered when the test says so."""


def test_who_writes_his_name_is_not_disturbed_by_what_is_said_of_the_table(enter: Any) -> None:
    ann, bob = enter("en", "small"), enter("zh", "phone")
    ann.sit_down("zhengshangyou", "open", name="Ann")
    bob.page.goto(bob.address)
    bob.page.evaluate(LATE)
    link = ann.page.get_by_test_id("invitation").input_value()
    bob.page.evaluate("link => { location.hash = new URL(link).hash; }", link)
    field = bob.page.locator("input[name=name]")
    field.press_sequentially("Bo")
    bob.page.wait_for_function("() => window.answerNow")
    bob.page.evaluate("() => window.answerNow()")
    expect(bob.page.locator(".join .who")).to_contain_text("Ann")
    bob.page.keyboard.press("b")
    expect(field).to_have_value("Bob")


def test_three_people_play_by_invitation(enter: Any) -> None:
    ann = enter("en", "small")
    ann.sit_down("zhengshangyou", "open", name="Ann")
    link = ann.page.get_by_test_id("invitation").input_value()
    assert "#room=" in link
    assert "&invite=" in link
    ann.check_layout()
    bob, cem = enter("zh", "phone"), enter("en", "phone")
    for guest, name in ((bob, "Bob"), (cem, "Cem")):
        guest.page.goto(link)
        guest.page.locator("input[name=name]").fill(name)
        guest.check_names()
        guest.page.locator("form button[type=submit]").click()
        guest.page.locator(".table-page[data-phase]").wait_for()
        assert "invite" not in guest.page.url
    bob.check_words("zh")
    people = [ann, bob, cem]
    for person in people:
        expect(person.page.locator(".table-page")).to_have_attribute("data-phase", "play")
        assert len(person.table["you"]["cards"]) == 16
    hands = [set(person.table["you"]["cards"]) for person in people]
    assert len(set.union(*hands)) == 48
    late = enter("en", "small")
    late.page.goto(link)
    expect(late.page.get_by_test_id("join")).to_contain_text("Every chair at this table is taken. You can watch.")
    expect(late.page.locator("form button[type=submit]")).to_have_count(0)
    while ann.table["phase"] != "over":
        mover = next(person for person in people if person.shown()["turn"] == "you" or ann.table["phase"] == "over")
        if not mover.wait_for_turn():
            break
        mover.act()
        moved = mover.shown()
        for person in people:
            person.page.wait_for_function(
                "index => Number(document.querySelector('.table-page').dataset.index) >= Number(index)",
                arg=moved["index"],
            )
    for person in people:
        expect(person.page.get_by_test_id("result")).to_be_visible()
    bob.press("next")
    for person in people:
        expect(person.page.locator(".table-page")).to_have_attribute("data-number", "1")


def test_who_has_no_seat_watches(enter: Any) -> None:
    ann, watcher = enter("en", "small"), enter("en", "phone")
    ann.sit_down("doudizhu", "strong")
    watcher.page.goto(ann.page.url)
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    watcher.check_layout()
    assert watcher.table["you"] is None
    expect(watcher.page.locator(".hand .card")).to_have_count(0)
    expect(watcher.page.get_by_test_id("actions").locator("button")).to_have_count(0)


def test_a_reload_leads_back_to_the_seat(enter: Any) -> None:
    person = enter("en", "phone")
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    person.act()
    person.wait_for_turn()
    cards = person.table["you"]["cards"]
    person.page.reload()
    person.wait_for_turn()
    assert person.table["you"]["cards"] == cards
    person.page.goto(person.address)
    person.page.get_by_title("Go back to your seat").click()
    person.play_to_the_end()


def test_the_page_reconnects_by_itself(enter: Any) -> None:
    person = enter("zh", "small")
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    person.page.context.set_offline(True)
    expect(person.page.get_by_test_id("connection")).to_have_text("连接中断，正在重新连接……")
    # A move made meanwhile is sent when the line is back.
    before = person.shown()
    person.select(person.cards_for("3" if "3" in person.table["you"]["moves"] else person.table["you"]["moves"][0]))
    person.press("play")
    person.page.wait_for_timeout(300)
    assert person.shown()["index"] == before["index"]
    person.page.context.set_offline(False)
    expect(person.page.get_by_test_id("connection")).to_be_hidden()
    person.wait_for_change(before)
    person.forgive_lost_connections()
    assert person.table["history"][0]["seat"] == person.table["you"]["seat"]


def test_a_killed_server_comes_back_with_the_game(enter: Any, own_server: ServerProcess) -> None:
    person = enter("en", "small", server=own_server)
    person.sit_down("gongzhu", "beginner")
    for _ in range(4):
        person.wait_for_turn()
        person.act()
    person.wait_for_turn()
    history = person.table["history"]
    own_server.kill()
    expect(person.page.get_by_test_id("connection")).to_be_visible()
    own_server.start()
    expect(person.page.get_by_test_id("connection")).to_be_hidden()
    person.wait_for_turn()
    assert person.table["history"] == history
    person.play_to_the_end()
    person.forgive_lost_connections()


def test_a_seat_that_is_gone_is_said(enter: Any) -> None:
    person = enter("en", "small")
    person.page.goto(person.address + "#room=nothing-here")
    expect(person.page.get_by_test_id("connection")).to_contain_text("There is no such table.")
    person.page.get_by_test_id("connection").get_by_role("link").click()
    expect(person.page.get_by_test_id("start")).to_be_visible()


def test_bots_take_the_chairs_of_friends_who_do_not_come(enter: Any) -> None:
    ann = enter("zh", "phone")
    ann.sit_down("gongzhu", "open")
    expect(ann.page.get_by_text("这个地址只在本机有效。")).to_be_visible()
    ann.check_layout()
    ann.check_words("zh")
    ann.press("fill")
    expect(ann.page.locator(".table-page")).not_to_have_attribute("data-phase", "waiting")
    ann.wait_for_turn()
    ann.act()


def one_has_left(ann: Any, bob: Any) -> str:
    """A table of two, which one leaves when it is his turn; where he may come back."""
    ann.sit_down("mini-doudizhu", "open", name="Ann")
    link = ann.page.get_by_test_id("invitation").input_value()
    bob.page.goto(link)
    bob.page.locator("input[name=name]").fill("Bob")
    bob.page.locator("form button[type=submit]").click()
    bob.page.locator(".table-page[data-phase]").wait_for()
    if ann.wait_for_turn():
        ann.act()
    place: str = bob.page.url
    bob.page.goto(bob.address)
    expect(ann.page.get_by_role("button", name="Let a bot play for Bob")).to_be_visible()
    return place


def test_who_has_only_just_left_keeps_the_turn(enter: Any, tmp_path: Path) -> None:
    with ServerProcess(
        tmp_path, bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE, away_seconds=1000.0
    ) as server:
        ann, bob = enter("en", "phone", server=server), enter("en", "small", server=server)
        one_has_left(ann, bob)
        ann.check_layout()
        ann.page.get_by_role("button", name="Let a bot play for Bob").click()
        expect(ann.page.get_by_test_id("message")).to_contain_text("has only just left")


def test_a_bot_plays_for_one_who_has_left_until_he_is_back(enter: Any, tmp_path: Path) -> None:
    with ServerProcess(
        tmp_path, bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE, away_seconds=0.0
    ) as server:
        ann, bob = enter("en", "phone", server=server), enter("en", "small", server=server)
        place = one_has_left(ann, bob)
        ann.page.get_by_role("button", name="Let a bot play for Bob").click()
        assert ann.wait_for_turn()
        expect(ann.page.get_by_test_id("plate-top")).to_contain_text("away, a bot plays")
        assert ann.table["history"][-1]["note"] == {"code": "replaced", "by": "rules"}
        bob.page.goto(place)
        expect(ann.page.get_by_test_id("plate-top")).not_to_contain_text("away")
