"""The keys of one's chairs: taken once, kept whatever fails, and given up only by their holder."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Route, expect


def kept(person: Any) -> list[dict[str, Any]]:
    """The seats in the browser's storage."""
    found: list[dict[str, Any]] = json.loads(person.page.evaluate("() => localStorage['paiyou.seats'] ?? '[]'"))
    return found


def invitation(host: Any) -> str:
    """A table of three with two free chairs, and the link to it."""
    host.sit_down("zhengshangyou", "open", name="Ann")
    link: str = host.page.get_by_test_id("invitation").input_value()
    return link


def hold(person: Any, *rooms: str) -> None:
    """Let the browser remember seats in these rooms."""
    held = [{"room": room, "token": "t" * 32, "chair": 0, "game": "gongzhu", "since": 0} for room in rooms]
    person.page.goto(person.address)
    person.page.evaluate("seats => { localStorage['paiyou.seats'] = JSON.stringify(seats); }", held)
    person.page.reload()


def test_a_double_click_takes_one_chair(enter: Any) -> None:
    ann, bob = enter("en", "small"), enter("en", "small")
    bob.page.goto(invitation(ann))
    asked = []

    def slowly(route: Route) -> None:
        asked.append(route.request.post_data_json)
        time.sleep(0.3)
        route.continue_()

    bob.page.route("**/join", slowly)
    bob.page.locator("input[name=name]").fill("Bob")
    bob.page.locator("form button[type=submit]").dblclick()
    bob.page.locator(".table-page[data-phase]").wait_for()
    assert len(asked) == 1
    assert sorted(player["kind"] for player in bob.table["players"]) == ["open", "person", "person"]


def test_the_key_is_kept_before_the_table_is_looked_at(enter: Any) -> None:
    ann, bob = enter("en", "small"), enter("en", "small")
    link = invitation(ann)
    bob.page.route("**/api/rooms/*", lambda route: route.abort())
    bob.page.goto(link)
    bob.page.locator("form button[type=submit]").click()
    bob.page.locator(".table-page[data-phase]").wait_for()
    assert bob.table["you"] is not None
    (seat,) = kept(bob)
    assert seat["game"] == "zhengshangyou"
    bob.troubles[:] = [one for one in bob.troubles if "ERR_FAILED" not in one]  # the browser notes what was cut off


def test_many_tables_are_kept_and_missing_ones_marked(enter: Any) -> None:
    person = enter("en", "small")
    hold(person, *(f"no-such-room-{n:03}" for n in range(13)))
    rows = person.page.locator(".rooms li")
    expect(rows).to_have_count(13)
    expect(rows.get_by_text("Not found on the server")).to_have_count(13)
    person.sit_down("doudizhu", "strong")
    assert len(kept(person)) == 14
    person.open_lobby()
    expect(rows.get_by_text("Not found on the server")).to_have_count(13)
    # What is not there any more goes without a question; a running table does not.
    rows.last.get_by_test_id("forget").click()
    expect(rows).to_have_count(13)
    rows.first.get_by_test_id("forget").click()
    person.page.get_by_test_id("no").click()
    assert len(kept(person)) == 13
    rows.first.get_by_test_id("forget").click()
    person.check_words("en")
    person.page.get_by_test_id("yes").click()
    expect(rows).to_have_count(12)
    assert all(seat["room"].startswith("no-such-room") for seat in kept(person))
    person.troubles.clear()  # the browser itself notes what is not found


def test_a_seat_that_is_refused_is_marked_not_deleted(enter: Any) -> None:
    ann, bob = enter("en", "small"), enter("zh", "phone")
    ann.sit_down("doudizhu", "strong")
    room = ann.page.url.partition("#room=")[2]
    hold(bob, room)
    bob.page.goto(ann.page.url)
    expect(bob.page.get_by_test_id("connection")).to_contain_text("座位已失效")
    bob.page.goto(bob.address)
    expect(bob.page.locator(".rooms li")).to_contain_text("座位已失效")
    assert [seat["room"] for seat in kept(bob)] == [room]


def test_a_browser_that_stores_nothing_still_plays(enter: Any) -> None:
    person = enter("en", "small")
    person.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    person.sit_down("mini-doudizhu", "beginner")
    person.wait_for_turn()
    assert person.table["you"] is not None
    person.page.locator("#header .brand").click()
    person.page.get_by_title("Go back to your seat").click()
    person.wait_for_turn()
    assert person.table["you"] is not None


def test_two_tabs_show_one_seat(enter: Any) -> None:
    person = enter("en", "small", seed=1)
    person.sit_down("doudizhu", "strong")
    person.wait_for_turn()
    tab = type(person)(person.page.context, person.address)
    tab.page.goto(person.page.url)
    tab.wait_for_turn()
    assert tab.table["you"]["cards"] == person.table["you"]["cards"]
    for mover, other in ((person, tab), (tab, person)):
        mover.wait_for_turn()
        before = other.shown()
        mover.act()
        other.wait_for_change(before)
    assert tab.troubles == []


def test_a_lost_answer_costs_no_second_chair(enter: Any) -> None:
    ann, bob = enter("en", "small"), enter("en", "small")
    bob.page.goto(invitation(ann))
    asked = []

    def lose_the_first(route: Route) -> None:
        asked.append(route.request.post_data_json["id"])
        if len(asked) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    bob.page.route("**/join", lose_the_first)
    bob.page.get_by_role("button", name="Take a seat").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("cannot be reached")
    bob.page.get_by_role("button", name="Take a seat").click()
    bob.page.locator(".table-page[data-phase]").wait_for()
    assert asked[0] == asked[1]
    assert sorted(player["kind"] for player in bob.table["players"]) == ["open", "person", "person"]
    bob.troubles.clear()  # the browser itself notes the lost answer
