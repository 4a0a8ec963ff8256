"""How many games a run plays at once, and how long it takes until it learns from them.

A step of the games is learnt from when all of them must be over (`experience.py`). So a run with many games at once
learns nothing for as long as that takes: with the 512 games of a CPU, 84,992 moves of Dou Dizhu.
"""

from __future__ import annotations

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.learn.devices import device_named
from paiyou.learn.dmc.arguments import Arguments
from paiyou.learn.dmc.team import processes_here

ON_GPU, ON_CPU, FEW = 65536, 512, 64
"""Games at once unless a run is told otherwise: by device, and the fewest where there are few frames."""
ROUNDS = 8
"""Gradient steps that the moves of all games at a seat make, unless a run is told otherwise."""


def batch_sizes(arguments: Arguments, spec: GameSpec) -> tuple[int, int]:
    """Games at once, and moves per gradient step."""
    number = arguments.games
    if number == 0:
        number = ON_GPU if device_named(arguments.device).type == "cuda" else ON_CPU
        # Half of the frames at most go by before anything is learnt; a run that goes on has its games already.
        while not arguments.resume and number > FEW and 0 < arguments.frames < 2 * frames_before(spec, number):
            number //= 2
    return number, arguments.minibatch or (number // ROUNDS if number % ROUNDS == 0 else number)


def frames_before(spec: GameSpec, number: int) -> int:
    """Most moves that a new run makes before every position has learnt once: the ring is full, each seat's turn came.

    At every step each game makes one at most.
    """
    steps = spec.family.part(LEARN).longest_game(spec) + spec.seats - 2
    return steps * number * processes_here()
