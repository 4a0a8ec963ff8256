"""The loss of a second task: what the next seat plays, from a decision and the move that was made there (DouLM).

The ring has the answer one step on, where the game goes on. What the others will do tells of their hands and of their
way to play, in every decision and not only at the end of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any, cast

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from paiyou.learn.dmc.experience import Experience, Samples


class NextMoveLoss:
    """Bits a move, weighted as a part of the loss, and their sums since they were last read."""

    def __init__(self, weight: float, device: torch.device) -> None:
        self.weight = weight
        self.sums = torch.zeros(2, device=device)
        """Bits, and moves."""

    def __call__(self, scores: tuple[Tensor, Tensor], experience: Experience, rows: Tensor, samples: Samples) -> Tensor:
        """The weighted loss of scores of groups and keys, for samples of these rows."""
        after = (rows + experience.number) % len(experience.action)
        weight = samples.weight * (experience.episode[after] == experience.episode[rows])
        combos = cast(Any, experience.games).combos  # of climbing games alone
        action = experience.action[after].long()
        groups, keys = (each.float() for each in scores)
        surprise = cross_entropy(groups, combos.group[action].long(), reduction="none")
        # A pass has no key.
        surprise = surprise + cross_entropy(keys, combos.key[action].long(), reduction="none") * (action != 0)
        bits, moves = (surprise * weight).sum() / log(2), weight.sum()
        with torch.no_grad():
            self.sums += torch.stack([bits, moves])
        return self.weight * bits / moves.clamp(min=1)

    def look(self) -> list[float]:
        """Read and reset the sums."""
        sums: list[float] = self.sums.tolist()
        self.sums.zero_()
        return sums


def bits_per_move(losses: Sequence[NextMoveLoss | None]) -> dict[str, float | None]:
    """What a line of the log says of all learners together since the last look."""
    sums = [loss.look() for loss in losses if loss is not None]
    if not sums:
        return {}
    bits, moves = (sum(column) for column in zip(*sums, strict=True))
    return {"next_move_bits": round(bits / moves, 5) if moves else None}
