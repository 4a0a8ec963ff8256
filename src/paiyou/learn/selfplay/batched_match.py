"""Matches between networks on fixed duplicate deals, all at once: how training measures itself against its past."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.batch import Batch
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.selfplay.choosing import choose, decide
from paiyou.learn.selfplay.memory import remember_for

Player = Callable[[Batch, Tensor, Tensor], Tensor]
"""Takes the games and their legal moves (rows, actions); gives one action per game."""


def random_player(games: Batch, row: Tensor, action: Tensor) -> Tensor:
    """Any legal move."""
    return choose(torch.rand(len(row), device=row.device), row, action, games.number)


@dataclass(frozen=True)
class NetworkPlayer:
    """The greedy move of a network for each position, or of one for all."""

    networks: Sequence[ValueNetwork]
    head: int

    def network(self, seat: int) -> ValueNetwork:
        """Who decides for a seat."""
        return self.networks[seat % len(self.networks)]

    def __call__(self, games: Batch, row: Tensor, action: Tensor) -> Tensor:
        """One action per game."""
        return decide(games, self.network(games.seat), self.head, row, action)


def play_out(
    spec: GameSpec, players: Sequence[Player], deals: int, seed: int, device: torch.device
) -> tuple[Tensor, Tensor]:
    """Every deal once, `players` seat by seat: shares of the win and payoffs [deals, seats]."""
    games: Batch = spec.family.part(LEARN).batch(spec, deals, seed, device)
    remember_for(games, [network for player in players for network in getattr(player, "networks", ())])
    over = torch.zeros(deals, dtype=torch.bool, device=device)
    won = torch.zeros(deals, spec.seats, device=device)
    payoffs = torch.zeros(deals, spec.seats, device=device)
    with torch.no_grad():
        while not bool(over.all()):
            for _ in range(spec.seats):
                row, action = games.legal()
                games.play(players[games.seat](games, row, action))
                first = (games.ended & ~over)[:, None]
                won = torch.where(first, games.won, won)
                payoffs = torch.where(first, games.payoffs.float(), payoffs)
                over |= games.ended
    return won, payoffs


def duplicate_seatings(spec: GameSpec) -> list[list[bool]]:
    """Where one of two players sits in each game on a deal: with a side, then with the others; or in each seat."""
    seats = range(spec.seats)
    if len(set(spec.teams)) < spec.seats or spec.seats == 2:
        return [[team == spec.teams[0] for team in spec.teams], [team != spec.teams[0] for team in spec.teams]]
    return [[seat == own for seat in seats] for own in seats]


def duplicate_match(
    spec: GameSpec, one: Player, other: Player, deals: int, seed: int, device: torch.device | str = "cpu"
) -> tuple[Tensor, Tensor]:
    """`one` against `other` on the same deals with sides swapped: each deal's share of games won, and mean points.

    In games with sides one takes the landlord's, then the others'; where everyone plays for himself, each seat in turn.
    Points are those of a side together; of partners who are paid one by one, less the other side's.
    """
    device = torch.device(device)
    seatings = duplicate_seatings(spec)
    counts = torch.tensor(spec.family.part(LEARN).counts(spec), device=device)
    win = torch.zeros(deals, device=device)
    points = torch.zeros(deals, device=device)
    for seating in seatings:
        won, payoffs = play_out(spec, [one if own else other for own in seating], deals, seed, device)
        own = torch.tensor(seating, device=device)
        win += won[:, own].amax(dim=1)
        points += payoffs @ counts[own].sum(dim=0).clamp(-1, 1)
    return win / len(seatings), points / len(seatings)
