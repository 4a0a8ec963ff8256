"""What a learner needs to know of a run's arguments."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What a learner needs to know."""

    objective: str
    minibatch: int
    clip: float
    average: float
    other_head: float
    """Weight of the head that is not played by."""
    hidden: float = 0.0
    """Weight of the head that predicts the hidden cards; 0: there is none."""
    next_move: float = 0.0
    """Weight of the head that predicts the next move; 0: there is none."""
    target: str = "monte_carlo"
    """What the values of moves are fitted to, one of `targets/registry.py`."""
    gamma: float = 1.0
    """The discount for every decision until the end of the game."""
    held_out: float = 0.0
    """Share of actions whose values are measured apart."""
    held_out_weight: float = 0.0
    """Of these actions in learning."""
    temperature: float = 0.0
    """Of the policy that an actor-critic draws its moves from."""
    oracle: float = 0.0
    """Share of an oracle's values in the target of that name."""
    oracle_final: float = 1.0
    """How much of that share is left at the end of the run."""
