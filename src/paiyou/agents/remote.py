"""Which agents a remote client may ask for on a server, and with which options: what agents declare of themselves.

On the command line the user's own machine pays; on a server everybody's does. Whatever is not declared is refused.
"""

from __future__ import annotations

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent_classes
from paiyou.games.registry import game_info
from paiyou.options import read_options, split_spec, unknown

LONGEST = 200
"""Characters of an agent's name with its options."""


def check_remote_agent(text: str, game: str, *, clairvoyant: bool = False) -> type[Agent]:
    """The class of an agent that a remote client may ask for in a game by its name; ValueError for any other.

    `clairvoyant` lets those in that see all hands.
    """
    if len(text) > LONGEST:
        raise ValueError(f"an agent's name has at most {LONGEST} characters")
    name, parts = split_spec(text)
    classes = agent_classes()
    kind = classes.get(name)
    if kind is None:
        raise unknown("agent", name, [other for other, one in classes.items() if one.remote])
    if not kind.remote:
        raise ValueError(f"the agent {name} is not offered here: {kind.why_not_remote}")
    if kind.clairvoyant and not clairvoyant:
        raise ValueError(f"the agent {name} sees all hands and cannot be asked here")
    for layer in kind.needs:
        game_info(game).family.require(layer)
    _, values = read_options(name, parts, kind.options)
    for option, value in values.items():
        kind.options[option].check_remote(option, value)
    kind.check_remote(values, game)
    return kind
