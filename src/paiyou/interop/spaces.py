"""What environments of a game are made of: its moves by number, its observations, and Gymnasium's spaces for both.

Moves have the numbers of the core (`game.core.names`): card play in the order of `game.actions`, then calls of an
auction or exposures. An observation is a row of small numbers, whose parts `game.core.observation_blocks` names. Both
need a game that the core plays; gymnasium comes with `pip install 'paiyou[interop]'`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from paiyou.games.game import Game
from paiyou.games.registry import game as find_game

Observation = dict[str, npt.NDArray[np.int8]]
"""`observation`: what a seat knows; `action_mask`: 1 for each of its legal moves, by number."""

MOST = 127
"""No number of an observation is larger."""


class Encoding:
    """Moves and observations of one game as numbers.

    Example::

        encoding = Encoding(paiyou.game("doudizhu"))
        encoding.moves[1], encoding.number["3"]  # '3', 1
        encoding.parts(observation)["hand"]  # how many cards of each rank
    """

    def __init__(self, game: Game | str) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        core = self.game.core
        if not hasattr(core, "observation_blocks"):
            raise ValueError(
                f"{self.game.family.title} cannot be environments: only games that the compiled core plays can"
            )
        self.moves: tuple[str, ...] = core.names
        """Every move by its number."""
        self.blocks: list[tuple[str, int, int]] = core.observation_blocks
        """The parts of an observation: name, rows and columns."""
        self.width = sum(rows * columns for _, rows, columns in self.blocks)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of every move."""
        return {move: number for number, move in enumerate(self.moves)}

    def observation_space(self) -> spaces.Dict:
        """Of one seat."""
        return spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, (self.width,), np.int8),
                "action_mask": spaces.Box(0, 1, (len(self.moves),), np.int8),
            }
        )

    def action_space(self) -> spaces.Discrete:
        """All moves, legal or not."""
        return spaces.Discrete(len(self.moves))

    def observe(self, state: Any, seat: int) -> Observation:
        """A seat's observation; nothing is legal for one that is not to move."""
        to_move = not state.over and state.turn == seat
        mask = state.mask() if to_move else np.zeros(len(self.moves), np.int8)
        return {"observation": state.observe(seat), "action_mask": mask}

    def parts(self, observation: npt.NDArray[np.int8]) -> dict[str, npt.NDArray[np.int8]]:
        """An observation by its parts; rows are seats, counted from the one that looks."""
        found, begin = {}, 0
        for name, rows, columns in self.blocks:
            part = observation[..., begin : begin + rows * columns]
            found[name] = part.reshape(*part.shape[:-1], rows, columns) if rows > 1 else part
            begin += rows * columns
        return found


def legal_numbers(mask: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """The numbers of the legal moves of a mask."""
    return mask.view(np.bool_).nonzero()[0]


def show_table(state: Any) -> str:
    """A position for people, all hands open."""
    lines = [
        f"seat {seat}: {hand if isinstance(hand, str) else ' '.join(hand)}" for seat, hand in enumerate(state.hands)
    ]
    for seat, move in state.history[-1:]:
        lines.append(f"seat {seat} has just made the move {move}")
    lines.append(f"payoffs {state.payoffs}" if state.over else f"seat {state.turn} is to move")
    return "\n".join(lines)
