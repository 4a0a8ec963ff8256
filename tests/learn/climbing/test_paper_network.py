"""The paper's network against DouZero's own torch modules with the same weights."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch, moves  # noqa: E402
from paiyou.learn.climbing.paper_network import PaperNetwork  # noqa: E402

SPEC = game_spec("doudizhu:douzero")


def batch_after(steps: int, games: int) -> ClimbingBatch:
    batch = ClimbingBatch(SPEC, games, seed=1)
    for _ in range(steps):
        row, action = batch.legal()
        chosen = torch.zeros(games, dtype=torch.int64)
        order = torch.randperm(len(row), generator=torch.Generator().manual_seed(steps))
        chosen[row[order]] = action[order]
        batch.play(chosen)
    return batch


@pytest.mark.parametrize("position", [0, 1, 2])
def test_values_are_those_of_douzero_s_module(position: int) -> None:
    models = pytest.importorskip("douzero.dmc.models")
    torch.manual_seed(position)
    theirs = models.model_dict[("landlord", "landlord_down", "landlord_up")[position]]()
    ours = PaperNetwork(SPEC, position)
    ours.load_state_dict(theirs.state_dict())  # strict: every name and shape agrees
    compared = 0
    for steps in (position, 12 + position, 30 + position):
        batch = batch_after(steps, games=32)
        assert batch.seat == position
        facts, legal = batch.facts(), moves(batch.combos, *batch.legal())
        with torch.no_grad():
            values = ours(facts, legal)
            history = ours.encoder.history(facts)[legal.decision]
            rows = torch.cat([ours.encoder.state(facts)[legal.decision], ours.encoder.moves(legal)], dim=1)
            expected = theirs(history, rows, return_value=True)["values"]
        assert values.shape == expected.shape == (len(legal.decision), 1)
        torch.testing.assert_close(values, expected, rtol=1e-5, atol=1e-6)
        assert values.std() > 1e-5  # the network does tell moves apart
        compared += len(values)
    assert compared > 300


def test_gradients_reach_every_weight() -> None:
    network = PaperNetwork(SPEC, 0)
    batch = batch_after(3, games=8)
    values = network(batch.facts(), moves(batch.combos, *batch.legal()))
    (values - 1).square().mean().backward()
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.abs().sum() > 0, name


def test_it_is_as_large_as_douzero_s() -> None:
    sizes = [sum(weights.numel() for weights in PaperNetwork(SPEC, position).parameters()) for position in range(3)]
    assert sizes == [1_457_665, 1_514_497, 1_514_497]
