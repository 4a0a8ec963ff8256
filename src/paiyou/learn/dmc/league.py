"""Earlier selves of a run, for it to meet: the averaged weights as they were every so many frames.

Self-play that only ever meets its newest self may run in a circle, each answer beaten by the next and the first
forgotten. AlphaStar (Vinyals et al. 2019) let its players meet their past ones for that reason, as fictitious
self-play does (Heinrich, Lanctot and Silver 2015). Nothing is learnt from the earlier selves' moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import torch

from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.selfplay.batched_match import NetworkPlayer


class League:
    """Up to so many earlier selves; a new one takes the place of the oldest, so that the others' games stay theirs."""

    def __init__(
        self, most: int, every: int, networks: Sequence[ValueNetwork], head: int, device: torch.device
    ) -> None:
        self.most, self.every = most, every
        self.networks = networks
        """The run's own, averaged, which go on learning."""
        self.head = head
        self.half = torch.bfloat16 if device.type == "cuda" else torch.float32
        self.members: list[NetworkPlayer] = []
        self.taken = 0
        """How many there have been."""
        self.due = every
        """The frames after which the next is taken."""

    def look(self, frames: int) -> None:
        """Take the weights in as they are now, where it is time to."""
        if self.most == 0 or frames < self.due:
            return
        player = self._player()
        if len(self.members) < self.most:
            self.members.append(player)
        else:
            self.members[self.taken % self.most] = player
        self.taken += 1
        self.due = frames + self.every

    def state(self) -> dict[str, Any]:
        """All of it, for a checkpoint."""
        weights = [[network.state_dict() for network in player.networks] for player in self.members]
        return {"weights": weights, "taken": self.taken, "due": self.due}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint's state; a run from before there were leagues has none."""
        self.members = []
        for weights in state.get("weights", [])[: self.most]:
            player = self._player()
            for network, of_position in zip(player.networks, weights, strict=True):
                network.load_state_dict(of_position)
            self.members.append(player)
        self.taken, self.due = state.get("taken", 0), state.get("due", self.every)

    def _player(self) -> NetworkPlayer:
        return NetworkPlayer(
            [deepcopy(network).requires_grad_(False).to(self.half) for network in self.networks], self.head
        )
