"""Finds puzzles: endgames of dealt and played games in which exactly one of the landlord's moves wins.

The players are rule players who stray now and then, as people do; games without a slip look alike. Every deal gives
one puzzle at most. Which of the many are kept is a matter of variety: all kinds of first moves, all shapes of hands.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent as find_agent
from paiyou.endgames import Solution, solve
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.puzzles.difficulty import measure
from paiyou.puzzles.puzzle import LEVELS, Puzzle, puzzle_game

LANDLORD_CARDS = range(5, 13)
PEASANT_CARDS = range(3, 13)
FEWEST_MOVES = 5
"""With fewer to choose from there is not much to think about."""
SHORTEST_LINE = 7
"""A combo that nobody beats and the rest of the hand after it are four moves: no puzzle."""
LONGEST_LINE = 40
MOST_NODES = 50_000
"""Endgames that take more are not for people, and the page's server should answer at once."""
STRAY = 0.1
"""The share of moves that players choose at random."""
SCORES = {"easy": (4.0, 6.5), "medium": (7.5, 10.5), "hard": (12.5, 40.0)}
"""Each level's lowest and highest difficulty, with room between them."""


@dataclass(frozen=True)
class Found:
    """An endgame that makes a puzzle."""

    hands: tuple[str, ...]
    last: tuple[int, str] | None
    score: float
    kind: str
    """What the winning first move is: a category of combos or a pass, led or in answer."""

    @property
    def shape(self) -> tuple[int, ...]:
        """How many cards of each rank the landlord has, low to high."""
        return tuple(Counter(self.hands[0]).values())


def make_puzzles(
    *, seed: int, deals: int, each: int = 20, progress: Callable[[int], None] = lambda _: None
) -> list[Puzzle]:
    """So many puzzles of each level from so many deals; the same seed gives the same ones.

    ValueError where the deals were not enough.
    """
    found = list(find(seed, deals, progress))
    chosen: list[Puzzle] = []
    for level in LEVELS:
        low, high = SCORES[level]
        kept = choose([one for one in found if low <= one.score <= high], each)
        if len(kept) < each:
            raise ValueError(f"{deals:,} deals gave {len(kept)} {level} puzzles, not {each}: allow more deals")
        for one in sorted(kept, key=lambda one: one.score):
            chosen.append(Puzzle(len(chosen) + 1, level, one.score, one.hands, one.last))
    return chosen


def find(seed: int, deals: int, progress: Callable[[int], None] = lambda _: None) -> Iterator[Found]:
    """All puzzles of so many deals, of any difficulty."""
    for number in range(deals):
        found = find_in(seed, number)
        if found is not None:
            yield found
        progress(1)


def find_in(seed: int, number: int) -> Found | None:
    """The puzzle of one deal, where it comes to any."""
    game = puzzle_game()
    habits = _habits()
    for state in play(game, habits, random.Random(f"{seed} {number}")):
        solution = puzzling(state)
        if solution is not None:
            return Found(
                hands=tuple(map(str, state.hands)),
                last=state.last,
                score=measure(state, solution, habits).score,
                kind=f"{'leads' if state.last is None else 'answers'} {category(game, solution.moves[0])}",
            )
    return None


@cache
def _habits() -> Agent:
    """The rule player, whose habits are those of people."""
    return find_agent("rules", puzzle_game())


def play(game: Game, habits: Agent, chance: random.Random) -> Iterator[State]:
    """A game, as the positions in which the landlord is to move."""
    state = game.deal(chance.getrandbits(63))
    while not state.over:
        if state.turn == 0:
            yield state
        strays = chance.random() < STRAY
        state.play(chance.choice(state.moves()) if strays else habits.choose(state.view(state.turn)))


def puzzling(state: State) -> Solution | None:
    """The solution, where a position makes a puzzle."""
    landlord, *peasants = map(len, state.hands)
    if landlord not in LANDLORD_CARDS or any(cards not in PEASANT_CARDS for cards in peasants):
        return None
    if len(state.moves()) < FEWEST_MOVES:
        return None
    try:
        solution = solve(state, max_nodes=MOST_NODES, plain=True)
    except ValueError:
        return None
    fits = solution.winner == 0 and len(solution.moves) == 1 and SHORTEST_LINE <= len(solution.line) <= LONGEST_LINE
    return solution if fits else None


def category(game: Game, move: str) -> str:
    """The kind of combo that a move is, such as `solo` or `pair chain`; `pass` is one of its own."""
    return game.family.combo_of(game.spec, move) or move


def choose(found: Iterable[Found], most: int) -> list[Found]:
    """As many, of as many kinds as there are; no two with hands of one shape for one kind of move."""
    kinds: dict[str, dict[tuple[int, ...], Found]] = defaultdict(dict)
    for one in found:
        kinds[one.kind].setdefault(one.shape, one)
    rounds = zip_longest(*(kinds[kind].values() for kind in sorted(kinds)))
    return [one for turn in rounds for one in turn if one is not None][:most]
