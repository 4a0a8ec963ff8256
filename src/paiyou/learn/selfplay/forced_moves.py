"""Choosing moves for a whole batch without asking the network where there is nothing to choose.

In Dou Dizhu many positions have one legal move, to pass. Picking out the others makes the device wait for the host
once more: on a CPU, where the network takes nearly all the time, that pays; on a GPU `decide` of `choosing.py` is
faster.
"""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.learn.batch import Batch
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.selfplay.choosing import OnValues, choose


def decide_skipping_forced(
    games: Batch, network: ValueNetwork, head: int, row: Tensor, action: Tensor,
    epsilon: float = 0.0, temperature: float | Tensor = 0.0, on_values: OnValues | None = None,
) -> Tensor:  # fmt: skip
    """What `decide` would do, the network being told only of positions with several legal moves."""
    several = torch.bincount(row, minlength=games.number) > 1
    place = several[row].nonzero(as_tuple=True)[0]
    value = torch.zeros(len(row), device=games.device)
    if len(place):
        number = several.cumsum(0) - 1  # those positions counted afresh
        asked = several.nonzero(as_tuple=True)[0]  # looked up once: a mask would be, for every column
        at = type(games.at)(*(column[asked] for column in vars(games.at).values()))
        asked_values = network.values(games, at, games.seat, number[row[place]], action[place])
        acting = min(head, asked_values.shape[1] - 1)
        value[place] = asked_values[:, acting].float()
        if on_values is not None:
            on_values(asked_values, acting, row[place])
    return choose(value, row, action, games.number, epsilon, temperature)
