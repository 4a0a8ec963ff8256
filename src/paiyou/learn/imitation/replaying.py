"""Recorded games played again in a batch, step by step, for whoever learns from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.batch import Batch
from paiyou.learn.imitation.demonstrations import Actions
from paiyou.learn.selfplay.choosing import choose


@dataclass(frozen=True)
class ReplayedStep:
    """One step of a batch in lockstep that plays recorded games, to be read before the next is taken."""

    games: Batch
    row: Tensor
    action: Tensor
    """The legal moves of the seat to move: rows of the batch and actions."""
    number: Tensor
    """How many legal moves each game of the batch has."""
    game: Tensor
    move: Tensor
    """Which recorded game each place of the batch is in, and at which of its moves."""
    counts: Tensor
    """The places with a recorded game in which that seat is to move."""
    finished: int
    """Recorded games that are through; on a GPU those of some steps ago."""


def replay_games(
    games: Batch, played: Actions, first: int = 0, choices: NDArray[np.uint16] | None = None
) -> Iterator[ReplayedStep]:
    """Play games, the seeds `first` and on of the batch, by their actions [games, moves], each from deal to end.

    ValueError where a move is not legal, where a game does not end with its moves, or where a decision has not as many
    legal moves as `choices` says (0: it does not say).
    """
    spec, device, total = games.spec, games.device, len(played)
    wrong = not_of_this_game(spec)
    learning = spec.family.part(LEARN)
    if played.max() >= len(learning.moves(spec)):
        raise wrong
    longest = -(-total // games.number) * (learning.longest_game(spec) + spec.seats) + 64
    actions = torch.from_numpy(played.astype("int32")).to(device)
    asked = torch.from_numpy((np.zeros_like(played) if choices is None else choices).astype("int32")).to(device)
    move = torch.zeros(games.number, dtype=torch.int64, device=device)  # how many of its moves each game has made
    misfit = torch.zeros((), dtype=torch.bool, device=device)
    steps = finished = 0
    while True:
        place = games.deal_seed - first
        # Reading results synchronises with the GPU, so it is not done at every step.
        if steps % (64 if device.type == "cuda" else 1) == 0:
            # Its games do not end where the recorded ones did, or have other moves.
            if steps > longest or bool(misfit):
                raise wrong
            to_come = (total - place).clamp(min=0) + games.number - 1  # a place takes every so manieth game
            finished = total - int((to_come // games.number).sum())
            if finished == total:
                return
        steps += 1
        row, action = games.legal()
        counts = (place < total) & games.active
        game, at = place.clamp(max=total - 1), move.clamp(max=played.shape[1] - 1)
        chosen = actions[game, at].long()
        number = torch.zeros_like(move).index_add_(0, row, torch.ones_like(row))
        legal = torch.zeros_like(move).index_add_(0, row, (action == chosen[row]).long())
        said = asked[game, at]
        misfit |= (counts & ((legal == 0) | (said > 0) & (said != number))).any()
        yield ReplayedStep(games, row, action, number, game, at, counts, finished)
        # Games beyond the last recorded one go on with any move until all are through.
        any_move = choose(torch.zeros_like(row, dtype=torch.float32), row, action, games.number)
        move += games.active
        games.play(torch.where((place < total) & (legal > 0), chosen, any_move))
        move = torch.where(games.ended, 0, move)


def not_of_this_game(spec: GameSpec) -> ValueError:
    """Records that cannot be played again."""
    return ValueError(f"the demonstrations are no games of {spec.name} as it is now; record them anew")
