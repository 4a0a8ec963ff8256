"""The server's benchmark, small: it counts what it says it counts, and would notice a lost move."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from paiyou.bench.report import run_table_bench
from paiyou.bench.table import load, lost_moves, memory, quantile
from paiyou.bench.table_person import Diary, Person
from paiyou.bench.table_server import ServerProcess
from paiyou.cli.command import progress_bar
from patience import PATIENCE


def test_quantiles_are_values_that_occurred() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert [quantile(values, part) for part in (0.0, 0.5, 0.99, 1.0)] == [1, 50, 99, 100]
    with pytest.raises(ValueError, match="no move was acknowledged"):
        quantile([], 0.5)


def test_tables_at_once_with_a_kill_in_the_middle() -> None:
    figures = load(3, 6.0, kill=True, advance=lambda _: None)
    assert figures["errors/mixed"] == figures["moves_lost/mixed"] == 0
    assert figures["reconnected/mixed"] == 3
    assert figures["moves_sent/mixed"] == figures["moves_acknowledged/mixed"] > 2
    assert 0 < figures["ack_median_ms/mixed"] <= figures["ack_p99_ms/mixed"] <= figures["ack_max_ms/mixed"]


def test_memory_is_looked_at_three_times() -> None:
    figures = memory(20, advance=lambda _: None)
    assert figures["games_finished/mixed"] == 20
    assert figures["errors/mixed"] == figures["moves_lost/mixed"] == 0
    assert all(figures[f"memory_{when}_mb/mixed"] > 10 for when in ("begin", "middle", "end"))


def test_a_lost_move_is_noticed(tmp_path: Path) -> None:
    diary = Diary()

    async def play(server: ServerProcess) -> None:
        person = Person(server.address, "mini-doudizhu", 1, diary)
        await person.sit_down()
        await person.play_games(2)
        await person.stand_up()

    with ServerProcess(tmp_path, bot_pause=0.0, bot_seconds=PATIENCE, question_seconds=PATIENCE) as server:
        asyncio.run(play(server))
        assert len(diary.acknowledged) > 2
        assert lost_moves(server, diary) == []
        lost, changed = sorted(diary.acknowledged)[:2]
        with closing(sqlite3.connect(tmp_path / "table.db")) as connection, connection:
            where = "WHERE room = ? AND game = ? AND number = ?"
            connection.execute(f"DELETE FROM actions {where}", lost)
            connection.execute(f"UPDATE actions SET move = 'pass?' {where}", changed)
        assert lost_moves(server, diary) == [lost, changed]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"tables": 0}, "tables must be"),
        ({"seconds": 0.5}, "seconds must be"),
        ({"games": 3}, "games must be"),
        ({"games": 100, "kill": True}, "leave out"),
    ],
)
def test_bad_wishes_are_refused(given: dict[str, float], wrong: str) -> None:
    wishes = {"tables": None, "seconds": None, "kill": False, "games": None} | given
    with pytest.raises(ValueError, match=wrong):
        run_table_bench(**wishes, progress=progress_bar)
