"""Games in which an agent was asked what it would play: what a network learns to imitate it from.

The recordings are numbers of actions, so a batch of games can replay them without the agent, and a GPU without the
package's compiled core. Where the agent plays all seats (`record_agent`), in the games of odd seeds now and then a move
is drawn at random instead of played as the agent said: what it would do after moves that it would not make belongs to
knowing it. Games of others (`paiyou.learn.imitation.corrections`) are shown to it afterwards (`ask_agent`).

What it thinks of every legal move is kept as well as its choice. Of two moves that it holds nearly alike the choice
says little, and of a move that it holds for bad nothing at all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from math import atanh, exp
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.games.registry import game_spec
from paiyou.learn.column_file import load_columns, save_columns

if TYPE_CHECKING:
    from paiyou.agents.base import Agent
    from paiyou.games.protocol import View

STRAY = 0.12
"""Share of random moves in the games of odd seeds."""
PER_TASK = 100
"""Games that a worker plays at a time."""
FEW_ACTIONS = np.iinfo(np.uint16).max + 1
"""Up to so many are recorded in 16 bits each, more of them in 32."""
SHARPNESS = 1 / 0.015
"""Logarithm of the odds per unit of atanh(expected result): half of the decisions of `rules` in Dou Dizhu have a second
best move within 0.04 of the best."""
MOST = 0.9999
"""The expected result that counts as certain."""
WHOLE = 255
"""The shares of all legal moves together, but for rounding."""
LAST_SEED = 1 << 60
"""Seeds stay below: a batch adds to them, and an agent's own seed is a multiple, in 64 bits with a sign."""


Actions = NDArray[np.uint16] | NDArray[np.uint32]


@dataclass(frozen=True)
class Demonstrations:
    """Games of the seeds `first` and on, one row each."""

    game: str
    agent: str
    first: int
    played: Actions
    """Actions in the order they were played; zeros after the end [games, moves]."""
    wanted: Actions
    """What the agent would have played there; where it was not asked, what was played [games, moves]."""
    length: NDArray[np.int32]
    """Moves of each game [games]."""
    choices: NDArray[np.uint16]
    """Legal moves where the agent was asked to choose among several, else 0 [games, moves]."""
    shares: NDArray[np.uint8]
    """The agent's preference for each of them, those of one decision after those of another [sum of the choices].

    Games and moves are in order, the legal moves of a decision by the number of the action."""
    players: str = ""
    """Who played these games, where it was not the agent itself."""

    def __post_init__(self) -> None:
        names = (self.game, self.agent, self.players)
        if not (all(isinstance(name, str) for name in names) and isinstance(self.first, int)):
            raise ValueError("demonstrations need the names of a game and an agent, and the seed of the first game")
        if not (self.played.ndim == 2 and self.played.shape == self.wanted.shape and len(self.length)):
            raise ValueError("demonstrations need as many moves wanted as played, of one game at least")
        if not (self.length.shape == self.played.shape[:1] and self.length.min() >= 1):
            raise ValueError("demonstrations need the length of every game, 1 or more")
        if not (self.choices.shape == self.played.shape and self.shares.shape == (int(self.choices.sum()),)):
            raise ValueError("demonstrations need the agent's preference for every legal move where it had a choice")
        if self.length.max() > self.played.shape[1]:
            raise ValueError(f"a game of {self.length.max()} moves has only {self.played.shape[1]} of them recorded")

    def __len__(self) -> int:
        return len(self.length)

    def save(self, path: Path) -> None:
        """Write a compressed file: `demonstrations.save(Path("rules.npz"))`, atomically."""
        save_columns(path, **vars(self))

    @classmethod
    def load(cls, path: Path) -> Demonstrations:
        """Read what `save` wrote."""
        try:
            return cls(**load_columns(path, [field.name for field in fields(cls)]))
        except (ValueError, TypeError, AttributeError):
            raise ValueError(
                f"{path} holds no demonstrations, or another version's; write some with record_agent(...).save(path)"
            ) from None


def spec_for_imitation(game: str) -> GameSpec:
    """The spec of a game that batches can replay; any other is refused."""
    spec = game_spec(game)
    spec.family.part(LEARN).check(spec)
    return spec


def kind_of_actions(spec: GameSpec) -> np.dtype[Any]:
    """The numbers that the actions of a game are recorded as."""
    actions = len(spec.family.part(LEARN).moves(spec))
    return np.dtype(np.uint16 if actions <= FEW_ACTIONS else np.uint32)


def record_agent(
    agent: str, game: str, games: int, first: int, cores: int | None = 1,
    progress: Callable[[int], None] = lambda _: None, *, on: str = "local",
) -> Demonstrations:  # fmt: skip
    """Play games of the seeds `first` and on in which the agent has every seat; the cores do not change the games.

    `on="ray"` plays on a Ray cluster. `progress` is told how many games more there are. Example:
    `record_agent("rules", "doudizhu:douzero", 10_000, first=3_000_000_000).save(Path("rules.npz"))`.
    """
    spec, games = check_recording(agent, game, games, first)
    seeds = range(first, first + games)
    tasks = [_Task(seeds[begin : begin + PER_TASK]) for begin in range(0, games, PER_TASK)]
    return _collect(spec, agent, first, _watch_all(agent, game, tasks, cores, progress, on))


def ask_agent(
    agent: str, game: str, first: int, played: Actions, length: NDArray[np.int32],
    seats: Callable[[int], Sequence[int]], cores: int | None = 1, progress: Callable[[int], None] = lambda _: None,
    *, on: str = "local",
) -> Demonstrations:  # fmt: skip
    """Games that others played, with what the agent would have done at the seats that `seats` names for a game's seed.

    Seats are a batch's, which a family may count from the one that begins.
    `progress` is told how many games more were gone through. The workers are copies of this process: with several
    cores, an agent with threads of its own should not be asked after others were started here.
    """
    spec, games = check_recording(agent, game, len(length), first)
    tasks = []
    for begin in range(0, games, PER_TASK):
        numbers = range(begin, min(begin + PER_TASK, games))
        seeds = range(first + begin, first + numbers.stop)
        moves = [played[number, : length[number]].tolist() for number in numbers]
        tasks.append(_Task(seeds, moves, [seats(seed) for seed in seeds]))
    return _collect(spec, agent, first, _watch_all(agent, game, tasks, cores, progress, on))


def check_recording(agent: str, game: str, games: int, first: int) -> tuple[GameSpec, int]:
    """The spec and the number of games; an agent or seeds that cannot be recorded are refused with one sentence."""
    from paiyou.agents.base import is_clairvoyant
    from paiyou.agents.registry import agent as make_agent
    from paiyou.arena.match import read_count, read_seed

    spec = spec_for_imitation(game)
    games, first = read_count("games", games), read_seed(first)
    if not 0 <= first <= LAST_SEED - games:
        raise ValueError(f"the seeds of demonstrations must lie between 0 and {LAST_SEED:,}, not begin at {first:,}")
    player = make_agent(agent, game)
    if is_clairvoyant(player) or player.interactive:
        raise ValueError(f"{agent} cannot be imitated: it sees all hands, or asks a person")
    return spec, games


@dataclass(frozen=True)
class _Task:
    """Games for a worker: the agent's own, or those that were played and the seats at which it is asked."""

    seeds: range
    played: Sequence[Sequence[int]] | None = None
    seats: Sequence[Sequence[int]] | None = None


@dataclass
class _Game:
    """A game as it was watched: an entry for every move, and the shares of all choices one after another."""

    played: list[int]
    wanted: list[int]
    choices: list[int]
    shares: bytearray


def _watch_all(
    agent: str, game: str, tasks: Sequence[_Task], cores: int | None, progress: Callable[[int], None], on: str
) -> list[_Game]:
    from paiyou.arena.workers import run_chunks

    games: list[_Game] = []
    for part in run_chunks(partial(_watch, agent, game), tasks, on=on, cores=cores, started=lambda: progress(0)):
        games += part
        progress(len(part))
    return games


def _collect(spec: GameSpec, agent: str, first: int, games: Sequence[_Game]) -> Demonstrations:
    length = np.array([len(game.played) for game in games], dtype=np.int32)
    shape, kind = (len(games), length.max()), kind_of_actions(spec)
    played, wanted, choices = np.zeros(shape, kind), np.zeros(shape, kind), np.zeros(shape, np.uint16)
    for number, game in enumerate(games):
        moves = slice(len(game.played))
        played[number, moves], wanted[number, moves], choices[number, moves] = game.played, game.wanted, game.choices
    shares = np.frombuffer(b"".join(game.shares for game in games), dtype=np.uint8)
    return Demonstrations(spec.name, agent, first, played, wanted, length, choices, shares)


def _watch(agent_name: str, game_name: str, task: _Task) -> list[_Game]:
    """Ask the agent at every decision, or at the seats of the task, in games that it or others play."""
    from paiyou.agents.registry import agent as make_agent
    from paiyou.games.registry import game as make_game

    game = make_game(game_name)
    # An agent may remember the game it is in, so every seat has an instance of its own.
    agents = [make_agent(agent_name, game) for _ in range(game.seats)]
    learning = game.spec.family.part(LEARN)
    names = learning.moves(game.spec)
    action_of = {name: action for action, name in enumerate(names)}
    watched = []
    for number, seed in enumerate(task.seeds):
        chance = random.Random(seed)
        for seat, player in enumerate(agents):
            player.begin(seed * game.seats + seat)
        asked = range(game.seats) if task.seats is None else task.seats[number]
        seen = _Game([], [], [], bytearray())
        state = game.deal(seed)
        first = learning.first_seat(state)
        while not state.over:
            moves, shares = state.moves(), b""
            move = moves[0] if task.played is None else names[task.played[number][len(seen.played)]]
            wanted = move
            if len(moves) > 1 and (state.turn - first) % game.seats in asked:
                wanted, shares = preferences_of(agents[state.turn], state.view(state.turn), action_of)
            if task.played is None:
                move = chance.choice(moves) if seed % 2 and chance.random() < STRAY else wanted
            seen.played.append(action_of[move])
            seen.wanted.append(action_of[wanted])
            seen.choices.append(len(shares))
            seen.shares += shares
            state.play(move)
        watched.append(seen)
    return watched


def preferences_of(agent: Agent, view: View, action_of: Mapping[str, int]) -> tuple[str, bytes]:
    """The agent's move, and its preference for every legal one in the order of their actions.

    It goes by how often a searcher looked at each move, or else by the expected results as odds. An agent whose values
    mean something else has all its preference on its choice.
    """
    if agent.unit(view) == "result":
        judged = agent.evaluate(view)
        chosen = judged[0][0]
        weights = {move: visits for move, _, visits in judged}
        if len(set(weights.values())) == 1:
            odds = {move: SHARPNESS * atanh(max(-MOST, min(value, MOST))) for move, value, _ in judged}
            weights = {move: exp(each - odds[chosen]) for move, each in odds.items()}
    else:
        chosen = agent.choose(view)
        weights = {chosen: 1.0}
    whole = WHOLE / sum(weights.values())
    share_of = {action_of[move]: round(whole * weight) for move, weight in weights.items()}
    share_of[action_of[chosen]] = max(share_of[action_of[chosen]], 1)
    return chosen, bytes(share_of.get(action, 0) for action in sorted(action_of[move] for move in view.moves()))
