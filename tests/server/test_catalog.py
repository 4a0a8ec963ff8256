"""What is served is what the games say; one that is not whole costs one sentence and nobody else anything."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from functools import wraps
from typing import Any

import pytest

import paiyou
from duel_family import INFO
from paiyou.games.info import GameInfo
from paiyou.games.registry import game_infos
from paiyou.games.text import Text
from paiyou.server.catalog import make_catalog
from paiyou.server.http.app import create_app
from server.api_apps import PATIENT, client_of

OWN = ["doudizhu", "mini-doudizhu", "zhengshangyou", "paodekuai", "gongzhu"]


class Mute(Text):
    """A text that cannot be told."""

    def to_json(self) -> dict[str, str]:
        raise RuntimeError("no words")


def test_all_is_told_without_building_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(info: GameInfo) -> GameInfo:
        @wraps(info.make)
        def built(*_: Any, **__: Any) -> Any:
            raise AssertionError("a spec was made")

        return replace(info, make=built)

    for name, info in list(game_infos().items()):
        monkeypatch.setitem(game_infos(), name, never(info))  # type: ignore[arg-type]
    catalog = make_catalog()
    assert [game["name"] for game in catalog.games] == OWN
    assert catalog.left_out == ()
    json.dumps(catalog.games)


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (replace(INFO, rules=Text("", "")), "no rules"),
        (replace(INFO, seats=5, teams=()), "5 seats"),
        (replace(INFO, seats=None), "seats"),  # type: ignore[arg-type]
        (replace(INFO, levels={"beginner": "nobody"}), "unknown agent 'nobody'"),
        (replace(INFO, levels={"beginner": "human"}), "human is not offered"),
        (replace(INFO, strongest="isuct"), "duel games cannot be searched"),
        (replace(INFO, strongest="rules"), "duel games cannot be played by the agent rules"),
        (replace(INFO, strongest="random:seed=-1"), "seed must be 0 to"),
        (replace(INFO, mistakes=("a", "b", "c")), "no fine mistakes"),  # type: ignore[arg-type]
        (replace(INFO, about=Mute("words", "话")), "RuntimeError: no words"),
    ],
)
def test_a_game_that_is_not_whole_is_left_out_with_one_sentence(
    broken: GameInfo, words: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(game_infos(), "duel", broken)  # type: ignore[arg-type]
    with caplog.at_level(logging.WARNING, "paiyou.server"):
        app = create_app(PATIENT)
    [said] = [record.message for record in caplog.records]
    assert said.startswith("the game duel is not served: ")
    assert words in said
    assert "\n" not in said
    with client_of(app) as client:
        answer = client.get("/api/games")
        assert answer.status_code == 200
        assert [game["name"] for game in answer.json()["games"]] == OWN
        body = {"game": "mini-doudizhu", "chairs": [{"kind": "you"}, {"kind": "bot", "level": "beginner"}], "name": "A"}
        assert client.post("/api/rooms", json=body).status_code == 201


def test_a_game_whose_spec_cannot_be_made_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def make() -> Any:
        raise RuntimeError("the moon is not full")

    monkeypatch.setitem(game_infos(), "duel", replace(INFO, make=make))  # type: ignore[arg-type]
    with client_of(create_app(PATIENT)) as client:
        body = {"game": "duel", "chairs": [{"kind": "you"}, {"kind": "bot", "level": "beginner"}], "name": "A"}
        answer = client.post("/api/rooms", json=body)
        assert answer.status_code == 422
        assert answer.json()["message"] == "the game duel cannot be played: RuntimeError: the moon is not full"


def test_a_family_from_outside_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room is made, played to the end with a bot in a worker process, recorded and read again."""
    paiyou.register_game(INFO)
    try:
        with client_of(create_app(replace(PATIENT, bot_pause=0.0))) as client:
            listed = client.get("/api/games").json()["games"][-1]
            assert (listed["name"], listed["title"]["zh"], listed["family"]) == ("duel", "对决", "duel")
            body = {"game": "duel", "chairs": [{"kind": "you"}, {"kind": "bot", "level": "beginner"}], "name": "Ann"}
            opened = client.post("/api/rooms", json=body).json()
            table = played_out(client, opened)
            room = f"/api/rooms/{opened['room']}"
            assert client.get(room).json()["result"] == table["result"]
            [record] = client.get(f"{room}/records").json()["records"]
            # A player without an opinion judges nothing, and says so.
            answer = client.get(f"{room}/games/0/review")
            assert (answer.status_code, answer.json()["code"]) == (422, "not_allowed")
    finally:
        forget("duel")
    monkeypatch.setitem(game_infos(), "duel", INFO)  # type: ignore[arg-type]
    replayed = paiyou.Record.from_line(json.dumps(record)).replay()
    assert replayed.state.payoffs == table["result"]["payoffs"]
    assert record["agents"] == ["person Ann", "random"]
    assert all(played["note"] is None for played in table["history"])  # the bot itself has moved
    assert [(played["seat"], played["move"]) for played in table["history"]] == replayed.state.history


def played_out(client: Any, opened: dict[str, Any]) -> dict[str, Any]:
    """A game to its end over the socket, with all that a page needs to show and choose a move."""
    with client.websocket_connect(f"ws://localhost/api/rooms/{opened['room']}/socket") as socket:
        socket.send_json({"type": "hello", "token": opened["token"]})
        while True:
            message = socket.receive_json()
            if message["type"] != "table":
                assert message["type"] in ("ack", "error")
                continue
            table = message["table"]
            assert table["shape"]["select"] == "list"
            assert len(table["you"]["cards"]) == table["players"][table["you"]["seat"]]["cards_left"]
            if table["phase"] == "over":
                return dict(table)
            if table["turn"] == table["you"]["seat"]:
                place = {"game": table["game"], "index": table["index"]}
                socket.send_json({"type": "move", "id": "wrong", **place, "move": "99"})
                while (refused := socket.receive_json()).get("id") != "wrong":
                    pass
                assert refused["code"] == "not_allowed"
                assert refused["message"] == f"seat {table['turn']} does not hold 99"
                socket.send_json({"type": "move", "id": "right", **place, "move": table["you"]["moves"][0]})


def forget(name: str) -> None:
    """Take a registered game back: for tests alone."""
    from paiyou.games import registry

    del registry._GAMES.added[name]
    del game_infos()[name]  # type: ignore[attr-defined]
