"""Measures what deals are worth: `python -m paiyou.server.profiles.luck_reference 10000 1` writes `luck.json`.

Rule players play so many deals of every game of the table; what every seat made of them is fitted by the value that the
game's strongest player gives the first decision.
"""

from __future__ import annotations

import json
import sys

import numpy as np

from paiyou.agents.bidders import choose_at_table
from paiyou.agents.identity import known_as
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.registry import game as find_game
from paiyou.games.registry import game_infos
from paiyou.server.bots.choosing import made_agent
from paiyou.server.profiles.luck import FILE, Reference, value_of
from paiyou.server.profiles.sides import mean_score, winning_share

PLAYERS = "rules"
MOST_REDEALS = 50


def measure(game: Game, deals: int, seed: int) -> Reference:
    """What deals of a game are worth."""
    agent = game.info.strongest
    values = np.empty(deals)
    won, points, scores = (np.empty((deals, game.seats)) for _ in range(3))
    for deal in range(deals):
        first, values[deal] = value_of(game, agent, random_word(seed, deal))
        won[deal], points[deal], scores[deal] = np.roll(_played(game, seed, deal), -first, axis=1)
    centred = values - values.mean()
    slopes = [(centred @ (results - results.mean(axis=0)) / (centred @ centred)).tolist() for results in (won, points)]
    left = won - np.outer(centred, slopes[0])
    return Reference(
        agent, known_as(agent, game.name), game.spec.version, deals, seed, float(values.mean()),
        [round(slope, 5) for slope in slopes[0]], [round(slope, 4) for slope in slopes[1]],
        round(float(1 - left.var(axis=0).sum() / won.var(axis=0).sum()), 4),
        [round(score, 4) for score in scores.mean(axis=0).tolist()],
    )  # fmt: skip


def _played(game: Game, seed: int, deal: int) -> tuple[list[float], list[float], list[float]]:
    """Wins, points and scores by seat; a deal that everybody declines is dealt again, as at a table."""
    player = made_agent(PLAYERS, game)
    for again in range(MOST_REDEALS):
        state = game.deal(random_word(seed, deal) if not again else random_word(random_word(seed, deal), again))
        while not state.over:
            player.begin(random_word(seed, deal))
            state.play(choose_at_table(player, state))
        if not state.redeal:
            break
    payoffs = state.payoffs
    assert payoffs is not None
    return (
        [winning_share(game, state, seat) for seat in range(game.seats)],
        [float(one) for one in payoffs],
        [mean_score(game, state, seat) for seat in range(game.seats)],
    )


def main(deals: int, seed: int) -> None:
    """Measure every game of the table in all its variants."""
    references = {}
    for info in game_infos().values():
        for name in dict.fromkeys(variant.game for variant in info.variants) or [info.name] if info.levels else []:
            game = find_game(name)
            references[game.name] = measure(game, deals, seed).to_json()
            print(game.name, references[game.name], file=sys.stderr)
    FILE.write_text(json.dumps(references, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
