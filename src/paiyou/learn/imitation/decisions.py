"""Every decision of recorded games, laid out for learning: compact positions, their legal moves, what was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from paiyou.games.registry import game_spec
from paiyou.learn.batch import Batch
from paiyou.learn.climbing.deals import Deals
from paiyou.learn.climbing.listed_batch import ListedBatch
from paiyou.learn.imitation.recorded_games import RecordedGames, check_climbing
from paiyou.learn.imitation.replaying import replay_games

AT_ONCE = {"cuda": 32_768, "cpu": 256}


@dataclass(frozen=True)
class Decisions:
    """Decisions of one seat among several moves."""

    games: Batch
    """Any batch of the game: it tells networks of positions."""
    seat: int
    at: Any
    """Compact positions [N]."""
    game: Tensor
    """The recorded game that each is from [N]."""
    action: Tensor
    """The legal moves of all, those of one position after another's [M]."""
    end: Tensor
    """Where those of each position end [N]."""
    played: Tensor
    """The move that was made [N]."""
    forced: Tensor
    """How often each recorded game left this seat no choice [games]."""

    def __len__(self) -> int:
        return len(self.played)

    def number_of_moves(self, which: Tensor) -> Tensor:
        """How many legal moves some positions have, by number."""
        return self.end[which] - self._begin(which)

    def _begin(self, which: Tensor) -> Tensor:
        return torch.where(which > 0, self.end[which - 1], 0)

    def moves(self, which: Tensor) -> tuple[Tensor, Tensor]:
        """The legal moves of some positions, by number: places among those and actions."""
        number = self.number_of_moves(which)
        row = torch.repeat_interleave(number)
        within = torch.arange(len(row), device=row.device) - (number.cumsum(0) - number)[row]
        return row, self.action[self._begin(which)[row] + within].long()

    def positions(self, which: Tensor) -> Any:
        """Some of the positions, by number."""
        played = self.games.at  # in whose types positions are told; some are kept smaller
        return type(self.at)(
            **{name: column[which].to(getattr(played, name).dtype) for name, column in vars(self.at).items()}
        )


def decisions_of(recorded: RecordedGames, device: torch.device) -> list[Decisions]:
    """The decisions of recorded games, a list entry for each seat; they are played again once for it."""
    spec = check_climbing(game_spec(recorded.game))
    columns = (torch.from_numpy(each).to(device).long() for each in (recorded.hands, recorded.pile, recorded.opener))
    games = ListedBatch(spec, Deals(*columns), min(AT_ONCE[device.type], len(recorded)), device)
    played = torch.from_numpy(recorded.played.astype("int32")).to(device)
    parts: list[list[tuple[Any, ...]]] = [[] for _ in range(spec.seats)]
    forced = torch.zeros(spec.seats, len(recorded) + 1, dtype=torch.int32, device=device)
    for step in replay_games(games, recorded.played):
        asked = step.counts & (step.number > 1)
        # One more place takes what does not count.
        forced[games.seat, torch.where(step.counts & ~asked, step.game, len(recorded))] += 1
        which = asked.nonzero()[:, 0]
        order = torch.argsort(step.row, stable=True)
        kept = order[asked[step.row[order]]]
        at = games.at
        positions = [column[which].to(type(at).kept.get(name, column.dtype)) for name, column in vars(at).items()]
        chosen = played[step.game, step.move][which]
        parts[games.seat].append(
            (positions, step.game[which], step.action[kept].to(torch.int32), step.number[which], chosen)
        )
    found = []
    for seat, of_seat in enumerate(parts):
        all_positions, *others = zip(*of_seat, strict=True)
        at = type(games.at)(*(torch.cat(column) for column in zip(*all_positions, strict=True)))
        game, action, number, chosen = (torch.cat(column) for column in others)
        found.append(Decisions(games, seat, at, game, action, number.cumsum(0), chosen, forced[seat, :-1]))
    return found
