"""How moves are chosen: the best, any, or by a softmax; and who plays more freely."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from scipy.stats import chisquare  # noqa: E402

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch  # noqa: E402
from paiyou.learn.selfplay.choosing import choose, games_of_side  # noqa: E402

POSITIONS = 20_000


def draws(value: list[float], **how: object) -> np.ndarray:
    """How often each of some moves is chosen in many positions that all have the same values."""
    torch.manual_seed(1)
    row = torch.arange(POSITIONS).repeat_interleave(len(value))
    action = torch.arange(1, len(value) + 1).repeat(POSITIONS)
    chosen = choose(torch.tensor(value).repeat(POSITIONS), row, action, POSITIONS, **how)
    return np.bincount(chosen.numpy(), minlength=len(value) + 1)[1:]


def test_the_greatest_value_is_chosen() -> None:
    torch.manual_seed(2)
    row = torch.randint(0, 50, (400,))
    action = torch.randperm(400) + 1
    value = torch.randn(400) * 10.0 ** torch.randint(-30, 30, (400,))  # both signs, all sizes
    chosen = choose(value, row, action, 60)
    for place in range(60):
        mine = row == place
        if mine.any():
            assert chosen[place] == action[mine][value[mine].argmax()]
        else:
            assert chosen[place] == 0  # a game that waits


@pytest.mark.parametrize("value", [[-1.0, -2.0, -0.5], [0.0, 1e-30, -1e-30], [float("-inf"), -1e30, 3e-39]])
def test_small_great_and_negative_values_are_ordered(value: list[float]) -> None:
    assert draws(value).argmax() == np.argmax(value)
    assert draws(value).max() == POSITIONS


def test_epsilon_explores_evenly() -> None:
    counts = draws([5.0, -3.0, 0.0, 9.0, 1.0, 2.0], epsilon=1.0)
    assert counts.sum() == POSITIONS
    assert chisquare(counts).pvalue > 1e-4
    some = draws([0.0, 0.0, 1.0, 0.5], epsilon=0.2)
    assert chisquare(some, POSITIONS * np.array([0.05, 0.05, 0.85, 0.05])).pvalue > 1e-4


def test_positions_explore_apart_from_each_other() -> None:
    torch.manual_seed(3)
    row, action = torch.arange(POSITIONS).repeat_interleave(2), torch.tensor([1, 2]).repeat(POSITIONS)
    chosen = choose(torch.tensor([0.0, 1.0]).repeat(POSITIONS), row, action, POSITIONS, epsilon=0.5)
    both = np.bincount((2 * (chosen[::2] - 1) + chosen[1::2] - 1).numpy(), minlength=4)
    assert chisquare(both, POSITIONS / 2 * np.array([1, 3, 3, 9]) / 16).pvalue > 1e-4


@pytest.mark.parametrize("temperature", [0.5, 2.0])
def test_temperature_draws_from_a_softmax(temperature: float) -> None:
    value = [1.0, 0.0, -0.5, 0.7]
    share = np.exp(np.array(value) / temperature)
    expected = POSITIONS * share / share.sum()
    assert chisquare(draws(value, temperature=temperature), expected).pvalue > 1e-4
    each = torch.full((POSITIONS,), temperature)
    assert chisquare(draws(value, temperature=each), expected).pvalue > 1e-4


def test_every_position_has_its_own_temperature() -> None:
    cold = torch.where(torch.arange(POSITIONS) % 2 == 0, 0.0, 1e6)
    counts = draws([0.0, 1.0], temperature=cold)
    assert chisquare(counts, POSITIONS * np.array([0.25, 0.75])).pvalue > 1e-4


@pytest.mark.parametrize("name", ["doudizhu", "zhengshangyou", "mini-doudizhu"])
def test_games_of_a_side_are_as_many_as_asked_and_every_side_is_weak_as_often(name: str) -> None:
    spec = game_spec(name)
    games = ClimbingBatch(spec, 30_000, seed=1 << 40)
    weak = []
    for seat in range(spec.seats):
        games.seat = seat
        weak.append(games_of_side(games, 0.3))
    sides = {team: weak[spec.teams.index(team)] for team in spec.teams}
    for seat, team in enumerate(spec.teams):
        assert torch.equal(weak[seat], sides[team])  # partners are weak together
    together = torch.stack(list(sides.values())).sum(dim=0)
    assert together.max() == 1  # one side at a time
    assert float(together.float().mean()) == pytest.approx(0.3, abs=0.01)
    for side in sides.values():
        assert float(side.float().mean()) == pytest.approx(0.3 / len(sides), abs=0.01)
    assert not games_of_side(games, 0.0).any()


@pytest.mark.parametrize("name", ["doudizhu", "zhengshangyou", "mini-doudizhu"])
def test_shares_above_each_other_do_not_overlap_and_cover_all_games_together(name: str) -> None:
    spec = game_spec(name)
    games = ClimbingBatch(spec, 30_000, seed=3 << 40)
    special = {0.2: torch.zeros(30_000, dtype=torch.bool), 0.8: torch.zeros(30_000, dtype=torch.bool)}
    for seat in range(spec.seats):
        games.seat = seat
        low, high = games_of_side(games, 0.2), games_of_side(games, 0.8, above=0.2)
        assert torch.equal(games_of_side(games, 0.2, above=0.0), low)
        assert not (low & high).any()
        special[0.2] |= low
        special[0.8] |= high
    assert not (special[0.2] & special[0.8]).any()  # a game has one special side, of one kind
    assert (special[0.2] | special[0.8]).all()
    for share, which in special.items():
        assert float(which.float().mean()) == pytest.approx(share, abs=0.01)
    assert not games_of_side(games, 0.0, above=0.2).any()
