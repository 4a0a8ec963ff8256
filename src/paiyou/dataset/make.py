"""Makes a dataset: a folder of files, a card that says how it was made, and a way to go on after an end by force."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from paiyou.agents.identity import known_as
from paiyou.arena.match import read_count, read_seed
from paiyou.arena.workers import Pieces, require_cores, require_place, run_chunks
from paiyou.dataset.card import read_me
from paiyou.dataset.shards import FORMS, Shard, ShardMaker
from paiyou.games.registry import game as find_game
from paiyou.options import unknown
from paiyou.version import installed_version

CARD = "card.json"
DATA = "data"
"""The folder in the folder with nothing but files of games."""


@dataclass(frozen=True)
class Made:
    """A dataset that is whole."""

    folder: Path
    card: dict[str, Any]
    played: int
    """Games that were played now; the rest was there."""
    seconds: float
    """For these."""

    def to_json(self) -> dict[str, Any]:
        """As `paiyou dataset --json` writes it."""
        return {"folder": str(self.folder), "played": self.played, "seconds": self.seconds, "card": self.card}


def make_dataset(
    folder: Path,
    game: str = "doudizhu",
    agents: Sequence[str] = ("rules",),
    *,
    games: int = 100_000,
    seed: int = 1,
    form: str = "games",
    values: str | None = None,
    on: str = "local",
    cores: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Made:
    """Games of some agents in a folder; the same arguments give the same files, wherever they are made.

    The agents take turns in the seats. `form` is `games`, `decisions` (Parquet) or `records`; `values` names an agent
    whose values of all legal moves are written with decisions. A folder that was begun by the same call is finished.

    Example: `make_dataset(Path("games"), "doudizhu", ["rules"], games=1000)`.
    """
    games, seed, playing = read_count("games", games), read_seed(seed), find_game(game)
    if form not in FORMS:
        raise unknown("form of a dataset", form, FORMS)
    if values is not None and form != "decisions":
        raise ValueError("values are told with decisions: ask for --form decisions")
    if not agents:
        raise ValueError("a dataset needs at least one agent")
    how = FORMS[form]
    if how.ending == "parquet" and find_spec("pyarrow") is None:
        raise ValueError("Parquet needs the package pyarrow: pip install 'paiyou[data]', or ask for --form records")
    require_place(on)
    require_cores(cores)
    maker = ShardMaker(playing.name, agents, seed, form, values)
    about = _about(maker, games)
    _begin(folder, about)
    pieces = [one for one in Pieces(games, how.games) if not _file(folder, one, how.ending).exists()]
    begun, tell = time.perf_counter(), progress or (lambda _: None)
    played = sum(map(len, pieces))

    def started() -> None:
        tell(0)
        tell(games - played)

    shards = run_chunks(maker.make, pieces, on=on, cores=cores, started=started)
    try:
        for piece, shard in zip(pieces, shards, strict=True):
            _add_rows(folder, shard)  # before the file: what is there is not made again, and must have been counted
            _write(_file(folder, piece, how.ending), shard.content)
            tell(shard.games)
    finally:
        shards.close()
    card = {**about, "rows": sum(_rows(folder).values()), "files": len(Pieces(games, how.games))}
    _write(folder / CARD, (json.dumps(card, ensure_ascii=False, indent=1) + "\n").encode())
    _write(folder / "README.md", read_me(card).encode())
    return Made(folder, card, played, round(time.perf_counter() - begun, 3))


def _about(maker: ShardMaker, games: int) -> dict[str, Any]:
    """All that the files depend on, and what they hold."""
    game, how = maker.game, FORMS[maker.form]
    _, _, seed, form, values = maker.arguments
    return {
        "paiyou": installed_version(),
        "game": game.name,
        "rules_version": game.info.version,
        "agents": [{"name": name, "known_as": known_as(name, game.name)} for name in maker.names],
        "values": None if values is None else {"name": values, "known_as": known_as(values, game.name)},
        "games": games,
        "seed": seed,
        "form": form,
        "columns": [vars(column) for column in how.columns],
    }


def _begin(folder: Path, about: dict[str, Any]) -> None:
    """Write what is to be made into the folder; ValueError where something else is there."""
    try:
        (folder / DATA).mkdir(parents=True, exist_ok=True)
        if (folder / CARD).exists():
            card = json.loads((folder / CARD).read_text(encoding="utf-8"))
            if {key: card.get(key) for key in about} != about:
                raise ValueError(f"{folder} holds another dataset: name another folder")
            return
        if any((folder / DATA).iterdir()):
            raise ValueError(f"{folder} holds files without a card: name another folder")
        _write(folder / CARD, (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode())
    except OSError as error:
        raise ValueError(f"a dataset cannot be written to {folder}: {error.strerror}") from None
    except json.JSONDecodeError:
        raise ValueError(f"{folder / CARD} is no card of a dataset: name another folder") from None


def _file(folder: Path, piece: range, ending: str) -> Path:
    return folder / DATA / f"{piece.start:09d}-{piece.stop - 1:09d}.{ending}"


def _write(path: Path, content: bytes) -> None:
    """A kill leaves no file or a whole one."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise ValueError(f"{path} cannot be written: {error.strerror}") from None


def _add_rows(folder: Path, shard: Shard) -> None:
    """Keep how many rows a file has, so that nobody has to read it to know."""
    with (folder / ".rows").open("a", encoding="utf-8") as file:
        file.write(f"{shard.first} {shard.rows}\n")


def _rows(folder: Path) -> dict[int, int]:
    lines = (folder / ".rows").read_text(encoding="utf-8").splitlines()
    return {int(first): int(rows) for first, rows in map(str.split, lines)}
