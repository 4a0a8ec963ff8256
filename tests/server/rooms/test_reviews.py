"""Reviews on the server: of finished games only, with every hand, made once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import paiyou
from paiyou.records.record import Record
from paiyou.server.api.schemas.reviews import Reviewed
from paiyou.server.bots.pool import BotError
from paiyou.server.http.app import create_app
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.reviews import KEPT, Reviews, review_steps
from paiyou.server.rooms.stored_room import StoredRoom
from server.api_apps import NO_LIMITS, PATIENT, InlineBots, client_of
from server.stored_rooms import evening, filled


@pytest.mark.parametrize("name", ["doudizhu:bidding=call-rob", "mini-doudizhu", "zhengshangyou", "gongzhu"])
def test_every_step_shows_every_hand(name: str) -> None:
    shown, record = review_steps(evening(name, 2), 2)
    steps, history = shown["steps"], shown["history"]
    assert len(steps) == len(history) + 1
    assert [player["chair"] for player in shown["players"]] == [
        (seat + 2) % len(shown["players"]) for seat in range(len(shown["players"]))
    ]
    for before, made, after in zip(steps, history, steps[1:], strict=False):
        assert before["turn"] == made["seat"]
        seat = made["seat"]
        held = set(before["hands"][seat])
        assert set(made["cards"]) <= held
        if before["phase"] == "play":
            assert set(after["hands"][seat]) == held - set(made["cards"])
        elif before["landlord"] == after["landlord"]:
            assert after["hands"] == before["hands"]
    assert (steps[-1]["phase"], steps[-1]["hands"]) == ("over", shown["result"]["hands"])
    assert record.replay().state.payoffs == shown["result"]["payoffs"]


def test_declined_deals_are_not_reviewed() -> None:
    shown, record = review_steps(evening("doudizhu:bidding=123", declined=2), 0)
    assert shown["redeals"] == 2
    assert len(shown["steps"]) == len(shown["history"]) + 1 == len(list(record.decisions())) + 1
    assert shown["steps"][0]["phase"] == "auction"
    assert shown["history"][0]["move"] == "bid 3"


@pytest.mark.parametrize(
    ("stored", "number", "code"),
    [
        (evening("gongzhu", moves=0), 0, "not_over"),
        (evening("gongzhu", moves=55), 0, "not_over"),
        (evening("doudizhu:bidding=123", declined=3, moves=9), 0, "not_over"),
        (evening("mini-doudizhu", 1, moves=0), 1, "not_over"),
        (evening("mini-doudizhu", moves=0), 1, "no_game"),
    ],
)
def test_of_a_running_game_nothing_is_told(stored: StoredRoom, number: int, code: str) -> None:
    with pytest.raises(RefusedError) as refused:
        review_steps(stored, number)
    assert refused.value.refusal.code == code
    bots = InlineBots()
    store = filled(stored)
    with pytest.raises(RefusedError):
        asyncio.run(Reviews(store, bots).make("r1", number))  # type: ignore[arg-type]
    store.close()
    assert bots.asked == [], "no judge was asked"


def test_a_review_is_made_once_and_leaves_out_stand_ins() -> None:
    bots, store = InlineBots(), filled(evening("zhengshangyou"))
    reviews = Reviews(store, bots)  # type: ignore[arg-type]
    assert reviews.kept("r1", 0) is None
    text = asyncio.run(reviews.make("r1", 0))
    assert reviews.kept("r1", 0) == text
    [(kind, question, _)] = bots.asked
    assert (kind, question["agent"]) == ("review", "dmc")
    assert Record.from_line(question["record"]).info == {"stand_ins": "1"}
    for room in range(KEPT):
        reviews._keep((str(room), 0), b"")
    assert reviews.kept("r1", 0) is None, "only so many are kept"
    store.close()


def test_who_asks_at_once_gets_the_same_review() -> None:
    bots, store = InlineBots(), filled(evening("zhengshangyou"))
    reviews = Reviews(store, bots)  # type: ignore[arg-type]

    async def ask() -> list[bytes]:
        return await asyncio.gather(*(reviews.make("r1", 0) for _ in range(4)))

    assert len(set(asyncio.run(ask()))) == 1
    assert len(bots.asked) == 1
    store.close()


class Failing(InlineBots):
    """Some judges fail."""

    def __init__(self, *names: str) -> None:
        super().__init__()
        self.names = names

    async def run(
        self, kind: str, payload: dict[str, Any], seconds: float | None = None, *, client: str = ""
    ) -> dict[str, Any]:
        if payload["agent"] in self.names:
            raise BotError("no network")
        return await super().run(kind, payload, seconds, client=client)


@pytest.mark.parametrize(("failing", "judge"), [((), "dmc"), (("dmc",), "rules")])
def test_where_a_judge_fails_the_next_best_judges_and_says_so(failing: tuple[str, ...], judge: str) -> None:
    store = filled(evening("doudizhu"))
    reviews = Reviews(store, Failing(*failing))  # type: ignore[arg-type]
    told = json.loads(asyncio.run(reviews.make("r1", 0)))
    assert told["agent"] == judge
    assert (reviews.kept("r1", 0) is None) == bool(failing), "the judge is asked again the next time"
    store.close()


def test_where_all_judges_fail_there_is_no_review() -> None:
    store = filled(evening("doudizhu"))
    with pytest.raises(BotError):
        asyncio.run(Reviews(store, Failing("dmc", "rules")).make("r1", 0))  # type: ignore[arg-type]
    store.close()


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with client_of(create_app(replace(PATIENT, bot_pause=0.0))) as client:
        yield client


def play_a_game(client: Any, game: str) -> str:
    """Open a room with bots and play its first game over a socket."""
    chairs = [{"kind": "you"}, *([{"kind": "bot", "agent": "random"}] * (paiyou.game(game).seats - 1))]
    opened = client.post("/api/rooms", json={"game": game, "chairs": chairs, "name": "Ann"}).json()
    address = f"/api/rooms/{opened['room']}/games"
    with client.websocket_connect(f"ws://localhost/api/rooms/{opened['room']}/socket") as socket:
        socket.send_json({"type": "hello", "token": opened["token"]})
        done = -1
        while (table := socket.receive_json().get("table")) is None or table["phase"] != "over":
            if table is None or table["turn"] != table["you"]["seat"] or table["index"] == done:
                continue
            running = client.get(f"{address}/0/review")
            assert (running.status_code, running.json()["code"]) == (409, "not_over")
            assert set(running.json()) == {"code", "message"}
            done = table["index"]
            socket.send_json({"type": "move", "id": "m", "game": 0, "index": done, "move": table["you"]["moves"][-1]})
        socket.send_json({"type": "next", "id": "n", "game": 1})
        while (table := socket.receive_json().get("table")) is None or table["game"] != 1:
            pass
    return address


@pytest.mark.parametrize(("game", "agent"), [("mini-doudizhu", "isuct:iterations=2000"), ("doudizhu", "dmc")])
def test_a_finished_game_is_reviewed_while_the_next_one_runs(client: Any, game: str, agent: str) -> None:
    address = play_a_game(client, game)
    answer = client.get(f"{address}/0/review")
    assert answer.status_code == 200, answer.text
    told = Reviewed.model_validate(answer.json())
    assert (told.agent, told.game, len(told.decisions)) == (agent, 0, len(told.history))
    assert [(made.seat, made.move) for made in told.history] == [(made.seat, made.move) for made in told.decisions]
    assert sum(summary.decisions for summary in told.summaries) == sum(
        made.verdict != "forced" for made in told.decisions
    )
    assert client.get(f"{address}/0/review").content == answer.content
    for number, status, code in (
        (1, 409, "not_over"),
        (2, 404, "no_game"),
        (-1, 422, "invalid"),
        ("x", 422, "invalid"),
    ):
        refused = client.get(f"{address}/{number}/review")
        assert (refused.status_code, refused.json()["code"]) == (status, code)
    nowhere = client.get("/api/rooms/nowhere/games/0/review")
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "no_room")


def test_a_review_waits_in_the_same_queue_as_other_questions(client: Any) -> None:
    address = play_a_game(client, "mini-doudizhu")
    questions = client.app.state.questions
    questions._waiting["testclient"] = NO_LIMITS.questions_per_client
    assert client.get(f"{address}/0/review").status_code == 429
    questions._waiting.clear()
    assert client.get(f"{address}/0/review").status_code == 200
