"""Any agent's policy as a strategy: it is asked at every information set its own moves can lead to.

An agent without chance is asked once, and its strategy is exact. One with chance (`uct`, `isuct`) is asked several
times, each time as if another game had begun, and a move has the share of the answers that named it. Few samples make a
mixed strategy look nearly pure, and a pure one is easier to exploit: the exploitability is then overstated. The random
player's strategy is known without asking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from paiyou.agents.base import Agent, is_clairvoyant
from paiyou.agents.random import RandomAgent
from paiyou.agents.registry import agent as find_agent
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.theory.inputs import read_count
from paiyou.theory.tree import Behaviour, CardTree, uniform

AgentLike = str | Agent | Callable[[Game], Agent]

Run = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
"""Does a piece of work on every one of a list, in order, like `map`: here, or in many processes."""

CHUNKS = 64
"""Pieces the questions of one seat are divided into: enough for many processes and for a bar that moves."""


def make_agent(agent: AgentLike, game: Game) -> Agent:
    """The agent meant; ValueError for one that has no policy."""
    made = find_agent(agent, game) if isinstance(agent, str) else agent(game) if callable(agent) else agent
    if not isinstance(made, Agent):
        raise ValueError(f"an agent is a string such as 'rules', an Agent or a function that makes one, not {made!r}")
    if is_clairvoyant(made):
        raise ValueError(f"{type(made).__name__} sees all hands: what it does does not follow from what a seat knows")
    if made.interactive:
        raise ValueError("a person cannot be asked at every information set")
    return made


@dataclass(frozen=True)
class Policy:
    """An agent's strategies in both seats."""

    behaviours: tuple[Behaviour, Behaviour]
    asked: tuple[int, int]
    """Information sets it was asked at, as player 0 and as player 1."""


def agent_policy(
    tree: CardTree,
    agent: AgentLike,
    *,
    samples: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    run: Run = map,
) -> Policy:
    """What an agent does in either seat; where it never gets to, any move with the same probability.

    `progress` is told of every piece of the work that is done, of `2 * CHUNKS` at most.
    """
    samples = read_count(samples, "samples")
    behaviours = (uniform(tree.form, 0), uniform(tree.form, 1))
    asked = [0, 0]
    if type(make_agent(agent, tree.game)) is not RandomAgent:
        chunks = [(player, roots) for player in (0, 1) for roots in _first_decisions(tree, player)]
        for player, sequences, shares, sets in run(Asking(tree, agent, samples), chunks):
            behaviours[player][sequences] = shares
            asked[player] += sets
            progress(1)
    return Policy(behaviours, (asked[0], asked[1]))


Decisions = npt.NDArray[np.int64]
"""Numbers of information sets."""


def _first_decisions(tree: CardTree, player: int) -> list[Decisions]:
    """Where a player has his first choice, in pieces. What follows one of them follows no other."""
    roots = np.flatnonzero(tree.form.parents(player) == 0)
    return np.array_split(roots, min(CHUNKS, len(roots))) if len(roots) else []


@dataclass
class Asking:
    """The work: all that may follow some first decisions of a player. It can be sent to another process."""

    tree: CardTree
    agent: AgentLike
    samples: int

    def __call__(self, chunk: tuple[int, Decisions]) -> tuple[int, list[int], list[float], int]:
        """The player, sequences, the agent's probability for each, and how many information sets it was asked at."""
        player, roots = chunk
        firsts, children, begins = self._behind[player]
        sequences: list[int] = []
        shares: list[float] = []
        asked = 0
        waiting = roots.tolist()
        while waiting:
            number = waiting.pop()
            asked += 1
            for sequence, share in enumerate(self._shares(player, number), int(firsts[number])):
                sequences.append(sequence)
                shares.append(share)
                if share > 0:
                    waiting.extend(children[begins[sequence] : begins[sequence + 1]].tolist())
        return player, sequences, shares, asked

    def __getstate__(self) -> dict[str, Any]:
        return {"tree": self.tree, "agent": self.agent, "samples": self.samples}

    @cached_property
    def _player(self) -> Agent:
        return make_agent(self.agent, self.tree.game)

    @cached_property
    def _behind(self) -> list[tuple[npt.NDArray[np.int32], Decisions, Decisions]]:
        """Of each player: first sequences; information sets by what leads to them; where those of a sequence begin."""
        form, found = self.tree.form, []
        for player in (0, 1):
            parents = form.parents(player)
            numbers = np.bincount(parents, minlength=form.sequences(player))
            begins = np.concatenate([[0], np.cumsum(numbers)])
            found.append((form.firsts(player), np.argsort(parents, kind="stable"), begins))
        return found

    def _shares(self, player: int, number: int) -> list[float]:
        view = self.tree.view(player, number)
        moves = view.moves()
        counts = dict.fromkeys(moves, 0)
        for sample in range(self.samples):
            counts[asked_move(self._player, view, moves, sample)] += 1
        return [count / self.samples for count in counts.values()]


def asked_move(agent: Agent, view: View, moves: Sequence[str], sample: int = 0) -> str:
    """What an agent answers in a view that has these moves; another sample has other chance."""
    # Chance of its own at every information set, so that the choices along a game do not hang together.
    agent.begin(random_word(int.from_bytes(view.key[:8], "little"), sample))
    move = agent.choose(view)
    if move not in moves:  # the list: an answer need not be hashable
        raise ValueError(f"{type(agent).__name__} chose {move!r} where {', '.join(moves)} are legal")
    return move
