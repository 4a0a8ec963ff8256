"""The files of a dataset: some games each, made wherever there is a worker, by their numbers alone."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.arena.outcome import Outcome
from paiyou.arena.play_game import play_game
from paiyou.arena.series import make_player
from paiyou.dataset.rows import DECISIONS, GAMES, NUMBER, Column, decision_rows, game_row
from paiyou.games.dealing import random_word
from paiyou.games.registry import game as find_game
from paiyou.records.record import Record


@dataclass(frozen=True)
class Form:
    """How games are written."""

    meaning: str
    ending: str
    games: int
    """Of one file, which is what a kill costs."""
    columns: tuple[Column, ...] = ()
    """Of a table."""


FORMS = {
    "games": Form("one row a game", "parquet", 10_000, GAMES),
    "decisions": Form("one row a decision, with what the seat saw", "parquet", 1_000, DECISIONS),
    "records": Form("one line of JSON a game (docs/records.md)", "jsonl", 10_000),
}


@dataclass(frozen=True)
class Shard:
    """A file that was made."""

    first: int
    games: int
    rows: int
    content: bytes


class ShardMaker:
    """Plays the games of a file and writes it down; every worker process has one.

    The agent of a seat is `agents[(seat + number of the game) % len(agents)]`, so that everyone has every seat.
    """

    def __init__(self, game: str, agents: Sequence[str], seed: int, form: str, values: str | None = None) -> None:
        self.arguments = (game, tuple(agents), seed, form, values)
        self.game, self.names, self.seed, self.form = find_game(game), tuple(agents), seed, form
        # An agent may remember the game it is in, so every seat has instances of its own.
        self.agents = [[make_player(agent, self.game) for agent in agents] for _ in range(self.game.seats)]
        self.judge = None if values is None else make_player(values, self.game)

    def __reduce__(self) -> tuple[Callable[..., ShardMaker], tuple[Any, ...]]:
        return ShardMaker, self.arguments

    def make(self, numbers: range) -> Shard:
        """The file of some games."""
        if self.form == "records":
            lines = [f"{self._record(number).to_line()}\n" for number in numbers]
            return Shard(numbers.start, len(numbers), len(lines), "".join(lines).encode())
        rows = [row for number in numbers for row in self._rows(number)]
        return Shard(numbers.start, len(numbers), len(rows), to_parquet(FORMS[self.form].columns, rows))

    def play(self, number: int) -> tuple[Outcome, list[str]]:
        """A game by its number, and who sat where."""
        turn = [(seat + number) % len(self.names) for seat in range(self.game.seats)]
        agents = [self.agents[seat][who] for seat, who in enumerate(turn)]
        return play_game(self.game, agents, random_word(self.seed, number)), [self.names[who] for who in turn]

    def _rows(self, number: int) -> Iterable[dict[str, Any]]:
        outcome, names = self.play(number)
        if self.form == "games":
            return [game_row(number, outcome, names)]
        return decision_rows(number, outcome, names, self.judge)

    def _record(self, number: int) -> Record:
        outcome, names = self.play(number)
        return Record.of(
            self.game, outcome.state, seed=outcome.seed, agents=names, forfeit=outcome.forfeit,
            payoffs=None if outcome.forfeit is None else outcome.payoffs,
            info={"dataset_seed": self.seed, "game": number},
        )  # fmt: skip


def to_parquet(columns: Sequence[Column], rows: Sequence[dict[str, Any]]) -> bytes:
    """A whole file of Parquet."""
    import pyarrow
    import pyarrow.parquet

    fields = [(column.name, _type(pyarrow, column.kind)) for column in columns]
    table = pyarrow.Table.from_pylist(list(rows), schema=pyarrow.schema(fields))
    file = io.BytesIO()
    pyarrow.parquet.write_table(table, file, compression="zstd")
    return file.getvalue()


def _type(pyarrow: Any, kind: str) -> Any:
    if kind.startswith("list<"):
        return pyarrow.list_(_type(pyarrow, kind[5:-1]))
    return pyarrow.float32() if kind == NUMBER else getattr(pyarrow, kind)()
