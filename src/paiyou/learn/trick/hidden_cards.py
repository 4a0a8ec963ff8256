"""Where the hidden cards of a trick game are: for every card one question, which other seat holds it, or the pile."""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.nets import belief_head
from paiyou.learn.trick.batched_game import Positions
from paiyou.learn.trick.card_tensors import unpack
from paiyou.learn.trick.facts import Facts


class HiddenCards(belief_head.HiddenCards):
    """The answer is a holder: 0 for the seat that plays next, and so on; the last for cards that were not dealt.

    A card that everybody knows the holder of is not asked about.
    """

    def __init__(self, spec: TrickSpec) -> None:
        super().__init__()
        self.has_pile = spec.pile_size > 0
        self.questions = len(spec.cards)
        self.answers = spec.seats - 1 + self.has_pile
        self.features = (spec.seats - 1) * len(spec.cards)

    def counted(self, facts: Facts) -> Tensor:
        """By the room of those who may hold a card; exact where nobody has shown a void."""
        unknown, may_hold = self._unknown(facts)
        chances = (may_hold * self._room(facts, unknown)[:, :, None]).transpose(1, 2).float()
        return chances / chances.sum(dim=2, keepdim=True).clamp(min=1)

    def answer(self, facts: Facts, at: Positions, seat: int) -> Tensor:  # noqa: ARG002 - the hands say it all
        """The seat whose hand a card is in; the pile for what is in none."""
        hands = unpack(at.hands.roll(-seat, dims=1)[:, 1:].contiguous(), self.questions).long()
        holder = torch.arange(hands.shape[1], device=hands.device)[:, None]
        in_pile = (self.answers - 1) * (1 - hands.sum(dim=1)) if self.has_pile else 0
        return (hands * holder).sum(dim=1) + in_pile

    def shown(self, at: Positions, seat: int) -> Tensor:
        """Every other hand; what is in none of them was played or not dealt."""
        return unpack(at.hands.roll(-seat, dims=1)[:, 1:].contiguous(), self.questions).flatten(1)

    def cards(self, facts: Facts) -> Tensor:
        """Those with a holder that is not known."""
        return self._unknown(facts)[0].sum(dim=1)

    def numbers(self, probability: Tensor) -> Tensor:
        """A holder has a card or not."""
        return torch.stack([1 - probability, probability], dim=-1)

    def _unknown(self, facts: Facts) -> tuple[Tensor, Tensor]:
        """The cards whose holder is not known [N, C], and those of them that each holder may have [N, H, C]."""
        known = facts.holds.amax(dim=1)
        may_hold = facts.may_hold[:, 1:] * (1 - known)[:, None]
        if not self.has_pile:
            return may_hold.amax(dim=1), may_hold
        gone = (facts.led + facts.followed + facts.thrown).sum(dim=1).clamp(max=1)
        unknown = (1 - torch.maximum(torch.maximum(known, facts.hand), gone)).to(may_hold.dtype)
        return unknown, torch.cat([may_hold, unknown[:, None]], dim=1)

    def _room(self, facts: Facts, unknown: Tensor) -> Tensor:
        """Cards that each holder has besides known ones [N, H]."""
        room = facts.left[:, 1:] - facts.holds[:, 1:].sum(dim=2)
        if not self.has_pile:
            return room
        return torch.cat([room, unknown.sum(dim=1, keepdim=True) - room.sum(dim=1, keepdim=True)], dim=1)
