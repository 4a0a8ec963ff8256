"""Play-outs of one decision in a trick game on a device: the view as a batch, and the deals that agree with it.

Deals are drawn by the core's sampler. A network is told of exposures by the list of the game that it was trained on,
and scores cards by that game's rules, as in the player `dmc`; who wins and by how much is for the game that is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from paiyou.games.game import Game
from paiyou.games.registry import game_spec
from paiyou.games.trick_history import TrickHistory
from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.batch import Batch
from paiyou.learn.devices import device_named
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.runs.weights import frozen_player, trained_for
from paiyou.learn.selfplay import device_playouts
from paiyou.learn.selfplay.device_playouts import Held
from paiyou.learn.trick.batched_game import TrickBatch
from paiyou.learn.trick.card_tensors import turns_round
from paiyou.learn.trick.redealt_batch import ContinuedBatch


class DevicePlayouts(device_playouts.DevicePlayouts):
    """Places are counted from the seat that opened."""

    _spec: TrickSpec

    def __init__(self, game: Game, model: Path, device: str = "") -> None:
        spec, where = cast(TrickSpec, game.spec), device_named(device)
        name, _ = trained_for(model)
        trained = spec if name == spec.name else cast(TrickSpec, game_spec(name))
        if (trained.cards, trained.seats, trained.hand_size) != (spec.cards, spec.seats, spec.hand_size):
            raise ValueError(f"{model} was trained on {name}, which has other cards than {spec.name}")
        networks: Sequence[ValueNetwork] = frozen_player(model, trained, where).networks
        if trained != spec:
            networks = [ToldByAnotherGame(network, trained, spec, where) for network in networks]
        super().__init__(spec, networks, where)
        self._history = TrickHistory(spec)

    def game_of(self, view: Any) -> TrickBatch:
        """Set to where the view is: column by column what a game that was played to there would have."""
        history, seats = self._history, self._spec.seats
        played = history.played(view)
        # Teams are by places, too, in a batch; where they differ with the seat that opens, they are turned.
        teams = tuple(self._spec.teams[(played.opener + place) % seats] for place in range(seats))
        games = TrickBatch(self._spec if turns_round(teams) else replace(self._spec, teams=teams), 1, seed=0)
        around = self._around(played.opener)
        at = games.at
        gone = [sum(sets) for sets in zip(played.led, played.followed, played.thrown, strict=True)]
        at.hands[:] = self._hands(view.sample(0), around)
        at.dealt[:] = at.hands + _by_place(gone, around)
        at.taken[:] = _by_place([history.set_of(cards) for cards in view.taken], around)
        at.led[:] = _by_place(played.led, around)
        at.thrown[:] = _by_place(played.thrown, around)
        lying = [history.set_of(card for who, card in view.trick if who == seat) for seat in range(seats)]
        at.trick[:] = _by_place(lying, around)
        at.exposed[:] = history.set_of(view.exposed)
        voids = [sum(1 << self._spec.suits.index(suit) for suit in suits) for suits in view.voids]
        at.void[:] = _by_place(voids, around)
        at.led_suits[:] = played.led_suits
        suit = view.trick[0][1][0] if view.trick else ""
        at.best[:] = max((history.number[card] for _, card in view.trick if card[0] == suit), default=-1)
        at.speaking[:] = seats - len(view.history) if view.exposing else 0
        at.tricks[0] = torch.from_numpy(played.tricks[:, around])
        games.opener[:] = played.opener
        games.seat = (view.seat - played.opener) % seats
        games.turn[:] = games.seat
        known = history.set_of(card for cards in view.known for card in cards)
        deck = history.set_of(view.unseen) + history.set_of(view.hand) + sum(gone)
        as_dealt = int(at.hands.sum()) & (int(at.exposed) | games.cards.seen)
        if (deck, known) != (games.cards.deck, as_dealt):
            # It was set up with fewer cards, or with one who leads whatever he holds.
            games.cards = games.cards.in_play(deck, known)
        return games

    def _around(self, opener: int) -> list[int]:
        """The seats by their places."""
        return [(opener + place) % self._spec.seats for place in range(self._spec.seats)]

    def _hands(self, state: Any, around: Sequence[int]) -> Tensor:
        """Hands as sets, by places."""
        hands = state.hands
        return torch.tensor([self._history.set_of(hands[seat]) for seat in around])

    def _held(self, view: Any, states: Iterable[Any]) -> Held:
        """Hands; what is in none of them is out of play."""
        around = self._around(self._history.played(view).opener)
        return (torch.stack([self._hands(state, around) for state in states]),)

    def _dealt(self, view: Any, game: TrickBatch, seeds: Tensor) -> Held:  # noqa: ARG002 - the view says it all
        """By the core's sampler."""
        return self._held(view, (view.sample(seed) for seed in seeds.tolist()))

    def _branches(self, game: TrickBatch, held: Held) -> ContinuedBatch:
        """From the position, with these hands."""
        (hands,) = held
        branches = ContinuedBatch(game, torch.zeros(len(hands), dtype=torch.int64), self._device)
        branches.hold(hands)
        return branches


class ToldByAnotherGame(ValueNetwork):
    """A network that is told of a game as if it were the one that it was trained on."""

    def __init__(self, network: ValueNetwork, trained: TrickSpec, played: TrickSpec, device: torch.device) -> None:
        super().__init__()
        self.network = network
        self._games = TrickBatch(trained, 1, 0, device)
        """Of that game: it is asked for what networks are told."""
        self._cards = self._games.cards
        cards, known = len(trained.cards), [exposure.card for exposure in trained.exposures]
        numbers = list(range(cards))
        for mask in range(len(played.exposure_moves)):
            shown = [one.card for place, one in enumerate(played.exposures) if mask >> place & 1]
            told = sum(1 << known.index(card) for card in shown if card in known)
            # Where nothing was exposed, networks are not asked about exposures.
            numbers.append(cards + told if known else 0)
        self._numbers = torch.tensor(numbers, device=device)

    def values(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Tensor:
        """As the network values the moves by the numbers that they have in its own game."""
        self._games.cards = self._cards.as_in(cast(TrickBatch, games).cards)
        return self.network.values(self._games, at, seat, row, self._numbers[action])


def _by_place(values: Sequence[int], around: Sequence[int]) -> Tensor:
    """What is told seat by seat, place by place."""
    return torch.tensor([values[seat] for seat in around])
