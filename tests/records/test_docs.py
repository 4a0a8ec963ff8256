"""The page on records says what is so."""

import re
from dataclasses import fields
from pathlib import Path

from paiyou.records import Record, read_records

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")


def test_the_example_line_is_a_game():
    [line] = re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
    record = Record.from_line(line)
    assert record.to_line() == line
    assert record.replay().state.over


def test_every_field_is_explained():
    for field in fields(Record):
        assert f"`{field.name}`" in PAGE


def test_the_example_program_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    [program] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names = {}
    exec(compile(program, "records.md", "exec"), names)
    assert names["broken"] == []
    [record] = read_records("games.jsonl")
    assert len(capsys.readouterr().out.splitlines()) == len(record.moves) > 5
