"""The command line in this process: what `paiyou` with some words prints, and its exit code.

Starting Python and loading all takes longer than most commands do. Where the process is the point, tests start one.
"""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

import pytest

from paiyou.cli import command, main

WIDTH = 100


@dataclass(frozen=True)
class Ran:
    """As of a process."""

    returncode: int
    stdout: str
    stderr: str


def paiyou(*words: str) -> Ran:
    """Through the entry point, as the shell would. What it does not catch comes to the test as it is."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["paiyou", *words])
        for console in (command.console, command.errors):
            patch.setattr(console, "_width", WIDTH)
        with pytest.raises(SystemExit) as ended:
            main()
    code = ended.value.code
    assert isinstance(code, int)
    return Ran(code, out.getvalue(), err.getvalue())
