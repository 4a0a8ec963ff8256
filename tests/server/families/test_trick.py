"""Trick games at the table."""

from random import Random

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


def test_the_cards_that_may_be_exposed():
    for name, exposable in (("gongzhu", {"SQ", "DJ", "CT", "HA"}), ("gongzhu:expose=off", set()), ("four-card", set())):
        game = paiyou.game(name)
        assert set(display_of(game).shape(game).exposable) == exposable


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


@pytest.mark.parametrize("name", ["gongzhu", "gongzhu:partners=on"])
def test_winners_have_the_most_points_partners_together(name):
    game = paiyou.game(name)
    differ = 0
    for seed in range(60):
        state, draw = game.deal(seed), Random(seed)
        while not state.over:
            state.play(draw.choice(state.moves()))
        winners = game.family.winners(game.spec, state)
        sides = {team: [seat for seat in range(4) if game.teams[seat] == team] for team in game.teams}
        totals = {team: sum(state.payoffs[seat] for seat in side) for team, side in sides.items()}
        best = [seat for team, side in sides.items() if totals[team] == max(totals.values()) for seat in side]
        assert winners == sorted(best)
        differ += state.winner is not None and state.winner not in winners
    # The best single player may sit with the worst.
    assert (differ > 0) == (name != "gongzhu")
