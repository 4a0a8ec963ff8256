"""Records of finished games: some at a time, replayed by a worker and once, behind the queue of questions."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from paiyou.records.record import Record
from paiyou.server.bots.pool import BotError
from paiyou.server.http.app import create_app
from paiyou.server.rooms import record_pages
from paiyou.server.rooms.record_pages import AT_ONCE, RecordPages
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.stored_room import StoredRoom
from paiyou.server.sizes import MOST_RECORDS, USUAL_RECORDS
from server.api_apps import NO_LIMITS, PATIENT, InlineBots, client_of
from server.stored_rooms import filled, whole_evening

GAMES = 2 * AT_ONCE + 3


@pytest.fixture(scope="module")
def stored() -> StoredRoom:
    return whole_evening("mini-doudizhu", GAMES)


def read(pages: RecordPages, first: int, most: int) -> list[list[str]]:
    async def parts() -> list[list[str]]:
        return [part async for part in pages.read("r1", first, most)]

    return asyncio.run(parts())


def test_some_games_at_a_time_each_replayed_once(stored: StoredRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    bots, store = InlineBots(), filled(stored)
    pages = RecordPages(store, bots)  # type: ignore[arg-type]
    parts = read(pages, 0, 100)
    assert [len(part) for part in parts] == [AT_ONCE, AT_ONCE, 3]
    lines = [line for part in parts for line in part]
    for line in lines:
        Record.from_line(line).replay()
    assert [len({action["game"] for action in asked["actions"]}) for _, asked, _ in bots.asked] == [AT_ONCE, AT_ONCE, 4]
    # A page that was read before costs nobody anything, from wherever it begins.
    bots.asked.clear()
    assert read(pages, 5, 12) == [lines[5:15], lines[15:17]]
    assert bots.asked == []
    assert read(pages, GAMES, 10) == [[]], "the running one is not told"
    assert read(pages, GAMES + 7, 10) == [[]]
    # Only so many are kept, those read last.
    monkeypatch.setattr(record_pages, "KEPT", 4)
    read(pages, 0, 6)
    assert [game for _, game in pages._kept] == [2, 3, 4, 5]
    store.close()


@pytest.mark.parametrize(
    ("changes", "code"), [({"version": 7}, "old_rules"), ({"game": "gone"}, "old_rules"), ({"secret": "x"}, "damaged")]
)
def test_what_a_worker_cannot_replay_is_refused(stored: StoredRoom, changes: dict[str, Any], code: str) -> None:
    store = filled(StoredRoom({**stored.room, **changes}, stored.chairs, stored.actions[:30]))
    with pytest.raises(RefusedError) as refused:
        read(RecordPages(store, InlineBots()), 0, 1)  # type: ignore[arg-type]
    assert refused.value.refusal.code == code
    store.close()


class CountingBots(InlineBots):
    """Fails from some question on."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self.answers = answers

    async def run(self, *asked: Any, **more: Any) -> dict[str, Any]:
        self.answers -= 1
        if self.answers < 0:
            raise BotError("no worker was free")
        return await super().run(*asked, **more)


def test_records_over_http_wait_in_the_queue_and_leave_it(stored: StoredRoom) -> None:
    store = filled(stored)
    with client_of(create_app(PATIENT)) as client:
        state = client.app.state
        state.records = RecordPages(store, InlineBots())  # type: ignore[arg-type]
        address = "/api/rooms/r1/records"
        told = client.get(address, params={"most": MOST_RECORDS}).json()["records"]
        assert len(told) == GAMES
        assert client.get(address).json() == {"records": told[:USUAL_RECORDS]}
        assert client.get(address, params={"first": GAMES}).json() == {"records": []}
        assert client.get(address, params={"most": MOST_RECORDS + 1}).status_code == 422
        Record.from_line(json.dumps(told[-1])).replay()
        assert set(state.records._bots.clients) == {"testclient"}
        assert client.get("/api/rooms/nowhere/records").status_code == 404
        # No worker for the first part: refused. None for a later one: cut short, so that nobody takes it for whole.
        state.records = RecordPages(store, CountingBots(0))  # type: ignore[arg-type]
        assert client.get(address).status_code == 503
        state.records = RecordPages(store, CountingBots(1))  # type: ignore[arg-type]
        with pytest.raises(BotError):
            client.get(address)
        assert state.questions._waiting.total() == 0, "every place was given back"
        state.questions._waiting["testclient"] = NO_LIMITS.questions_per_client
        refused = client.get(address)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
    store.close()


def test_a_damaged_action_is_not_the_clients_fault(stored: StoredRoom) -> None:
    actions = [dict(action) for action in stored.actions[:30]]
    actions[4]["move"] = "nonsense"
    store = filled(StoredRoom(stored.room, stored.chairs, actions))
    with client_of(create_app(PATIENT)) as client:
        state = client.app.state
        state.records = RecordPages(store, InlineBots())  # type: ignore[arg-type]
        state.hub._cache._store = state.reviews._store = store
        for path in ("", "/records", "/games/0/review"):
            answer = client.get(f"/api/rooms/r1{path}")
            assert (answer.status_code, answer.json()["code"]) == (500, "damaged"), path
            assert "nonsense" not in answer.text
        with client.websocket_connect("ws://localhost/api/rooms/r1/socket") as socket:
            socket.send_json({"type": "hello", "token": None})
            assert socket.receive_json()["code"] == "damaged"
    store.close()
