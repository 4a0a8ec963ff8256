"""A network without features of actions knows each by its number, and nothing of those it never met."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.family import LEARN  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from training_runs import SMALL  # noqa: E402


@pytest.mark.parametrize("name", ["mini-doudizhu", "gongzhu"])
def test_an_action_is_its_number(name: str) -> None:
    torch.manual_seed(1)
    spec = game_spec(name)
    games = spec.family.part(LEARN).batch(spec, 8, seed=1, device="cpu")
    network: Any = make_network("numbers", spec, 0, **SMALL)
    row, action = games.legal()
    value = network.values(games, games.at, games.seat, row, action)
    assert value.shape == (len(row), 2)
    value[action == action[0]].sum().backward()
    met = network.numbers.weight.grad.any(dim=1).nonzero()[:, 0].tolist()
    assert met == [int(action[0])], "nothing carries over by what is known of an action"
    with torch.no_grad():  # two actions with the same numbers are the same action
        one, two = action[row == row[0]][:2].tolist()
        network.numbers.weight[two] = network.numbers.weight[one]
        pair = torch.tensor([one, two])
        same = network.values(games, games.at, games.seat, row[:1].expand(2), pair)
    assert torch.equal(same[0], same[1])
    with pytest.raises(ValueError, match="cannot be exported; train the network facts"):
        network(*games.network_inputs(games.at, games.seat, row, action))
