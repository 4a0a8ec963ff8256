"""One step of self-play: in every game of a batch the move that a network values most, or now and then a random one.

Only what hangs on a value is valued: neither a move without alternative nor a choice left to chance asks the network.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from paiyou.learn.batch import BatchedGame, moves


@torch.inference_mode()
def self_play_step(
    games: BatchedGame, networks: Sequence[nn.Module], epsilon: float, random: torch.Generator, head: int = 0
) -> Tensor:
    """Play one step with the network of the seat to move (algorithm 1 of paper 003); returns the actions played.

    With probability `epsilon` a game's move is drawn uniformly. Of a network with several heads, `head` is listened to.
    """
    row, action = games.legal()
    number = torch.zeros_like(games.turn).scatter_add_(0, row, torch.ones_like(row))
    asked = (number > 1) & (torch.rand(games.number, generator=random, device=games.device) >= epsilon)
    # What is not asked for stays random, so that the largest number of each game is its move in either case.
    value = torch.rand(len(row), generator=random, device=games.device)
    decision = asked.nonzero(as_tuple=True)[0]
    place = asked[row].nonzero(as_tuple=True)[0]
    if len(decision):
        # Asked decisions are counted afresh, 0, 1, 2, ...
        decision_of_row = asked.cumsum(0) - 1
        of_asked = moves(games.tables, decision_of_row[row[place]], action[place])
        value[place] = networks[games.seat](games.facts().rows(decision), of_asked)[:, head].float()
    best = torch.full((games.number,), -torch.inf, device=games.device).scatter_reduce_(0, row, value, "amax")
    chosen = torch.zeros_like(games.turn)
    is_best = value == best[row]
    chosen[row[is_best]] = action[is_best]
    games.play(chosen)
    return chosen
