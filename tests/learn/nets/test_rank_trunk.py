"""Convolutions over ranks: what they see, that they look alike at every rank, and where they can be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.encoder import RECENT, Encoder  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.networks import make_network, sizes_of  # noqa: E402
from paiyou.learn.nets.rank_trunk import RankTrunk, over_neighbours  # noqa: E402
from paiyou.learn.runs.export import export_run  # noqa: E402
from paiyou.learn.runs.weights import weights_at, weights_of_model  # noqa: E402
from training_runs import SHORT  # noqa: E402


@pytest.mark.parametrize("game", ["doudizhu:douzero", "zhengshangyou", "paodekuai"])
def test_columns_are_the_cards_of_each_rank(game: str) -> None:
    """A set of cards is counted rank by rank: as many features as cards of it; every column of a card is somewhere."""
    spec = game_spec(game)
    encoder = Encoder(spec)
    columns = encoder.rank_columns
    assert columns is not None
    counts = torch.randint(0, 9, (len(spec.symbols),)).minimum(torch.bincount(torch.tensor(spec.rank_of_card)))
    hand = encoder.card_slots(counts).float()
    features = torch.nn.functional.pad(hand, (0, encoder.state_size - len(hand)))
    seen = torch.where(columns < 0, 0.0, features[columns.clamp(min=0)])
    assert torch.equal(seen.sum(dim=1), counts.float())
    there = columns[columns >= 0]
    assert sorted(there.tolist()) == list(range((4 + spec.seats + RECENT) * encoder.cards))


def test_every_rank_is_looked_at_alike() -> None:
    torch.manual_seed(1)
    layer = torch.nn.Linear(3 * 5, 4)
    planes = torch.randn(2, 9, 5)
    conv = torch.nn.functional.conv1d(
        planes.transpose(1, 2), layer.weight.reshape(4, 3, 5).transpose(1, 2), layer.bias, padding=1
    )
    torch.testing.assert_close(over_neighbours(layer, planes), conv.transpose(1, 2))
    # What moves up by a rank is told of the rank above; a fresh trunk adds nothing.
    columns = torch.arange(9 * 2).reshape(9, 2)
    trunk = RankTrunk(columns, 6, 8, 2)
    assert not trunk(torch.randn(3, 20)).any()


def test_a_run_is_exported_and_gone_on_with(tmp_path: Path) -> None:
    # Long enough that no two layers' biases are the same zeros, which an exporter writes once.
    run = replace(SHORT, rank_depth=2, rank_width=8, folder=str(tmp_path / "run"), opponents="", frames=600)
    train(run)
    export_run(tmp_path / "run", tmp_path / "model", "int8")
    spec = game_spec(run.game)
    (stored, *_), read = weights_at(tmp_path / "run", spec, "facts")[0], weights_of_model(tmp_path / "model", spec, 0)
    sizes = sizes_of(stored)
    assert (sizes["rank_depth"], sizes["rank_width"]) == (2, 8)
    assert sizes_of(read) == sizes
    for name, value in stored.items():
        assert torch.allclose(read[name], value.float(), atol=0.02 * float(value.abs().max()) + 1e-6), name
    # From there, and from a network without: both grow.
    train(replace(run, start=str(tmp_path / "model"), folder=str(tmp_path / "on"), rank_depth=3))
    train(replace(SHORT, folder=str(tmp_path / "plain"), opponents=""))
    train(replace(run, start=str(tmp_path / "plain"), folder=str(tmp_path / "grown")))
    assert sizes_of(weights_at(tmp_path / "grown", spec, "facts")[0][0])["rank_depth"] == 2


def test_where_there_are_no_ranks_or_no_depth() -> None:
    with pytest.raises(ValueError, match="leave rank_depth out"):
        make_network("facts", game_spec("gongzhu"), 0, rank_depth=1)
    with pytest.raises(ValueError, match="give rank_depth, too"):
        make_network("facts", game_spec("mini-doudizhu"), 0, rank_width=8)
