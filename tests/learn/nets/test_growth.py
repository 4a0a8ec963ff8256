"""A network that has grown values every move as before, and its new parts can learn."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.climbing.batched_game import ClimbingBatch, moves  # noqa: E402
from paiyou.learn.nets.growth import grown  # noqa: E402
from paiyou.learn.nets.networks import make_network, sizes_of  # noqa: E402

SMALL = {"width": 32, "state_width": 48, "depth": 2}


def positions(game: str) -> tuple[Any, Any]:
    """What networks are told of some positions."""
    games = ClimbingBatch(game_spec(game), 20, seed=5)
    for _ in range(4):
        row, action = games.legal()
        games.play(torch.zeros(20, dtype=torch.int64).scatter_(0, row, action))
    return games.facts(), moves(games.combos, *games.legal())


@pytest.mark.parametrize("game", ["doudizhu:douzero", "mini-doudizhu"])
@pytest.mark.parametrize(
    "larger",
    [
        {"width": 40},
        {"state_width": 70},
        {"depth": 4},
        {"width": 64, "depth": 3},
        {"state_depth": 2},
        {"declined": 1},
        {"declined": 1, "state_width": 70},
        {"rank_depth": 2, "rank_width": 24},
        {"rank_depth": 1, "rank_width": 24, "state_width": 70, "declined": 1},
        {"outcomes": 3},
        {"history": 12},
        {"history": 12, "declined": 1, "state_width": 70},
        {"outcomes": 3, "width": 64, "depth": 3},
        {},
    ],
)
def test_values_stay_and_new_parts_can_learn(game: str, larger: dict[str, int]) -> None:
    torch.manual_seed(3)
    small, large = (make_network("facts", game_spec(game), 0, **sizes) for sizes in (SMALL, SMALL | larger))
    large.load_state_dict(grown(small.state_dict(), large.state_dict()))
    assert sizes_of(large.state_dict()) == SMALL | larger
    told = positions(game)
    before = small(*told).detach()
    torch.testing.assert_close(large(*told).detach(), before, rtol=1e-4, atol=1e-6)
    optimizer = torch.optim.Adam(large.parameters(), lr=1e-3)
    begun = {name: value.clone() for name, value in large.state_dict().items()}
    for _ in range(3):
        optimizer.zero_grad()
        (large(*told) - before.sin() - 1).square().mean().backward()
        optimizer.step()
    for name, value in large.state_dict().items():
        moved, old = value != begun[name], small.state_dict().get(name, torch.zeros(0, 0))
        if name.startswith("rank_trunk.blocks.") and ".first." in name:
            continue  # behind a layer that was zero
        # New units hear the layer before and are heard by the next one, old units and new alike.
        assert len(value) == len(old) or moved[len(old) :].any(), name
        if value.dim() == 2 and value.shape[1] > old.shape[1]:
            assert moved[: len(old) or None, old.shape[1] :].any(), name


def test_a_network_does_not_shrink() -> None:
    spec = game_spec("mini-doudizhu")
    small, large = (
        make_network("facts", spec, 0, **sizes).state_dict() for sizes in (SMALL, SMALL | {"width": 40, "depth": 1})
    )
    with pytest.raises(ValueError, match=r"can grow and not shrink: width 32, .* depth 2 cannot become .* depth 1"):
        grown(small, large)
    with pytest.raises(ValueError, match=r"they lack heads\.bias"):
        grown({name: value for name, value in small.items() if name != "heads.bias"}, small)


def test_convolutions_over_ranks_grow_deeper_and_not_wider() -> None:
    spec, ranks = game_spec("mini-doudizhu"), {"rank_depth": 1, "rank_width": 8}
    small, deeper, wider = (
        make_network("facts", spec, 0, **SMALL | ranks | more) for more in ({}, {"rank_depth": 3}, {"rank_width": 16})
    )
    told = positions("mini-doudizhu")
    with torch.no_grad():
        for weights in small.parameters():
            weights += torch.randn_like(weights) / 10
        deeper.load_state_dict(grown(small.state_dict(), deeper.state_dict()))
        torch.testing.assert_close(deeper(*told), small(*told), rtol=1e-4, atol=1e-6)
    with pytest.raises(ValueError, match="rank_width 8 cannot become 16"):
        grown(small.state_dict(), wider.state_dict())
