"""The card of a dataset for people: a README beside its files."""

from __future__ import annotations

from typing import Any

from paiyou.dataset.shards import FORMS
from paiyou.games.registry import game_info


def read_me(card: dict[str, Any]) -> str:
    """What it holds, how it was made and how it is read."""
    title = game_info(card["game"]).title
    form = FORMS[card["form"]]
    agents = [agent["known_as"] for agent in card["agents"]]
    lines = [
        f"# {card['games']:,} games of {title.en} {title.zh}",
        "",
        f"Made by Paiyou {card['paiyou']}: `{card['game']}` (rules of version {card['rules_version']}), "
        f"{form.meaning}, {card['rows']:,} rows in {card['files']:,} files in `data/`.",
        "",
        f"- Players, taking turns in the seats: {', '.join(f'`{agent}`' for agent in agents)}.",
        *([f"- Values by `{card['values']['known_as']}`, which saw what the seat saw."] if card["values"] else []),
        f"- Made again by: `{command(card)}`. Every game follows from the seed and its number.",
        "- The hands of all seats are in it, hidden ones too: whoever trains a player must not show them to it.",
        "",
    ]
    if card["columns"]:
        lines += ["| column | type | meaning |", "|---|---|---|"]
        lines += [f"| `{one['name']}` | {one['kind']} | {one['meaning']} |" for one in card["columns"]]
        lines.append("")
    return "\n".join(lines)


def command(card: dict[str, Any]) -> str:
    """What makes the same again."""
    agents = [word for agent in card["agents"] for word in ("--agent", agent["name"])]
    values = ["--values", card["values"]["name"]] if card["values"] else []
    words = ["--game", card["game"], *agents, "--games", str(card["games"]), "--seed", str(card["seed"])]
    return " ".join(["paiyou dataset FOLDER", *words, "--form", card["form"], *values])
