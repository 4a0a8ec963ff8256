"""Play-outs of one decision by a model's own large networks, all at once on a device: for `think:device=cuda`.

The interface is `Playouts` of `agents/neural/playouts.py`, which the small networks of the core have, too. What depends
on the family is how a view becomes a batch of one game, and which deals agree with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.batch import Batch
from paiyou.learn.dealing import random_words
from paiyou.learn.nets.networks import POINTS, WIN, ValueNetwork
from paiyou.learn.selfplay.batched_match import NetworkPlayer
from paiyou.learn.selfplay.lookahead import AT_ONCE, results_of

Held = tuple[Tensor, ...]
"""Who holds what in some deals, as the columns of a family's batch."""


class DevicePlayouts(ABC):
    """Games played to the end by networks on a device; every family has its own.

    Example: `game.family.part(LEARN).playouts(game, folder, "cuda").play_outs(view, moves, 0, 512, seed=1)`.
    """

    together = 256
    """Deals that are played out before candidates are compared: fewer would take nearly as long."""

    def __init__(self, spec: GameSpec, networks: Sequence[ValueNetwork], device: torch.device) -> None:
        self._learning = spec.family.part(LEARN)
        self._spec, self._networks, self._device = spec, networks, device
        self._number = {move: number for number, move in enumerate(self._learning.moves(spec))}

    def play_outs(
        self,
        view: Any,
        moves: Sequence[str],
        first: int,
        number: int,
        seed: int,
        threads: int = 1,
        points: bool = False,
        deals: Any = None,
    ) -> npt.NDArray[np.float64]:
        """What the seat gets for each of some moves on each of the same deals: an array of moves and deals."""
        del threads
        game = self.game_of(view)
        seeds = random_words(torch.tensor([_signed(seed)]), first + torch.arange(number))[0]
        held = self._dealt(view, game, seeds) if deals is None else self._drawn(view, deals, seeds)
        actions = torch.tensor([self._number[move] for move in moves]).repeat_interleave(number)
        deal = torch.arange(number).repeat(len(moves))
        player = NetworkPlayer(self._networks, POINTS if points else WIN)
        results = []
        with torch.no_grad():
            for begin in range(0, len(deal), AT_ONCE[self._device.type]):
                part = deal[begin : begin + AT_ONCE[self._device.type]]
                branches = self._branches(game, tuple(column[part].to(self._device) for column in held))
                action = actions[begin : begin + len(part)].to(self._device)
                results.append(results_of(branches, player, action))
        found = torch.cat(results).double().cpu()
        if points:
            found = (found * self._learning.points_unit(self._spec, game.seat)).round()
        of_moves: npt.NDArray[np.float64] = found.reshape(len(moves), number).numpy()
        return of_moves

    @abstractmethod
    def game_of(self, view: Any) -> Batch:
        """A batch of one game where a view is; what the seat does not see is anything that agrees."""

    @abstractmethod
    def _held(self, view: Any, states: Iterable[Any]) -> Held:
        """Who holds what in states that agree with a view."""

    @abstractmethod
    def _dealt(self, view: Any, game: Any, seeds: Tensor) -> Held:
        """One deal that agrees with a view for each seed, all such deals being alike."""

    @abstractmethod
    def _branches(self, game: Any, held: Held) -> Batch:
        """Games that go on from a batch of one, on the device, one for each deal; those that end stay ended."""

    def _drawn(self, view: Any, deals: Any, seeds: Tensor) -> Held:
        """Weighed deals, drawn by their weights, one for each seed."""
        weights = torch.tensor([weight for _, weight in deals], dtype=torch.float64).cumsum(0)
        chance = (seeds >> 11 & (1 << 53) - 1).double() / 2**53
        place = torch.searchsorted(weights, chance * weights[-1], right=True).clamp(max=len(deals) - 1)
        return tuple(column[place] for column in self._held(view, (state for state, _ in deals)))


def _signed(word: int) -> int:
    """A word of 64 bits as torch counts it."""
    return (word + 2**63) % 2**64 - 2**63
