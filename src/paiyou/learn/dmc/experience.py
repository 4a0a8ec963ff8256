"""The experience that a learner draws on: a ring of the last steps of self-play, as compact positions.

A step is kept until all its games must be over, and only then learnt from: the result of each game is looked up by
the place and the number of the game, so nothing is ever filled in backwards (algorithm 1 of DouZero, lines 9 to 12).
By then the ring holds all that the same seat decided later in these games, too: a slot keeps its seat, so those steps
lie as many slots ahead as there are seats, twice as many, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.learn.batch import Batch
from paiyou.learn.selfplay.choosing import values_of_best


@dataclass(frozen=True)
class Samples:
    """Moves that were made, with what became of them."""

    at: Any
    """Compact positions."""
    action: Tensor
    weight: Tensor
    """1 for a move to learn from, else 0."""
    win: Tensor
    """1 where the seat's side won, -1 where another did, between them where several tie."""
    points: Tensor
    """The seat's result in units of `Learn.points_unit`."""


@dataclass(frozen=True)
class Later:
    """What the same seat decided later in the games of some rows, where it had a choice."""

    row: Tensor
    """The next of these decisions; any row where there is none [N]."""
    exists: Tensor
    """Whether there is one [N]."""
    count: Tensor
    """How many there are [N]."""


class Experience:
    """A ring of steps [length, games], and the results of the games in it.

    With `heads` it keeps what the best move of every decision was worth, by so many heads (`keep_best`). With
    `relative` so much of the others' mean points is taken off a seat's own; 1: what one has, all others together lack.
    """

    def __init__(self, games: Batch, heads: int = 0, relative: float = 0.0) -> None:
        spec, number, device = games.spec, games.number, games.device
        self._learning = spec.family.part(LEARN)
        self.length: int = self._learning.longest_game(spec)
        """Steps after which every game of a step is over; a multiple of the seats, so a slot keeps its seat."""
        self.games = games
        self.number = number
        self.step: int = 0

        def room(*shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
            return torch.zeros(self.length * number, *shape, dtype=dtype, device=device)

        kept = games.at.kept
        self.at = type(games.at)(
            **{name: room(*now.shape[1:], dtype=kept.get(name, now.dtype)) for name, now in vars(games.at).items()}
        )
        self.action = room(dtype=torch.int32)
        self.chosen = room(dtype=torch.bool)
        self.episode = room(dtype=torch.int16)
        self.best = room(heads, dtype=torch.float32)
        # A place of the batch ends at most one game in as many steps as there are seats.
        self.results = self.length // spec.seats + 2
        self.won = torch.zeros(number, self.results, spec.seats, dtype=torch.float16, device=device)
        self.payoffs = torch.zeros(number, self.results, spec.seats, dtype=torch.int16, device=device)
        self._place = torch.arange(number, device=device)
        self._counts = torch.tensor(self._learning.counts(spec), device=device)
        if relative:
            self._counts -= relative / (spec.seats - 1) * (1 - torch.eye(spec.seats, device=device))
        self._ahead = torch.arange(spec.seats, self.length, spec.seats, device=device) * number
        """How far ahead in the ring the later steps of a row's seat lie."""

    def next_rows(self) -> Tensor | None:
        """The rows of the step that the step after this one will overwrite; None while the ring is not full."""
        if self.step + 1 < self.length:
            return None
        return (self.step + 1) % self.length * self.number + self._place

    def keep_decision(self, action: Tensor, row: Tensor, weak: Tensor) -> None:
        """Keep this step's positions and the actions chosen, before they are played.

        `row` names the position of every legal move: where there is only one, nothing is learnt, since nobody will ever
        ask for its value. Nor is anything learnt from the moves of a weak side.
        """
        games, begin = self.games, self.step % self.length * self.number
        now = slice(begin, begin + self.number)
        for name, column in vars(self.at).items():
            column[now].copy_(getattr(games.at, name))
        self.action[now].copy_(action)
        several = torch.zeros(self.number, dtype=torch.int32, device=row.device).index_add_(
            0, row, torch.ones_like(row, dtype=torch.int32)
        )
        self.chosen[now].copy_((several > 1) & ~weak)
        self.episode[now].copy_(games.episode % self.results)
        self.step += 1

    def keep_best(self, value: Tensor, acting: int, row: Tensor) -> None:
        """Keep what the best moves of this step are worth, before it is kept, by the values of all moves [M, heads]."""
        begin = self.step % self.length * self.number
        self.best[begin : begin + self.number] = values_of_best(value, acting, row, self.number)

    def keep_results(self) -> None:
        """Keep the results of the games that the last step ended."""
        games = self.games
        ended = (games.episode - 1) % self.results
        now = games.ended[:, None]
        for kept, new in ((self.won, games.won), (self.payoffs, games.payoffs)):
            kept[self._place, ended] = torch.where(now, new.to(kept.dtype), kept[self._place, ended])

    def samples(self, rows: Tensor, seat: int) -> Samples:
        """The samples of some rows, all of one seat."""
        at = type(self.at)(
            **{name: column[rows].to(getattr(self.games.at, name).dtype) for name, column in vars(self.at).items()}
        )
        place = rows % self.number
        game = self.episode[rows].long()
        unit = self._learning.points_unit(self.games.spec, seat)
        return Samples(
            at,
            self.action[rows].long(),
            self.chosen[rows].float(),
            self.won[place, game, seat].float() * 2 - 1,
            (self.payoffs[place, game].float() * self._counts[seat]).sum(-1) / unit,
        )

    def later(self, rows: Tensor) -> Later:
        """The later decisions of the seat in the games of some rows that `next_rows` named."""
        ahead = (rows[:, None] + self._ahead) % (self.length * self.number)
        decides = self.chosen[ahead] & (self.episode[ahead] == self.episode[rows][:, None])
        first = decides.to(torch.uint8).argmax(dim=1, keepdim=True)
        return Later(ahead.gather(1, first)[:, 0], decides.any(dim=1), decides.sum(dim=1))

    def state(self) -> dict[str, object]:
        """All of it, for a checkpoint."""
        tensors = {name: value for name, value in vars(self).items() if isinstance(value, Tensor) and name[0] != "_"}
        return {"step": self.step, **tensors, **vars(self.at)}

    def load(self, state: dict[str, object]) -> None:
        """Go on from a checkpoint's state."""
        self.step = int(state["step"])  # type: ignore[call-overload]
        for holder in (self, self.at):
            for name, value in vars(holder).items():
                if isinstance(value, Tensor) and name in state:
                    value.copy_(state[name])  # type: ignore[arg-type]
