"""Positions: what a link says is the state that was meant, and nothing that cannot be."""

import json

import pytest

import paiyou
from paiyou.records.position import Position
from positions import GAMES, TRICK_GAMES, reach


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
@pytest.mark.parametrize("moves", [0, 5, 30])
def test_a_position_is_the_state_it_was_made_from(name, moves):
    game = paiyou.game(name)
    state = reach(game, 3, moves)
    position = Position(name, seed=3, moves=tuple(move for _, move in state.history))
    again = Position.from_json(json.loads(json.dumps(position.to_json())))
    assert again == position
    assert again.state(game) == state
    assert len(list(again.states(game))) == len(state.history) + 1


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=123", "mini-doudizhu", "gongzhu"])
def test_given_hands_are_the_same_game_as_their_seed(name):
    game = paiyou.game(name)
    state = reach(game, 4, 6)
    begun = state.rewound()
    moves = tuple(move for _, move in state.history)
    given = Position(
        name, hands=tuple(begun.hands), turn=begun.turn, bottom=getattr(begun, "bottom", None), moves=moves
    )
    read = Position.from_json(json.loads(json.dumps(given.to_json())))
    assert read.state(game) == state


def test_that_nothing_was_exposed_is_kept():
    hands = tuple(paiyou.game("gongzhu").deal(4).hands)
    leads = next(seat for seat, hand in enumerate(hands) if "C2" in hand)
    position = Position("gongzhu", hands=hands, turn=leads, exposed=())
    read = Position.from_json(json.loads(json.dumps(position.to_json())))
    assert not position.state().exposing
    assert read.state() == position.state()


def test_what_cannot_be_is_one_sentence():
    for said, words in (
        ({"game": "doudizhu"}, "a seed or with hands"),
        ({"game": "doudizhu", "seed": 1, "turn": 1}, "turn goes with hands"),
        ({"game": "doudizhu", "seed": 1, "moves": ["3333344"]}, "move 1, '3333344'"),
    ):
        with pytest.raises(ValueError, match=words):
            Position.from_json(said).state()
