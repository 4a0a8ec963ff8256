"""Measures a shipped model and writes what came out into its card, command and interval with every figure.

`python -m paiyou.reproduce.model_results doudizhu-wp rlcard:10000 uct:trees=40,iterations=250:500` plays these matches;
the number behind the last colon is the deals. Results against the same opponent are replaced.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from paiyou.arena.match import match
from paiyou.games.registry import game
from paiyou.models.card import Figure, ModelCard, Result
from paiyou.models.folders import find_model

SEED = 2026
"""Of the deals; far from those of training, which lie above 2^40."""


def measure(name: str, opponent: str, deals: int) -> Result:
    """One match of a model, as its default player, on the game it was trained on."""
    card = ModelCard.load(find_model(name))
    player = f"dmc:model={name}"
    result = match(game(card.game), player, opponent, deals=deals, seed=SEED)
    quoted = [f'"{word}"' if ":" in word else word for word in (player, opponent)]
    command = f"paiyou match {' '.join(quoted)} --game {card.game} --deals {deals} --seed {SEED}"
    figures = {
        key: Figure(round(value.mean, 4), round(value.low, 4), round(value.high, 4))
        for key, value in (("wp", result.wp), ("adp", result.adp))
        if value is not None
    }
    return Result(opponent, card.game, deals, SEED, command, **figures)


def main(arguments: Sequence[str]) -> None:
    """Measure a model against opponents given as `OPPONENT:DEALS`, and keep each result at once."""
    name, *opponents = arguments
    for text in opponents:
        opponent, _, deals = text.rpartition(":")
        found = measure(name, opponent, int(deals))
        folder = find_model(name)
        card = ModelCard.load(folder)
        others = tuple(result for result in card.results if result.opponent != opponent)
        replace(card, results=(*others, found)).save(folder)
        print(f"{name} against {opponent}: WP {found.wp}, ADP {found.adp}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
