"""The soak, for a moment: whatever is killed, stalls or jumps, nothing acknowledged is lost, and all play on."""

from __future__ import annotations

import os

import pytest

from paiyou.bench.postgres import postgres_programs
from paiyou.bench.soak import POSTGRES, SQLITE, Soak
from patience import PATIENCE

LONG = 3600.0
MISFORTUNES = {"server_killed", "workers_killed", "database_away", "clients_stalled", "clock_jumped"}


@pytest.mark.parametrize("seconds", [0.0, pytest.param(LONG, marks=pytest.mark.long)])
@pytest.mark.parametrize("database", [pytest.param(SQLITE, marks=pytest.mark.long), POSTGRES])
def test_nothing_is_lost_and_nobody_is_stuck(database: str, seconds: float) -> None:
    if database == POSTGRES and postgres_programs() is None:
        assert not os.environ.get("CI_POSTGRES"), "PostgreSQL must be there in CI: apt-get install postgresql"
        pytest.skip("PostgreSQL is not installed here")
    told: list[str] = []
    long = seconds == LONG
    size = {"tables": 30} if long else {"tables": 2, "every": 0.1, "pause": 0.05}
    figures = Soak(seconds, database, **size, patience=PATIENCE, say=told.append).run()  # type: ignore[arg-type]
    assert figures["moves_lost"] == figures["errors"] == figures["stuck"] == 0, told
    assert figures["moves_acknowledged"] >= 2
    assert set(figures) >= MISFORTUNES
