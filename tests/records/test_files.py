"""Files of records: every broken line is reported with its number, and the rest is kept."""

import subprocess
import sys
import tracemalloc
import warnings

import pytest

import paiyou
from paiyou.records import BrokenLine, Record, RecordWriter, read_lines, read_records, write_records
from paiyou.records.files import MOST_BYTES, count_lines
from positions import reach


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.jsonl"


def some_records(number=5):
    game = paiyou.game("mini-doudizhu")
    return [Record.of(game, reach(game, seed, 100), seed=seed) for seed in range(number)]


def test_written_and_read(path):
    records = some_records()
    assert write_records(path, records) == 5
    assert list(read_records(path)) == records
    assert write_records(str(path), records[:2]) == 2
    assert list(read_records(str(path))) == records[:2]
    assert write_records(path, records[2:], append=True) == 3
    assert list(read_records(path)) == records
    assert count_lines(path) == 5
    assert write_records(path, []) == 0
    assert list(read_records(path)) == []


def test_every_record_is_in_the_file_at_once(path):
    records = some_records()
    with RecordWriter(path) as writer:
        for number, record in enumerate(records, 1):
            writer.write(record)
            assert list(read_records(path)) == records[:number]


def test_a_killed_run_loses_nothing_it_has_written(path):
    line = some_records(1)[0].to_line()
    script = (
        "import os, sys\n"
        "from paiyou.records import Record, RecordWriter\n"
        "writer = RecordWriter(sys.argv[1])\n"
        "for _ in range(3):\n"
        "    writer.write(Record.from_line(sys.argv[2]))\n"
        "os._exit(9)\n"
    )
    assert subprocess.run([sys.executable, "-c", script, str(path), line], check=False).returncode == 9
    assert len(list(read_records(path))) == 3


def test_appending_behind_a_line_that_was_cut(path):
    records = some_records()
    write_records(path, records[:3])
    path.write_bytes(path.read_bytes()[:-30])
    write_records(path, records[3:], append=True)
    broken = []
    assert list(read_records(path, broken.append)) == [*records[:2], *records[3:]]
    assert [line.number for line in broken] == [3]
    assert "breaks off" in broken[0].reason


def test_broken_lines_are_reported_with_their_numbers_and_the_rest_is_kept(path):
    records = some_records()
    good = [record.to_line().encode() for record in records]
    lines = [
        b"\xef\xbb\xbf" + good[0] + b"\r",  # as some editors write it
        b"",
        b"nonsense",
        good[1],
        b"\xff\xfe\x00\x01",
        b"   \t",
        b"\x00" * 100,
        b"[" * 100_000,
        good[2],
        b'{"paiyou": 1, "game": "' + b"x" * MOST_BYTES + b'"}',
        good[3].replace(b"}", b', "seed": 1}'),
        b"\xef\xbb\xbf" + good[4],  # a mark that is not at the beginning
        b" " + good[3] + b" ",
        good[4],
        good[0][:-20],
    ]
    path.write_bytes(b"\n".join(lines))
    broken = []
    assert list(read_records(path, broken.append)) == records
    assert [line.number for line in broken] == [3, 5, 7, 8, 10, 11, 12, 15]
    words = ["not JSON", "byte 1", "not JSON", "nested", "longer than 1048576 bytes", "twice", "not JSON", "breaks off"]
    for line, word in zip(broken, words, strict=True):
        assert word in line.reason
        assert len(str(line).splitlines()) == 1
    assert [number for number, line in read_lines(path) if isinstance(line, Record)] == [1, 4, 9, 13, 14]
    assert count_lines(path) == len(lines) - 1


def test_without_anybody_to_tell_a_broken_line_is_a_warning(path):
    path.write_text("nonsense\n" + some_records(1)[0].to_line())
    with pytest.warns(UserWarning, match=r"games.jsonl, line 1: not JSON from character 1 on, 'nonsense'"):
        assert len(list(read_records(path))) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(read_records(path, [].append)) == some_records(1)


@pytest.mark.parametrize("length", [MOST_BYTES - 1, MOST_BYTES, MOST_BYTES + 1, 2 * MOST_BYTES + 1, 3 * MOST_BYTES])
def test_the_length_of_a_line_is_bounded(path, length):
    record = some_records(1)[0]
    line = record.to_line()
    path.write_text(line + " " * (length - len(line)) + "\n" + line)
    lines = list(read_lines(path))
    assert lines[1] == (2, record)
    assert lines[0] == (1, record) if length <= MOST_BYTES else isinstance(lines[0][1], BrokenLine)


def test_a_huge_line_is_not_loaded_whole(path):
    with path.open("wb") as file:
        for _ in range(40):
            file.write(b"x" * MOST_BYTES)
    tracemalloc.start()
    try:
        [(number, line)] = read_lines(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert number == 1
    assert isinstance(line, BrokenLine)
    assert peak < 8 * MOST_BYTES


def test_a_record_that_could_not_be_read_back_is_not_written(path):
    record = some_records(1)[0]
    long = Record(game="mini-doudizhu", moves=(), seed=1, info={"note": "x" * MOST_BYTES})
    with RecordWriter(path) as writer:
        with pytest.raises(ValueError, match="one line may have 1048576"):
            writer.write(long)
        writer.write(record)
    assert list(read_records(path)) == [record]


def test_a_file_that_is_not_there(path):
    with pytest.raises(FileNotFoundError):
        list(read_records(path))
