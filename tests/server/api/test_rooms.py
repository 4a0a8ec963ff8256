"""Rooms over HTTP, with the whole application behind them and either database."""

import json
from dataclasses import replace

import pytest
from sqlalchemy.exc import OperationalError

import paiyou
from paiyou.server.http.app import create_app
from paiyou.server.http.limits import Limits
from patience import PATIENCE
from server.api_apps import PATIENT, client_of

YOU, OPEN, RANDOM = {"kind": "you"}, {"kind": "open"}, {"kind": "bot", "agent": "random"}
MINI = {"game": "mini-doudizhu", "chairs": [YOU, OPEN], "name": "Ann"}


@pytest.fixture
def client(database):
    with client_of(create_app(replace(PATIENT, database=database, bot_pause=0.0))) as client:
        yield client


@pytest.fixture
def one():
    """With one database is enough for what no database decides."""
    with client_of(create_app(PATIENT)) as client:
        yield client


def test_open_join_look(client):
    opened = client.post("/api/rooms", json=MINI)
    assert opened.status_code == 201
    room, invite, token = opened.json()["room"], opened.json()["invite"], opened.json()["token"]
    assert opened.json()["chair"] == 0
    seen = client.get(f"/api/rooms/{room}").json()
    assert (seen["phase"], seen["you"], seen["invite"]) == ("waiting", None, None)

    wrong = client.post(f"/api/rooms/{room}/join", json={"invite": "wrong", "name": "Bob"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "bad_invite")
    joined = client.post(f"/api/rooms/{room}/join", json={"invite": invite, "name": "Bob"})
    assert (joined.status_code, joined.json()["chair"]) == (200, 1)
    assert len({token, joined.json()["token"], invite, room}) == 4
    full = client.post(f"/api/rooms/{room}/join", json={"invite": invite, "name": "Eve"})
    assert (full.status_code, full.json()["code"]) == (409, "full")

    seen = client.get(f"/api/rooms/{room}")
    assert [player["name"] for player in seen.json()["players"]] == ["Ann", "Bob"]
    assert seen.json()["phase"] == "play"
    for secret in (token, joined.json()["token"], invite):
        assert secret not in seen.text
    cards = [card for player in seen.json()["players"] for card in (player["taken"] or [])]
    assert (cards, seen.json()["bottom"], seen.json()["result"], seen.json()["counter"]) == ([], None, None, None)
    assert client.get(f"/api/rooms/{room}/records").json() == {"records": []}


STRANGE = [
    "nothing",
    "%00",
    "a%00b",
    "%ff",
    "%C3%A9",
    "%ED%A0%80",
    "x" * 5000,
    "'%20OR%201=1--",
    "%2e%2e",
    "%20",
    "%0a",
    "💥",
]


@pytest.mark.parametrize("room", STRANGE, ids=range(len(STRANGE)))
def test_no_such_room(client, room):
    answers = [
        client.get(f"/api/rooms/{room}"),
        client.get(f"/api/rooms/{room}/records"),
        client.post(f"/api/rooms/{room}/join", json={"invite": "x", "name": "Bob"}),
    ]
    for answer in answers:
        assert answer.status_code == 404, answer.text
        assert answer.json()["code"] in ("no_room", "not_found")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "doudizhu"}, "3 chairs"),
        ({"game": "bridge"}, "unknown game"),
        ({"game": "doudizhu:both_jokers=on"}, "unknown option"),
        ({"game": "mini-doudizhu:ranks=0"}, "ranks must be"),
        ({"chairs": [YOU, {"kind": "bot", "agent": "dmc:model=/etc"}]}, "unknown model"),
        ({"chairs": [YOU, {"kind": "bot", "agent": "dmc"}]}, "no network"),
        ({"chairs": [YOU, {"kind": "bot", "agent": "human"}]}, "person"),
        ({"chairs": [YOU, {"kind": "bot", "agent": "isuct:threads=64"}]}, "threads"),
        ({"chairs": [YOU, {"kind": "bot", "agent": "uct:c=-1"}]}, "c must be"),
        ({"chairs": [YOU, {"kind": "bot", "level": "godlike"}]}, "unknown level"),
        ({"chairs": [YOU, YOU]}, "exactly one"),
        ({"seed": 7}, "seed"),
        ({"name": "Ann\u3164"}, "printed and seen"),
        ({"game": "zhengshangyou", "chairs": [YOU, OPEN, {"kind": "bot", "agent": "alphabeta"}]}, "sees all hands"),
    ],
)
def test_a_room_that_cannot_be(one, change, words):
    answer = one.post("/api/rooms", json=MINI | change)
    assert answer.status_code == 422
    assert words in answer.json()["message"]
    assert one.app.state.hub.rooms_in_memory == 0


def test_too_many_rooms():
    limits = Limits(rooms_per_hour=1, room_burst=2)
    with client_of(create_app(replace(PATIENT, limits=limits))) as client:
        assert client.post("/api/rooms", json=MINI | {"game": "bridge"}).status_code == 422
        assert [client.post("/api/rooms", json=MINI).status_code for _ in range(3)] == [201, 201, 429]
        refused = client.post("/api/rooms", json=MINI)
        assert 0 < int(refused.headers["retry-after"]) <= 3600
        assert client.app.state.hub.rooms_in_memory == 2
        assert client.get("/api/games").status_code == 200


def test_nothing_is_made_for_who_has_opened_too_many_rooms(monkeypatch):
    made = []
    with client_of(create_app(replace(PATIENT, limits=Limits(rooms_per_hour=1, room_burst=1)))) as client:
        monkeypatch.setattr("paiyou.server.api.rooms.ready_game", lambda name: made.append(name) or paiyou.game(name))
        assert [client.post("/api/rooms", json=MINI).status_code for _ in range(3)] == [201, 429, 429]
    assert made == ["mini-doudizhu"]


def test_two_of_the_same_name_are_told_apart(one):
    chairs = [YOU, OPEN, OPEN, OPEN]
    opened = one.post("/api/rooms", json={"game": "gongzhu", "chairs": chairs, "name": "Ann"}).json()
    for name in ("ann", "Ａnn", "Bob"):
        joined = one.post(f"/api/rooms/{opened['room']}/join", json={"invite": opened["invite"], "name": name})
        assert joined.status_code == 200
    seen = one.get(f"/api/rooms/{opened['room']}").json()
    assert [player["name"] for player in seen["players"]] == ["Ann", "ann (2)", "Ann (3)", "Bob"]


def test_what_cannot_be_stored_is_busy(one, monkeypatch):
    room = one.post("/api/rooms", json=MINI).json()

    def full(*_):
        raise OperationalError("INSERT", {}, OSError("database or disk is full"))

    monkeypatch.setattr("paiyou.server.rooms.store._Work.run", full)
    join = {"invite": room["invite"], "name": "Bob"}
    for path, body in (("/api/rooms", MINI), (f"/api/rooms/{room['room']}/join", join)):
        answer = one.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert "disk" not in answer.text
        assert int(answer.headers["retry-after"]) > 0
    monkeypatch.undo()
    assert one.post(f"/api/rooms/{room['room']}/join", json=join).status_code == 200


def test_workers_answer_the_api(one):
    seen = {"game": "doudizhu", "hand": "3456789TJQKA2BR33", "seat": 1, "history": [[0, "44"]], "bottom": "557"}
    assert sorted(one.post("/api/moves", json=seen).json()["moves"]) == ["BR", "pass"]
    assert one.post("/api/advise", json=seen | {"agent": "rules"}).json()["moves"][0]["move"] == "pass"
    assert one.post("/api/solve", json={"game": "doudizhu", "hands": ["3334", "2", "55"]}).json()["winner"] == 0
    refused = one.post("/api/moves", json=seen | {"hand": "345"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")


def test_a_question_that_takes_too_long_is_busy(one, monkeypatch):
    monkeypatch.setattr(one.app.state.bots, "_seconds", 0.01)
    hand = "3456789TJQKA2BR33"
    seen = {"game": "doudizhu", "hand": hand, "seat": 1, "history": [[0, "44"]], "bottom": "557"}
    answer = one.post("/api/advise", json=seen | {"agent": "isuct:seconds=5"})
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    monkeypatch.setattr(one.app.state.bots, "_seconds", PATIENCE)
    assert one.post("/api/moves", json=seen).status_code == 200, "another worker has taken its place"


def test_a_running_game_is_no_record_and_shows_no_hand(one):
    opened = one.post("/api/rooms", json=MINI | {"chairs": [YOU, RANDOM]})
    room = opened.json()["room"]
    live = one.app.state.hub._cache._rooms[room].room
    seen = json.dumps(one.get(f"/api/rooms/{room}").json())
    for seat in range(2):
        for card in live.state.cards(seat):
            assert f'"{card}"' not in seen
    assert one.get(f"/api/rooms/{room}/records").json() == {"records": []}


def test_half_a_character_opens_no_chair(one):
    room = one.post("/api/rooms", json=MINI).json()["room"]
    with one.websocket_connect(f"ws://localhost/api/rooms/{room}/socket") as socket:
        socket.send_text('{"type": "hello", "token": "\\ud800"}')
        assert json.loads(socket.receive_text())["code"] == "bad_token"
    joined = one.post(
        f"/api/rooms/{room}/join",
        content=b'{"invite": "\\ud800", "name": "Bob"}',
        headers={"content-type": "application/json"},
    )
    assert joined.status_code == 422
