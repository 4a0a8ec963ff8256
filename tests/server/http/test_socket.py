"""A real server against clients who send rubbish, too much, too late, twice, or in another's name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from paiyou.bench.table_server import ServerProcess
from paiyou.server.http.limits import Limits
from paiyou.server.http.socket import MOST_REPLIES, Connection, _CloseConnection
from paiyou.server.rooms.live_room import Client as SeatedClient
from patience import PATIENCE
from server.wire import Client, http, join_room, open_room

BOT = {"kind": "bot", "agent": "rules"}
OPEN = {"kind": "open"}
FRAME_TOO_LARGE, NOT_UTF8 = 1009, 1007
"""Codes of the WebSocket protocol with which a connection may end, and a client come back."""

# Words of a Python error that must never reach a client.
INSIDE = ("Traceback", 'File "', ".py", "Error:", "Exception", "sqlalchemy", "sqlite", "0x")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, module_database: str) -> Iterator[ServerProcess]:
    with ServerProcess(
        tmp_path_factory.mktemp("table"),
        database=module_database,
        bot_pause=0.0,
        bot_seconds=PATIENCE,
        question_seconds=PATIENCE,
    ) as running:
        yield running
        complaints = [line for line in running.log.read_text().splitlines() if not line.startswith(" ")]
        # Uvicorn's own word, not ours, on a text that is none.
        usual = ("ERROR:    Invalid UTF-8 sequence", "Traceback", "UnicodeDecodeError: 'utf-8' codec can't decode")
        assert [line for line in complaints if not line.startswith(usual)] == [], "the server has complained"


# --- mangled messages


def mangled(random: Random, table: dict[str, Any], token: str) -> str | bytes:
    """A message that is wrong in some way; it is no legal move, whatever it is."""
    legal = table["you"]["moves"][0]
    real = {"type": "move", "id": "r", "game": table["game"], "index": table["index"], "move": "no cards"}
    kind = random.randrange(14)
    if kind == 0:  # cut off
        text = json.dumps({**real, "move": legal})
        return text[: random.randrange(len(text))]
    if kind == 1:  # bits turned over, but not in a legal move: it might become another one
        raw = bytearray(json.dumps(real).encode())
        for _ in range(random.randint(1, 4)):
            raw[random.randrange(len(raw))] ^= 1 << random.randrange(7)
        return raw.decode(errors="replace")
    if kind == 2:  # another type in some place
        return json.dumps({**real, random.choice([*real, "token"]): _anything(random)})
    if kind == 3:  # a place that is not now
        index = random.choice([-1, table["index"] + 1, table["index"] + 1000, 10**6, 10**9, 2**63, 2**64, 10**30])
        return json.dumps({**real, random.choice(["game", "index"]): index})
    if kind == 4:  # deep
        return random.choice(["[", '{"a":', "[[{"]) * random.randint(1, 900)
    if kind == 5:
        numbers = ["NaN", "Infinity", "-Infinity", "1e999", "9" * 4000, "1.0", "-0.0", "true", "null", "[]"]
        game, index = random.choices(numbers, k=2)
        return f'{{"type": "move", "id": "r", "game": {game}, "index": {index}, "move": "33"}}'
    if kind == 6:
        return random.randbytes(random.randint(0, 300))
    if kind == 7:
        return "".join(map(chr, random.choices([*range(128), 0x4E00, 0x1F0A1, 0xFFFF], k=random.randint(0, 200))))
    if kind == 8:  # a move that is none
        move = "".join(random.choices("3456789TJQKA2BRpas SHCD\x00\u0301\U0001f0a1", k=random.randint(0, 80)))
        return json.dumps({**real, "move": f"!{move}"}, ensure_ascii=random.random() < 0.5)
    if kind == 9:
        return json.dumps({**real, "move": random.choice(["\ud800", "\udfff33", "3\x003", "!33\n", "\u202e33"])})
    if kind == 10:  # too large, some for the protocol itself
        return json.dumps({**real, "id": "x" * random.choice([3990, 4096, 5000, 12_000, 17_000])})
    if kind == 11:  # what is right elsewhere
        return json.dumps(
            random.choice(
                [
                    {"type": "hello", "token": token}, {"type": "hello", "token": None}, {"type": "ack", "id": "r"},
                    {"type": "table", "table": {}}, {"type": "next", "id": "r", "game": table["game"] + 1},
                    {"type": "next", "id": "r", "game": table["game"]}, {"type": "hint", "id": "r", "game": 0},
                    {"type": "hint", "id": "r", "game": 9, "index": 9}, {"type": ["move"]}, {}, {"type": None},
                ]
            )
        )  # fmt: skip
    if kind == 12:  # chairs that are nobody's to give away
        return json.dumps({"type": "bot", "id": "r", "chair": random.choice([0, 1, 4, -1, 10**9, _anything(random)])})
    text = json.dumps({**real, "move": legal})
    return text + random.choice([text, "}", " x", "\x00"])


def _anything(random: Random) -> Any:
    return random.choice(
        [None, True, -1, 1.5, 1e308, [], [[]], {}, {"a": [1]}, "", "x" * 200, 10**40, ["33"], {"toString": 1}, "\ud83c"]
    )


def bombard(server: ServerProcess, name: str, count: int, seed: int) -> Counter[str]:
    """Send so many mangled messages in the middle of games that go on to their end; counts the answers by code."""
    random = Random(seed)
    opened = open_room(server.address, name, [BOT] * (3 if name == "gongzhu" else 2))
    answers: Counter[str] = Counter()
    client = Client(server.address, opened["room"], opened["token"])
    sent = 0
    while sent < count:
        client.wait_for_turn()
        if client.table["phase"] == "over":
            number = client.table["game"] + 1
            assert client.answer_to({"type": "next", "game": number})["type"] == "ack"
            client.wait_for((number, 0))
            continue
        before = client.table
        for _ in range(min(60, count - sent)):
            sent += 1
            try:
                client.say(mangled(random, before, opened["token"]))
                said = client.settle()
            except ConnectionClosed as closed:
                answers[str(closed.rcvd and closed.rcvd.code)] += 1
                client.close()
                client = Client(server.address, opened["room"], opened["token"])
                client.hear_until(lambda heard: heard["type"] == "table")
                continue
            finally:
                for text in client.heard:
                    assert '"table"' in text or not any(word in text for word in INSIDE), text
                client.heard.clear()
            for message in said:
                assert message["type"] in ("error", "ack", "hint", "table"), message
                answers[message.get("code", message["type"])] += 1
        assert unconnected(client.table) == unconnected(before), "the game has been touched"
        assert unconnected(http(server.address, f"/api/rooms/{opened['room']}")[1])["history"] == before["history"]
        assert client.move(random.choice(before["you"]["moves"]))["type"] == "ack"
    while client.table["phase"] != "over":
        client.wait_for_turn()
        if client.table["phase"] != "over":
            assert client.move(random.choice(client.table["you"]["moves"]))["type"] == "ack"
    client.close()
    assert not {code for code in answers if code.isdecimal() or code == "None"} - {str(FRAME_TOO_LARGE)}
    return answers


def unconnected(table: dict[str, Any]) -> dict[str, Any]:
    """A table without who is connected: that may change."""
    return {**table, "players": [{**player, "connected": None} for player in table["players"]]}


@pytest.mark.parametrize("name", ["doudizhu:bidding=123", "gongzhu"])
def test_mangled_messages_are_answered_and_change_nothing(server: ServerProcess, name: str) -> None:
    answers = bombard(server, name, 750, seed=1)
    assert answers["bad_message"] > 100
    assert answers["too_large"] > 5
    assert answers["late"] > 10
    assert "busy" not in answers  # that would be an error inside
    assert answers[str(FRAME_TOO_LARGE)] > 2


@pytest.mark.long
@pytest.mark.parametrize("name", ["doudizhu:bidding=call-rob", "gongzhu", "paodekuai", "zhengshangyou"])
def test_ten_thousand_mangled_messages(server: ServerProcess, name: str) -> None:
    assert "busy" not in bombard(server, name, 2500, seed=2)


def test_a_text_that_is_none_ends_the_connection_and_nothing_else(server: ServerProcess) -> None:
    opened = open_room(server.address, "mini-doudizhu", [BOT])
    with Client(server.address, opened["room"], opened["token"]) as client:
        client.wait_for_turn()
        before = client.table
        client.socket.send(b'{"type": "ping\xff"}', text=True)
        with pytest.raises(ConnectionClosed) as closed:
            client.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == NOT_UTF8
    with Client(server.address, opened["room"], opened["token"]) as client:
        client.wait_for_turn()
        assert client.table == before


def test_mangled_hellos_are_answered(server: ServerProcess) -> None:
    random = Random(3)
    opened = open_room(server.address, "mini-doudizhu", [BOT])
    hellos: list[str | bytes] = [
        "", "{}", "[]", "null", b"\x00", '{"type": "hello", "token": 5}', '{"type": "hello", "token": "\\ud800"}',
        '{"type": "hello", "token": ["x"]}', '{"type": "hello", "token": "%s"}' % ("x" * 3000), "[" * 4000,
        '{"type": "move", "game": 0, "index": 0, "move": "pass"}', '{"type": "ping"}', '{"type": "hello", "token": ""}',
        *(random.randbytes(20) for _ in range(20)),
    ]  # fmt: skip
    with Client(server.address, opened["room"], "no token") as client:
        assert client.hear()["code"] == "bad_token"
        for hello in hellos:
            client.say(hello)
            heard = client.hear()
            assert heard["type"] == "error"
            assert heard["code"] in ("bad_message", "bad_token")
        client.say({"type": "hello", "token": opened["token"]})
        assert client.hear()["type"] == "table"
    for room in ("nothing", "%00", "x" * 3000, "\u724c".encode().hex()):
        with Client(server.address, room, None) as client:
            assert client.hear()["code"] == "no_room"
            with pytest.raises(ConnectionClosed):
                client.hear()


# --- too much


def test_who_sends_too_fast_is_told_and_cut_off(tmp_path: Path) -> None:
    limits = Limits(messages_per_second=0.001)  # nothing comes back while he sends, however long that takes
    with ServerProcess(
        tmp_path, limits=limits, bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE
    ) as server:
        opened = open_room(server.address, "mini-doudizhu", [BOT])
        with Client(server.address, opened["room"], opened["token"]) as client:
            with suppress(ConnectionClosed):
                for _ in range(2000):
                    client.say({"type": "ping"})
            with pytest.raises(ConnectionClosed):
                client.hear_until(lambda _: False)
            heard = [json.loads(text) for text in client.heard]
            assert heard[-1]["code"] == "too_fast"
            assert sum(message["type"] == "pong" for message in heard) < limits.message_burst
        with Client(server.address, opened["room"], opened["token"]) as client:  # and may come back
            client.wait_for_turn()
            assert client.settle() == []
        assert server.log.read_text() == ""


def test_who_never_reads_does_not_hold_up_the_table(server: ServerProcess) -> None:
    opened = open_room(server.address, "mini-doudizhu", [BOT])
    with (
        Client(server.address, opened["room"], None) as lazy,
        Client(server.address, opened["room"], opened["token"]) as client,
    ):
        with suppress(ConnectionClosed):  # it is cut off at some point
            for _ in range(3000):
                lazy.say({"type": "ping"})
        client.wait_for_turn()
        while client.table["phase"] != "over":
            assert client.move(client.table["you"]["moves"][-1])["type"] == "ack"
            client.wait_for_turn()


def test_who_never_reads_his_answers_is_cut_off() -> None:
    class Stuck:
        """A socket whose other end reads nothing."""

    connection = Connection(Stuck(), None, None, "192.0.2.1")  # type: ignore[arg-type]
    client = SeatedClient(0)
    for _ in range(MOST_REPLIES):
        connection._reply(client, {"type": "pong"})
    with pytest.raises(_CloseConnection):
        connection._reply(client, {"type": "pong"})


# --- again, late, in another order


def test_a_repeated_move_is_acknowledged_again_and_changes_nothing(server: ServerProcess) -> None:
    opened = open_room(server.address, "doudizhu", [BOT, BOT])
    with Client(server.address, opened["room"], opened["token"]) as client:
        for turn in range(3):
            client.wait_for_turn()
            table = client.table
            message = {
                "type": "move", "game": table["game"], "index": table["index"], "move": table["you"]["moves"][0],
            }  # fmt: skip
            for again in range(4):
                answer = client.answer_to(message, f"{turn}.{again}")
                assert answer == {"type": "ack", "id": f"{turn}.{again}", "game": 0, "index": table["index"]}
            client.wait_for_turn()
            made = [
                played["move"]
                for played in client.table["history"][table["index"] :]
                if played["seat"] == client.table["you"]["seat"]
            ]
            assert made == [message["move"]]
            # Long after, and with other cards in its place.
            assert client.answer_to(message, "long after")["type"] == "ack"
            assert client.answer_to({**message, "move": "BR"}, "other cards")["code"] == "late"
            assert client.settle() == []


def test_an_id_that_is_no_valid_text_is_answered_with_itself(server: ServerProcess) -> None:
    opened = open_room(server.address, "mini-doudizhu", [BOT])
    with Client(server.address, opened["room"], opened["token"]) as client:
        client.wait_for_turn()
        half = "\ud83c"  # half of a surrogate pair, as JSON can say it
        game, index = client.place
        assert client.answer_to({"type": "move", "game": game, "index": index, "move": "no cards"}, half)["id"] == half
        assert client.settle() == []


def test_late_and_early_messages_change_nothing(server: ServerProcess) -> None:
    opened = open_room(server.address, "mini-doudizhu", [BOT])
    with Client(server.address, opened["room"], opened["token"]) as client:
        sent: list[dict[str, Any]] = []
        for _ in range(2):
            client.wait_for_turn()
            while client.table["phase"] != "over":
                game, index = client.place
                now = {"type": "move", "game": game, "index": index, "move": client.table["you"]["moves"][0]}
                table = client.table
                for wrong in ({**now, "index": index + 1}, {**now, "index": index + 2}, {**now, "game": game + 1}):
                    assert client.answer_to(wrong)["code"] == "late"
                for old in sent:
                    assert client.answer_to(old)["type"] == "ack"  # it was made, in whichever game
                assert client.answer_to({"type": "next", "game": game + 1})["code"] == "not_over"
                assert client.settle() == []
                assert client.table == table
                sent.append(now)
                assert client.move(now["move"])["type"] == "ack"
                client.wait_for_turn()
            over = client.table
            assert client.answer_to(sent[-1])["type"] == "ack"
            index = client.place[1]
            assert client.answer_to({"type": "move", "game": game, "index": index, "move": "pass"})["code"] == "over"
            assert client.settle() == []
            assert client.table == over
            for _ in range(2):  # twice: the second finds it dealt
                assert client.answer_to({"type": "next", "game": game + 1})["type"] == "ack"
            client.wait_for((game + 1, 0))
            assert client.answer_to({"type": "next", "game": game + 3})["code"] == "not_over"


# --- in another's name


def test_nobody_moves_for_another(server: ServerProcess) -> None:
    opened = open_room(server.address, "zhengshangyou", [OPEN, BOT])
    joined = join_room(server.address, opened, "Bob")
    elsewhere = open_room(server.address, "zhengshangyou", [BOT, BOT])
    room = opened["room"]
    assert http(server.address, f"/api/rooms/{room}/join", {"invite": opened["invite"], "name": "Eve"})[0] in (403, 409)
    with (
        Client(server.address, room, opened["token"]) as ann,
        Client(server.address, room, joined["token"]) as bob,
        Client(server.address, room, None) as watching,
    ):
        for forged in (elsewhere["token"], opened["token"][:-1], opened["token"].swapcase(), joined["token"] * 2, room):
            with Client(server.address, room, forged) as eve:
                assert eve.hear()["code"] == "bad_token"
                eve.say({"type": "move", "id": "x", "game": 0, "index": 0, "move": "3"})
                assert eve.hear()["code"] == "bad_message"
                assert [json.loads(text)["type"] for text in eve.heard] == ["error", "error"]
        with Client(server.address, elsewhere["room"], opened["token"]) as eve:
            assert eve.hear()["code"] == "bad_token"
        moved = 0
        while moved < 8:
            for person in (ann, bob):
                person.wait_for(max(ann.place, bob.place, (0, 0)))
            if ann.table["phase"] == "over":
                break
            if not ann.to_move and not bob.to_move:
                ann.hear()
                continue
            mover, other = (ann, bob) if ann.to_move else (bob, ann)
            before = mover.table
            message = {"type": "move", "game": 0, "index": before["index"], "move": before["you"]["moves"][0]}
            assert other.answer_to(message)["code"] == "not_your_turn"
            assert watching.answer_to(message)["code"] == "spectator"
            assert watching.answer_to({**message, "type": "hint"})["code"] == "spectator"
            assert watching.answer_to({"type": "next", "game": 1})["code"] == "spectator"
            # What says who one is in the message itself counts for nothing.
            sly = {**message, "token": opened["token"], "seat": before["turn"], "chair": 0}
            assert other.answer_to(sly)["code"] == "not_your_turn"
            mover.settle()
            assert unconnected(mover.table) == unconnected(before)
            assert mover.move(message["move"])["type"] == "ack"
            assert other.answer_to(message)["code"] in ("late", "not_your_turn")
            moved += 1
        assert moved > 2
        watching.settle()
        for text in watching.heard:
            table = json.loads(text).get("table")
            if table is not None:
                assert (table["you"], table["counter"], table["invite"]) == (None, None, None)
                assert table["result"] is None or table["phase"] == "over"
