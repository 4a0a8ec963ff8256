"""Our own features of a decision: more than Tables 4 and 5 of DouZero, separate for state and move.

Beyond the cards: about how many moves empty the hand, now and after the move; the best unseen combo of every group,
and so whether the others could answer the move; the landlord's cards that everybody saw; where it is asked for, what
the others passed on. Sets of cards are written as in `paiyou.games.features`: one number per card of the deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import torch
from torch import Tensor, nn

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.declined import DECLINED
from paiyou.games.hand_shapes import shapes
from paiyou.learn.climbing.facts import Facts, Moves
from paiyou.learn.climbing.hand_shapes import HandShapes
from paiyou.learn.nets import networks

if TYPE_CHECKING:
    from paiyou.learn.batch import Batch
    from paiyou.learn.climbing.batched_game import ClimbingBatch, Positions

RECENT = 9
"""Last moves that are told one by one: three rounds of three players."""
MOST_BOMBS = 7
MOST_MOVES = 15


class Encoder(networks.Encoder):
    """Features of facts and of moves."""

    rank_of_slot: Tensor
    copy_of_slot: Tensor
    group_power: Tensor
    group_size: Tensor

    def __init__(self, spec: ClimbingSpec, *, declined: bool = False) -> None:
        super().__init__()
        self.declined = declined
        self.spec = spec
        self.shapes = HandShapes(spec)
        ranks = [0] * len(spec.symbols)
        for rank in spec.rank_of_card:
            ranks[rank] += 1
        slots = [(rank, copy) for rank, copies in enumerate(ranks) for copy in range(copies)]
        self.cards = len(slots)
        self.groups, self.keys = len(spec.table.groups), len(spec.symbols)
        self.card_features = _round_up(self.cards)
        self.most_cards = spec.hand_size + (spec.pile_size if spec.pile == "landlord" else 0)
        found = shapes(spec)
        self.register_buffer("rank_of_slot", torch.tensor([rank for rank, _ in slots]), persistent=False)
        self.register_buffer("copy_of_slot", torch.tensor([copy for _, copy in slots]), persistent=False)
        self.register_buffer("group_power", torch.tensor(found.group_power.astype(int)), persistent=False)
        self.register_buffer("group_size", torch.tensor(found.group_size.astype(int)), persistent=False)
        seats = spec.seats
        self.state_size = self.declined_begin = _round_up(
            (4 + seats + RECENT) * self.cards + seats + seats * (self.most_cards + 1) + MOST_BOMBS + 1
            + MOST_MOVES + 1 + 2 * self.groups + seats - 1
        )  # fmt: skip
        if declined:
            self.state_size += _round_up((seats - 1) * DECLINED * (len(spec.symbols) + 1))
        # The first columns of a state are sets of cards, slot by slot.
        sets = torch.arange(4 + seats + RECENT)[None, :, None] * self.cards
        slot = torch.full((len(ranks), max(ranks)), -1)
        for place, (rank, copy) in enumerate(slots):
            slot[rank, copy] = place
        self.rank_columns = torch.where(slot[:, None] < 0, -1, slot[:, None] + sets).flatten(1)
        self.move_size = _round_up(2 * self.cards + MOST_MOVES + 1 + self.groups + 1 + len(spec.symbols) + seats)

    def card_slots(self, counts: Tensor) -> Tensor:
        """Sets of cards, a number for every card of the deck: as many ones for a rank as there are cards of it."""
        return counts.index_select(-1, self.rank_of_slot) > self.copy_of_slot

    def encode(
        self, games: Batch, at: Positions, seat: int, row: Tensor, action: Tensor, dtype: torch.dtype
    ) -> tuple[Tensor, Tensor]:
        """Features straight from compact positions, by kernels on a GPU."""
        if not row.is_cuda:
            return super().encode(games, at, seat, row, action, dtype)
        from paiyou.learn.climbing.kernels.encode import encode_on_gpu

        return encode_on_gpu(self, cast("ClimbingBatch", games).combos, at, seat, row, action, dtype)

    def past(self, games: Batch, at: Positions, length: int, dtype: torch.dtype) -> Tensor:
        """The cards of the last moves in compact positions, the newest first [N, length, cards]."""
        if at.history.shape[1] < length:
            raise ValueError(
                f"a network that reads {length} moves cannot play games that remember {at.history.shape[1]}"
            )
        # Every action's cards are told once and then looked up: hundreds of thousands of moves are few actions.
        table = _join([self.card_slots(cast("ClimbingBatch", games).combos.counts)], self.card_features, dtype)
        return table[at.history[:, :length].clamp(min=0).long()]

    def past_of_facts(self, facts: Facts, length: int, dtype: torch.dtype) -> Tensor:
        """The same, from facts."""
        cards = self.card_slots(facts.history[:, :length]).to(dtype)
        return nn.functional.pad(cards, (0, self.card_features - self.cards))

    def forward(self, facts: Facts, moves: Moves, dtype: torch.dtype = torch.float32) -> tuple[Tensor, Tensor]:
        """Features of the states [N, state_size] and of the moves [M, move_size]."""
        rest = facts.hand[moves.decision] - moves.cards
        # All hands at once: fewer and larger operations are faster on a CPU.
        number = facts.hand.shape[0]
        moves_left = self.shapes.moves_left(torch.cat([facts.hand, rest])).clamp(max=MOST_MOVES)
        keys_of_both = self.shapes.best_keys(torch.cat([facts.unseen, facts.hand]))
        unseen_keys, hand_keys = keys_of_both[:number], keys_of_both[number:]
        others = facts.left[:, 1:]
        # Whether another seat's cards might hold a combo with power.
        powers = (unseen_keys > 0) & (self.group_power > 0)
        has_power = (powers[:, None, :] & (others[:, :, None] >= self.group_size)).any(dim=-1)
        recent = facts.history[:, :RECENT]
        state = [
            self.card_slots(facts.hand),
            self.card_slots(facts.unseen),
            self.card_slots(facts.played).flatten(1),
            self.card_slots(facts.known.sum(dim=1)),
            self.card_slots(facts.standing),
            self.card_slots(recent).flatten(1),
            one_hot(facts.owner, self.spec.seats),
            one_hot(facts.left, self.most_cards + 1).flatten(1),
            one_hot(facts.bombs.clamp(max=MOST_BOMBS), MOST_BOMBS + 1),
            one_hot(moves_left[:number], MOST_MOVES + 1),
            unseen_keys / len(self.spec.symbols),
            hand_keys / len(self.spec.symbols),
            has_power,
        ]
        # Whether another seat's cards might answer the move in kind; nothing answers a pass.
        keys = torch.cat([unseen_keys, torch.zeros_like(unseen_keys[:, :1])], dim=1)
        better = keys[moves.decision, moves.group] > moves.key + 1
        answered = better[:, None] & (others[moves.decision] >= moves.size[:, None])
        move = [
            self.card_slots(moves.cards),
            self.card_slots(rest),
            one_hot(moves_left[number:], MOST_MOVES + 1),
            one_hot(moves.group, self.groups + 1),
            one_hot(moves.key, len(self.spec.symbols)),
            answered,
            moves.power[:, None] > 0,
        ]
        features = _join(state, self.declined_begin, dtype)
        if self.declined:
            declined = one_hot(facts.declined[:, 1:], len(self.spec.symbols) + 1).flatten(1)
            features = _join([features, declined], self.state_size, dtype)
        return features, _join(move, self.move_size, dtype)


def _join(blocks: list[Tensor], size: int, dtype: torch.dtype) -> Tensor:
    joined = torch.cat([block.to(dtype) for block in blocks], dim=1)
    return nn.functional.pad(joined, (0, size - sum(block.shape[1] for block in blocks)))


def _round_up(size: int) -> int:
    """Tensor cores want rows of a multiple of 16 numbers; the padding stays zero."""
    return -(-size // 16) * 16


def one_hot(numbers: Tensor, size: int) -> Tensor:
    """One-hot vectors in a new last dimension."""
    return numbers.unsqueeze(-1) == torch.arange(size, device=numbers.device)
