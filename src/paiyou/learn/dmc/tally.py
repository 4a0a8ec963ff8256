"""What a run counts on its device."""

from __future__ import annotations

import torch

from paiyou.learn.batch.batched_game import BatchedGame


class Tally:
    """Counts of moves and games on the device, looked at now and then."""

    def __init__(self, games: BatchedGame) -> None:
        self.steps = 0
        self._teams = games.spec.teams
        self._decisions = torch.zeros((), dtype=torch.int64, device=games.device)
        self._won = torch.zeros(games.spec.seats, dtype=torch.int64, device=games.device)

    def decided(self, games: BatchedGame) -> None:
        """Count the moves of a step."""
        self._decisions += games.active.sum()

    def played(self, games: BatchedGame) -> None:
        """Count the games that a step ended; the seat that has just moved won them."""
        self.steps += 1
        self._won[games.seat - 1] += games.ended.sum()

    def take_decisions(self) -> int:
        """Moves since the last look."""
        self.steps = 0
        number = int(self._decisions)
        self._decisions.zero_()
        return number

    def take_games(self) -> tuple[int, list[float]]:
        """Games since the last look, and the share of them that each position's side won."""
        won = self._won.tolist()
        self._won.zero_()
        games = sum(won)
        of_side = [sum(n for n, team in zip(won, self._teams, strict=True) if team == own) for own in self._teams]
        return games, [number / max(games, 1) for number in of_side]
