"""The loss of a network's auxiliary task: the cross-entropy, in bits, of the hidden cards under its belief.

The true hands are in the compact positions that the ring keeps; they are the answers and reach no feature. Beside the
network's bits stand those of counting alone, which knows no more than how many cards everyone holds: what the network
has fewer is what it reads off the others' play.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import torch
from torch import Tensor

from paiyou.learn.batch import Batch
from paiyou.learn.dmc.experience import Samples
from paiyou.learn.nets.belief_head import HiddenCards, log_belief


class HiddenLoss:
    """Bits per hidden card, weighted as a part of the loss, and their sums since they were last read."""

    def __init__(self, asks: HiddenCards, weight: float, device: torch.device) -> None:
        self.asks = asks
        self.weight = weight
        self.sums = torch.zeros(3, device=device)
        """The network's bits, those of counting, and hidden cards."""

    def __call__(self, scores: Tensor, games: Batch, samples: Samples, seat: int) -> Tensor:
        """The weighted loss of the scores of answers [N, Q, A] about samples of one seat."""
        none = samples.action[:0]
        facts, _ = games.network_inputs(samples.at, seat, none, none)
        answer = self.asks.answer(facts, samples.at, seat)[:, :, None]
        counted = self.asks.counted(facts)
        asked = (counted > 0).any(dim=2, keepdim=True) & (samples.weight > 0)[:, None, None]
        believed = log_belief(scores, counted).gather(2, answer)
        bits, of_counting = (
            torch.where(asked, log_chance, 0.0).sum() / (-log(2) * self.asks.times)
            for log_chance in (believed, counted.gather(2, answer).clamp(min=1e-30).log())
        )
        cards = (self.asks.cards(facts) * samples.weight).sum()
        with torch.no_grad():
            self.sums += torch.stack([bits, of_counting, cards])
        return self.weight * bits / cards.clamp(min=1)

    def look(self) -> list[float]:
        """Read and reset the sums."""
        sums: list[float] = self.sums.tolist()
        self.sums.zero_()
        return sums


def bits_per_card(losses: Sequence[HiddenLoss | None]) -> dict[str, float | None]:
    """What a line of the log says of all learners together: bits of the network and of counting since the last look."""
    sums = [loss.look() for loss in losses if loss is not None]
    if not sums:
        return {}
    bits, counted, cards = (sum(column) for column in zip(*sums, strict=True))
    return {
        "hidden_bits": round(bits / cards, 5) if cards else None,
        "counted_bits": round(counted / cards, 5) if cards else None,
    }
