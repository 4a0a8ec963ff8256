"""The command line: `paiyou COMMAND --help` says what each command does. One file for each kind of user."""

from __future__ import annotations

import os
import sys

import typer

from paiyou.cli.command import app, complain
from paiyou.cli.plain_text import speak_plainly
from paiyou.plugins import report_to

# Each adds its commands, and the help lists them in this order.
# isort: off
from paiyou.cli import catalog, playing, experiments, learning, worlds  # noqa: F401
# isort: on

__all__ = ["app", "main"]


def main() -> None:
    """The entry point of the `paiyou` command: bad usage is one line and exit code 2, like any other bad input."""
    speak_plainly()
    try:
        with report_to(complain):
            code = app(args=sys.argv[1:] or ["--help"], standalone_mode=False)
    except typer.Abort:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever was reading has left
        sys.exit(1)
    except OSError as error:
        complain(f"{error.strerror or error}: {error.filename or 'standard output'}")
        sys.exit(1)
    except Exception as error:
        if not hasattr(error, "format_message"):  # not a complaint about the arguments
            raise
        complain(f"{error.format_message().rstrip('.')}; see 'paiyou --help'")
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)
