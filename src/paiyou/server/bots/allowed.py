"""Which games and players a client may ask for: what they declare of themselves, and nothing else.

Games and agents are named by strings with options (`paiyou.options`). On the command line the user's own machine pays;
here everybody's does. Whatever is not declared to be for remote clients is refused, so that a new option must be
thought about by whoever writes it.
"""

from __future__ import annotations

from paiyou.agents.remote import check_remote_agent
from paiyou.games.registry import game_info
from paiyou.options import read_options, split_spec
from paiyou.server.sizes import LONGEST_GAME


def allowed_game(text: str) -> str:
    """The name of a game that may be played here, as it was given; ValueError for any other.

    It is checked without being made, since making its tables can take seconds: options that do not go together are
    found then.
    """
    if len(text) > LONGEST_GAME:
        raise ValueError(f"a game's name has at most {LONGEST_GAME} characters")
    info = game_info(text)
    offered = {name: option for name, option in info.options.items() if option.remote is not False}
    _, values = read_options(info.name, split_spec(text)[1], offered, info.presets)
    for name, value in values.items():
        offered[name].check_remote(name, value)
    return text.strip()


def allowed_agent(text: str, game: str, *, clairvoyant: bool = False) -> str:
    """The name of an agent that may play a game here, as it was given; ValueError for any other.

    `clairvoyant` lets those in that see all hands. Whether its options fit each other is found when it is made.
    """
    check_remote_agent(text, game, clairvoyant=clairvoyant)
    return text.strip()
