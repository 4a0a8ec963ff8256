"""What an agent is: something that looks at a View and chooses a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from paiyou.games.family import Layer
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.options import Option, Value

Evaluation = list[tuple[str, float, float]]
"""Moves with the seat's expected result and a weight (visits, or 1), best first."""

Unit = Literal["result", "points", "order"]
"""What values are: -1 for a game lost to 1 for one won; points; or numbers of which only the order means something."""


SEED = Option(int, "seed of its random numbers (0)", remote=2**63 - 1)


class Agent(ABC):
    """A player. A new kind is one file with a subclass that says all about itself.

    An agent is made for one game and may keep what it likes between moves; `begin` tells it that a new game starts.
    """

    name: ClassVar[str] = ""
    """What `paiyou.agent` calls it."""
    line: ClassVar[str] = ""
    """One line about it."""
    options: ClassVar[Mapping[str, Option]] = {"seed": SEED}
    """What it can be told by name; each is an argument of the class."""
    open_games: ClassVar[bool] = False
    """Whether it plays games written in Python (`paiyou.games.open_game`), too."""
    quick: ClassVar[bool] = False
    """Whether it answers within milliseconds, so that others need not wait behind it."""
    instant: ClassVar[bool] = False
    """Whether it answers within a millisecond in games with a core: then a server asks it without a worker process."""
    remote: ClassVar[bool] = False
    """Whether a remote client may ask for it on a server: then it reads no files by name and keeps to limits, those of
    its options (`Option.remote`) and of `check_remote`."""
    needs: ClassVar[tuple[Layer[Any], ...]] = ()
    """What it needs of the family of a game; an agent is refused games of families without."""
    why_not_remote: ClassVar[str] = "it does not say that it may be asked through a server"

    clairvoyant = False
    """A clairvoyant agent is handed the State instead of the View: it sees all hands, and the arena says so.

    It is a fact about the class: what an instance says of itself later changes nothing."""
    interactive = False
    """An interactive agent asks a person."""
    bids = True
    """Whether it bids for itself at a table; if not, the game's bidder does (`bidders.py`)."""
    opinion = True
    """Whether its evaluations prefer any move to another."""

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        self.game = game
        self.seed = seed

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        # Nobody is asked for by strangers, or put before others, because of what a parent class said of itself.
        cls.quick = bool(cls.__dict__.get("quick", False))
        cls.instant = bool(cls.__dict__.get("instant", False))
        cls.remote = bool(cls.__dict__.get("remote", False))

    @classmethod  # noqa: B027 - most have no more to say
    def check_remote(cls, values: Mapping[str, Value], game: str) -> None:
        """ValueError where a remote client may not ask for these options together, in a game by its name."""

    def begin(self, seed: int) -> None:  # noqa: B027 - most agents have nothing to do here
        """Start a new game. All chance from here on follows from the agent's own seed and this one."""

    @abstractmethod
    def choose(self, view: View) -> str:
        """A legal move for the seat whose view it is; ValueError where it is not to move."""

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with its value and weight, best first; here: the chosen move ahead of the rest."""
        chosen = self.choose(view)
        return [(chosen, 0.0, 1.0)] + [(move, 0.0, 0.0) for move in view.moves() if move != chosen]

    def unit(self, view: View) -> Unit:  # noqa: ARG002 - it may depend on the kind of decision
        """What the values are that `evaluate` gives for this view."""
        return "order"


def is_clairvoyant(agent: Agent) -> bool:
    """Whether the agent is of a kind that sees all hands."""
    return type(agent).clairvoyant is True


def what_it_sees(agent: Agent, state: State) -> View:
    """The argument of `agent.choose`: the View of the seat to move, or for a clairvoyant agent a State of its own."""
    return state.copy() if is_clairvoyant(agent) else state.view(state.turn)  # type: ignore[return-value]
