"""Greetings: from a person to everybody who is there, now and then, and kept nowhere."""

import pytest

import paiyou
from paiyou.server.rooms.greetings import BURST, GREETINGS, greet
from paiyou.server.rooms.live_room import MOST_NEWS, Client, LiveRoom
from paiyou.server.rooms.refusals import RefusedError
from paiyou.server.rooms.room import Chair, Room


def live_room(*kinds):
    chairs = [Chair(kind, name=f"P{n}" if kind == "person" else None) for n, kind in enumerate(kinds)]
    return LiveRoom(Room("r", paiyou.game("zhengshangyou"), b"secret", chairs))


def code_of(live, chair, greeting):
    with pytest.raises(RefusedError) as refused:
        greet(live, chair, greeting)
    return refused.value.refusal.code


def test_everybody_who_is_there_hears_it():
    live = live_room("person", "person", "bot")
    clients = [Client(0), Client(1), Client(None)]
    for client in clients:
        live.enter(client)
        client.changed.clear()
    greet(live, 1, "hello")
    for client in clients:
        assert client.changed.is_set()
        assert list(client.news) == [{"type": "greeting", "chair": 1, "greeting": "hello"}]


def test_a_chair_greets_now_and_then():
    live = live_room("person", "person", "person")
    for greeting in GREETINGS[:BURST]:
        greet(live, 0, greeting)
    assert code_of(live, 0, "hello") == "greeted_enough"
    greet(live, 1, "hello")  # each has his own measure


def test_what_waits_for_one_who_does_not_read_is_bounded():
    live = live_room("person", "person", "person")
    client = Client(0)
    live.enter(client)
    for _ in range(3 * MOST_NEWS):
        live.broadcast({"type": "greeting"})
    assert len(client.news) == MOST_NEWS


def test_who_may_not():
    assert code_of(live_room("person", "person", "bot"), None, "hello") == "spectator"
    assert code_of(live_room("person", "bot", "bot"), 0, "hello") == "nobody_there"
    assert code_of(live_room("person", "person", "bot"), 0, "<b>buy</b>") == "bad_message"
