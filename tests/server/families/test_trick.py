"""Trick games at the table."""

import pytest

import paiyou
from paiyou.server.families.display import display_of
from paiyou.server.rooms.seat_view import table_for
from server.rooms.test_room import room_of


@pytest.mark.parametrize("name", ["gongzhu", "gongzhu:expose=off", "gongzhu:partners=on", "four-card"])
def test_shapes_are_read_from_the_spec(name):
    game = paiyou.game(name)
    shape = display_of(game).shape(game)
    assert (shape.select, shape.sort, shape.counter, shape.points) == ("one", "suits", "suits", True)
    assert (shape.landlord, shape.bottom) == (False, 0)
    assert shape.tricks == game.spec.hand_size
    for suit in game.spec.suits:
        held = [shape.ranks.index(card[1:]) for card in game.spec.cards if card[0] == suit]
        assert held == sorted(held)
    assert len(set(shape.ranks)) == len(shape.ranks)


def test_the_cards_that_count():
    hearts = {f"H{rank}" for rank in "23456789TJQKA"}
    for name, counting in (("gongzhu", hearts | {"SQ", "DJ", "CT"}), ("four-card", set())):
        game = paiyou.game(name)
        assert set(display_of(game).shape(game).scoring) == counting


def test_exposed_cards_are_shown_and_stay_in_the_hand():
    room = room_of("gongzhu", b"expose")
    seen = set()
    while table_for(room, None)["phase"] == "exposing":
        seat = room.state.turn
        room.play(max(room.state.moves(), key=len))
        played = room.history[-1]
        assert played.stays
        assert played.combo is None
        assert set(played.cards) <= set(room.state.cards(seat))
        assert table_for(room, None)["players"][seat]["exposed"] == list(played.cards)
        seen |= set(played.cards)
    assert seen == {"SQ", "DJ", "CT", "HA"}
    room.play(room.state.moves()[0])
    assert not room.history[-1].stays
    assert len(room.history[-1].cards) == 1
