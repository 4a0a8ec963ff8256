"""How far a run is, and what fades over it."""

from __future__ import annotations

from math import cos, pi

from paiyou.learn.dmc.arguments import Arguments


def share_done(arguments: Arguments, frames: int, seconds: float) -> float:
    """How much of a run is over, 0 to 1: of its frames, or else of its hours."""
    done = frames / arguments.frames if arguments.frames else seconds / (3600 * arguments.hours)
    return min(done, 1)


def faded(final: float, done: float) -> float:
    """What is left of something that falls from 1 to `final` over a run: a cosine, slow at both ends."""
    return final + (1 - final) * (1 + cos(pi * done)) / 2
