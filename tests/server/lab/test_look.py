"""Positions laid out: families from outside as well, and hands that nobody set differ from server to server."""

from random import Random

import pytest

import paiyou
from duel_family import DuelSpec
from paiyou.games.game import Game
from paiyou.records.position import Position
from paiyou.server.families.display import display_of
from paiyou.server.lab.look import LabPosition, look_at, read_lab_position


def test_a_family_from_outside_is_laid_out_by_what_state_and_view_offer():
    game = Game(DuelSpec())
    display, random = display_of(game), Random(1)
    state, moves = game.deal(3), []
    assert sorted(display.deck(game)) == sorted([*state.hands[0], *state.hands[1]])
    while not state.over:
        moves.append(random.choice(state.moves()))
        state.play(moves[-1])
        told = look_at(LabPosition(game, Position("duel", seed=3, moves=tuple(moves))), len(moves))
        assert told["moves"] == moves
        assert told["steps"][0]["hands"] == state.hands
        assert told["legal"] == ([] if state.over else state.moves())
    assert told["result"]["payoffs"] == state.payoffs
    assert not display.solves
    with pytest.raises(ValueError, match="cannot be solved"):
        display.solve(game, state, max_nodes=1, seconds=1.0)


def test_hands_that_are_filled_in_agree_with_the_view_whatever_the_seed():
    game = paiyou.game("gongzhu")
    state = game.deal(2)
    while len(state.history) < 18:
        state.play(state.moves()[-1])
    seat = state.turn
    view = state.view(seat)
    said = {"game": "gongzhu", "seat": seat, "hand": view.hand, "history": view.history, "bottom": ""}
    found = [read_lab_position(said, seed).state() for seed in range(5)]
    assert len({other.key for other in found}) > 1
    for other in found:
        assert other.view(seat) == view
