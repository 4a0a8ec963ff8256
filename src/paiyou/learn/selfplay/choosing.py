"""Choosing moves for a whole batch: the greedy move, a little noise on the values, now and then any move at all.

Line 6 of algorithm 1 of DouZero, with its misprint put right: the random move is the one with probability epsilon.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from paiyou.learn.batch import Batch
from paiyou.learn.nets.networks import ValueNetwork


def choose(
    value: Tensor, row: Tensor, action: Tensor, number: int, epsilon: float = 0.0, temperature: float | Tensor = 0.0
) -> Tensor:
    """The chosen action of every position from the values of all legal moves [M].

    With probability `epsilon` a position's move is any legal one; else the best, after each value was moved by
    Gumbel noise of scale `temperature` (one for all, or one for each position), which amounts to drawing from a
    softmax.
    """
    value = value.float()
    if isinstance(temperature, Tensor) or temperature > 0:
        scale = temperature[row] if isinstance(temperature, Tensor) else temperature
        value = value - scale * torch.empty_like(value).exponential_().log()
    if epsilon > 0:
        explores = torch.rand(number, device=value.device) < epsilon
        value = torch.where(explores[row], torch.rand_like(value), value)
    # Bits of a float order like whole numbers once negative ones are turned round; the action rides in the low half.
    bits = value.contiguous().view(torch.int32).long()
    ordered = torch.where(bits < 0, bits ^ 0x7FFFFFFF, bits)
    best = torch.full((number,), -(2**63), dtype=torch.int64, device=value.device)
    best.scatter_reduce_(0, row, (ordered << 32) | action, reduce="amax")
    return best & 0xFFFFFFFF


def values_of_best(value: Tensor, acting: int, row: Tensor, number: int) -> Tensor:
    """What each of so many positions' best move is worth, from the values of all legal moves [M, heads].

    The best is the one of the highest value by the head `acting`. Zeros where a position has no move.
    """

    def highest(values: Tensor) -> Tensor:
        return torch.zeros(number, device=value.device).scatter_reduce_(
            0, row, values, reduce="amax", include_self=False
        )

    value = value.float()
    decides = value[:, acting]
    best = decides == highest(decides)[row]
    return torch.stack([highest(torch.where(best, of_head, -torch.inf)) for of_head in value.unbind(1)], dim=1)


OnValues = Callable[[Tensor, int, Tensor], None]
"""Is told the values of all moves that a network was asked for, the head that decides, and whose moves they are."""


def decide(
    games: Batch, network: ValueNetwork, head: int, row: Tensor, action: Tensor,
    epsilon: float = 0.0, temperature: float | Tensor = 0.0, on_values: OnValues | None = None,
) -> Tensor:  # fmt: skip
    """The actions of the seat to move, by a network that takes facts and moves."""
    value = network.values(games, games.at, games.seat, row, action)
    # A network with one head, as the paper's, has the objective there.
    acting = min(head, value.shape[1] - 1)
    if on_values is not None:
        on_values(value, acting, row)
    return choose(value[:, acting], row, action, games.number, epsilon, temperature)


def games_of_side(games: Batch, share: float, above: float = 0.0, *, others: bool = False) -> Tensor:
    """The games of a `share` in which the side to move is a special one; the deal decides which games and which side.

    Shares with different `above` do not overlap: `games_of_side(games, 0.3)` and `games_of_side(games, 0.2, 0.3)`. With
    `others` all sides but that one are special.
    """
    teams = sorted(set(games.spec.teams))
    chance = games.deal_seed % 1000
    within = (chance >= round(1000 * above)) & (chance < round(1000 * (above + share)))
    special = games.deal_seed // 1000 % len(teams) == teams.index(games.spec.teams[games.seat])
    return within & (special != others)
