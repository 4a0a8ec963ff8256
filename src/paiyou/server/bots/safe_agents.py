"""Which games and players may be asked for over HTTP: none that reads files by path, and none that eats the server.

Games and agents are named by texts with options (`paiyou.options`). On the command line the user's own machine pays;
here every option is either known to be harmless or has a most. An option that neither list knows is refused, so that a
new one must be thought about first (a test says so).
"""

from __future__ import annotations

from functools import cache

from paiyou.agents.registry import agent, agent_classes
from paiyou.agents.search.inference import model_spec
from paiyou.games.game import Game
from paiyou.games.registry import game_infos
from paiyou.models.folders import models
from paiyou.options import Value, read_options, shown, split_spec, unknown

LONGEST_GAME = 100
LONGEST_AGENT = 200

LEFT_OUT = {
    "human": "a person cannot be asked through a server",
    "rlcard": "it needs packages that a server does not come with",
}
"""Agents that are not offered at all, and why."""

MOST: dict[str, float] = {
    "seconds": 5.0,
    "threads": 2,
    "trees": 100,
    "iterations": 100_000,
    "max_nodes": 2_000_000,
    "max_states": 1_000,
    "particles": 200,
    "samples": 50,
    "playouts": 10,
    "depth": 50,
    "endgame": 200,
    "seed": 2**63 - 1,
}
"""The most that may be asked for, by option."""
MOST_ITERATIONS = 200_000
"""In all trees together."""
HARMLESS = frozenset({"c", "k", "epsilon", "noise"})
"""Numbers that cost nothing, whatever they are."""

KICKER_OPTIONS = frozenset({"max_same_kicker", "touching_trio", "both_jokers", "quad_pair_as_solos"})
"""Every mix of these is another game with megabytes of tables: the presets must do."""


def safe_game(text: str) -> str:
    """The name of a game that may be played here, as it was given; ValueError for any other.

    It is checked without being made, since making its tables can take seconds: options that do not go together are
    found then.
    """
    if len(text) > LONGEST_GAME:
        raise ValueError(f"a game's name has at most {LONGEST_GAME} characters")
    name, parts = split_spec(text)
    if name not in game_infos():
        raise unknown("game", name, game_infos())
    entry = game_infos()[name]
    options = {option: kind for option, kind in entry.options.items() if option not in KICKER_OPTIONS}
    read_options(name, parts, options, entry.presets)
    return text.strip()


def safe_agent(text: str, game: Game | str, *, clairvoyant: bool = False) -> str:
    """The name of an agent that may play a game here, as it was given; ValueError for any other.

    `clairvoyant` lets those in that see all hands. Given the game itself and not only its name, the agent is also made
    once to find options that do not fit, except where a network would have to be loaded.
    """
    if len(text) > LONGEST_AGENT:
        raise ValueError(f"an agent's name has at most {LONGEST_AGENT} characters")
    name, parts = split_spec(text)
    if name in LEFT_OUT:
        raise ValueError(f"the agent {name} is not offered here: {LEFT_OUT[name]}")
    if name not in agent_classes():
        raise unknown("agent", name, [other for other in agent_classes() if other not in LEFT_OUT])
    entry = agent_classes()[name]
    if entry.clairvoyant and not clairvoyant:
        raise ValueError(f"the agent {name} sees all hands and cannot be asked here")
    _, values = read_options(name, parts, entry.options)
    played = game if isinstance(game, str) else game.name
    for option, value in values.items():
        _check(name, option, value, played)
    if _number(values, "trees") * _number(values, "iterations") > MOST_ITERATIONS:
        raise ValueError(f"trees times iterations may be at most {MOST_ITERATIONS:,} on this server")
    if name == "dmc":
        _require_network(played, values.get("model"))
    elif isinstance(game, Game):
        agent(text, game)
    return text.strip()


def _number(values: dict[str, Value], option: str) -> float:
    value = values.get(option, 1)
    return float(value) if isinstance(value, int | float) else 1.0


def _check(name: str, option: str, value: Value, game: str) -> None:
    kind = agent_classes()[name].options[option]
    if kind.kind is bool or kind.choices:
        return
    if option == "infer" and isinstance(value, str):
        if value != "none":
            safe_agent(model_spec(value), game)
    elif option == "model" and isinstance(value, str):
        if value not in _shipped():
            raise unknown("shipped model", value, _shipped())
    elif option in MOST and isinstance(value, int | float):
        if not 0 <= value <= MOST[option]:
            raise ValueError(f"{option} must be 0 to {MOST[option]:,} on this server, not {value:,}")
    elif option not in HARMLESS:
        raise ValueError(f"the option {option} of {name} is not offered here: leave it out")


@cache
def _shipped() -> dict[str, str]:
    """The shipped models, each with the game it plays."""
    return {name: card.plays for name, card in models().items()}


def _require_network(game: str, model: Value | None) -> None:
    base = game.partition(":")[0]
    playing = [name for name, plays in _shipped().items() if plays == base]
    if not playing:
        raise ValueError(f"there is no network for {base}: ask another agent than dmc")
    if model is not None and model not in playing:
        raise ValueError(f"the model {shown(str(model))} does not play {base}; {' and '.join(playing)} do")
