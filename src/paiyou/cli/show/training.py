"""Training in the terminal: arguments from the command line, and a bar that says how it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from paiyou.agents.registry import agent_classes
from paiyou.models.folders import default_model
from paiyou.options import shown, split_spec, unknown


def run_training(given: Mapping[str, Any], settings: Sequence[str], resume: str | None, console: Console) -> Path:
    """Train as the command line says; what it leaves out is as usual, or as the resumed run had it."""
    try:
        from paiyou.learn.dmc.arguments import Arguments, arguments_of
        from paiyou.learn.dmc.checks import check
        from paiyou.learn.dmc.trainer import train
    except ModuleNotFoundError as missing:
        raise ValueError(f"training needs the package {missing.name}: pip install 'paiyou[train]'") from None
    said = {name: value for name, value in given.items() if value is not None} | read_settings(settings)
    if resume is not None:
        before = arguments_of(Path(resume))
        if said["game"] != before.game:
            raise ValueError(f"{resume} was trained on {before.game}, not on {said['game']}; name that game")
        arguments = arguments_of(Path(resume), **said)
    else:
        arguments = Arguments(**said)
    check(arguments)  # whatever is wrong is said before the bar is drawn
    bar = TrainingBar(arguments, console)
    with bar.progress:
        return train(arguments, bar.report)


def run_adversary(agent: str, deals: int, settings: Sequence[str], console: Console, **options: Any) -> Any:
    """Train an adversary of a network as the command line says: what it won."""
    try:
        from paiyou.learn.dmc.adversary import adversary_of, exploit
        from paiyou.learn.dmc.checks import check
    except ModuleNotFoundError as missing:
        raise ValueError(f"training needs the package {missing.name}: pip install 'paiyou[train]'") from None
    arguments = adversary_of(network_of(agent), settings=read_settings(settings), **options)
    check(arguments)
    bar = TrainingBar(arguments, console)
    with bar.progress:
        return exploit(arguments, deals, report=bar.report)


def network_of(agent: str) -> str:
    """The model that an agent plays by, which must be a network alone: `"dmc:model=NAME"`, or NAME itself."""
    name, options = split_spec(agent)
    if name not in agent_classes():
        return agent  # a model, or a folder
    model = dict(option.partition("=")[::2] for option in options)
    if name != "dmc" or set(model) - {"model"}:
        raise ValueError(
            f"an adversary trains against a network alone, such as dmc:model=doudizhu-wp, not against {shown(agent)}; "
            "'paiyou imitate' makes a network that plays like another agent"
        )
    return model.get("model") or default_model("doudizhu:douzero")


def read_settings(settings: Sequence[str]) -> dict[str, Any]:
    """`["games=1024", "epsilon=0.01"]` as values of the right kinds."""
    from paiyou.learn.dmc.arguments import Arguments

    kinds: dict[str, Any] = {argument.name: type(argument.default) for argument in fields(Arguments)}
    result: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if name not in kinds:
            raise unknown("training argument", name, kinds)
        try:
            if not equals:
                raise ValueError
            result[name] = kinds[name](value)
        except ValueError:
            raise ValueError(f"{name} takes a value like {name}={_usual(name)}, not {setting!r}") from None
    return result


def _usual(name: str) -> object:
    from paiyou.learn.dmc.arguments import Arguments

    return getattr(Arguments, name)


def arguments_table() -> Table:
    """Every argument with its default and one line of help."""
    try:
        from paiyou.learn.dmc.arguments import Arguments
    except ModuleNotFoundError as missing:
        raise ValueError(f"training needs the package {missing.name}: pip install 'paiyou[train]'") from None
    table = Table("argument", "default", "what it says")
    for argument in fields(Arguments):
        assert argument.default is not MISSING
        table.add_row(argument.name, str(argument.default), argument.metadata["help"])
    return table


class TrainingBar:
    """Frames, frames per second, loss, how often each position wins and the last evaluation, in one line."""

    def __init__(self, arguments: Any, console: Console) -> None:
        self.arguments = arguments
        self.last: tuple[int, float] | None = None
        self.evaluation = ""
        self.progress = Progress(
            TextColumn(f"{arguments.game} {arguments.objective}", markup=False),
            BarColumn(bar_width=16),
            TimeElapsedColumn(),
            TextColumn("{task.fields[line]}", markup=False),
            console=console,
        )
        by_frames = arguments.frames > 0
        self.task = self.progress.add_task(
            "train", total=arguments.frames if by_frames else arguments.hours * 3600, line="the first games"
        )

    def report(self, line: Mapping[str, Any]) -> None:
        """Take in a line of the log."""
        if line["event"] == "note":
            self.progress.console.print(line["text"], markup=False)
        if line["event"] == "evaluation":
            self.evaluation = f" · {line['wp']['mean']:.1%} v {line['opponent']}"
        if line["event"] == "progress":
            frames, seconds = line["frames"], line["seconds"]
            rate = ""
            if self.last is not None and seconds > self.last[1]:
                rate = f" · {(frames - self.last[0]) / (seconds - self.last[1]):,.0f}/s"
            self.last = (frames, seconds)
            wins = "/".join(f"{share:.0%}" for share in line["wins"])
            loss = "no step yet" if line["loss"] is None else f"loss {line['loss']:.4f}"
            if line.get("hidden_bits") is not None:
                loss += f" · hidden {line['hidden_bits']:.3f} of {line['counted_bits']:.3f} bits a card"
            text = f"{frames:,} frames{rate} · {loss} · wins {wins}{self.evaluation}"
            done = frames if self.arguments.frames > 0 else seconds
            self.progress.update(self.task, completed=done, line=text)
