"""Encodings beyond those compared with DouZero's own (tests/differential/test_douzero.py)."""

import numpy as np
import pytest

import paiyou
from paiyou.games.features import DOUZERO, Block, Feature, Layout


def test_sizes_are_those_of_the_paper():
    game = paiyou.game("doudizhu")
    encoder = game.encoder("douzero")
    state = game.deal(1)
    for width in (319, 430, 430):
        features, rows, history = encoder.encode(state)
        assert features.shape == (width,)  # 373 and 484 with the 54 of the move, as in Tables 4 and 5
        assert rows.shape == (len(state.moves()), 54)
        assert history.shape == (15, 54)
        state.play(state.moves()[0])


def test_positions_follow_the_landlord():
    """With an auction anyone may be landlord; what a seat is told depends on where it sits from him."""
    game = paiyou.game("doudizhu:bidding=123")
    encoder = game.encoder()
    for seed in range(6):
        state = game.deal(seed)
        state.play("bid 3")
        features, _, history = encoder.encode(state)
        assert len(features) == 319
        assert not history.any()  # calls are not moves of card play


def test_a_view_and_its_state_are_encoded_alike():
    game = paiyou.game("doudizhu")
    encoder = game.encoder()
    state = game.deal(2)
    for _ in range(30):
        for ours, theirs in zip(encoder.encode(state), encoder.encode(state.view(state.turn)), strict=True):
            np.testing.assert_array_equal(ours, theirs)
        state.play(state.moves()[-1])


def test_arrays_are_ones_own():
    game = paiyou.game("doudizhu")
    encoder = game.encoder()
    first = encoder.encode(game.deal(1))[0]
    kept = first.copy()
    encoder.encode(game.deal(2))
    np.testing.assert_array_equal(first, kept)


def test_a_decision_of_another_game_is_refused():
    encoder = paiyou.game("zhengshangyou").encoder()
    with pytest.raises(ValueError, match="another game"):
        encoder.encode(paiyou.game("doudizhu").deal(1))


def test_only_the_seat_to_move_has_a_decision():
    game = paiyou.game("doudizhu")
    state = game.deal(1)
    with pytest.raises(ValueError, match="seat to move"):
        game.encoder().encode(state.view(1))
    bidding = paiyou.game("doudizhu:bidding=123")
    with pytest.raises(ValueError, match="card play"):
        bidding.encoder().encode(bidding.deal(1))


def test_other_layouts_and_games():
    layout = Layout("mine", ((Block(Feature.HAND), Block(Feature.CARDS_LEFT, 1, 16)),) * 3, history=2)
    game = paiyou.game("zhengshangyou")
    features, rows, history = game.encoder(layout).encode(game.deal(1))
    assert features.shape == (48 + 16,)
    assert rows.shape[1] == 48
    assert history.shape == (2, 48)
    assert features[:48].sum() == 16
    assert features[48:].tolist() == [0] * 15 + [1]


@pytest.mark.parametrize(
    "layout",
    [
        Layout("seats", DOUZERO.positions[:2], 15),
        Layout("history", DOUZERO.positions, -1),
        Layout("seat", ((Block(Feature.PLAYED, 3),),) * 3, 15),
    ],
)
def test_layouts_that_do_not_fit_are_refused(layout):
    with pytest.raises(ValueError, match="feature layout"):
        paiyou.game("doudizhu").encoder(layout)


def test_an_unknown_layout_is_refused():
    with pytest.raises(ValueError, match="unknown feature layout"):
        paiyou.game("doudizhu").encoder("perfectdou")
