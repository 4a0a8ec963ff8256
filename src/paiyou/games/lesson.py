"""A lesson that one plays: positions that are set up, a task in each, and how the others reply.

A game's lesson is data (`GameInfo.lesson`), so that a game from outside can have one; the engine plays it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paiyou.games.text import Text

OR = "|"


@dataclass(frozen=True)
class LessonStep:
    """One position and its task.

    Example::

        LessonStep(
            task=Text("Beat the pair of eights.", "压过这对八。"),
            wrong=Text("That is legal, but a lower pair does it.", "可以，但小一点的对子就够了。"),
            done=Text("Only a higher pair beats a pair.", "对子只能用更大的对子压。"),
            hands=("35JJAA", "9TT", "3488"), turn=2, line=("88", "JJ", "pass", "pass"),
        )
    """

    task: Text
    """What is to be seen here, and what the person is to do."""
    wrong: Text
    """Said to a move that the rules allow and the task does not."""
    done: Text
    """Said when the task is done: what was learnt."""
    hands: Sequence[str | Sequence[str]]
    """Seat by seat, as `Game.start` takes them."""
    line: tuple[str, ...]
    """The moves in their order, the others' among them; of the person's own each may have several, `"JJ|AA"`, after
    which the line goes on alike."""
    seat: int = 0
    """Where the person sits."""
    turn: int = 0
    """The seat that moves first."""
    bottom: str = ""
    exposed: str | None = None
    game: str = ""
    """As `paiyou.game` takes it, where a step needs an option of the game; empty: the game as it is."""

    def choices(self, number: int) -> tuple[str, ...]:
        """The moves that the line allows at a place."""
        return tuple(self.line[number].split(OR))

    def texts(self) -> Iterator[Text]:
        """All that is said."""
        yield from (self.task, self.wrong, self.done)
