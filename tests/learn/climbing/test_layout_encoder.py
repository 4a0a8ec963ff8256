"""The features of a layout on torch against the C++ encoder, number for number."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from batches import random_steps_beside_the_engine  # noqa: E402
from paiyou.games.features import DOUZERO, Block, Feature, Layout  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import moves  # noqa: E402
from paiyou.learn.climbing.layout_encoder import LayoutEncoder  # noqa: E402


def everything(seats: int) -> Layout:
    """What DouZero's leaves out: a seat's own last move, one-hot blocks in between and too short, fewer rounds."""
    blocks = tuple(
        Block(feature, seat, size=7 if feature >= Feature.CARDS_LEFT else 0)
        for feature in Feature
        for seat in range(seats)
    )
    return Layout("everything", (blocks, blocks[::-1], blocks)[:seats], history=2 * seats)


@pytest.mark.parametrize(
    ("name", "layout"),
    [
        ("doudizhu:douzero", DOUZERO),
        ("doudizhu", everything(3)),
        ("zhengshangyou", everything(3)),
        ("mini-doudizhu", everything(2)),
    ],
)
def test_features_are_those_of_the_core(name: str, layout: Layout) -> None:
    spec = game_spec(name)
    core = paiyou.game(name).encoder(layout)
    encoders = [LayoutEncoder(spec, layout, position) for position in range(spec.seats)]
    compared = [0] * spec.seats
    for batch, states in random_steps_beside_the_engine(name, games=12, seed=5):
        encoder = encoders[batch.seat]
        facts = batch.facts()
        row, action = batch.legal()
        state, history = encoder.state(facts), encoder.history(facts)
        rows = encoder.moves(moves(batch.combos, row, action))
        assert state.dtype == history.dtype == rows.dtype == torch.float32
        assert state.shape == (12, encoder.state_width)
        assert history.shape == (12, layout.history // spec.seats, encoder.round_width)
        for place in batch.active.nonzero()[:, 0].tolist():
            its_state, its_rows, its_history = core.encode(states[place])
            np.testing.assert_array_equal(state[place], its_state)
            np.testing.assert_array_equal(history[place], its_history.reshape(history[place].shape))
            mine = row == place
            written = [spec.actions[number] for number in action[mine].tolist()]
            order = [written.index(move) for move in states[place].moves()]
            np.testing.assert_array_equal(rows[mine][order], its_rows)
            compared[batch.seat] += 1
        if min(compared) > 300:
            break


def test_douzero_s_layout_is_as_wide_as_in_its_paper() -> None:
    widths = [LayoutEncoder(game_spec("doudizhu"), DOUZERO, position).state_width for position in range(3)]
    assert widths == [319, 430, 430]


def test_layouts_that_do_not_fit_are_refused() -> None:
    spec = game_spec("doudizhu")
    with pytest.raises(ValueError, match="from 0 to 2"):
        LayoutEncoder(spec, DOUZERO, 3)
    with pytest.raises(ValueError, match="2 positions and doudizhu 3 seats"):
        LayoutEncoder(spec, Layout("two", DOUZERO.positions[:2], 6), 0)
    for history in (7, 18):
        with pytest.raises(ValueError, match=f"a history of {history} moves does not fit"):
            LayoutEncoder(spec, Layout("odd", DOUZERO.positions, history), 0)
