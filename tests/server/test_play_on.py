"""A table that begins from a position of the lab, at a real server: what is kept, and what nobody is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import paiyou
from paiyou.bench.table_server import ServerProcess
from paiyou.records.record import Record
from patience import PATIENCE
from positions import reach
from server.wire import Client, http

SEARCH = {"kind": "bot", "agent": "isuct:iterations=20"}
"""One that thinks in a worker, which is told where the game began."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("table")
    with ServerProcess(folder, bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE) as running:
        yield running
        assert "Traceback" not in running.log.read_text()


def opened(server: ServerProcess, position: dict[str, Any], seat: int, bot: dict[str, str] = SEARCH) -> dict[str, Any]:
    game = position["game"]
    chairs = [{"kind": "you"} if at == seat else bot for at in range(paiyou.game(game).seats)]
    status, room, text = http(
        server.address, "/api/rooms", {"game": game, "chairs": chairs, "name": "Ann", "position": position}
    )
    assert status == 201, text
    return dict(room)


def refused(server: ServerProcess, **changes: Any) -> str:
    body = {"game": "doudizhu", "chairs": [{"kind": "you"}, SEARCH, SEARCH], "name": "Ann"}
    status, answer, text = http(server.address, "/api/rooms", {**body, **changes})
    assert status == 422, text
    return str(answer["message"])


def played_out(client: Client) -> None:
    while client.table.get("phase") != "over":
        client.wait_for_turn()
        if client.to_move:
            client.move(client.table["you"]["moves"][-1])


@pytest.mark.parametrize(
    "name",
    [
        "doudizhu:bidding=123",
        "gongzhu",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("doudizhu", "zhengshangyou")),
    ],
)
def test_a_table_goes_on_from_a_position(server: ServerProcess, name: str) -> None:
    game = paiyou.game(name)
    state = reach(game, 5, 7)
    moves = [move for _, move in state.history]
    room = opened(server, {"game": name, "seed": 5, "moves": moves}, state.turn)
    with Client(server.address, room["room"], room["token"]) as ann:
        ann.wait_for_turn()
        assert ann.table["index"] == 0
        assert [(one["seat"], one["move"]) for one in ann.table["history"]] == state.history
        assert ann.table["you"]["cards"] == state.cards(state.turn)
        assert ann.table["you"]["moves"] == state.moves()
        ann.move(ann.table["you"]["moves"][-1])
    server.kill()
    server.start()
    with Client(server.address, room["room"], room["token"]) as ann:
        played_out(ann)
        _, told, text = http(server.address, f"/api/rooms/{room['room']}/records")
        record = Record.from_line(json.dumps(told["records"][0]))
        if record.auction:
            assert (record.seed == 5) == (ann.table["redeals"] == 0)
        else:
            assert record.seed == 5, text
        assert tuple(record.replay().state.payoffs or ()) == tuple(ann.table["result"]["payoffs"])
        _, review, _ = http(server.address, f"/api/rooms/{room['room']}/games/0/review")
        assert len(review["steps"]) == len(review["history"]) + 1 == len(review["decisions"]) + 1
        assert review["history"][0]["move"] == record.replay().state.history[0][1]
        # The next game is dealt like any other.
        ann.answer_to({"type": "next", "game": 1})
        ann.wait_for((1, 0))
        dealt = sum(len(hand) for hand in game.deal(0).hands)
        assert sum(player["cards_left"] for player in ann.table["players"]) > dealt / 2


def test_an_endgame_that_was_set_up(server: ServerProcess) -> None:
    position = {"game": "doudizhu", "hands": ["3334", "2", "55"], "turn": 1, "last": [0, "9"], "moves": []}
    room = opened(server, position, 0)
    with Client(server.address, room["room"], room["token"]) as ann:
        played_out(ann)
        # Seat 1 has one card, which beats the nine.
        assert ann.table["result"]["winner"] == 1
        assert http(server.address, f"/api/rooms/{room['room']}/records")[1]["records"][0]["hands"] == [
            "3334",
            "2",
            "55",
        ]


def test_what_is_to_be_beaten_and_what_is_exposed_is_seen(server: ServerProcess) -> None:
    ann_first = {"game": "doudizhu", "hands": ["3334", "2", "55"], "turn": 2, "last": [1, "44"], "moves": []}
    room = opened(server, ann_first, 2)
    with Client(server.address, room["room"], room["token"]) as ann:
        ann.wait_for_turn()
        assert ann.table["history"] == []
        assert ann.table["last"] == {"seat": 1, "move": "44", "cards": ["4", "4"], "combo": "pair"}
    hands = [["SQ", "H3"], ["SA", "H4"], ["SK", "H5"], ["S2", "H6"]]
    room = opened(server, {"game": "gongzhu", "hands": hands, "turn": 0, "exposed": ["SQ"], "moves": []}, 0)
    with Client(server.address, room["room"], room["token"]) as ann:
        ann.wait_for_turn()
        assert [player["exposed"] for player in ann.table["players"]] == [["SQ"], [], [], []]


def test_hands_that_nobody_set_agree_with_what_is_known_and_are_told_to_nobody(server: ServerProcess) -> None:
    seen = {"game": "doudizhu", "seat": 1, "hand": "3456789TJQKA2BR33", "history": [[0, "44"]], "bottom": "557"}
    hands = set()
    for _ in range(3):
        room = opened(server, seen, 1, {"kind": "bot", "agent": "rules"})
        with (
            Client(server.address, room["room"], room["token"]) as ann,
            Client(server.address, room["room"], None) as eve,
        ):
            ann.wait_for_turn()
            while not eve.table:
                eve.hear()
            assert ann.table["you"]["hand"] == "3334" + "56789TJQKA2BR"
            assert [player["cards_left"] for player in ann.table["players"]] == [18, 17, 17]
            for table in (ann.table, eve.table):
                assert "hands" not in json.dumps(table)
            played_out(ann)
        record = http(server.address, f"/api/rooms/{room['room']}/records")[1]["records"][0]
        assert sorted("".join(record["hands"])) == sorted("3456789TJQKA2" * 4 + "BR")
        assert not set("557") - set(record["hands"][0])
        hands.add(tuple(record["hands"]))
    assert len(hands) > 1


def test_what_does_not_go_together_is_refused(server: ServerProcess) -> None:
    position = {"game": "doudizhu", "seed": 1, "moves": []}
    both = "without open chairs and without a seed"
    assert both in refused(server, position=position, chairs=[{"kind": "you"}, SEARCH, {"kind": "open"}])
    assert both in refused(server, position=position, seed=1)
    assert both in refused(server, position={"game": "gongzhu", "seed": 1})
    assert "move 1" in refused(server, position={**position, "moves": ["3333344"]})
    assert "nothing left to play" in refused(
        server, position={"game": "doudizhu", "hands": ["3", "4", "5"], "moves": ["3"]}
    )
