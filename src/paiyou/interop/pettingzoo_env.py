"""Every game as a PettingZoo environment, in which the seats move one after the other (AEC).

Example::

    from paiyou.interop.pettingzoo_env import SeatsEnv

    env = SeatsEnv("doudizhu", render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated else env.action_space(agent).sample(observation["action_mask"]))

Agents are `seat_0`, `seat_1` and so on; rewards are the payoffs of the game, at its end. Whoever makes an illegal move
forfeits the game, as in a match. A game in which nobody bids ends with rewards of 0.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from paiyou.games.family import ARENA
from paiyou.games.game import Game
from paiyou.interop.spaces import Encoding, Observation, show_table


class SeatsEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc] # it has no types
    """A game of several agents, one for each seat."""

    metadata = {"name": "paiyou", "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(self, game: Game | str, render_mode: str | None = None) -> None:
        super().__init__()
        self.encoding = Encoding(game)
        self.game = self.encoding.game
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": self.game.name}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = np.random.default_rng()

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Of every agent."""
        return {agent: self.encoding.observation_space() for agent in self.possible_agents}

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Of every agent."""
        return {agent: self.encoding.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """An agent's observation."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may answer."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: `seed` begins a row of deals, `options={"deal": 7}` names one deal by its own seed."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        deal = (options or {}).get("deal")
        self.state_of_game: Any = self.game.deal(int(self._random.integers(2**63)) if deal is None else deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_of_game.turn]

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and its legal moves if it is to move."""
        found = self.encoding.observe(self.state_of_game, self._seat[agent])
        if self.terminations[agent]:
            found["action_mask"][:] = 0
        return found

    def step(self, action: int | None) -> None:
        """The move of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_of_game
        self._cumulative_rewards[agent] = 0.0
        try:
            state.play(self._move(action))
        except ValueError as refusal:
            self.infos[agent] = {"refusal": str(refusal)}
            self._end(self.game.family.part(ARENA).forfeit(self.game, state, [self._seat[agent]]))
        else:
            if state.over:
                self._end(state.payoffs)
            else:
                self.agent_selection = self.possible_agents[state.turn]
        if self.render_mode == "human":
            self.render()

    def _move(self, action: int | None) -> str:
        if action is None or not 0 <= action < len(self.encoding.moves):
            raise ValueError(f"a move is a number from 0 to {len(self.encoding.moves) - 1}, not {action}")
        return self.encoding.moves[action]

    def _end(self, payoffs: list[int]) -> None:
        self.rewards = {agent: float(points) for agent, points in zip(self.possible_agents, payoffs, strict=True)}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """The table as text, all hands open: returned (`ansi`) or printed (`human`)."""
        if self.render_mode is None:
            return None
        text = show_table(self.state_of_game)
        if self.render_mode == "human":
            print(text)  # what this mode is for
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
