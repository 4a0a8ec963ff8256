"""What taken cards are worth, on torch: the engine's `card_score` (`core/families/trick/score.cpp`)."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor, nn

from paiyou.games.trick_spec import TrickSpec


class CardScore(nn.Module):
    """The score of sets of taken cards, all whole numbers; it may be part of a network and exported with it.

    Example: `CardScore(spec)(taken, exposed)` with tensors of 0 and 1 of one shape `[..., cards]`.
    """

    points: Tensor
    doubles: Tensor
    whole_set: Tensor
    flips: Tensor
    flip_when: Tensor
    company: Tensor

    def __init__(self, spec: TrickSpec) -> None:
        super().__init__()
        self.score = score = spec.score
        number = len(spec.cards)

        def marked(cards: Iterable[int]) -> Tensor:
            kept = set(cards)
            return torch.tensor([int(card in kept) for card in range(number)], dtype=torch.int32)

        def keep(name: str, values: Tensor) -> None:
            self.register_buffer(name, values, persistent=False)

        keep("points", torch.tensor(score.points, dtype=torch.int32))
        keep("whole_set", marked(score.whole_set))
        keep("flips", marked(score.flips))
        keep("flip_when", marked(score.flip_when))
        keep("company", marked(score.company))
        keep("doubles", torch.stack([marked(one.doubles) for one in spec.exposures] or [marked(())]))
        self.exposable = [one.card for one in spec.exposures]
        self.doubling_set = [one.card for one in spec.exposures if one.doubles_set]

    def forward(self, taken: Tensor, exposed: Tensor) -> Tensor:
        """Points of taken cards `[..., C]`, some of which were exposed; both of 0 and 1, broadcast as usual."""
        score = self.score
        taken, exposed = taken.to(torch.int32), exposed.to(torch.int32)
        worth = self.points
        if self.exposable:
            shown = torch.stack([exposed[..., card] for card in self.exposable], dim=-1)
            worth = worth * (1 + (shown.unsqueeze(-1) * self.doubles).amax(dim=-2))
        points = taken * worth
        if score.flip_when:
            flipped = _whole(taken, self.flip_when, len(set(score.flip_when)))
            points = points * (1 - 2 * flipped * self.flips)
        bonus: Tensor | int = 0
        if score.whole_set:
            whole = _whole(taken, self.whole_set, len(set(score.whole_set)))
            points = points * (1 - whole * self.whole_set)
            bonus = whole.squeeze(-1) * score.whole_set_points
            if self.doubling_set:
                bonus = bonus * (1 + torch.stack([exposed[..., card] for card in self.doubling_set]).amax(dim=0))
        total = points.sum(dim=-1, dtype=torch.int32) + bonus
        if score.multiplier is None:
            return total
        held, shown = taken[..., score.multiplier] > 0, exposed[..., score.multiplier]
        alone = (taken * self.company).sum(dim=-1, dtype=torch.int32) == 0
        single = total + score.alone + (score.exposed_alone - score.alone) * shown
        times = total * (score.factor + (score.exposed_factor - score.factor) * shown)
        return torch.where(held, torch.where(alone, single, times), total).to(torch.int32)


def _whole(taken: Tensor, cards: Tensor, number: int) -> Tensor:
    """1 where all of some cards were taken, else 0, with a last dimension of one."""
    return ((taken * cards).sum(dim=-1, keepdim=True, dtype=torch.int32) == number).to(torch.int32)
