"""Our own features of a decision in a trick game, separate for state and move.

Beyond Table 4 of Wu et al.: who may hold each card, by shown voids and exposures; what each seat has led, followed with
and thrown away; what every seat has scored, and what the trick would add to it, with the move and without; whether the
card would take the trick so far, and which of the seats still to play might take it over.

Behind these, so that networks from before them can go on (`earlier`): which own cards nobody can beat in their suit and
which beat nothing; who is out of a suit, and how many of its cards the others hold; who may still take the whole set;
where the card stands among those of its suit, its own and the others'.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.nets import networks
from paiyou.learn.trick.facts import Facts, Moves
from paiyou.learn.trick.score import CardScore

if TYPE_CHECKING:
    from paiyou.learn.batch import Batch
    from paiyou.learn.trick.batched_game import Positions, TrickBatch

POINTS = 100.0
"""The scale of points: hundreds."""


class Encoder(networks.Encoder):
    """Features of facts and of moves."""

    suits: Tensor
    order: Tensor
    higher: Tensor
    knowable: Tensor
    counting: Tensor
    exposable: Tensor
    whole_set: Tensor
    others_of: Tensor

    def __init__(self, spec: TrickSpec) -> None:
        super().__init__()
        self.spec = spec
        self.score = CardScore(spec)
        cards, seats, score = len(spec.cards), spec.seats, spec.score
        exposable = [exposure.card for exposure in spec.exposures]
        knowable, counting = spec.knowable(exposable), spec.counting
        suit = torch.tensor(spec.suit_of_card)
        place = torch.arange(cards)

        def keep(name: str, values: Tensor) -> None:
            self.register_buffer(name, values, persistent=False)

        keep("suits", (suit[:, None] == torch.arange(len(spec.suits))).float())
        keep("order", place + 1)
        # Row by row, the cards that beat a card when its suit was led.
        keep("higher", ((suit[:, None] == suit) & (place > place[:, None])).float())
        keep("knowable", torch.tensor(knowable, dtype=torch.int64))
        keep("counting", torch.tensor(counting, dtype=torch.int64))
        keep("exposable", torch.tensor(exposable, dtype=torch.int64))
        keep("whole_set", torch.tensor(sorted(set(score.whole_set)), dtype=torch.int64))
        keep("others_of", 1 - torch.eye(seats))
        self.lists = knowable, counting
        suits, shown, known, counted = len(spec.suits), max(len(exposable), 1), len(knowable), len(counting)
        first_state = {
            "hand": cards, "may_hold": (seats - 1) * cards, "led": seats * cards, "followed": seats * cards,
            "thrown": seats * cards, "trick": (seats - 1) * cards, "best_card": cards, "holds": seats * known,
            "taken": seats * counted, "exposed": len(exposable), "led_suits": suits, "left": spec.hand_size + 1,
            "best_seat": seats, "now": seats, "added": seats, "place": seats, "exposing": 1,
        }  # fmt: skip
        first_move = {
            "card": cards, "exposes": shown, "would_take": 1, "last": 1, "taken_over": seats - 1, "takers": seats - 1,
            "above_hidden": 1, "suit_hidden": 1, "gains": seats,
        }  # fmt: skip
        more_state = {
            "tops": cards, "lows": cards, "out_of": (seats - 1) * suits, "suits_hidden": suits, "set_alone": seats,
        }  # fmt: skip
        more_move = {
            "below_hidden": 1, "below_kept": 1, "above_kept": 1, "tops_kept": 1, "lows_kept": 1,
            "others_out": seats - 1,
        }  # fmt: skip
        self.first_state_size = _round_up(sum(first_state.values()))
        self.first_move_size = _round_up(sum(first_move.values()))
        self.earlier = ((self.first_state_size, self.first_move_size),)
        self.state_size = self.first_state_size + _round_up(sum(more_state.values()))
        self.move_size = self.first_move_size + _round_up(sum(more_move.values()))
        self.state_columns = _columns(first_state, 0) | _columns(more_state, self.first_state_size)
        """Where each kind of feature of a state is, by name."""
        self.move_columns = _columns(first_move, 0) | _columns(more_move, self.first_move_size)

    def encode(
        self, games: Batch, at: Positions, seat: int, row: Tensor, action: Tensor, dtype: torch.dtype
    ) -> tuple[Tensor, Tensor]:
        """Features straight from compact positions, by kernels on a GPU."""
        if not row.is_cuda:
            return super().encode(games, at, seat, row, action, dtype)
        from paiyou.learn.trick.kernels.encode import encode_on_gpu

        return encode_on_gpu(self, cast("TrickBatch", games).cards, at, seat, row, action, dtype, POINTS)

    def forward(self, facts: Facts, moves: Moves, dtype: torch.dtype = torch.float32) -> tuple[Tensor, Tensor]:
        """Features of the states [N, state_size] and of the moves [M, move_size]."""
        seats, hand_size = self.spec.seats, self.spec.hand_size
        # The trick so far: its cards, the suit led, the card that takes it and whose that is.
        lying = facts.trick.to(dtype).sum(dim=1)
        of_suit = self._same_suit((facts.trick * facts.led).to(dtype).sum(dim=1))
        best = ((lying * of_suit) * self.order).amax(dim=1)
        best_card = (self.order == best[:, None]) & (best > 0)[:, None]
        best_seat = (facts.trick.bool() & best_card[:, None]).any(dim=-1)
        # What every seat has scored, and what the cards that lie there would add to it.
        exposed = facts.exposed[:, None]
        now = self.score(facts.taken, exposed)
        added = self.score(facts.taken.to(torch.int32) + lying.to(torch.int32)[:, None], exposed) - now
        state = [
            facts.hand,
            facts.may_hold[:, 1:].flatten(1),
            facts.led.flatten(1),
            facts.followed.flatten(1),
            facts.thrown.flatten(1),
            facts.trick[:, 1:].flatten(1),
            best_card,
            facts.holds.index_select(2, self.knowable).flatten(1),
            facts.taken.index_select(2, self.counting).flatten(1),
            facts.exposed.index_select(1, self.exposable),
            facts.led_suits,
            one_hot(facts.left[:, 0], hand_size + 1),
            best_seat,
            now / POINTS,
            added / POINTS,
            one_hot(facts.place, seats),
            facts.exposing[:, None],
        ]
        of = moves.decision
        card = moves.card.to(dtype)
        leads = (best == 0)[of]
        higher, suits, suit = self.higher.to(dtype), self.suits.to(dtype), self._same_suit(card)
        above, below = card @ higher, card @ higher.t()
        in_suit = leads | ((card * of_suit[of]).sum(dim=1) > 0)
        would_take = in_suit & ((above * lying[of]).sum(dim=1) == 0) & (card.sum(dim=1) > 0)
        to_play = ~facts.trick[:, 1:].bool().any(dim=-1)
        last = ~to_play.any(dim=1)
        # Who of those still to play might take it over, and how many of his cards would.
        may_hold = facts.may_hold[:, 1:].to(dtype)
        others = (may_hold[of] * above[:, None]).sum(dim=-1) * to_play[of]
        elsewhere = may_hold.amax(dim=1)
        hidden = elsewhere[of]
        with_card = facts.taken[of].to(torch.int32) + (lying[of] + card).to(torch.int32)[:, None]
        gains = self.score(with_card, exposed[of]) - now[of]
        move = [
            card,
            moves.exposes,
            would_take[:, None],
            last[of][:, None],
            would_take[:, None] & (others > 0),
            others / hand_size,
            (above * hidden).sum(dim=1, keepdim=True) / hand_size,
            (suit * hidden).sum(dim=1, keepdim=True) / hand_size,
            gains / POINTS,
        ]
        # How the own cards stand among those of their suit that others hold.
        hand = facts.hand.to(dtype)
        tops = hand * (elsewhere @ higher.t() == 0)
        lows = hand * (elsewhere @ higher == 0)
        out_of = may_hold @ suits == 0
        of_set = facts.taken.index_select(2, self.whole_set).to(dtype).sum(dim=-1)
        more_state = [
            tops,
            lows,
            out_of.flatten(1),
            elsewhere @ suits / hand_size,
            of_set @ self.others_of.to(dtype) == 0,
        ]
        kept = hand[of] - card
        more_move = [
            (below * hidden).sum(dim=1, keepdim=True) / hand_size,
            (below * kept).sum(dim=1, keepdim=True) / hand_size,
            (above * kept).sum(dim=1, keepdim=True) / hand_size,
            (suit * tops[of] * kept).sum(dim=1, keepdim=True) / hand_size,
            (suit * lows[of] * kept).sum(dim=1, keepdim=True) / hand_size,
            ((card @ suits)[:, None] * out_of[of]).amax(dim=-1),
        ]
        state_more, move_more = self.state_size - self.first_state_size, self.move_size - self.first_move_size
        return (
            torch.cat([_join(state, self.first_state_size, dtype), _join(more_state, state_more, dtype)], dim=1),
            torch.cat([_join(move, self.first_move_size, dtype), _join(more_move, move_more, dtype)], dim=1),
        )

    def _same_suit(self, cards: Tensor) -> Tensor:
        """All cards of the suits of some cards."""
        suits = self.suits.to(cards.dtype)
        return ((cards @ suits) @ suits.t()).clamp(max=1)


def _columns(sizes: Mapping[str, int], begin: int) -> dict[str, slice]:
    """Blocks of columns one behind the other."""
    found = {}
    for name, size in sizes.items():
        found[name] = slice(begin, begin + size)
        begin += size
    return found


def _join(blocks: list[Tensor], size: int, dtype: torch.dtype) -> Tensor:
    joined = torch.cat([block.to(dtype) for block in blocks], dim=1)
    return torch.nn.functional.pad(joined, (0, size - joined.shape[1]))


def _round_up(size: int) -> int:
    """Tensor cores want rows of a multiple of 16 numbers; the padding stays zero."""
    return -(-size // 16) * 16


def one_hot(numbers: Tensor, size: int) -> Tensor:
    """One-hot vectors in a new last dimension."""
    return numbers.unsqueeze(-1) == torch.arange(size, device=numbers.device)
