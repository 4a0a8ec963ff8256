"""A convolutional network for trick games: the cards as planes of suits by ranks, and three convolutions over them.

The supervised player that Wu et al. play against (section 5.2) is such a network; the paper gives neither its shape
nor its planes, so these are ours. What a seat knows of every card makes the planes; the convolutions see how cards of a
suit lie to each other, a layer over all of them what the whole position is like, and every card is valued by both.
Exposures, which are sets of a few cards, are valued by the layer over everything alone.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.batch import Batch
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.trick.facts import Facts, Moves

CHANNELS = 32
WIDTH = 128
HEADS = 2
POINTS = 100.0
"""The scale of points: hundreds."""


class ConvolutionalNetwork(ValueNetwork):
    """Values cards and exposures of a game whose suits are equally long.

    Example: `ConvolutionalNetwork(game_spec("gongzhu"))(facts, moves)` gives two heads for every move [M, 2].
    """

    fixed: Tensor
    number: Tensor
    power: Tensor

    def __init__(self, spec: TrickSpec, channels: int = CHANNELS, width: int = WIDTH) -> None:
        super().__init__()
        suits, cards = len(spec.suits), len(spec.cards)
        ranks = cards // suits
        suit_of = torch.tensor(spec.suit_of_card)
        if cards != suits * ranks or not torch.equal(suit_of, torch.arange(suits).repeat_interleave(ranks)):
            raise ValueError(f"{spec.name} has no planes of cards: its suits are not equally long, one after another")
        self.seats, self.suits, self.ranks, self.hand_size = spec.seats, suits, ranks, spec.hand_size
        exposures = len(spec.exposures)
        self.moves = cards + 2**exposures
        rank = torch.arange(cards) % ranks / (ranks - 1)
        points = torch.tensor(spec.score.points) / POINTS
        of_suit = (suit_of == torch.arange(suits)[:, None]).float()
        self.register_buffer("fixed", torch.cat([of_suit, rank[None], points[None]]), persistent=False)
        self.register_buffer("number", torch.arange(cards), persistent=False)
        self.register_buffer("power", 2 ** torch.arange(max(exposures, 1)), persistent=False)
        # Hand, exposed, suits led before and now, exposing, cards left; of every seat, and what others may hold.
        planes = len(self.fixed) + 6 + 7 * self.seats + (self.seats - 1)
        self.first = nn.Conv2d(planes, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.third = nn.Conv2d(channels, channels, 3, padding=1)
        self.whole = nn.Linear(channels * cards, width)
        self.of_whole = nn.Linear(width, HEADS * self.moves)
        self.of_card = nn.Conv2d(channels, HEADS, 1)
        every: Any = self  # torch's annotation lacks this overload
        every.to(memory_format=torch.channels_last)  # a third faster on a CPU

    def values(self, games: Batch, at: Any, seat: int, row: Tensor, action: Tensor) -> Tensor:
        """As for every network; positions in which nobody has to move are left out."""
        if not len(row):
            return self.first.weight.new_zeros(0, HEADS)
        facts, moves = games.network_inputs(at, seat, row, action)
        asked = torch.zeros(len(facts.hand), dtype=torch.bool, device=row.device)
        asked[row] = True
        place = asked.cumsum(0) - 1
        value: Tensor = self(facts.rows(asked.nonzero()[:, 0]), Moves(place[moves.decision], moves.card, moves.exposes))
        return value

    def forward(self, facts: Facts, moves: Moves) -> Tensor:
        """Values of all moves [M, 2]."""
        seen = torch.relu(self.first(self.planes(facts)))
        seen = torch.relu(self.second(seen))
        seen = torch.relu(self.third(seen))
        whole = torch.relu(self.whole(seen.flatten(1)))
        of_move = self.of_whole(whole).reshape(-1, HEADS, self.moves)
        of_card = self.of_card(seen).reshape(-1, HEADS, self.suits * self.ranks)
        of_move = of_move + nn.functional.pad(of_card, (0, self.moves - self.suits * self.ranks))
        # The number of a move: that of its card, or behind all cards the exposure as a number of bits.
        exposure = self.suits * self.ranks + (moves.exposes * self.power).sum(dim=1)
        number = torch.where(moves.card.sum(dim=1) > 0, (moves.card * self.number).sum(dim=1), exposure)
        by_move = of_move.transpose(1, 2).reshape(-1, HEADS)
        value: Tensor = by_move.index_select(0, moves.decision * self.moves + number)
        return value

    def planes(self, facts: Facts) -> Tensor:
        """What is known of every card [N, planes, suits, ranks]."""
        dtype = self.first.weight.dtype
        suits = self.fixed[: self.suits]
        led_now = (facts.trick * facts.led).sum(dim=1).to(dtype) @ suits.t().to(dtype)
        led_before = facts.led_suits.to(dtype)
        of_all = (facts.place[:, None] == torch.arange(self.seats, device=facts.place.device)).to(dtype)
        of_all = torch.cat(
            [of_all, facts.exposing[:, None].to(dtype), facts.left[:, :1].to(dtype) / self.hand_size], dim=1
        )
        cards = [
            facts.hand[:, None], facts.exposed[:, None], facts.may_hold[:, 1:], facts.holds, facts.taken, facts.led,
            facts.followed, facts.thrown, facts.trick,
        ]  # fmt: skip
        number, size = len(facts.hand), self.suits * self.ranks
        every = [
            *(block.to(dtype) for block in cards),
            (led_before @ suits.to(dtype))[:, None],
            (led_now @ suits.to(dtype))[:, None],
            of_all[:, :, None].expand(-1, -1, size),
            self.fixed.to(dtype)[None].expand(number, -1, -1),
        ]
        return torch.cat(every, dim=1).reshape(number, -1, self.suits, self.ranks)
