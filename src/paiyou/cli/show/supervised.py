"""Whole games for a network to learn from, and supervised learning from records, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paiyou.cli.show.imitation import Bar

if TYPE_CHECKING:
    from paiyou.learn.imitation.recorded_games import RecordedGames
    from paiyou.records.record import Record

COLUMNS = ".npz"
"""What a file of games in columns ends with; any other is one of records."""


def run_self_play(
    file: Path, game: str, model: str, games: int, seed: int, temperature: float, device: str
) -> dict[str, Any]:
    """Let a network play itself, and keep the games as columns or as records, as the file's name ends."""
    needs_torch()
    _check_new(file)
    from paiyou.learn.devices import device_named
    from paiyou.learn.imitation.demonstrations import spec_for_imitation
    from paiyou.learn.imitation.self_play import self_play
    from paiyou.learn.runs.weights import folder_of_weights, frozen_player

    where, spec = device_named(device), spec_for_imitation(game)
    player = frozen_player(folder_of_weights(model), spec, where)
    played = self_play(game, player, model, games, seed, where, temperature)
    write_games(played, file)
    return {"file": str(file), "games": len(played), "moves": int(played.length.sum())}


def convert(source: Path, target: Path, game: str, bar: Bar) -> dict[str, Any]:
    """Records as columns, or columns as records."""
    _check_new(target)
    games = read_games([source], game, bar)
    write_games(games, target)
    return {"file": str(target), "games": len(games), "moves": int(games.length.sum())}


def read_games(files: list[Path], game: str, bar: Bar) -> RecordedGames:
    """The games of one file of columns, or of any number of files of records."""
    from paiyou.learn.imitation.recorded_games import RecordedGames
    from paiyou.records.files import count_lines, read_records

    if len(files) == 1 and files[0].suffix == COLUMNS:
        return RecordedGames.load(files[0])
    wrong = [str(file) for file in files if file.suffix == COLUMNS]
    if wrong:
        raise ValueError(f"{wrong[0]} can only be learnt from alone; several files must be of records")
    missing = [str(file) for file in files if not file.exists()]
    if missing:
        raise ValueError(f"there is no file {missing[0]}")

    def records() -> Iterator[Record]:
        for file in files:
            yield from read_records(file)

    with bar("reading records", sum(map(count_lines, files))) as advance:
        return RecordedGames.from_records(records(), game, advance)


def _check_new(file: Path) -> None:
    """Nothing that somebody has kept is replaced."""
    if file.exists():
        raise ValueError(f"there is a file {file}; name another")


def write_games(games: RecordedGames, file: Path) -> None:
    """As columns or as records, as the file's name ends."""
    from paiyou.records.files import write_records

    if file.suffix == COLUMNS:
        games.save(file)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_records(file, games.to_records())


def run_supervised(
    files: list[Path], folder: Path, game: str, options: dict[str, Any], device: str, bar: Bar,
    report: Callable[[str], None],
) -> dict[str, Any]:  # fmt: skip
    """Learn card play from records; every epoch is reported."""
    needs_torch()
    from paiyou.learn.devices import device_named
    from paiyou.learn.imitation.supervised import SupervisedArguments, learn_records

    def tell(line: dict[str, Any]) -> None:
        if line["event"] == "epoch":
            shares = ", ".join(f"{share:.1%}" for share in line["accuracy"])
            report(f"epoch {line['epoch']}: makes the recorded move {shares} of the time, by position")

    where, arguments = device_named(device), SupervisedArguments(**options)
    best = learn_records(read_games(files, game, bar), arguments, folder, where, tell)
    return {"folder": str(folder), "accuracy": best}


def needs_torch() -> None:
    """Say what is missing, where it is."""
    try:
        import torch  # noqa: F401
    except ModuleNotFoundError as missing:
        raise ValueError(f"learning needs the package {missing.name}: pip install 'paiyou[train]'") from None
