"""The commands and the Python of docs/search-open.md run as they stand."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pages import programs, run
from patience import PATIENCE

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "search-open.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)


def test_the_python_runs(capsys):
    pytest.importorskip("pyspiel")
    names = {"__name__": "docs"}
    assert programs(PAGE)
    for program in programs(PAGE):
        run(PAGE, program, names)
    assert "[(2, 1.0, 1.0)" in capsys.readouterr().out


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_commands_run(block, tmp_path):
    for line in block.strip().splitlines():
        command = shlex.split(line)
        program = {"python": [sys.executable], "paiyou": [sys.executable, "-m", "paiyou"]}[command[0]]
        arguments = [str(ROOT / word) if word.startswith("examples/") else word for word in command[1:]]
        subprocess.run([*program, *arguments], cwd=tmp_path, check=True, timeout=PATIENCE, capture_output=True)
