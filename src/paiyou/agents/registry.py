"""The agents by name: `paiyou.agent("random:seed=3", game)`.

They come from this package, from `register_agent`, and from entry points `paiyou.agents` of installed packages.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import isabstract

from paiyou.agents.base import Agent
from paiyou.agents.human import HumanAgent
from paiyou.agents.neural.dmc import DmcAgent
from paiyou.agents.neural.think import ThinkAgent
from paiyou.agents.random import RandomAgent
from paiyou.agents.rlcard import RLCardAgent
from paiyou.agents.rules import RulesAgent
from paiyou.agents.search.cheat_minimax import CheatMinimaxAgent
from paiyou.agents.search.det_minimax import DetMinimaxAgent
from paiyou.agents.search.expectimax import ExpectimaxAgent
from paiyou.agents.search.open import AlphaBetaAgent, ExpectiminimaxAgent, MinimaxAgent
from paiyou.agents.search.trees import CheatUctAgent, IsuctAgent, RaveAgent, UctAgent
from paiyou.games.game import Game
from paiyou.games.info import NAME
from paiyou.games.open_game import OpenGame
from paiyou.games.registry import game as find_game
from paiyou.options import read_options, shown, split_spec, unknown
from paiyou.plugins import Plugins, reason_of

OWN: tuple[type[Agent], ...] = (
    RandomAgent,
    RulesAgent,
    RLCardAgent,
    CheatMinimaxAgent,
    DetMinimaxAgent,
    ExpectimaxAgent,
    UctAgent,
    CheatUctAgent,
    IsuctAgent,
    RaveAgent,
    MinimaxAgent,
    AlphaBetaAgent,
    ExpectiminimaxAgent,
    DmcAgent,
    ThinkAgent,
    HumanAgent,
)
"""The package's own, in the order in which they are listed."""


def _checked(name: str, given: object) -> type[Agent]:
    if not isinstance(given, type) or not issubclass(given, Agent) or isabstract(given):
        raise ValueError(f"an agent is a subclass of paiyou.Agent that can choose, not {shown(repr(given))}")
    if not NAME.fullmatch(name):
        raise ValueError(f"an agent's name is small letters and digits, words joined by hyphens, not {shown(name)}")
    return given


_AGENTS: Plugins[type[Agent]] = Plugins("agent", "paiyou.agents", {kind.name: kind for kind in OWN}, _checked)


def agent_classes() -> Mapping[str, type[Agent]]:
    """The class of every agent, by name; a class says all about itself."""
    return _AGENTS.all()


def register_agent(kind: type[Agent], name: str | None = None) -> type[Agent]:
    """Add an agent under its own name or another; it can decorate the class. ValueError where the name is taken.

    Example::

        @paiyou.register_agent
        class Low(paiyou.Agent):
            name, line = "low", "its first legal move"

            def choose(self, view):
                return view.moves()[0]
    """
    return _AGENTS.add(name or str(getattr(kind, "name", "")), kind)


def register_agent_at(text: str) -> type[Agent]:
    """Add an agent by its name and place, `"low=package.module:Low"`; ValueError where it is not there or no agent."""
    name, equals, place = text.partition("=")
    module, colon, attribute = place.partition(":")
    if not (name and equals and module and colon and attribute):
        raise ValueError(f"an agent is written as name=module:Class, not {shown(text)}")
    try:
        given = getattr(import_module(module), attribute)
    except Exception as error:  # other people's code may raise anything
        raise ValueError(f"the agent {shown(name)} cannot be loaded: {reason_of(error)}") from None
    return register_agent(given, name)


def list_agents() -> dict[str, str]:
    """The names of all agents, each with one line about it and its options."""
    return {name: f"{kind.line} ({', '.join(kind.options)})" for name, kind in agent_classes().items()}


def agent(text: str, game: Game | OpenGame | str) -> Agent:
    """An agent by name and options for a game: `agent("random:seed=3", game)`."""
    if not isinstance(text, str):
        raise ValueError(f"an agent is named by a string such as 'random', not by {type(text).__name__}")
    name, parts = split_spec(text)
    classes = agent_classes()
    if name not in classes:
        raise unknown("agent", name, classes)
    kind = classes[name]
    _, values = read_options(name, parts, kind.options)
    if isinstance(game, OpenGame) and not kind.open_games:
        others = ", ".join(other for other, one in classes.items() if one.open_games)
        raise ValueError(f"{name} plays the package's games alone; {game.name} can be played by {others}")
    playing = game if isinstance(game, Game | OpenGame) else find_game(game)
    if isinstance(playing, Game):
        for layer in kind.needs:
            playing.family.require(layer)
    return kind(playing, **values)  # type: ignore[arg-type]
