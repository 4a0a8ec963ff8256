"""Games of an imitator against another network, with what its agent would have played there.

An opponent that trains against an imitator finds out where it differs from the agent, and learns to beat the
difference. So the imitator plays that opponent, the agent is asked what it would have done in the imitator's place, and
the imitator learns on (dataset aggregation: Ross, Gordon and Bagnell 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.batch import Batch
from paiyou.learn.imitation.demonstrations import Actions, Demonstrations, ask_agent
from paiyou.learn.imitation.self_play import play_and_record
from paiyou.learn.selfplay.batched_match import NetworkPlayer
from paiyou.learn.selfplay.choosing import decide

TEMPERATURE = 0.02
"""Scale of the noise on the opponent's values, in units of a win: it will have moved on when it meets the imitator."""


def corrected_games(
    agent: str, spec: GameSpec, imitator: NetworkPlayer, opponent: NetworkPlayer, games: int, first: int,
    device: torch.device, *, cores: int | None = 1, at_once: int = 65536, others: bool = False, on: str = "local",
    progress: Callable[[int], None] = lambda _: None,
) -> Demonstrations:  # fmt: skip
    """Games of the seeds `first` and on, the agent asked wherever the imitator was to move.

    The imitator has one side, or with `others` all sides but one. `progress` is told how many games more the agent has
    gone through. Example: `corrected_games("rules", spec,
    imitator, opponent, 100_000, 4_000_000_000, torch.device("cuda"), cores=None)`.
    """
    played, length = play_games(spec, imitator, opponent, games, first, device, at_once, others=others)
    seats = partial(seats_of_imitator, spec.teams, others=others)
    return ask_agent(agent, spec.name, first, played, length, seats, cores, progress, on=on)


def seats_of_imitator(teams: Sequence[int], seed: int, *, others: bool = False) -> list[int]:
    """The seats of the side that the imitator has in the game of a seed, or all others: the sides take turns."""
    sides = sorted(set(teams))
    return [seat for seat, team in enumerate(teams) if (team == sides[seed % len(sides)]) != others]


def play_games(
    spec: GameSpec, imitator: NetworkPlayer, opponent: NetworkPlayer, games: int, first: int,
    device: torch.device, at_once: int = 65536, *, others: bool = False,
) -> tuple[Actions, NDArray[np.int32]]:  # fmt: skip
    """Every game from its deal to its end: the actions [games, moves], zeros after the end, and the lengths [games].

    The seed, the device and `at_once` decide the games.
    """
    sides = len(set(spec.teams))
    imitates = torch.zeros(sides, spec.seats, dtype=torch.bool, device=device)
    for side in range(sides):
        imitates[side, seats_of_imitator(spec.teams, side, others=others)] = True

    def both(batch: Batch, row: Tensor, action: Tensor) -> Tensor:
        own = imitates[batch.deal_seed % sides, batch.seat]
        mine = own[row]
        imitated = imitator(batch, row[mine], action[mine])
        network = opponent.network(batch.seat)
        opposed = decide(batch, network, opponent.head, row[~mine], action[~mine], temperature=TEMPERATURE)
        return torch.where(own, imitated, opposed)

    torch.manual_seed(first)
    batch: Batch = spec.family.part(LEARN).batch(spec, min(at_once, games), first, device)
    return play_and_record(batch, both, games, first)
