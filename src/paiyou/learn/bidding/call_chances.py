"""From values of calls to the probabilities of making them."""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.games.climbing_spec import Auction
from paiyou.learn.bidding.auction_values import open_calls


def call_chances(values: Tensor, auction: Auction, temperature: float = 0.0) -> Tensor:
    """The chances of the calls at each node [..., nodes, calls] by what each is worth; of calls not open 0.

    A softmax; with the temperature 0 the best call is made.
    """
    allowed = open_calls(auction, values.device)
    values = torch.where(allowed, values.float(), -torch.inf)
    if temperature > 0:
        return (values / temperature).softmax(dim=-1)
    return torch.zeros_like(values).scatter(-1, values.argmax(dim=-1, keepdim=True), 1.0)


def declining(auction: Auction, device: torch.device | str = "cpu") -> Tensor:
    """The chances of a seat that makes the lowest call there is at each node [nodes, calls]."""
    chances = torch.zeros(len(auction.steps), len(auction.calls), device=device)
    for node, steps in enumerate(auction.steps):
        chances[node, min(steps)] = 1.0
    return chances


def of_speakers(tables: Tensor, auction: Auction) -> Tensor:
    """At each node what its speaker's hand says: from [N, seats, nodes, calls] to [N, nodes, calls]."""
    speakers = torch.tensor(auction.speaker, device=tables.device)
    return tables[:, speakers, torch.arange(len(speakers), device=tables.device)]


def every_opener(columns: Tensor) -> Tensor:
    """Each deal as many times as it has seats, every seat in turn being the one that opens: [N, seats, ...]."""
    return torch.cat([columns.roll(-opener, dims=1) for opener in range(columns.shape[1])])
