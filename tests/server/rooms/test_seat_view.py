"""What a chair is told depends on what its seat may know and on nothing else.

The proof is by exchange: the hidden hands are dealt anew in a way that agrees with all the seat has seen
(`view.sample`), and the table it is shown must not change by a letter. Suits of climbing games are decoration that a
new deal draws anew, so there cards are compared by rank.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

import paiyou
from paiyou.server.rooms.room import OPEN, PERSON, Chair, Room
from paiyou.server.rooms.seat_view import table_for
from server.rooms.test_room import GAMES, room_of


def ranks_only(table: dict[str, Any], family: str) -> str:
    text = json.dumps(table, sort_keys=True)
    return re.sub(r'"[SHDC]([2-9TJQKA])"', r'"\1"', text) if family == "climbing" else text


@pytest.mark.parametrize("name", GAMES)
def test_another_deal_that_agrees_looks_the_same(name: str) -> None:
    random = Random(name)
    looked = 0
    for number in range(4):
        room = room_of(name, bytes([number]))
        while not room.over:
            if random.random() < 0.3:
                for chair in range(room.seats):
                    seat = room.seat_of(chair)
                    shown = ranks_only(table_for(room, chair), table_for(room, chair)["family"])
                    true_state = room.state
                    room.state = true_state.view(seat).sample(random.randrange(1 << 30))
                    if room.state.hands != true_state.hands:
                        looked += 1
                    again = table_for(room, chair)
                    room.state = true_state
                    assert ranks_only(again, again["family"]) == shown
            moves = room.state.moves()
            room.play(random.choice([move for move in moves if move != "bid 0"] or moves))
    assert looked > 20


@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_sees_what_every_seat_sees(name: str) -> None:
    random = Random(name)
    room = room_of(name)
    while not room.over:
        watched = table_for(room, None)
        assert watched["you"] is None
        assert watched["counter"] is None
        assert watched["invite"] is None
        for chair in range(room.seats):
            seen = table_for(room, chair)
            different = {key for key in seen if seen[key] != watched[key]}
            assert different <= {"you", "counter"}
        room.play(random.choice(room.state.moves()))
    assert table_for(room, None)["result"]["hands"] == [room.state.cards(seat) for seat in range(room.seats)]


@pytest.mark.parametrize("name", GAMES)
def test_own_cards_moves_and_counter_are_those_of_the_view(name: str) -> None:
    random = Random(name)
    room = room_of(name)
    while not room.over:
        for chair in range(room.seats):
            seat = room.seat_of(chair)
            table, view = table_for(room, chair), room.state.view(seat)
            you = table["you"]
            assert (you["seat"], you["hand"], you["moves"]) == (seat, view.hand, view.moves())
            assert [player["cards_left"] for player in table["players"]] == view.counts
            left = sum(len(cards) if isinstance(cards, list) else cards for cards in table["counter"].values())
            assert left == len(view.unseen)
            last = table["last"]
            assert (None if last is None else (last["seat"], last["move"])) == room.state.last
        room.play(random.choice(room.state.moves()))


def test_nothing_is_shown_before_all_chairs_are_taken() -> None:
    chairs = [Chair(PERSON, "Ann"), Chair(OPEN), Chair(OPEN)]
    room = Room("r", paiyou.game("doudizhu"), b"x", chairs, invite="come in")
    table = table_for(room, 0)
    assert table["phase"] == "waiting"
    assert table["invite"] == "come in"
    assert (table["you"]["cards"], table["you"]["hand"], table["you"]["moves"]) == ([], [], [])
    assert (table["bottom"], table["counter"], table["turn"], table["landlord"]) == (None, None, None, None)
    assert table_for(room, None)["invite"] is None


def test_stakes_are_told() -> None:
    room = room_of("doudizhu:bidding=123")
    room.play("bid 2")
    room.play("bid 0")
    room.play("bid 0")
    assert table_for(room, None)["stake"] == {"bid": 2, "bombs": 0, "spring": False, "value": 2}
    random = Random(3)
    springs = set()
    for number in range(60):
        room = room_of("doudizhu", number.to_bytes(2, "big"))
        while not room.over:
            moves = room.state.moves()
            # In every second game the peasants let the landlord through, which is a spring.
            room.play(
                "pass" if number % 2 and "pass" in moves and room.state.turn else random.choice(moves[1:] or moves)
            )
        stake, payoffs = table_for(room, None)["stake"], room.state.payoffs
        assert payoffs is not None
        assert stake["value"] == abs(payoffs[1])
        assert stake["value"] == stake["bid"] * 2 ** stake["bombs"] * (2 if stake["spring"] else 1)
        springs.add(stake["spring"])
    assert springs == {True, False}
