"""Play-outs of one decision in a climbing game on a device: the view as a batch, and the deals that agree with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.packing import pack
from paiyou.learn.climbing.batched_game import ClimbingBatch
from paiyou.learn.climbing.deals import Deals
from paiyou.learn.climbing.hidden_deals import check_hidden_deals
from paiyou.learn.climbing.listed_batch import ListedBatch
from paiyou.learn.climbing.redealt_batch import ContinuedBatch, RedealtBatch
from paiyou.learn.devices import device_named
from paiyou.learn.runs.weights import player_of_another_game
from paiyou.learn.selfplay import device_playouts
from paiyou.learn.selfplay.device_playouts import Held
from paiyou.learn.selfplay.memory import remember_for


class DevicePlayouts(device_playouts.DevicePlayouts):
    """The cards of an auction's game are played as they are without one: what was bid does not change them."""

    _spec: ClimbingSpec

    def __init__(self, game: Game, model: Path, device: str = "") -> None:
        spec = replace(cast(ClimbingSpec, game.spec), auction=None)
        check_hidden_deals(spec)
        where = device_named(device)
        super().__init__(spec, player_of_another_game(model, spec, where).networks, where)
        self._rank = {symbol: rank for rank, symbol in enumerate(spec.symbols)}

    def game_of(self, view: Any) -> ClimbingBatch:
        """Played up to where the view is."""
        begun = view.sample(0).rewound()
        landlord = view.landlord or 0
        cards = [move for move in view.history if move[1] in self._number]
        hands, pile = self._packed(begun, landlord)
        if view.history != cards and self._spec.pile == "landlord":
            hands[0] += pile  # the auction comes first, and then he takes it
        first = cards[0][0] if cards else view.turn
        turn = (first - landlord) % self._spec.seats
        listed = Deals(torch.tensor([hands]), torch.tensor([pile]), torch.tensor([turn]))
        games = ListedBatch(self._spec, listed, 1)
        games.seat = turn
        remember_for(games, self._networks)
        if begun.last is not None:  # a game that was set up behind a combo
            owner, standing = (begun.last[0] - landlord) % self._spec.seats, self._number[begun.last[1]]
            games.at.standing[0], games.at.owner[0] = standing, owner
            games.at.bombs[0] = int(games.combos.power[standing] > 0)
            games.passes[0] = (turn - owner - 1) % self._spec.seats
            games.plays[0, owner] = 1
        for _, move in cards:
            games.play(torch.tensor([self._number[move]]))
        return games

    def _packed(self, state: Any, landlord: int) -> tuple[list[int], int]:
        """Packed hands, the landlord's first, and the pile."""
        seats = self._spec.seats
        packed = [pack(self._rank[card] for card in hand) for hand in state.hands]
        return [packed[(landlord + place) % seats] for place in range(seats)], pack(
            self._rank[card] for card in state.bottom
        )

    def _held(self, view: Any, states: Iterable[Any]) -> Held:
        """Hands and piles."""
        hands, piles = zip(*(self._packed(state, view.landlord or 0) for state in states), strict=True)
        return torch.tensor(hands), torch.tensor(piles)

    def _dealt(self, view: Any, game: ClimbingBatch, seeds: Tensor) -> Held:  # noqa: ARG002 - the game says it all
        """As a batch deals anew what its seats do not see."""
        dealt = RedealtBatch(game, torch.zeros_like(seeds), seeds)
        return dealt.at.hands, dealt.at.pile

    def _branches(self, game: ClimbingBatch, held: Held) -> ContinuedBatch:
        """From the position, with these hands and piles."""
        branches = ContinuedBatch(game, torch.zeros(len(held[0]), dtype=torch.int64), self._device)
        branches.hold(*held)
        return branches
