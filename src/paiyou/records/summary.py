"""What `paiyou records` says of a file: how many games of which kind, who won how much, and which lines are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from paiyou.games.registry import game as find_game
from paiyou.records.files import BrokenLine, read_lines
from paiyou.records.record import Record

MOST_LISTED = 1_000
"""Wrong lines that are kept; the others are only counted, so that a file of rubbish does not fill the memory."""

REPORT_EVERY = 100
"""Lines between two reports of progress."""

Progress = Callable[[int], None]
"""Called with the number of lines read since the last call."""


@dataclass
class AgentTally:
    """How an agent did in the games of one kind that were finished: a description of the file, not an estimate."""

    seats: int = 0
    """It may have sat in several seats of one game."""
    total: float = 0

    def to_json(self) -> dict[str, Any]:
        """Seats and the mean payoff."""
        return {"seats": self.seats, "mean_payoff": self.total / self.seats}


@dataclass
class GameTally:
    """The records of one kind of game."""

    games: int = 0
    unfinished: int = 0
    redeals: int = 0
    forfeits: int = 0
    moves: int = 0
    agents: dict[str, AgentTally] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Count one game."""
        self.games += 1
        self.moves += sum(1 for _ in record.decisions())
        if record.result is None:
            self.unfinished += 1
            return
        self.redeals += record.result.redeal
        self.forfeits += record.result.forfeit is not None
        if not record.result.redeal:
            for agent, payoff in zip(record.agents or (), record.result.payoffs, strict=False):
                tally = self.agents.setdefault(agent, AgentTally())
                tally.seats += 1
                tally.total += payoff

    def to_json(self) -> dict[str, Any]:
        """The counts by name, and the agents with theirs."""
        counts = {name: getattr(self, name) for name in ("games", "unfinished", "redeals", "forfeits", "moves")}
        return counts | {"agents": {name: tally.to_json() for name, tally in sorted(self.agents.items())}}


@dataclass
class Summary:
    """The games of a file, every one played again, and the lines that are wrong."""

    by_game: dict[str, GameTally] = field(default_factory=dict)
    broken_lines: int = 0
    broken: list[BrokenLine] = field(default_factory=list)
    """The first `MOST_LISTED` of them."""

    @property
    def games(self) -> int:
        """Number of games that are as they should be."""
        return sum(tally.games for tally in self.by_game.values())

    def to_json(self) -> dict[str, Any]:
        """As `paiyou records --json` writes it."""
        return {
            "games": self.games,
            "by_game": {name: tally.to_json() for name, tally in sorted(self.by_game.items())},
            "broken_lines": self.broken_lines,
            "broken": [{"line": line.number, "reason": line.reason} for line in self.broken],
        }

    def tables(self) -> list[Table]:
        """For people: the games, then the agents of each."""
        title = f"{self.games:,} games, {self.broken_lines:,} broken lines"
        games = _table(title, ("game", "games", "moves", "of these"))
        agents = _table("", ("game", "agent", "seats", "mean payoff"))
        for name, tally in sorted(self.by_game.items()):
            odd = {"not finished": tally.unfinished, "redealt": tally.redeals, "forfeited": tally.forfeits}
            words = ", ".join(f"{count:,} {word}" for word, count in odd.items() if count)
            games.add_row(Text(name), f"{tally.games:,}", f"{tally.moves:,}", words)
            for agent, of_agent in sorted(tally.agents.items()):
                mean = f"{of_agent.total / of_agent.seats:+.4f}"
                agents.add_row(Text(name), Text(agent), f"{of_agent.seats:,}", mean)
        return [games, agents] if agents.row_count else [games]


def _table(title: str, headings: tuple[str, ...]) -> Table:
    table = Table(title=title or None, title_justify="left")
    for heading in headings:
        words = heading in ("game", "agent", "of these")
        table.add_column(heading, justify="left" if words else "right", overflow="fold" if words else "ellipsis")
    return table


def summarize(path: str | Path, progress: Progress | None = None) -> Summary:
    """Read a file, play every game again, count what is right and list what is wrong."""
    summary = Summary()
    reported = 0
    for number, line in checked_lines(path):
        if isinstance(line, Record):
            name = find_game(line.game).name  # the same game may be written with its options in another order
            summary.by_game.setdefault(name, GameTally()).add(line)
        else:
            summary.broken_lines += 1
            if len(summary.broken) < MOST_LISTED:
                summary.broken.append(line)
        if progress is not None and number - reported >= REPORT_EVERY:
            progress(number - reported)
            reported = number
    return summary


def checked_lines(path: str | Path) -> Iterator[tuple[int, Record | BrokenLine]]:
    """Like `read_lines`, but a record whose replay is refused is a broken line too."""
    for number, line in read_lines(path):
        if isinstance(line, Record):
            try:
                line.replay()
            except ValueError as error:
                yield number, BrokenLine(number, str(error))
                continue
        yield number, line
