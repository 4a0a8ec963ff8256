"""Records of people over HTTP: a key in a header opens one, and nothing else does."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from paiyou.puzzles.puzzle import puzzles
from paiyou.server.api.schemas.profiles import Export, Profile, PuzzleRated
from paiyou.server.http.app import create_app
from patience import PATIENCE
from server.api_apps import PATIENT, client_of


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of(create_app(replace(PATIENT, bot_pause=0.0))) as client:
        yield client


def opened(client: TestClient) -> dict[str, str]:
    answer = client.post("/api/profiles")
    assert answer.status_code == 201
    return {"Profile-Key": answer.json()["key"]}


def read(client: TestClient, headers: dict[str, str]) -> dict[str, object]:
    answer = client.get("/api/profile", headers=headers)
    assert answer.status_code == 200, answer.text
    Profile.model_validate(answer.json())
    told: dict[str, object] = answer.json()
    return told


def test_a_new_record_is_empty_and_nobody_guesses_a_key(client: TestClient) -> None:
    one, other = opened(client), opened(client)
    assert one != other
    assert len(one["Profile-Key"]) >= 32
    assert read(client, one)["games"] == 0
    for headers, status, code in (({"Profile-Key": "guess"}, 404, "no_profile"), ({}, 422, "invalid")):
        answer = client.get("/api/profile", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_puzzle_is_rated(client: TestClient) -> None:
    headers = opened(client)
    given_up = time.monotonic() + PATIENCE
    while (answer := client.post("/api/puzzles/1/play", json={"moves": []})).status_code == 503:
        assert time.monotonic() < given_up  # a server that is busy says so, and can be asked again
    line = answer.json()["line"]
    tried = {"puzzle": 1, "moves": [move for _, move in line], "helped": False}
    answer = client.post("/api/profile/puzzles", json=tried, headers=headers)
    assert answer.status_code == 200, answer.text
    PuzzleRated.model_validate(answer.json())
    assert answer.json()["solved"]
    assert answer.json()["puzzle_rating"] == 600 + 50 * puzzles()[1].difficulty
    for body in ({"puzzle": 2, "moves": [], "helped": True}, {"puzzle": 3, "moves": []}):
        assert not client.post("/api/profile/puzzles", json=body, headers=headers).json()["solved"]
    assert client.post("/api/profile/puzzles", json={"puzzle": 4, "moves": ["B"]}, headers=headers).status_code == 422
    assert client.post("/api/profile/puzzles", json={"puzzle": 61, "moves": []}, headers=headers).status_code == 404
    told = client.get("/api/profile", headers=headers).json()["puzzles"]
    assert (told["tried"], told["solved"], told["rating"]["games"]) == (3, 1, 3)


def test_a_record_moves_to_another_key(client: TestClient) -> None:
    headers, new = opened(client), opened(client)
    for number in (5, 6):
        client.post("/api/profile/puzzles", json={"puzzle": number, "moves": [], "helped": True}, headers=headers)
    exported = client.get("/api/profile/export", headers=headers).json()
    Export.model_validate(exported)
    assert [line["puzzle"] for line in exported["puzzles"]] == [5, 6]
    assert client.post("/api/profile/import", json=exported, headers=new).json() == {"new": 2}
    assert client.post("/api/profile/import", json=exported, headers=new).json() == {"new": 0}
    assert client.get("/api/profile", headers=new).json()["puzzles"]["tried"] == 2
    assert all(line["imported"] for line in client.get("/api/profile/export", headers=new).json()["puzzles"])


def test_a_key_that_opens_nothing_keeps_nobody_from_playing(client: TestClient) -> None:
    chairs = [{"kind": "you"}, {"kind": "bot", "level": "strong"}]
    room = {"game": "mini-doudizhu", "chairs": chairs, "name": "Ann", "profile": "guess"}
    assert client.post("/api/rooms", json=room).status_code == 201


def test_agents_that_see_all_hands_do_not_sit_with_people(client: TestClient) -> None:
    chairs = [{"kind": "you"}, {"kind": "bot", "agent": "cheat-uct"}]
    answer = client.post("/api/rooms", json={"game": "mini-doudizhu", "chairs": chairs, "name": "Ann"})
    assert answer.status_code == 422
    assert "sees all hands" in answer.json()["message"]
