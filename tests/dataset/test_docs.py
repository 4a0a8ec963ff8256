"""The loader of docs/data.md reads a dataset, and the page names every column."""

import re
from pathlib import Path

import torch

from pages import programs, run
from paiyou.dataset.make import make_dataset
from paiyou.dataset.shards import FORMS

PAGE = Path(__file__).parents[2] / "docs" / "data.md"


def test_the_loader_reads_a_dataset(tmp_path):
    made = make_dataset(tmp_path, "doudizhu", ["rules"], games=20, form="decisions", cores=1)
    names = {"__name__": "page"}
    (program,) = programs(PAGE)
    run(PAGE, program, names)
    read = list(torch.utils.data.DataLoader(names["Decisions"](tmp_path), batch_size=None))
    hands, moves, points = (torch.cat(column) for column in zip(*read, strict=True))
    assert hands.shape == moves.shape == (made.card["rows"], 15)
    assert points.shape == (made.card["rows"],)
    assert (moves <= hands).all()  # nobody plays what he has not
    assert hands.sum(dim=1).max() == 20
    assert moves.sum(dim=1).min() == 0  # a pass
    assert set(points.abs().tolist()) <= {2.0**power for power in range(12)}


def test_the_loader_has_ten_lines():
    text = PAGE.read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len([line for line in program.splitlines() if line.strip()]) <= 10


def test_every_column_is_named():
    text = PAGE.read_text(encoding="utf-8")
    for name, form in FORMS.items():
        (row,) = re.findall(rf"^\| `{name}` \|.*$", text, re.M)
        assert all(f"`{column.name}`" in row for column in form.columns)
