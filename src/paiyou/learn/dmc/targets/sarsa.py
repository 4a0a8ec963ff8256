"""SARSA: the value of the move that was made at the next decision (DouZero, section 3.4)."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from paiyou.learn.dmc.targets.target import Lesson, Target


class Sarsa(Target):
    """The temporal difference in place of the return; the running average of the weights is the target network."""

    def targets(self, lesson: Lesson) -> Sequence[Tensor]:
        """Values of what came next."""
        then = lesson.experience.samples(lesson.later.row, lesson.seat)
        # No parameter of the average asks for a gradient, so nothing is kept for one. Under `no_grad` networks may take
        # ways that wait for the device.
        return lesson.values_then(lesson.values(lesson.average, then.at, lesson.place, then.action))
