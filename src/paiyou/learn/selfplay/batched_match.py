"""Matches between networks on fixed duplicate deals, all at once: how training measures itself against its past."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.batch.batched_game import BatchedGame
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.selfplay.choosing import choose, decide

Player = Callable[[BatchedGame, Tensor, Tensor], Tensor]
"""Takes the games and their legal moves (rows, actions); gives one action per game."""


def random_player(games: BatchedGame, row: Tensor, action: Tensor) -> Tensor:
    """Any legal move."""
    return choose(torch.rand(len(row), device=row.device), row, action, games.number)


@dataclass(frozen=True)
class NetworkPlayer:
    """The greedy move of a network for each position."""

    networks: Sequence[ValueNetwork]
    head: int

    def __call__(self, games: BatchedGame, row: Tensor, action: Tensor) -> Tensor:
        """One action per game."""
        return decide(games, self.networks[games.seat], self.head, row, action)


def play_out(
    spec: GameSpec, players: Sequence[Player], deals: int, seed: int, device: torch.device
) -> tuple[Tensor, Tensor]:
    """Every deal once, `players` seat by seat: winners [deals] and payoffs [deals, seats]."""
    games: BatchedGame = spec.family.part(LEARN).batch(spec, deals, seed, device)
    winner = torch.full((deals,), -1, device=device)
    payoffs = torch.zeros(deals, spec.seats, dtype=torch.int32, device=device)
    with torch.no_grad():
        while bool((winner < 0).any()):
            for _ in range(spec.seats):
                row, action = games.legal()
                games.play(players[games.seat](games, row, action))
                first = games.ended & (winner < 0)
                winner = torch.where(first, games.winner, winner)
                payoffs = torch.where(first[:, None], games.payoffs, payoffs)
    return winner, payoffs


def duplicate_match(
    spec: GameSpec, one: Player, other: Player, deals: int, seed: int, device: torch.device | str = "cpu"
) -> tuple[Tensor, Tensor]:
    """`one` against `other` on the same deals with sides swapped: each deal's share of games won, and mean points.

    In games with sides one takes the landlord's, then the others'; where everyone plays for himself, each seat in turn.
    """
    device = torch.device(device)
    seats = range(spec.seats)
    if len(set(spec.teams)) < spec.seats or spec.seats == 2:
        seatings = [[team == spec.teams[0] for team in spec.teams], [team != spec.teams[0] for team in spec.teams]]
    else:
        seatings = [[seat == own for seat in seats] for own in seats]
    won = torch.zeros(deals, device=device)
    points = torch.zeros(deals, device=device)
    for seating in seatings:
        winner, payoffs = play_out(spec, [one if own else other for own in seating], deals, seed, device)
        teams = torch.tensor(spec.teams, device=device)
        own = torch.tensor(seating, device=device)
        own_teams = torch.tensor([bool((own & (teams == team)).any()) for team in spec.teams], device=device)
        won += own_teams[winner].float()
        points += torch.where(own, payoffs, 0).sum(dim=1).float()
    return won / len(seatings), points / len(seatings)
