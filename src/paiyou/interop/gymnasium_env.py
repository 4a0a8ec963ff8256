"""One seat of a game as a Gymnasium environment; agents of Paiyou play the other seats.

Example::

    from paiyou.interop.gymnasium_env import SeatEnv

    env = SeatEnv("doudizhu", seat=0, opponents="rules")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(info["legal"][0])

The reward is the seat's payoff, at the end of the game. An illegal move forfeits the game, as in a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsInt

import gymnasium
import numpy as np

from paiyou.agents.base import Agent, what_it_sees
from paiyou.agents.registry import agent as find_agent
from paiyou.games.family import ARENA
from paiyou.games.game import Game
from paiyou.interop.spaces import Encoding, Observation, legal_numbers, show_table

Stepped = tuple[Observation, float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[Observation, SupportsInt]):
    """A game from one seat. `opponents` is one agent by name for all other seats, or one each, in turn after `seat`."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        render_mode: str | None = None,
    ) -> None:
        self.encoding = Encoding(game)
        self.game = self.encoding.game
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"seat must be 0 to {self.game.seats - 1} in {self.game.name}, not {seat}")
        names = [opponents] * (self.game.seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != self.game.seats - 1:
            raise ValueError(
                f"{self.game.name} has {self.game.seats - 1} other seats, but {len(names)} agents are named"
            )
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space: gymnasium.Space[Any] = self.encoding.observation_space()
        self.action_space = self.encoding.action_space()
        self._opponents: dict[int, Agent] = {
            (seat + step) % self.game.seats: find_agent(name, self.game) for step, name in enumerate(names, start=1)
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal: `seed` begins a row of deals, `options={"deal": 7}` names one deal by its own seed.

        A game that ends before this seat has anything to say is followed by another.
        """
        super().reset(seed=seed)
        deal = (options or {}).get("deal")
        while True:
            self.state: Any = self.game.deal(self._word() if deal is None else deal)
            deal = None
            for opponent in self._opponents.values():
                opponent.begin(self._word())
            self._let_others_play()
            if not self.state.over:
                break
        return self._seen()

    def step(self, action: SupportsInt) -> Stepped:
        """The seat's move, and those of the others until it is its turn again."""
        number, state = int(action), self.state
        try:
            if not 0 <= number < len(self.encoding.moves):
                raise ValueError(f"a move is a number from 0 to {len(self.encoding.moves) - 1}, not {number}")
            state.play(self.encoding.moves[number])
        except ValueError as refusal:
            observation, _ = self._seen()
            paid = self.game.family.part(ARENA).forfeit(self.game, state, [self.seat])
            return observation, float(paid[self.seat]), True, False, {"refusal": str(refusal)}
        self._let_others_play()
        observation, info = self._seen()
        if state.over:
            info["payoffs"] = np.array(state.payoffs)
        reward = float(state.payoffs[self.seat]) if state.over else 0.0
        if self.render_mode == "human":
            self.render()
        return observation, reward, state.over, False, info

    def render(self) -> str | None:
        """The table as text, all hands open: returned (`ansi`) or printed (`human`)."""
        if self.render_mode is None:
            return None
        text = show_table(self.state)
        if self.render_mode == "human":
            print(text)  # what this mode is for
            return None
        return text

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        observation = self.encoding.observe(self.state, self.seat)
        # A list: vector environments of Gymnasium take arrays to be of one length in all games.
        return observation, {"legal": legal_numbers(observation["action_mask"]).tolist()}

    def _let_others_play(self) -> None:
        state = self.state
        while not state.over and state.turn != self.seat:
            opponent = self._opponents[state.turn]
            state.play(opponent.choose(what_it_sees(opponent, state)))

    def _word(self) -> int:
        return int(self.np_random.integers(2**63))
