"""The settings of a server."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from paiyou.server.http.limits import Limits


def usual_database() -> str:
    """A file in the user's data folder."""
    from platformdirs import user_data_path

    folder = Path(user_data_path("paiyou", ensure_exists=True))
    with suppress(OSError):  # another user's folder: its permissions are theirs to set
        folder.chmod(0o700)
    return f"sqlite:///{folder / 'table.db'}"


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    database: str = "sqlite://"
    """An SQLAlchemy URL; without a file everything is forgotten with the process."""
    key: bytes | None = None
    """Seals the secrets of rooms in the database (`rooms/seal.py`); without it they are stored as they are."""
    hosts: tuple[str, ...] = ()
    """Names besides this machine's own that the page may be asked for by; `*` for any."""
    bot_seconds: float = 10.0
    """A bot that takes longer is replaced by `rules` for the move."""
    question_seconds: float = 20.0
    """Anything else that a worker is asked: one that has not met the game before builds its tables first."""
    bot_pause: float = 0.6
    """Seconds before a bot's move is shown, so that people can follow."""
    away_seconds: float = 20.0
    """A bot may play for a person who has been away for so long, if another at the table asks for it."""
    idle_seconds: float = 600.0
    """A room that has been idle for so long is evicted from memory; it can be loaded again."""
    quick_workers: int = 1
    slow_workers: int = 2
    """Of several workers the last is left to other clients than those who have the others."""
    limits: Limits = field(default_factory=Limits)
