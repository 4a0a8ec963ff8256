"""The page as an app: what a browser needs to install it, and puzzles without a network."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import expect

from paiyou.bench.table_server import ServerProcess
from paiyou.endgames import solve
from paiyou.puzzles.puzzle import puzzles


def test_a_browser_can_install_it(server: ServerProcess) -> None:
    page = urlopen(f"http://{server.address}/").read().decode()
    assert '<link rel="manifest" href="manifest.webmanifest">' in page
    answer = urlopen(f"http://{server.address}/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.read())
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    sizes = set()
    for icon in manifest["icons"]:
        answer = urlopen(f"http://{server.address}/{icon['src']}")
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            head = answer.read(24)
            sizes.add(f"{int.from_bytes(head[16:20], 'big')}x{int.from_bytes(head[20:24], 'big')}")
            assert icon["sizes"] in sizes
    assert sizes == {"192x192", "512x512"}


def test_a_puzzle_is_solved_without_a_network(enter: Any) -> None:
    person = enter(installed=True)
    page = person.page
    person.open_lobby()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto(f"{person.address}#puzzle=1")
    page.locator(".puzzle[data-state=open]").wait_for()
    page.wait_for_function("() => caches.match('/api/puzzles/1/book').then(Boolean)")
    page.context.set_offline(True)
    page.goto(person.address)
    page.reload()
    # The lobby is there, too.
    expect(page.get_by_test_id("start")).to_be_visible()
    assert page.evaluate("() => caches.match('/api/puzzles/1/book').then(Boolean)"), "the browser has forgotten it"
    page.goto(f"{person.address}#puzzle=1")
    table = page.locator(".puzzle")
    page.locator(".puzzle[data-state=open]").wait_for()
    # A move that does not win is said to be wrong without anybody to ask.
    start = puzzles()[1].start()
    assert "pass" in set(start.moves()) - set(solve(start).moves)
    page.get_by_test_id("pass").click()
    expect(page.get_by_test_id("message")).to_have_class("message error")
    assert table.get_attribute("data-index") == "0"
    while table.get_attribute("data-state") != "won":
        page.locator(".puzzle[data-turn=you]").wait_for()
        before = table.get_attribute("data-index")
        page.get_by_test_id("hint").click()
        lifted = page.locator(".hand [aria-pressed=true]").count()
        page.get_by_test_id("play" if lifted else "pass").click()
        page.locator(f".puzzle:not([data-index='{before}'])").wait_for()
        page.wait_for_function(
            "() => ['you', 'nobody'].includes(document.querySelector('.puzzle').dataset.turn)"
            " && document.querySelector('.puzzle').dataset.state !== 'moving'"
        )
    person.troubles[:] = [one for one in person.troubles if "ERR_INTERNET_DISCONNECTED" not in one]


def test_a_browser_without_room_shows_the_newest(enter: Any) -> None:
    """What cannot be kept any more is no reason for an old file."""
    person = enter(installed=True)
    page = person.page
    person.open_lobby()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.evaluate(
        "async () => (await caches.open((await caches.keys()).find((name) => name.startsWith('paiyou-page'))))"
        ".put('/lab.js', new Response('old'))"
    )
    origin = {"origin": person.address.rstrip("/")}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
    assert "LabView" in page.evaluate("() => fetch('/lab.js').then((answer) => answer.text())")
