"""Play-outs of one decision by a model's own large networks, all at once on a device: for `think:device=cuda`.

The interface is `Playouts` of `agents/neural/playouts.py`, which the small networks of the core have, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.family import LEARN
from paiyou.games.game import Game
from paiyou.games.packing import pack
from paiyou.learn.climbing.batched_game import ClimbingBatch
from paiyou.learn.climbing.deals import Deals
from paiyou.learn.climbing.hidden_deals import check_hidden_deals
from paiyou.learn.climbing.listed_batch import ListedBatch
from paiyou.learn.climbing.redealt_batch import ContinuedBatch, RedealtBatch
from paiyou.learn.dealing import random_words
from paiyou.learn.devices import device_named
from paiyou.learn.nets.networks import POINTS, WIN
from paiyou.learn.runs.weights import player_of_another_game
from paiyou.learn.selfplay.batched_match import NetworkPlayer
from paiyou.learn.selfplay.lookahead import AT_ONCE, results_of


class DevicePlayouts:
    """Games played to the end by networks on a device.

    Example: `DevicePlayouts(game, find_model("doudizhu-wp"), "cuda").play_outs(view, moves, 0, 512, seed=1)`.
    """

    together = 256
    """Deals that are played out before candidates are compared: fewer would take nearly as long."""

    def __init__(self, game: Game, model: Path, device: str = "") -> None:
        self._spec = replace(cast(ClimbingSpec, game.spec), auction=None)
        check_hidden_deals(self._spec)
        self._device = device_named(device)
        self._networks = player_of_another_game(model, self._spec, self._device).networks
        self._number = {move: number for number, move in enumerate(self._spec.actions)}
        self._rank = {symbol: rank for rank, symbol in enumerate(self._spec.symbols)}

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
    ) -> npt.NDArray[np.int32]:
        """What the seat gets for each of some moves on each of the same deals: an array of moves and deals."""
        del threads
        game = self.game_of(view)
        counters = first + torch.arange(number)
        seeds = random_words(torch.tensor([_signed(seed)]), counters)[0].repeat(len(moves))
        actions = torch.tensor([self._number[move] for move in moves]).repeat_interleave(number)
        player = NetworkPlayer(self._networks, POINTS if points else WIN)
        unit = self._spec.family.part(LEARN).points_unit(self._spec, game.seat) if points else 1.0
        held = None if deals is None else self._drawn(view, deals, seeds)
        results = []
        with torch.no_grad():
            for begin in range(0, len(seeds), AT_ONCE[self._device.type]):
                part = slice(begin, begin + AT_ONCE[self._device.type])
                rows = torch.zeros(len(seeds[part]), dtype=torch.int64)
                if held is None:
                    branches: ContinuedBatch = RedealtBatch(game, rows, seeds[part], self._device)
                else:
                    branches = ContinuedBatch(game, rows, self._device)
                    branches.hold(*(column[part].to(self._device) for column in held))
                results.append(results_of(branches, player, actions[part].to(self._device)))
        found: npt.NDArray[np.int32] = (torch.cat(results) * unit).round().int().cpu().numpy()
        return found.reshape(len(moves), number)

    def game_of(self, view: Any) -> ClimbingBatch:
        """A batch of one game, played up to where a view is; what the seat does not see is anything that agrees."""
        begun = view.sample(0).rewound()
        landlord = view.landlord or 0
        cards = [move for move in view.history if move[1] in self._number]
        hands, pile = self._held(begun, landlord)
        if view.history != cards and self._spec.pile == "landlord":
            hands[0] += pile  # the auction comes first, and then he takes it
        first = cards[0][0] if cards else view.turn
        turn = (first - landlord) % self._spec.seats
        listed = Deals(torch.tensor([hands]), torch.tensor([pile]), torch.tensor([turn]))
        games = ListedBatch(self._spec, listed, 1)
        games.seat = turn
        if begun.last is not None:  # a game that was set up behind a combo
            owner, standing = (begun.last[0] - landlord) % self._spec.seats, self._number[begun.last[1]]
            games.at.standing[0], games.at.owner[0] = standing, owner
            games.at.bombs[0] = int(games.combos.power[standing] > 0)
            games.passes[0] = (turn - owner - 1) % self._spec.seats
            games.plays[0, owner] = 1
        for _, move in cards:
            games.play(torch.tensor([self._number[move]]))
        return games

    def _held(self, state: Any, landlord: int) -> tuple[list[int], int]:
        """Packed hands, the landlord's first, and the pile."""
        seats = self._spec.seats
        packed = [pack(self._rank[card] for card in hand) for hand in state.hands]
        return [packed[(landlord + place) % seats] for place in range(seats)], pack(
            self._rank[card] for card in state.bottom
        )

    def _drawn(self, view: Any, deals: Any, seeds: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Hands and piles of weighed deals, drawn by their weights, one for each seed."""
        held = [self._held(state, view.landlord or 0) for state, _ in deals]
        weights = torch.tensor([weight for _, weight in deals], dtype=torch.float64).cumsum(0)
        chance = (seeds >> 11 & (1 << 53) - 1).double() / 2**53
        place = torch.searchsorted(weights, chance * weights[-1], right=True).clamp(max=len(held) - 1)
        hands, piles = (torch.tensor(column) for column in zip(*held, strict=True))
        return hands[place], piles[place]


def _signed(word: int) -> int:
    """A word of 64 bits as torch counts it."""
    return (word + 2**63) % 2**64 - 2**63
