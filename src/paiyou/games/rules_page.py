"""A page of rules for each game, made from the game's own words: `docs/rules/`.

    python -m paiyou.games.rules_page docs/rules

writes them all; a test holds the pages to the games.
"""

from __future__ import annotations

import sys
from inspect import getdoc, getmodule
from pathlib import Path

from paiyou.games.info import GameInfo
from paiyou.games.registry import game_infos
from paiyou.options import Option


def rules_page(info: GameInfo) -> str:
    """The page of one game: for people in both languages, then to the letter, then its presets and options."""
    module = getmodule(info.make)
    parts = [
        f"# {info.title.en} {info.title.zh}",
        f"*Made from `src/{info.make.__module__.replace('.', '/')}.py`; version {info.version} of the rules.*",
        *(info.rules.en.split("\n") if info.rules.en else []),
        *(["## 规则", *info.rules.zh.split("\n")] if info.rules.zh else []),
    ]
    exact = getdoc(module) if module is not None else None
    if exact:
        parts += ["## To the letter", exact]
    if info.presets or info.options:
        parts.append("## Presets and options")
    if info.presets:
        parts.append(f"Presets, the usual one first: {', '.join(f'`{preset}`' for preset in info.presets)}.")
    if info.options:
        rows = [f"| `{name}` | {_values(option)} | {option.help} |" for name, option in info.options.items()]
        parts.append("\n".join(["| option | values | what it does |", "|---|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def _values(option: Option) -> str:
    kinds = {"bool": "`on` `off`", "int": "a whole number", "float": "a number"}
    return " ".join(f"`{choice}`" for choice in option.choices) or kinds.get(option.kind.__name__, "a string")


def write_rules_pages(folder: Path) -> list[Path]:
    """Write the page of every game into a folder; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for info in game_infos().values():
        written.append(folder / f"{info.name}.md")
        written[-1].write_text(rules_page(info), encoding="utf-8")
    return written


if __name__ == "__main__":
    write_rules_pages(Path(sys.argv[1]))
