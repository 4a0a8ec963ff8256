"""Measures a shipped model and writes what came out into its card, command and interval with every figure.

`python -m paiyou.reproduce.model_results doudizhu-wp rlcard:10000 uct:trees=40,iterations=250:500` plays these matches;
the number behind the last colon is the deals. `1v2` before opponents is how it sits down with them, and
`game=gongzhu:partners=on,expose=off` what they play in place of the game it was trained on. Results against the same
opponent in the same game and seating are replaced.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace

from paiyou.arena.match import match
from paiyou.games.registry import game
from paiyou.models.card import MEASURES, Figure, ModelCard, Result
from paiyou.models.folders import find_model

SEED = 2026
"""Of the deals; far from those of training, which lie above 2^40."""


def measure(name: str, opponent: str, deals: int, seating: str | None = None, played: str = "") -> Result:
    """One match of a model, as its default player, on the game it was trained on or on another that it can play."""
    played = played or ModelCard.load(find_model(name)).game
    player = f"dmc:model={name}"
    result = match(game(played), player, opponent, deals=deals, seed=SEED, seating=seating)
    quoted = [f'"{word}"' if ":" in word else word for word in (player, opponent)]
    command = f"paiyou match {' '.join(quoted)} --game {played}{_option(seating)} --deals {deals} --seed {SEED}"
    figures = {
        key: Figure(round(value.mean, 4), round(value.low, 4), round(value.high, 4))
        for key in MEASURES
        if (value := result.players[0].measures.get(key)) is not None
    }
    return Result(opponent, played, deals, SEED, command, **figures)


def _option(seating: str | None) -> str:
    return "" if seating is None else f" --seating {seating}"


def main(arguments: Sequence[str]) -> None:
    """Measure a model against opponents given as `OPPONENT:DEALS`, and keep each result at once."""
    name, *opponents = arguments
    seating, played = None, ""
    for text in opponents:
        if text.startswith("game="):
            played = text.removeprefix("game=")
            continue
        if re.fullmatch(r"\d+v\d+", text):
            seating = text
            continue
        opponent, _, deals = text.rpartition(":")
        found = measure(name, opponent, int(deals), seating, played)
        folder = find_model(name)
        card = ModelCard.load(folder)
        replace(card, results=(*(result for result in card.results if not _same(result, found)), found)).save(folder)
        print(f"{found.command}: {', '.join(f'{key} {getattr(found, key)}' for key in MEASURES)}", flush=True)


def _same(one: Result, other: Result) -> bool:
    """Whether two results are of the same opponent in the same game and seating."""
    seatings = [re.findall(r"--seating (\S+)", result.command) for result in (one, other)]
    return (one.opponent, one.game) == (other.opponent, other.game) and seatings[0] == seatings[1]


if __name__ == "__main__":
    main(sys.argv[1:])
