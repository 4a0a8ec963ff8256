"""Climbing games at the table: their shape, and what their combos are called."""

from random import Random

import pytest

import paiyou
from paiyou.server.families.display import combos, display_of
from paiyou.server.rooms.seat_view import table_for
from server.rooms.test_room import room_of

CLIMBING = ["doudizhu", "doudizhu:bidding=call-rob", "mini-doudizhu", "zhengshangyou", "paodekuai"]


@pytest.mark.parametrize("name", CLIMBING)
def test_shapes_are_read_from_the_spec(name):
    game = paiyou.game(name)
    shape = display_of(game).shape(game)
    assert (shape.select, shape.sort, shape.counter, shape.tricks) == ("many", "ranks", "ranks", 0)
    assert shape.ranks == game.spec.symbols
    assert (shape.landlord, shape.bottom) == ((True, 3) if name.startswith("doudizhu") else (False, 0))
    bombs = {"doudizhu": ("bomb", "rocket"), "mini-doudizhu": (), "zhengshangyou": ("bomb",), "paodekuai": ("bomb",)}
    assert shape.bombs == bombs[name.partition(":")[0]]


@pytest.mark.parametrize(
    ("hand", "move", "left"),
    [("33344", "33344", 0), ("33344", "pass", 1), ("345679", "9", 1), ("345689", "9", 5), ("44BR", "4", 2)],
)
def test_how_few_plays_a_move_leaves(hand, move, left):
    game = paiyou.game("doudizhu")
    view = game.start([hand, "55", "66"]).view(0)
    assert display_of(game).plays_left(game, view, move) == left


def test_calls_leave_no_plays_to_count():
    game = paiyou.game("doudizhu:bidding=123")
    assert display_of(game).plays_left(game, game.deal(1).view(0), "bid 1") is None


@pytest.mark.parametrize(
    ("name", "move", "combo"),
    [
        ("doudizhu", "3333", "bomb"),
        ("mini-doudizhu", "3333", "quad"),
        ("zhengshangyou", "3333", "bomb"),
        ("doudizhu", "BR", "rocket"),
        ("doudizhu", "34567", "solo chain"),
        ("doudizhu", "33344", "trio+pair"),
        ("doudizhu", "pass", None),
        ("doudizhu:bidding=123", "bid 2", None),
    ],
)
def test_what_moves_are_called(name, move, combo):
    game = paiyou.game(name)
    assert combos(game, [move]) == ({} if combo is None else {move: combo})
    known = {**game.family.words, **game.info.words}
    assert combo is None or f"combo.{combo}" in known


@pytest.mark.parametrize("name", CLIMBING)
def test_every_move_of_a_table_carries_its_category(name):
    room, random = room_of(name), Random(name)
    table = room.game.spec.table
    called = {
        move: None if not number else table.groups[table.group[number]].partition("/")[0]
        for number, move in enumerate(room.game.actions)
    }
    while not room.over:
        you = table_for(room, room.chair_at(room.state.turn))["you"]
        assert you["combos"] == {move: called[move] for move in you["moves"] if called.get(move) is not None}
        room.play(random.choice(room.state.moves()))
        told = table_for(room, None)
        assert [played["combo"] for played in told["history"]] == [
            called.get(played["move"]) for played in told["history"]
        ]
        if told["last"] is not None:
            assert told["last"]["combo"] == called[told["last"]["move"]]


@pytest.mark.parametrize("name", CLIMBING)
def test_who_is_out_first_has_won_with_his_side(name):
    game = paiyou.game(name)
    for seed in range(20):
        state, draw = game.deal(seed), Random(seed)
        while not state.over:
            state.play(draw.choice(state.moves()))
        if state.redeal:
            continue
        winners = game.family.winners(game.spec, state)
        assert state.winner in winners
        if display_of(game).shape(game).landlord:
            assert winners == [seat for seat, payoff in enumerate(state.payoffs) if payoff > 0]
        else:
            assert winners == [state.winner]
