"""Files of records, one per line.

They are written so that a killed run loses at most a line, and read so that a bad line costs nothing but itself.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from paiyou.options import shown
from paiyou.records.record import Record

MOST_BYTES = 1 << 20
"""In a line; a game takes some thousands. Longer lines are skipped without being loaded whole."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""What some editors put before the first line."""


@dataclass(frozen=True)
class BrokenLine:
    """A line that is no record: its number, 1 for the first, and a sentence that says why."""

    number: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.number}: {self.reason}"


class RecordWriter:
    """Writes records to a file, each as soon as it is given.

    Example::

        with RecordWriter("games.jsonl", append=True) as writer:
            writer.write(Record.of(game, state, seed=7))
    """

    def __init__(self, path: str | Path, *, append: bool = False) -> None:
        """Open the file; `append` keeps what is in it, else it is written anew."""
        cut = append and _last_line_is_cut(Path(path))
        self._file = Path(path).open("ab" if append else "wb")  # noqa: SIM115 - the writer is the context manager
        if cut:  # by a run that was killed: the next record must not be glued to its last
            self._file.write(b"\n")

    def write(self, record: Record) -> None:
        """Write one record and hand it to the operating system at once."""
        line = record.to_line().encode()
        if len(line) > MOST_BYTES:
            raise ValueError(f"the record takes {len(line)} bytes; one line may have {MOST_BYTES}")
        self._file.write(line + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file; nothing can be written afterwards."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def write_records(path: str | Path, records: Iterable[Record], *, append: bool = False) -> int:
    """Write records to a file, anew or behind what is there; returns how many."""
    number = 0
    with RecordWriter(path, append=append) as writer:
        for number, record in enumerate(records, 1):  # noqa: B007 - the last number is the count
            writer.write(record)
    return number


def read_records(path: str | Path, on_broken: Callable[[BrokenLine], object] | None = None) -> Iterator[Record]:
    """The records of a file, one by one. Every broken line goes to `on_broken`, or else becomes a warning.

    The moves are not checked here; `record.replay()` does that.

    Example::

        broken = []
        for record in read_records("games.jsonl", broken.append):
            print(record.game, record.result)
    """
    for _, line in read_lines(path):
        if isinstance(line, Record):
            yield line
        elif on_broken is not None:
            on_broken(line)
        else:
            warnings.warn(f"{path}, {line}", stacklevel=2)


def read_lines(path: str | Path) -> Iterator[tuple[int, Record | BrokenLine]]:
    """Every line of a file that is not empty, with its number: a record, or what is wrong with the line."""
    with Path(path).open("rb") as file, _says_which(path):
        for number, line in _each_line(file):
            if line is None:
                reason = f"the line is longer than {MOST_BYTES} bytes, the most a record may take"
                yield number, BrokenLine(number, reason)
            elif line.strip():
                yield number, _read_line(number, line)


def find_line(path: str | Path, number: int) -> Record | BrokenLine:
    """The line of a file with a number, 1 for the first; ValueError where it is not there, or empty."""
    if number < 1:
        raise ValueError(f"lines are counted from 1; there is no line {number}")
    for found, line in read_lines(path):
        if found == number:
            return line
        if found > number:
            break
    raise ValueError(f"there is no record on line {number} of {shown(str(path))}")


def count_lines(path: str | Path) -> int:
    """Number of lines of a file, at the speed of the disk; for a progress bar."""
    with Path(path).open("rb") as file, _says_which(path):
        return sum(block.count(b"\n") for block in iter(lambda: file.read(MOST_BYTES), b""))


@contextmanager
def _says_which(path: str | Path) -> Iterator[None]:
    """A file that opens and cannot be read: what the system says of that does not name it."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{shown(str(path))} cannot be read: {error.strerror or error}") from None


def _each_line(file: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Lines with their numbers; None for one that is too long."""
    number = 0
    while line := file.readline(MOST_BYTES + 1):
        number += 1
        whole = line.endswith(b"\n") or len(line) <= MOST_BYTES
        if number == 1:
            line = line.removeprefix(BYTE_ORDER_MARK)
        yield number, line if whole else None
        while not whole:
            rest = file.readline(MOST_BYTES)
            whole = not rest or rest.endswith(b"\n")


def _read_line(number: int, line: bytes) -> Record | BrokenLine:
    try:
        return Record.from_line(line.rstrip(b"\r\n").decode())
    except UnicodeDecodeError as error:
        return BrokenLine(number, f"byte {error.start + 1} of the line is not UTF-8 text")
    except ValueError as error:
        return BrokenLine(number, str(error))


def _last_line_is_cut(path: Path) -> bool:
    if not path.exists() or path.stat().st_size == 0:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"
