"""Where the hidden cards of a climbing game are: for every rank and holder one question, how many of it he has.

Cards that a seat is known to hold (the landlord's, taken face up) are not asked about: the answer is how many more.
"""

from __future__ import annotations

from collections import Counter
from math import lgamma

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.climbing.batched_game import Positions
from paiyou.learn.climbing.combo_tensors import unpack
from paiyou.learn.climbing.facts import Facts
from paiyou.learn.nets import belief_head


class HiddenCards(belief_head.HiddenCards):
    """Questions rank by rank: those about the seat that plays next first, then the others, then a hidden pile."""

    log_factorial: Tensor

    def __init__(self, spec: ClimbingSpec) -> None:
        super().__init__()
        self.has_pile = spec.pile == "hidden" and spec.pile_size > 0
        self.ranks = len(spec.symbols)
        self.holders = self.times = spec.seats - 1 + self.has_pile
        self.questions = self.ranks * self.holders
        self.answers = max(Counter(spec.rank_of_card).values()) + 1
        self.features = self.questions * (self.answers - 1)
        logs = torch.tensor([lgamma(number + 1) for number in range(len(spec.deck) + 1)])
        self.register_buffer("log_factorial", logs, persistent=False)

    def counted(self, facts: Facts) -> Tensor:
        """The hypergeometric distribution: of all hidden cards a holder has `room`, of a rank there are `hidden`."""
        hidden, room, total = self._hidden(facts)
        of_rank, own, all_cards = hidden[:, :, None, None], room[:, None, :, None], total[:, None, None]
        held = torch.arange(self.answers, device=hidden.device)
        rest = own - held
        possible = (of_rank > 0) & (held <= of_rank) & (rest >= 0) & (rest <= all_cards - of_rank)
        log_chance = (
            self._log_choices(of_rank, held)
            + self._log_choices(all_cards - of_rank, rest)
            - self._log_choices(all_cards, own)
        )
        return torch.where(possible, log_chance.exp(), 0.0).reshape(-1, self.questions, self.answers)

    def answer(self, facts: Facts, at: Positions, seat: int) -> Tensor:
        """What lies in the hands and in the pile."""
        held = unpack(at.hands.roll(-seat, dims=1)[:, 1:], self.ranks) - facts.known[:, 1:]
        if self.has_pile:
            held = torch.cat([held, unpack(at.pile, self.ranks)[:, None]], dim=1)
        return held.transpose(1, 2).reshape(-1, self.questions).long()

    def shown(self, at: Positions, seat: int) -> Tensor:
        """Every other hand, and a hidden pile: as many ones for a rank as there are cards of it."""
        others = at.hands.roll(-seat, dims=1)[:, 1:]
        if self.has_pile:
            others = torch.cat([others, at.pile[:, None]], dim=1)
        held = unpack(others, self.ranks)
        return (held[..., None] > torch.arange(self.answers - 1, device=held.device)).flatten(1)

    def cards(self, facts: Facts) -> Tensor:
        """Whatever nobody has seen."""
        return self._hidden(facts)[2][:, 0]

    def numbers(self, probability: Tensor) -> Tensor:
        """As they are."""
        return probability.reshape(-1, self.ranks, self.holders, self.answers)

    def _hidden(self, facts: Facts) -> tuple[Tensor, Tensor, Tensor]:
        """Hidden cards by rank [N, R], cards of each holder besides known ones [N, H], all hidden cards [N, 1]."""
        known = facts.known[:, 1:]
        hidden = (facts.unseen - known.sum(dim=1)).long()
        room = (facts.left[:, 1:] - known.sum(dim=2)).long()
        total = hidden.sum(dim=1, keepdim=True)
        if self.has_pile:
            room = torch.cat([room, total - room.sum(dim=1, keepdim=True)], dim=1)
        return hidden, room, total

    def _log_choices(self, of: Tensor, number: Tensor) -> Tensor:
        """The logarithm of the ways to choose `number` out of `of`; any number where there are none."""
        last = len(self.log_factorial) - 1
        counts = (count.clamp(0, last) for count in (of, number, of - number))
        log_of, log_number, log_rest = (self.log_factorial[count] for count in counts)
        return log_of - log_number - log_rest
