"""Thousands of games of one climbing spec at once, as tensors on any device.

All games move in lockstep: at every step the same seat plays in each of them. A finished game is dealt again at once
and waits for the step of the seat that opens it, one or two steps; so one network and one large batch serve a step.
The engine's rules are those of `core/families/climbing/position.hpp`, to which differential tests pin them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.declined import DECLINED
from paiyou.learn.climbing.combo_tensors import ComboTensors, combo_tensors, total_cards, unpack
from paiyou.learn.climbing.deals import deals
from paiyou.learn.climbing.facts import HISTORY, Facts, Moves
from paiyou.learn.climbing.legal import legal_moves
from paiyou.learn.dealing import seeds_of_games


@dataclass
class Positions:
    """Decisions in compact form, one row each: what the ring of experience keeps, and what facts are made of."""

    kept: ClassVar[dict[str, torch.dtype]] = {
        "standing": torch.int32,
        "owner": torch.int8,
        "bombs": torch.int8,
        "declined": torch.int32,
    }
    """Columns that the ring keeps in a smaller type."""
    dealt: Tensor
    """Packed hands at the beginning [N, S]; what a seat played is what it no longer holds."""
    hands: Tensor
    """Packed hands now [N, S]."""
    pile: Tensor
    """Packed cards that were left over [N]."""
    standing: Tensor
    """The action to beat; 0 where the seat leads [N]."""
    owner: Tensor
    """The seat whose combo is to be beaten [N]."""
    history: Tensor
    """The last actions, newest first; -1 before the first move [N, HISTORY] int32."""
    bombs: Tensor
    """Combos with power played so far [N]."""
    declined: Tensor
    """What every seat has passed on, four bits for each of the numbers that `Facts.declined` tells [N, S]."""


class ClimbingBatch:
    """A batch of games in lockstep.

    Example::

        games = ClimbingBatch(game_spec("doudizhu"), 1024, seed=1)
        while games.finished < 10_000:
            row, action = games.legal()
            games.play(choose(games.facts(), row, action))
    """

    def __init__(self, spec: ClimbingSpec, number: int, seed: int | Tensor, device: torch.device | str = "cpu") -> None:
        """`seed` is that of the first game, those of the others follow; or there is one for each."""
        if spec.auction is not None:
            raise ValueError("a batch has no auction: leave out the option bidding, or set it to none")
        if number < 1:
            raise ValueError(f"the number of games must be at least 1, not {number}")
        self.spec = spec
        self.number = number
        self.combos: ComboTensors = combo_tensors(spec, device)
        self.device = self.combos.device
        self.seat = 0
        """The seat that plays at this step."""
        self.deal_seed = seeds_of_games(seed, number, self.device)
        """The seed of each game's deal; a game that ends goes on with the seed `number` later."""
        self.episode = torch.zeros(number, dtype=torch.int64, device=self.device)
        """How many games have ended in each place of the batch."""
        self.payoffs = torch.zeros(number, spec.seats, dtype=torch.int32, device=self.device)
        """Every seat's result in the games that the last step ended; else 0."""
        self.ended = torch.zeros(number, dtype=torch.bool, device=self.device)
        """The games that the last step ended."""
        self.winner = torch.zeros(number, dtype=torch.int64, device=self.device)
        """The seat that went out in those."""
        self._teams = torch.tensor(spec.teams, device=self.device)
        self._same_team = (self._teams[:, None] == self._teams).float()
        zeros = torch.zeros(number, dtype=torch.int64, device=self.device)
        seats = torch.zeros(number, spec.seats, dtype=torch.int64, device=self.device)
        history = torch.full((number, HISTORY), -1, dtype=torch.int32, device=self.device)
        self.at = Positions(
            seats.clone(), seats.clone(), zeros.clone(), zeros.clone(), zeros.clone(), history, zeros, seats.clone()
        )
        self.turn = zeros.clone()
        self.passes = zeros.clone()
        self.plays = seats.clone()
        """Combos put down by each seat."""
        self.unbeaten_bombs = seats.clone()
        """Tricks that each seat took with a combo with power."""
        self._deal(torch.ones(number, dtype=torch.bool, device=self.device))

    @property
    def won(self) -> Tensor:
        """1 for every seat of the winner's side in the games that the last step ended, else 0."""
        return self._same_team[self.winner] * self.ended[:, None]

    @property
    def active(self) -> Tensor:
        """The games in which this step's seat is to move; the others wait for the seat that opens them."""
        return self.turn == self.seat

    def legal(self) -> tuple[Tensor, Tensor]:
        """The legal moves of the active games: rows of the batch and actions."""
        return legal_moves(self.combos, self.at.hands[:, self.seat], self.at.standing, self.active)

    def start_listing(self) -> Callable[[], tuple[Tensor, Tensor]]:
        """Begin to list the legal moves; the function that comes back waits for them, so that work fits in between."""
        if self.device.type == "cuda":
            from paiyou.learn.climbing.kernels.legal import LegalMoves

            return LegalMoves(self.combos, self.at.hands[:, self.seat], self.at.standing, self.active).pairs
        return self.legal

    def legal_in(self, at: Positions, seat: int, which: Tensor) -> tuple[Tensor, Tensor]:
        """The legal moves of a seat in some of the compact positions, which a mask names: rows and actions."""
        return legal_moves(self.combos, at.hands[:, seat], at.standing, which)

    def network_inputs(self, at: Positions, seat: int, row: Tensor, action: Tensor) -> tuple[Facts, Moves]:
        """What a network is told of a seat's decisions, and of moves given as pairs (row, action)."""
        return facts(self.combos, at, seat), moves(self.combos, row, action)

    def remember(self, length: int) -> None:
        """Remember so many of the last moves from here on, if these are more than so far."""
        at = self.at
        more = max(0, length - at.history.shape[1])
        at.history = torch.nn.functional.pad(at.history, (0, more), value=-1)

    def facts(self) -> Facts:
        """What the seat to move knows in every game; rows of waiting games mean nothing."""
        return facts(self.combos, self.at, self.seat)

    def play(self, actions: Tensor) -> None:
        """Play one action in every active game (those of waiting games are not looked at) and go to the next seat."""
        at, seat, spec = self.at, self.seat, self.spec
        if self.device.type == "cuda":
            from paiyou.learn.climbing.kernels.play import play_on_gpu

            play_on_gpu(self, actions)
            self._deal(self.ended)
            self.seat = (seat + 1) % spec.seats
            return
        active = self.active
        actions = torch.where(active, actions, 0)
        played = active & (actions != 0)
        passed = active & (actions == 0)
        power = (self.combos.power[actions] > 0).long()
        at.history = torch.where(
            active[:, None], torch.cat([actions[:, None].int(), at.history[:, :-1]], dim=1), at.history
        )
        at.hands[:, seat] -= self.combos.cards[actions]
        at.bombs = at.bombs + power
        self.plays[:, seat] += played
        self.passes = torch.where(played, 0, self.passes + passed)
        # All others passed: the trick is over and the lead goes back.
        trick_over = passed & (self.passes == spec.seats - 1)
        if spec.score.unbeaten_bomb:
            bomb = trick_over & (self.combos.power[at.standing] > 0)
            self.unbeaten_bombs.scatter_add_(1, at.owner[:, None], bomb[:, None].long())
        self._decline(passed & (at.standing != 0))
        at.standing = torch.where(played, actions, torch.where(trick_over, 0, at.standing))
        at.owner = torch.where(played, seat, at.owner)
        self.passes = torch.where(trick_over, 0, self.passes)
        self.turn = torch.where(active, (seat + 1) % spec.seats, self.turn)
        self.ended = played & (at.hands[:, seat] == 0)
        self.winner = torch.where(self.ended, seat, self.winner)
        if spec.score.unbeaten_bomb:
            self.unbeaten_bombs[:, seat] += (self.ended & (power > 0)).long()
        self.payoffs = torch.where(self.ended[:, None], self._payoffs(seat, at.bombs), 0)
        self.episode = self.episode + self.ended
        self.deal_seed = self.deal_seed + self.number * self.ended
        self._deal(self.ended)
        self.seat = (seat + 1) % spec.seats

    def _decline(self, passed: Tensor) -> None:
        """Note the lowest key of each kind of combo that the seat has passed on, in the games that a mask names."""
        at, combos = self.at, self.combos
        own_side = self._same_team[self.seat, at.owner].long()
        shift = 4 * (2 * combos.kind_declined[at.standing] + own_side)
        noted, key = at.declined[:, self.seat], combos.key[at.standing] + 1
        before = (noted >> shift) & 15
        lower = passed & ((before == 0) | (key < before))
        at.declined[:, self.seat] = torch.where(lower, noted + ((key - before) << shift), noted)

    def state(self) -> dict[str, object]:
        """All of it, for a checkpoint."""
        tensors = {name: value for name, value in vars(self).items() if isinstance(value, Tensor) and name[0] != "_"}
        return {"seat": self.seat, **tensors, "at": dict(vars(self.at))}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint's state."""
        self.seat = int(state["seat"])
        for name, value in vars(self).items():
            if isinstance(value, Tensor) and name[0] != "_":
                setattr(self, name, state[name].clone())
        self.at = Positions(**{name: value.clone() for name, value in state["at"].items()})

    def _payoffs(self, winner: int, bombs: Tensor) -> Tensor:
        """What every seat would get if the seat `winner` had just gone out (`core/families/climbing/position.cpp`)."""
        score, seats = self.spec.score, self.spec.seats
        if score.kind == "stake":
            stake = 1 << bombs.clamp(max=16)
            if score.spring:
                others = self.plays[:, 1:].sum(dim=1) == 0 if winner == 0 else self.plays[:, 0] <= 1
                stake = stake * (1 + others.long())
            side = torch.full((seats,), 1 if winner != 0 else -1, device=self.device)
            side[0] = -score.landlord_factor if winner != 0 else score.landlord_factor
            return (stake[:, None] * side).int()
        left = total_cards(self.at.hands)
        free = ((left == 1) & score.last_card_free).long()
        pays = (left - free) * torch.where(self.plays == 0, score.never_played_factor, 1)
        result = -pays
        result[:, winner] += pays.sum(dim=1)
        bonus = score.unbeaten_bomb * self.unbeaten_bombs
        return (result + seats * bonus - bonus.sum(dim=1, keepdim=True)).int()

    def _deal(self, which: Tensor) -> None:
        """Deal the games anew that a mask names."""
        at = self.at
        if self.device.type == "cuda":
            from paiyou.learn.climbing.kernels.redeal import redeal_on_gpu

            redeal_on_gpu(self, which)
            return
        rows = which.nonzero(as_tuple=True)[0]
        new = deals(self.spec, self.deal_seed[rows])
        at.dealt[rows] = new.hands
        at.hands[rows] = new.hands
        at.pile[rows] = new.pile
        self.turn[rows] = new.opener
        for tensor in (at.standing, at.owner, at.bombs, at.declined, self.passes, self.plays, self.unbeaten_bombs):
            tensor[rows] = 0
        at.history[rows] = -1


def facts(combos: ComboTensors, at: Positions, seat: int) -> Facts:
    """The facts of compact decisions, all of one seat."""
    spec = combos.spec
    ranks, seats = len(spec.symbols), spec.seats
    played = unpack((at.dealt - at.hands).roll(-seat, dims=1), ranks)
    hand = at.hands[:, seat]
    unseen = at.hands.sum(dim=1) - hand
    known = torch.zeros_like(played)
    if spec.pile == "landlord":
        landlord = -seat % seats
        known[:, landlord] = (unpack(at.pile, ranks) - played[:, landlord]).clamp(min=0)
    else:
        unseen = unseen + at.pile
    return Facts(
        hand=unpack(hand, ranks),
        unseen=unpack(unseen, ranks),
        played=played,
        known=known,
        standing=combos.counts[at.standing],
        owner=torch.where(at.standing == 0, 0, (at.owner - seat) % seats),
        history=combos.counts[at.history.clamp(min=0).long()],
        left=total_cards(at.hands).roll(-seat, dims=1),
        bombs=at.bombs,
        declined=unpack(at.declined.roll(-seat, dims=1), DECLINED),
        place=torch.full_like(at.bombs, seat),
    )


def moves(combos: ComboTensors, row: Tensor, action: Tensor) -> Moves:
    """The columns of moves given as pairs (row, action)."""
    return Moves(
        row,
        combos.counts[action],
        combos.group[action],
        combos.key[action],
        combos.power[action],
        combos.size[action],
    )
