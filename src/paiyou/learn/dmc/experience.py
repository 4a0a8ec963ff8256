"""The experience that a learner draws on: a ring of the last steps of self-play, as compact positions.

A step is kept until all its games must be over, and only then learnt from: the result of each game is looked up by
the place and the number of the game, so nothing is ever filled in backwards (algorithm 1 of paper 003, lines 9 to 12,
with the discount 1: the return of every move is the result of its game).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.learn.batch.batched_game import BatchedGame, Positions


@dataclass(frozen=True)
class Samples:
    """Moves that were made, with what became of them."""

    at: Positions
    action: Tensor
    weight: Tensor
    """1 for a move to learn from, else 0."""
    win: Tensor
    """1 where the seat's side won, else -1."""
    points: Tensor
    """The seat's result in units of `Learn.points_unit`."""


class Experience:
    """A ring of steps [length, games], and the results of the games in it."""

    def __init__(self, games: BatchedGame) -> None:
        spec, number, device = games.spec, games.number, games.device
        self._learning = spec.family.part(LEARN)
        self.length = self._learning.longest_game(spec)
        """Steps after which every game of a step is over; a multiple of the seats, so a slot keeps its seat."""
        self.games = games
        self.number = number
        self.step = 0

        def room(*shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
            return torch.zeros(self.length * number, *shape, dtype=dtype, device=device)

        history = games.at.history.shape[1]
        self.at = Positions(
            dealt=room(spec.seats), hands=room(spec.seats), pile=room(), standing=room(dtype=torch.int32),
            owner=room(dtype=torch.int8), history=room(history, dtype=torch.int32), bombs=room(dtype=torch.int8),
        )  # fmt: skip
        self.action = room(dtype=torch.int32)
        self.chosen = room(dtype=torch.bool)
        self.episode = room(dtype=torch.int16)
        # A place of the batch ends at most one game in as many steps as there are seats.
        self.results = self.length // spec.seats + 2
        self.winner = torch.zeros(number, self.results, dtype=torch.int8, device=device)
        self.payoffs = torch.zeros(number, self.results, spec.seats, dtype=torch.int16, device=device)
        self._place = torch.arange(number, device=device)
        teams = torch.tensor(spec.teams, device=device)
        self._same_team = teams[:, None] == teams
        # Partners who are paid one by one play for each other: own team's points less all others'. With a stake a
        # seat's own points say it all.
        self._counts = self._same_team.float() * 2 - 1 if spec.has_partners else torch.eye(spec.seats, device=device)

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

    def keep_results(self) -> None:
        """Keep the results of the games that the last step ended."""
        games = self.games
        ended = (games.episode - 1) % self.results
        winner = torch.where(games.ended, games.winner.to(torch.int8), self.winner[self._place, ended])
        payoffs = torch.where(games.ended[:, None], games.payoffs.to(torch.int16), self.payoffs[self._place, ended])
        self.winner[self._place, ended] = winner
        self.payoffs[self._place, ended] = payoffs

    def samples(self, rows: Tensor, seat: int) -> Samples:
        """The samples of some rows, all of one seat."""
        at = Positions(
            *(column[rows] if column.dtype == torch.int64 or column.dim() > 1 else column[rows].long()
              for column in vars(self.at).values())
        )  # fmt: skip
        place = rows % self.number
        game = self.episode[rows].long()
        unit = self._learning.points_unit(self.games.spec, seat)
        won = self._same_team[seat][self.winner[place, game].long()]
        return Samples(
            at,
            self.action[rows].long(),
            self.chosen[rows].float(),
            won.float() * 2 - 1,
            (self.payoffs[place, game].float() * self._counts[seat]).sum(-1) / unit,
        )

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
