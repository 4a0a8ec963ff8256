"""What play-out networks of trick games are told; the core's features are held to these in `tests/core`."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.distillation.playout_network import FIRST_BIAS, MOST  # noqa: E402
from paiyou.learn.selfplay.choosing import choose  # noqa: E402
from paiyou.learn.trick.batched_game import TrickBatch  # noqa: E402
from paiyou.learn.trick.playout_features import BANDS, PlayoutFeatures  # noqa: E402
from trick_batches import ODD_GAMES  # noqa: E402


def test_points_fall_into_bands_by_tenths_of_the_dearest_card() -> None:
    features = PlayoutFeatures(game_spec("gongzhu"))
    points = torch.tensor([0, 9, 10, -10, -9, 50, 1000, -1000, 320, 319])
    bands = features._bands(points / 100).nonzero()[:, 1] - len(BANDS)
    assert bands.tolist() == [0, 0, 1, -1, 0, 4, 8, -8, 8, 7]


@pytest.mark.parametrize("game", [paiyou.game("gongzhu"), *ODD_GAMES], ids=lambda game: game.name)
def test_all_rows_that_are_summed_at_once_fit_into_sixteen_bits(game) -> None:
    """However large the weights: whatever a game brings, every feature is 0 or 1 and few are 1."""
    features, games = PlayoutFeatures(game.spec), TrickBatch(game.spec, 32, seed=7)
    torch.manual_seed(1)
    for _ in range(70):
        row, action = games.legal()
        encoded = features.encoder.encode(games, games.at, games.seat, row, action, torch.float32)
        state, move = features(*encoded, row)
        assert state.shape[1:] == (features.state_size,)
        assert move.shape[1:] == (features.move_size,)
        assert {*state.unique().tolist(), *move.unique().tolist()} <= {0.0, 1.0}
        if len(row):
            rows = state.sum(dim=1)[row] + move.sum(dim=1)
            assert FIRST_BIAS + MOST * int(rows.max()) < 2**15
        games.play(choose(torch.rand(len(row)), row, action, games.number))
