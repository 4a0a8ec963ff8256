"""Counters of a run on its device."""

from __future__ import annotations

import torch

from paiyou.learn.batch import Batch


class Tally:
    """Counts moves and games on the device, read by the host now and then."""

    def __init__(self, games: Batch) -> None:
        self.steps = 0
        self._decisions = torch.zeros((), dtype=torch.int64, device=games.device)
        self._games = torch.zeros((), dtype=torch.int64, device=games.device)
        self._won = torch.zeros(games.spec.seats, dtype=torch.float64, device=games.device)
        self._points = torch.zeros_like(self._won)

    def decided(self, games: Batch) -> None:
        """Count the moves of a step."""
        self._decisions += games.active.sum()

    def played(self, games: Batch) -> None:
        """Count the games that a step ended, who won them, and the points of every position."""
        self.steps += 1
        self._games += games.ended.sum()
        self._won += games.won.sum(dim=0)
        self._points += (games.payoffs * games.ended[:, None]).sum(dim=0)

    def take_decisions(self) -> int:
        """Read and reset: moves made."""
        self.steps = 0
        number = int(self._decisions)
        self._decisions.zero_()
        return number

    def take_games(self) -> tuple[int, list[float], list[float]]:
        """Read and reset: games ended, the share of them that each position's side won, and its mean points."""
        games, won, points = int(self._games), self._won.tolist(), self._points.tolist()
        self._games.zero_()
        self._won.zero_()
        self._points.zero_()
        return games, [number / max(games, 1) for number in won], [number / max(games, 1) for number in points]
