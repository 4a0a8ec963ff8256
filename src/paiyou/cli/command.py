"""What all commands share: the application, its consoles, usual options, one line for what is wrong, a bar."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from paiyou.cli.plain_text import knows_all
from paiyou.version import installed_version

app = typer.Typer(
    name="paiyou",
    help="Paiyou 牌友: card games with hidden hands. Play them, pit players against each other, measure.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"paiyou {installed_version()}")
        raise typer.Exit


@app.callback()
def options_of_all(
    _: Annotated[
        bool, typer.Option("--version", help="Print the version.", metavar="", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Take what is asked of no command."""


console = Console()
errors = Console(stderr=True)

P = ParamSpec("P")
R = TypeVar("R")


def flag(name: str, line: str) -> Any:
    """An option that is there or not, and takes no value."""
    return typer.Option(name, help=line, metavar="")


Json = Annotated[bool, flag("--json", "Print one JSON object and nothing else.")]
Cores = Annotated[int | None, typer.Option(help="Processes to use; all cores by default. The result is the same.")]
Place = Annotated[str, typer.Option(help="Where to play: local, or ray for a Ray cluster.")]
GameName = Annotated[str, typer.Option("--game", "-g", help="A game, such as doudizhu:douzero; see 'paiyou games'.")]


def says_what_is_wrong(command: Callable[P, R]) -> Callable[P, R]:
    """Turn a ValueError into one line and exit code 2."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except ValueError as error:
            complain(str(error))
            raise typer.Exit(2) from None

    return run


def complain(sentence: str) -> None:
    """One red line on standard error."""
    errors.print(f"paiyou: {sentence}", style="red", markup=False, highlight=False, soft_wrap=True)


def print_json(result: dict[str, Any]) -> None:
    """One JSON object on standard output."""
    escaped = not knows_all(sys.stdout.encoding)
    sys.stdout.write(json.dumps(result, ensure_ascii=escaped, allow_nan=False) + "\n")


@contextmanager
def progress_bar(title: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; yields the function that moves it on. Without a total it only shows that work goes on.

    It appears with the first step: the bar has a thread of its own, and workers must be forked before there is one.
    In a file or a notebook, which keep every line, there is none.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=errors, transient=True, disable=not sys.stderr.isatty())
    task = progress.add_task(title, total=total)

    def advance(steps: int) -> None:
        progress.start()
        progress.advance(task, steps)

    try:
        yield advance
    finally:
        if progress.live.is_started:
            progress.stop()
