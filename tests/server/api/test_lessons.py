"""Lessons over HTTP: every step of every game can be played to its end, and says what went wrong."""

import pytest

from paiyou.games.registry import game_infos
from paiyou.server.api.schemas.lessons import LessonPosition
from server.api_apps import client_of, small_app

STEPS = [(info.name, number) for info in game_infos().values() for number in range(len(info.lesson))]


@pytest.fixture(scope="module")
def client():
    return client_of(small_app())


def play(client, game, step, *moves):
    answer = client.post(f"/api/lessons/{game}/{step}", json={"moves": list(moves)})
    assert answer.status_code == 200, answer.text
    LessonPosition.model_validate(answer.json())
    return answer.json()


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_step_is_played_to_its_end(client, game, step):
    told, own = play(client, game, step), []
    seat = game_infos()[game].lesson[step].seat
    assert (told["state"], told["steps"]) == ("open", len(game_infos()[game].lesson))
    while told["state"] == "open":
        table = told["tables"][-1]
        assert table["turn"] == table["you"]["seat"] == seat
        assert set(told["right"]) <= set(table["you"]["moves"])
        # Somebody who does otherwise is told, and nothing is played: the task is no matter of course.
        other = next((move for move in table["you"]["moves"] if move not in told["right"]), None)
        if other is not None:
            refused = play(client, game, step, *own, other)
            assert (refused["state"], refused["tables"]) == ("wrong", told["tables"])
        before = told["tables"]
        ends = [play(client, game, step, *own, move) for move in told["right"]]
        assert {one["state"] for one in ends} <= {"open", "done"}
        own.append(told["right"][0])
        told = ends[0]
        assert told["tables"][: len(before)] == before
        assert [one["index"] for one in told["tables"]] == list(range(len(told["tables"])))
    assert own
    assert (told["state"], told["right"]) == ("done", [])
    answer = client.post(f"/api/lessons/{game}/{step}", json={"moves": [*own, own[0]]})
    assert (answer.status_code, answer.json()["code"]) == (422, "over")


@pytest.mark.parametrize("game", sorted({game for game, _ in STEPS}))
def test_each_lesson_asks_for_something_that_can_be_missed(client, game):
    choices = [play(client, game, step)["tables"][-1]["you"]["moves"] for one, step in STEPS if one == game]
    assert sum(len(moves) > 1 for moves in choices) >= len(choices) - 1


def test_every_game_that_people_sit_down_to_has_a_lesson():
    assert [info.name for info in game_infos().values() if info.levels and not 5 <= len(info.lesson) <= 10] == []


def test_other_hands_are_not_told(client):
    told = play(client, "doudizhu", 1)
    text = str(told["tables"])
    assert "result': None" in text
    assert "hands" not in text


def test_a_move_against_the_rules_is_refused_by_the_engine(client):
    answer = client.post("/api/lessons/doudizhu/2", json={"moves": ["3"]})
    assert (answer.status_code, answer.json()["code"]) == (422, "does_not_beat")
    answer = client.post("/api/lessons/gongzhu/0", json={"moves": ["H2"]})
    assert (answer.status_code, answer.json()["code"]) == (422, "follow_suit")
    assert answer.json()["detail"] == {"suit": "S"}


@pytest.mark.parametrize("path", ["chess/0", "doudizhu/8", "doudizhu:bidding=123/0", "four-card/0"])
def test_what_is_not_there(client, path):
    answer = client.post(f"/api/lessons/{path}", json={"moves": []})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
