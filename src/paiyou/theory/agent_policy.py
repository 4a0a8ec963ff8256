"""Any agent's policy as a strategy: it is asked at every information set its own moves can lead to.

An agent without chance is asked once, and its strategy is exact. One with chance (`uct`, `isuct`) is asked several
times, each time as if another game had begun, and a move has the share of the answers that named it. Few samples make a
mixed strategy look nearly pure, and a pure one is easier to exploit: the exploitability is then overstated. The random
player's strategy is known without asking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from paiyou.agents.base import Agent, is_clairvoyant
from paiyou.agents.random import RandomAgent
from paiyou.agents.registry import agent as find_agent
from paiyou.games.game import Game
from paiyou.theory.tree import Behaviour, CardTree, uniform

AgentLike = str | Agent | Callable[[Game], Agent]

Run = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
"""Does a piece of work on every one of a list, in order, like `map`: here, or in many processes."""

CHUNKS = 64
"""Pieces the questions of one seat are divided into: enough for many processes and for a bar that moves."""


def make_agent(agent: AgentLike, game: Game) -> Agent:
    """The agent meant; ValueError for one that has no policy."""
    made = find_agent(agent, game) if isinstance(agent, str) else agent if isinstance(agent, Agent) else agent(game)
    if not isinstance(made, Agent):
        raise ValueError(f"an agent is a text such as 'rules', an Agent or a function that makes one, not {made!r}")
    if is_clairvoyant(made):
        raise ValueError(f"{type(made).__name__} sees all hands: what it does does not follow from what a seat knows")
    if made.interactive:
        raise ValueError("a person cannot be asked at every information set")
    return made


@dataclass(frozen=True)
class Policy:
    """An agent's strategy in one seat."""

    behaviour: Behaviour
    asked: int
    """Information sets it was asked at."""


def agent_policy(
    tree: CardTree,
    agent: AgentLike,
    player: int,
    *,
    samples: int = 1,
    progress: Callable[[int], None] = lambda _: None,
    run: Run = map,
) -> Policy:
    """What an agent does as one of the players; where it never gets to, any move.

    `progress` is told of every piece of the work that is done, `CHUNKS` at most.
    """
    if not isinstance(samples, int) or samples < 1:
        raise ValueError(f"samples must be 1 or more, not {samples}")
    behaviour = uniform(tree.form, player)
    if isinstance(make_agent(agent, tree.game), RandomAgent):
        return Policy(behaviour, 0)
    roots = np.flatnonzero(tree.form.parents(player) == 0)
    chunks = np.array_split(roots, min(CHUNKS, max(1, len(roots))))
    asked = 0
    for sequences, shares, sets in run(Asking(tree, agent, player, samples), chunks):
        behaviour[sequences] = shares
        asked += sets
        progress(1)
    return Policy(behaviour, asked)


@dataclass
class Asking:
    """The work: all that may follow some first decisions of a player. It can be sent to another process."""

    tree: CardTree
    agent: AgentLike
    player: int
    samples: int
    _kept: dict[str, Any] = field(default_factory=dict, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_kept": {}}

    def __call__(self, roots: npt.NDArray[np.int64]) -> tuple[list[int], list[float], int]:
        """Sequences, the agent's probability for each, and the number of information sets it was asked at."""
        if not self._kept:
            parents = self.tree.form.parents(self.player)
            order = np.argsort(parents, kind="stable")
            self._kept = {
                "agent": make_agent(self.agent, self.tree.game),
                "firsts": self.tree.form.firsts(self.player),
                "order": order,
                "parents": parents[order],
            }
        firsts, order, parents = (self._kept[name] for name in ("firsts", "order", "parents"))
        sequences: list[int] = []
        shares: list[float] = []
        asked = 0
        waiting = roots.tolist()
        while waiting:
            number = waiting.pop()
            asked += 1
            for sequence, share in enumerate(self._shares(number), int(firsts[number])):
                sequences.append(sequence)
                shares.append(share)
                if share > 0:
                    begin, end = np.searchsorted(parents, [sequence, sequence + 1])
                    waiting.extend(order[begin:end].tolist())
        return sequences, shares, asked

    def _shares(self, number: int) -> list[float]:
        agent: Agent = self._kept["agent"]
        view = self.tree.view(self.player, number)
        moves = view.moves()
        counts = dict.fromkeys(moves, 0)
        for sample in range(self.samples):
            agent.begin(sample)
            move = agent.choose(view)
            if move not in counts:
                raise ValueError(f"{type(agent).__name__} chose {move!r} where {', '.join(moves)} are legal")
            counts[move] += 1
        return [count / self.samples for count in counts.values()]
