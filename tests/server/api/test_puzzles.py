"""Puzzles over HTTP: the server replays a puzzle from its moves and answers for the peasants."""

import pytest

from paiyou.endgames import solve
from paiyou.puzzles.endless import any_puzzle
from paiyou.puzzles.puzzle import puzzles
from paiyou.server.api import posed_puzzles
from paiyou.server.api.schemas.puzzles import PuzzleBook, PuzzleList, PuzzlePosition
from paiyou.server.bots import tasks
from server.api_apps import InlineBots, client_of, small_app


@pytest.fixture
def client():
    return client_of(small_app())


def play(client, number, *moves):
    answer = client.post(f"/api/puzzles/{number}/play", json={"moves": list(moves)})
    assert answer.status_code == 200, answer.text
    PuzzlePosition.model_validate(answer.json())
    return answer.json()


def test_the_list(client):
    answer = client.get("/api/puzzles")
    assert answer.status_code == 200
    PuzzleList.model_validate(answer.json())
    assert answer.json() == {"puzzles": [{"game": "doudizhu", **one.to_json()} for one in puzzles().values()]}


def test_the_beginning(client):
    for number in (1, 45):
        one = puzzles()[number]
        told, state = play(client, number), one.start()
        assert told["hands"] == list(one.hands)
        assert (told["moves"], told["turn"], told["winner"]) == ([], 0, 0)
        assert told["last"] == one.to_json()["last"]
        assert told["legal"] == state.moves()
        assert told["winning"] == solve(state).moves
        assert told["line"][0] == [0, told["winning"][0]]


@pytest.mark.parametrize("number", [1, 30, 60])
def test_the_winning_moves_solve_it(client, number):
    told = play(client, number)
    while told["turn"] is not None:
        before = told["moves"]
        told = play(client, number, *[move for _, move in before], told["winning"][0])
        assert told["moves"][: len(before)] == before
        assert all(seat != 0 for seat, _ in told["moves"][len(before) + 1 :])
        assert told["winner"] == 0
    assert told["hands"][0] == ""
    assert (told["legal"], told["winning"], told["line"]) == ([], [], [])


def test_a_wrong_move_loses(client):
    told = play(client, 30)
    wrong = next(move for move in told["legal"] if move not in told["winning"])
    told = play(client, 30, wrong)
    while told["turn"] is not None:
        assert told["winner"] != 0
        assert told["winning"] == []
        assert told["line"]
        told = play(client, 30, *[move for _, move in told["moves"]], told["legal"][0])
    assert told["winner"] in (1, 2)
    assert told["hands"][told["winner"]] == ""


def test_moves_that_may_not_be_made(client):
    one = next(one for one in puzzles().values() if one.last is None)
    for number, moves, code in (
        (one.id, ["pass"], "must_lead"),
        (one.id, ["BR" if "BR" not in one.hands[0] else "3333"], "not_in_hand"),
        (one.id, [one.hands[0]], "not_a_combo"),
        (3, ["6"], "does_not_beat"),
        (one.id, ["nonsense"], "not_allowed"),
        (one.id, [move for _, move in solve(one.start()).line] + ["pass"], "over"),
    ):
        answer = client.post(f"/api/puzzles/{number}/play", json={"moves": moves})
        assert answer.status_code == 422, moves
        assert set(answer.json()) == {"code", "message"}
        assert answer.json()["code"] == code


def test_bad_input_never_reaches_a_worker():
    bots = InlineBots()
    client = client_of(small_app(bots))
    for number, body, status in (
        (61, {}, 404),
        (9_999, {"moves": []}, 404),
        (0, {}, 422),
        ("x", {}, 422),
        (10**30, {}, 422),
        (1, {"moves": "pass"}, 422),
        (1, {"moves": [1]}, 422),
        (1, {"moves": ["pass"] * 401}, 422),
        (1, {"hands": []}, 422),
    ):
        answer = client.post(f"/api/puzzles/{number}/play", json=body)
        assert answer.status_code == status, (number, body)
        assert answer.json()["message"]
    assert bots.asked == []
    assert client.post("/api/puzzles/1/play", json={}).status_code == 200
    assert [kind for kind, _, _ in bots.asked] == ["puzzle"]


@pytest.mark.parametrize("number", [1, 30, 51])
def test_a_book_tells_what_asking_would(client, number):
    answer = client.get(f"/api/puzzles/{number}/book")
    assert answer.status_code == 200
    PuzzleBook.model_validate(answer.json())
    positions = {tuple(one["asked"]): one for one in answer.json()["positions"]}
    assert 1 < len(positions) <= 60
    # From the beginning there is a way to the end that the book knows.
    asked = []
    while positions[tuple(asked)]["turn"] is not None:
        position = positions[tuple(asked)]
        assert position == play(client, number, *asked)
        ways = [[*(move for _, move in position["moves"]), move] for move in position["winning"]]
        asked = next(way for way in ways if tuple(way) in positions)
    assert client.get("/api/puzzles/9999/book").status_code == 404


def test_a_puzzle_is_looked_for_in_pieces_and_once(monkeypatch):
    monkeypatch.setattr(tasks, "FIND_SECONDS", 0.0)
    bots, number = InlineBots(), 135_952_280
    client = client_of(small_app(bots))
    monkeypatch.setattr(posed_puzzles, "MOST_LOOKS", 3)
    answer = client.post(f"/api/puzzles/{number}/play", json={})
    assert answer.status_code == 503, "not found yet"
    assert answer.headers["Retry-After"] == "1"
    assert [payload["begin"] for _, payload, _ in bots.asked] == [0, 1, 2]
    monkeypatch.setattr(posed_puzzles, "MOST_LOOKS", 1_000)
    told = play(client, number)
    assert bots.asked[3][1]["begin"] == 3, "it goes on where it was"
    assert tuple(told["hands"]) == any_puzzle(number).hands
    looks = len(bots.asked)
    again = play(client, number, told["winning"][0])
    assert again["moves"][0] == [0, told["winning"][0]]
    assert [kind for kind, _, _ in bots.asked[looks:]] == ["puzzle"], "it is remembered"


def test_not_every_puzzle_is_remembered_for_ever(monkeypatch):
    bots = InlineBots()
    client = client_of(small_app(bots))
    monkeypatch.setattr(posed_puzzles, "REMEMBERED", 2)
    numbers = [100_000_002, 135_952_280, 490_960_088]  # found soon
    for number in (*numbers, numbers[2], numbers[0]):
        play(client, number)
    looked = [payload["number"] for kind, payload, _ in bots.asked if kind == "find puzzle"]
    assert list(dict.fromkeys(looked)) == numbers
    assert looked.count(numbers[2]) < looked.count(numbers[0])
