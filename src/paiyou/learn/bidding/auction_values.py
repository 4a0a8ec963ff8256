"""The value of every call of an auction, for many deals at once: backward induction over the auction's nodes.

On a deal whose card play is known (`playouts.py`) an auction is a small game of its own. Everybody's chances to make
each call at each node are given; the value of a call is the mean of what it leads to. A seat that is to call does not
know the deal, but it knows who has called what: a deal counts for it by the others' chances to have made those calls
(their counterfactual reach; Zinkevich et al., "Regret Minimization in Games with Incomplete Information", NIPS 2007).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.climbing_spec import Auction, AuctionStep, ClimbingSpec


@dataclass(frozen=True)
class AuctionValues:
    """Deals, by rows; seats are counted from the one that opens."""

    calls: Tensor
    """What each call at each node is worth to the seat that makes it, if all call on as they do [N, nodes, calls]."""
    reach: Tensor
    """The chance that the other seats' calls lead to each node, for the seat that speaks there [N, nodes]."""
    reached: Tensor
    """The chance that all calls lead to each node [N, nodes]."""
    result: Tensor
    """What each seat expects [N, seats]."""
    thrown_in: Tensor
    """The chance that everybody declines [N]."""


def auction_of(spec: ClimbingSpec) -> Auction:
    """The auction of a game; ValueError where it has none."""
    if spec.auction is None:
        raise ValueError(f"nobody bids in {spec.name}; name a game with an auction, such as {spec.name}:bidding=123")
    return spec.auction


def open_calls(auction: Auction, device: torch.device | str = "cpu") -> Tensor:
    """Whether each call may be made at each node [nodes, calls]."""
    rows = [[call in steps for call in range(len(auction.calls))] for steps in auction.steps]
    return torch.tensor(rows, device=device)


def auction_values(spec: ClimbingSpec, points: Tensor, chances: Tensor) -> AuctionValues:
    """The values of all calls.

    `points` is what a landlord gets at the stake 1, by who he is, counted from the seat that opens [N, seats];
    `chances` are those of the calls at each node, of the seat that speaks there [N, nodes, calls].
    """
    auction, seats = auction_of(spec), spec.seats
    number, nodes, calls = len(points), len(auction.steps), len(auction.calls)
    results: list[Tensor] = [points] * nodes
    values = torch.zeros(number, nodes, calls, device=points.device)
    for node in reversed(range(nodes)):  # steps only lead forward
        expected = torch.zeros(number, seats, device=points.device)
        for call, step in auction.steps[node].items():
            result = payoffs(spec, points, step) if step.next is None else results[step.next]
            values[:, node, call] = result[:, auction.speaker[node]]
            expected = expected + chances[:, node, call, None] * result
        results[node] = expected
    # For each seat the chance that the others have brought the auction to a node; for nobody's, that all have.
    reach = [torch.zeros(number, seats + 1, device=points.device) for _ in range(nodes)]
    reach[0] = reach[0] + 1.0
    thrown_in = torch.zeros(number, device=points.device)
    for node, steps in enumerate(auction.steps):
        for call, step in steps.items():
            after = reach[node] * chances[:, node, call, None]
            after[:, auction.speaker[node]] = reach[node][:, auction.speaker[node]]
            if step.next is not None:
                reach[step.next] = reach[step.next] + after
            elif step.stake == 0:
                thrown_in = thrown_in + after[:, seats]
    by_speaker = torch.stack([reach[node][:, speaker] for node, speaker in enumerate(auction.speaker)], dim=1)
    by_all = torch.stack([each[:, seats] for each in reach], dim=1)
    return AuctionValues(values, by_speaker, by_all, results[0], thrown_in)


def payoffs(spec: ClimbingSpec, points: Tensor, step: AuctionStep) -> Tensor:
    """What each seat gets at the end of an auction [N, seats]; nothing when the cards are thrown in.

    Cards are then dealt again, and on a new deal nobody has the advantage.
    """
    if step.stake == 0:
        return torch.zeros_like(points)
    stake = step.stake if spec.score.bid else 1
    shares = torch.full((spec.seats,), -1.0 / spec.score.landlord_factor, device=points.device)
    shares[step.landlord] = 1.0
    return stake * points[:, step.landlord, None] * shares
