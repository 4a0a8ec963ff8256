"""Who plays in a ladder unless others are named, and how many deals a pair of them plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paiyou.agents.neural.dmc import model_for
from paiyou.agents.registry import agent as make_agent
from paiyou.agents.registry import agent_classes
from paiyou.games.game import Game
from paiyou.models.fit import fits
from paiyou.models.folders import models
from paiyou.options import split_spec

ANCHORS = ("random", "rules", "rlcard", "isuct", "dmc")
"""Asked to every game's ladder. Once one is shipped, their ratings are held, so that those of other days compare."""
ALWAYS = ("random", "rules")
"""Anchors that play every game, at once, and so are in every ladder."""
FIRST = ("rules", 1000.0)
"""What is held where no ladder is shipped: an agent that both loses and wins, which gives narrower intervals than one
that nearly always loses."""
NARROW = 60.0
"""Elo on either side: an anchor whose shipped rating is less certain is not held."""
SLOWER = 10
"""Of so many deals of quick agents one is played by a pair with an agent that does not answer at once."""


def usual_agents(game: Game) -> tuple[list[str], dict[str, str]]:
    """The agents of a game's ladder by its own facts, and why some anchors are not in it.

    They are the anchors, those behind its levels, its strongest player, and `dmc` with every other shipped model.
    """
    asked = dict.fromkeys((*ANCHORS, *game.info.levels.values(), game.info.strongest, *_models(game)))
    able, left_out = [], {}
    for agent in asked:
        try:
            make_agent(agent, game)
        except ValueError as reason:
            left_out[agent] = str(reason)
        else:
            able.append(agent)
    return able, left_out


def _models(game: Game) -> list[str]:
    playing = [name for name, card in models().items() if card.plays == game.info.name and fits(card, game.name)]
    return [f"dmc:model={name}" for name in playing if name != model_for(game)]


def deals_of_pair(pair: Sequence[str], deals: int, at_most: Mapping[str, int]) -> int:
    """How many deals two agents play: all, fewer where one thinks long, or what was said of one of them."""
    return max(2, min(deals, *(at_most.get(agent, deals if is_quick(agent) else deals // SLOWER) for agent in pair)))


def is_quick(agent: str) -> bool:
    """Whether an agent says of itself that it answers at once."""
    return agent_classes()[split_spec(agent)[0]].quick
