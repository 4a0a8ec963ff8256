"""The agents by name: `paiyou.agent("random:seed=3", game)`."""

from __future__ import annotations

from dataclasses import dataclass, field

from paiyou.agents.base import Agent
from paiyou.agents.human import HumanAgent
from paiyou.agents.neural import dmc
from paiyou.agents.random import RandomAgent
from paiyou.agents.rlcard import RLCardAgent
from paiyou.agents.rules import RulesAgent
from paiyou.agents.search import cheat_minimax, det_minimax, expectimax
from paiyou.agents.search.open import OPEN, WIDE, AlphaBetaAgent, ExpectiminimaxAgent, MinimaxAgent
from paiyou.agents.search.trees import COUNT, INFERENCE, TREES, UNTRIED, CheatUctAgent, IsuctAgent, RaveAgent, UctAgent
from paiyou.games.game import Game
from paiyou.games.open_game import OpenGame
from paiyou.games.registry import game as find_game
from paiyou.options import Option, read_options, split_spec, unknown

SEED = {"seed": Option(int, "where its chance begins (0)")}


@dataclass(frozen=True)
class Entry:
    """An agent in the list."""

    line: str
    make: type[Agent]
    options: dict[str, Option] = field(default_factory=lambda: dict(SEED))
    open_games: bool = False
    """Whether it plays games written in Python, too."""


AGENTS: dict[str, Entry] = {
    "random": Entry("every legal move with the same probability", RandomAgent),
    "rules": Entry("rules a person could follow: splits the hand, counts cards, plays with the partner", RulesAgent),
    "rlcard": Entry("the rule agent DouZero is measured against, from the package douzero", RLCardAgent),
    "cheat-minimax": Entry(
        "sees all hands and searches them to the end, or as deep as it gets",
        cheat_minimax.CheatMinimaxAgent,
        cheat_minimax.OPTIONS,
    ),
    "det-minimax": Entry(
        "searches every deal that may be as if it were open, and lets them vote",
        det_minimax.DetMinimaxAgent,
        det_minimax.OPTIONS,
    ),
    "expectimax": Entry(
        "the best move for all deals that may be at once; small games only",
        expectimax.ExpectimaxAgent,
        expectimax.OPTIONS,
    ),
    "uct": Entry(
        "determinized UCT: a tree for each of many deals, visits summed (paper 000)", UctAgent, TREES | INFERENCE
    ),
    "cheat-uct": Entry("UCT that sees all hands (paper 000)", CheatUctAgent, TREES),
    "isuct": Entry(
        "information set UCT: one tree, a new deal every iteration (paper 000)", IsuctAgent, TREES | COUNT | INFERENCE
    ),
    "rave": Entry(
        "UCT-RAVE over resampled deals; k=0 is plain one-tree UCT (paper 001)",
        RaveAgent,
        TREES
        | INFERENCE
        | {
            "k": Option(float, "visits after which a move's own mean counts about as much as later uses of it (100)"),
            "literal": Option(bool, "the formula as paper 001 prints it, with the plain mean in the RAVE term (off)"),
            "untried": UNTRIED,
        },
    ),
    "minimax": Entry("minimax over open hands, and on games with chance", MinimaxAgent, WIDE, open_games=True),
    "alphabeta": Entry(
        "minimax over open hands with alpha-beta pruning and a transposition table",
        AlphaBetaAgent,
        OPEN,
        open_games=True,
    ),
    "expectiminimax": Entry("minimax that averages where chance moves", ExpectiminimaxAgent, WIDE, open_games=True),
    "dmc": Entry("a network that knows the worth of every move (paper 003)", dmc.DmcAgent, dmc.OPTIONS),
    "human": Entry("a person at the keyboard", HumanAgent),
}


def agents() -> dict[str, str]:
    """The names of all agents, each with one line about it and its options."""
    return {name: f"{entry.line} ({', '.join(entry.options)})" for name, entry in AGENTS.items()}


def agent(text: str, game: Game | OpenGame | str) -> Agent:
    """An agent by name and options for a game: `agent("random:seed=3", game)`."""
    if not isinstance(text, str):
        raise ValueError(f"an agent is named by a text such as 'random', not by {type(text).__name__}")
    name, parts = split_spec(text)
    if name not in AGENTS:
        raise unknown("agent", name, AGENTS)
    entry = AGENTS[name]
    _, values = read_options(name, parts, entry.options)
    if isinstance(game, OpenGame) and not entry.open_games:
        others = ", ".join(other for other, entry in AGENTS.items() if entry.open_games)
        raise ValueError(f"{name} plays the package's games alone; {game.name} can be played by {others}")
    playing = game if isinstance(game, Game | OpenGame) else find_game(game)
    return entry.make(playing, **values)  # type: ignore[arg-type]
