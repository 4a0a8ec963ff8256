"""A room is the engine's game with chairs round it: seats go round, scores add up, deals tell nothing."""

from __future__ import annotations

from random import Random

import pytest

import paiyou
from paiyou.server.rooms.room import BOT, OPEN, PERSON, Chair, Room

GAMES = [
    "doudizhu", "doudizhu:bidding=123", "doudizhu:bidding=call-rob", "mini-doudizhu", "zhengshangyou", "paodekuai",
    "gongzhu", "gongzhu:expose=off",
]  # fmt: skip


def room_of(name: str, secret: bytes = b"a secret") -> Room:
    game = paiyou.game(name)
    return Room("r", game, secret, [Chair(PERSON, "Ann")] + [Chair(BOT, agent="rules")] * (game.seats - 1))


def play_on(room: Room, random: Random) -> None:
    room.play(random.choice(room.state.moves()))


@pytest.mark.parametrize("name", GAMES)
def test_a_room_plays_the_engines_game(name: str) -> None:
    room, random = room_of(name), Random(1)
    for number in range(3):
        assert room.number == number
        while not room.over:
            before = room.index
            play_on(room, random)
            assert room.index == before + 1
        state = paiyou.game(name).deal(room.deal_seed)
        for played in room.history:
            assert state.turn == played.seat
            held = state.cards(played.seat)
            assert set(played.cards) <= set(held)
            if not played.move.startswith(("bid", "call", "rob", "decline", "pass", "expose")):
                left = [card for card in held if card not in played.cards]
                state.play(played.move)
                assert sorted(state.cards(played.seat)) == sorted(left)
            else:
                state.play(played.move)
        assert state == room.state
        assert state.over
        room.next_game()
        assert (room.index, room.redeals, room.history) == (0, 0, [])


@pytest.mark.parametrize("name", GAMES)
def test_every_chair_comes_to_every_seat_and_keeps_its_points(name: str) -> None:
    room, random = room_of(name), Random(2)
    total = [0] * room.seats
    seats_of_chair: list[set[int]] = [set() for _ in range(room.seats)]
    for _ in range(room.seats):
        assert sorted(room.seat_of(chair) for chair in range(room.seats)) == list(range(room.seats))
        for chair in range(room.seats):
            assert room.chair_at(room.seat_of(chair)) == chair
            seats_of_chair[chair].add(room.seat_of(chair))
        while not room.over:
            play_on(room, random)
        payoffs = room.state.payoffs
        assert payoffs is not None
        for chair in range(room.seats):
            total[chair] += payoffs[room.seat_of(chair)]
        assert room.results[-1] == (room.number, tuple(payoffs[room.seat_of(chair)] for chair in range(room.seats)))
        assert room.scores == total
        room.next_game()
    assert all(seats == set(range(room.seats)) for seats in seats_of_chair)


def test_what_everybody_declines_is_dealt_again_in_the_same_game() -> None:
    room = room_of("doudizhu:bidding=123")
    first = room.deal_seed
    for _ in range(3):
        room.play("bid 0")
    assert (room.number, room.index, room.redeals, room.history) == (0, 3, 1, [])
    assert room.deal_seed != first
    assert not room.over
    assert room.scores == [0, 0, 0]
    room.play("bid 3")
    assert room.index == 4
    assert [played.move for played in room.history] == ["bid 3"]


def test_the_bottom_cards_turn_up_with_the_landlord() -> None:
    room = room_of("doudizhu:bidding=123")
    assert room.bottom is None
    landlord = room.state.turn
    before = set(room.state.cards(landlord))
    room.play("bid 3")
    assert room.bottom is not None
    assert sorted(room.bottom) == sorted(set(room.state.cards(landlord)) - before)
    assert len(room.bottom) == 3
    plain = room_of("doudizhu")
    assert plain.bottom is not None
    assert set(plain.bottom) <= set(plain.state.cards(0))
    assert "".join(card[-1] for card in plain.bottom) == plain.state.bottom  # type: ignore[attr-defined]


def test_deals_follow_from_the_secret_and_from_nothing_else() -> None:
    seeds = set()
    for secret in (b"one", b"two"):
        room = room_of("mini-doudizhu", secret)
        for _ in range(20):
            seeds.add(room.deal_seed)
            while not room.over:
                room.play(room.state.moves()[-1])
            room.next_game()
    assert len(seeds) == 40
    assert room_of("mini-doudizhu", b"one").deal_seed == room_of("mini-doudizhu", b"one").deal_seed


def test_a_room_waits_for_its_open_chairs() -> None:
    game = paiyou.game("doudizhu")
    room = Room("r", game, b"x", [Chair(PERSON, "Ann"), Chair(OPEN), Chair(OPEN)], "invite")
    assert room.waiting
    refusal = room.refusal(0, room.state.moves()[0])
    assert refusal is not None
    assert refusal.code == "waiting"
    room.chairs[1] = Chair(PERSON, "Bob", key="key")
    assert room.waiting
    room.chairs[2] = Chair(BOT, agent="rules")
    assert not room.waiting
    assert room.refusal(0, room.state.moves()[0]) is None


def test_only_the_last_games_are_kept_but_all_points() -> None:
    room, random = room_of("mini-doudizhu"), Random(3)
    total = [0, 0]
    for _ in range(70):
        while not room.over:
            play_on(room, random)
        payoffs = room.state.payoffs
        assert payoffs is not None
        total = [points + payoffs[room.seat_of(chair)] for chair, points in enumerate(total)]
        room.next_game()
    assert len(room.results) == 50
    assert room.scores == total
