"""How much temper a bidder needs at a table: the least at which few deals are thrown in though a person declines."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.climbing_spec import Auction, ClimbingSpec
from paiyou.learn.bidding.auction_values import auction_of, auction_values
from paiyou.learn.bidding.call_chances import call_chances, declining, every_opener, of_speakers

MOST_THROWN_IN = 0.14
"""Fewer than one deal in six, with some room for the deals that were not looked at."""
STEP = 0.05
MOST = 8.0
"""Points; no bidder needs so much."""


@dataclass(frozen=True)
class Temper:
    """What a claim is worth more, in points, and what that does."""

    points: float
    thrown_in: float
    """Share of the deals that are thrown in when one seat declines everything and the others have this temper."""
    thrown_in_without: float
    """The same without temper."""
    cost: float
    """Points a deal that one seat with this temper loses at a table of others without."""


def find_temper(spec: ClimbingSpec, tables: Tensor, points: Tensor) -> Temper:
    """The temper of a bidder, from what calls are worth to the hands of deals and what landlords get there.

    `tables` are [N, seats, nodes, calls], `points` [N, seats], both by seats of which any may open.
    """
    auction = auction_of(spec)
    spoken, gained = of_speakers(every_opener(tables), auction), every_opener(points)
    claims = claimed(auction, tables.device)
    plain = call_chances(spoken, auction)
    without = _thrown_in(spec, gained, plain)
    temper, share = 0.0, without
    while share > MOST_THROWN_IN and temper < MOST:
        temper += STEP
        share = _thrown_in(spec, gained, call_chances(spoken + temper * claims, auction))
    bold = call_chances(spoken + temper * claims, auction)
    # All seats together get nothing, so what one with temper gets is what its temper costs.
    alone = [
        auction_values(spec, gained, _with_seat(auction, plain, seat, bold)).result[:, seat].mean()
        for seat in range(spec.seats)
    ]
    return Temper(round(temper, 2), share, without, -float(torch.stack(alone).mean()))


def claimed(auction: Auction, device: torch.device | str = "cpu") -> Tensor:
    """1 for calls that make sure of a landlord, else 0 [nodes, calls]."""
    rows = [[float(call in auction.claims(node)) for call in auction.calls] for node in range(len(auction.steps))]
    return torch.tensor(rows, device=device)


def _thrown_in(spec: ClimbingSpec, points: Tensor, chances: Tensor) -> float:
    auction = auction_of(spec)
    silent = declining(auction, points.device).expand_as(chances)
    shares = [
        auction_values(spec, points, _with_seat(auction, chances, seat, silent)).thrown_in.mean()
        for seat in range(spec.seats)
    ]
    return float(torch.stack(shares).mean())


def _with_seat(auction: Auction, chances: Tensor, seat: int, others: Tensor) -> Tensor:
    """Chances of which one seat's are taken from others."""
    speaks = torch.tensor([speaker == seat for speaker in auction.speaker], device=chances.device)
    return torch.where(speaks[:, None], others, chances)
