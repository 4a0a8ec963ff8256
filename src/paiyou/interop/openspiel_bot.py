"""The agent `openspiel`: a bot of OpenSpiel plays our games, as the games of OpenSpiel that they are.

Example: `paiyou.match("gongzhu", "openspiel:bot=ismcts,simulations=100", "rules", deals=10)`.

A bot is handed a state of `openspiel_games.py` with a deal that agrees with all its seat knows, drawn anew for every
decision, so no bot sees hidden cards: one that looks at the other hands looks at a guess. `ismcts` draws deals for
itself in the same way.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from paiyou.agents.base import SEED, Agent
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.options import Option, shown, unknown
from paiyou.plugins import reason_of

ISMCTS = "ismcts"
SIMULATIONS = 100


class SpielBotAgent(Agent):
    """Asks a bot of OpenSpiel."""

    name = "openspiel"
    line = "a bot of OpenSpiel, in any of our games"
    options = {  # noqa: RUF012
        "bot": Option(
            str,
            "a registered bot of OpenSpiel (uniform_random, the default), ismcts, or module:function, which is given "
            "the game, the player and a seed and returns a bot",
        ),
        "simulations": Option(int, f"of ismcts for each decision ({SIMULATIONS})"),
        "seed": SEED,
    }
    why_not_remote = "it needs packages that a server does not come with"

    def __init__(
        self, game: Game, *, bot: str = "uniform_random", simulations: int = SIMULATIONS, seed: int = 0
    ) -> None:
        super().__init__(game, seed=seed)
        if simulations < 1:
            raise ValueError(f"simulations must be 1 or more, not {simulations}")
        try:
            from paiyou.interop.openspiel_games import spiel_game
        except ModuleNotFoundError as missing:
            raise ValueError(
                f"OpenSpiel's bots need the package {missing.name}: pip install 'paiyou[interop]'"
            ) from None
        self._options = {"bot": bot, "simulations": simulations, "seed": seed}
        self._bot, self._simulations = bot, simulations
        self._spiel: Any = spiel_game(game.name)
        self._bots: dict[int, Any] = {}
        self._draw = 0
        self.begin(0)
        self._make_bot(0)  # whatever is wrong is said before the first game

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self.game, self._options)

    def begin(self, seed: int) -> None:
        """New bots, by the agent's own seed and this one."""
        self._stream = random_word(self.seed, seed)
        self._bots = {}
        self._draw = 0

    def choose(self, view: View) -> str:
        """The bot's move on a deal that agrees with the view."""
        if not view.moves():
            raise ValueError("there is no move to choose: this seat is not to move")
        if view.seat not in self._bots:
            self._bots[view.seat] = self._make_bot(view.seat)
        number = self._bots[view.seat].step(self._spiel.state_of(self._sample(view)))
        return str(self._spiel.moves[number])

    def _sample(self, view: View) -> State:
        self._draw += 1
        return view.sample(random_word(self._stream, self._draw))

    def _make_bot(self, player: int) -> Any:
        import pyspiel

        seed = random_word(self._stream, 2**32 + player) % 2**31
        if ":" in self._bot:
            return self._made_elsewhere(player, seed)
        if self._bot == ISMCTS:
            return self._ismcts(seed)
        if self._bot not in pyspiel.registered_bots():
            raise unknown("bot of OpenSpiel", self._bot, [*pyspiel.registered_bots(), ISMCTS])
        if self._bot == "uniform_random":
            return pyspiel.make_uniform_random_bot(player, seed)  # by name it is not seeded
        try:
            return pyspiel.load_bot(self._bot, self._spiel, player)
        except pyspiel.SpielError as error:
            raise ValueError(f"OpenSpiel's bot {self._bot} does not play {self.game.name}: {error}") from None

    def _ismcts(self, seed: int) -> Any:
        from open_spiel.python.algorithms.ismcts import ISMCTSBot
        from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

        random = np.random.RandomState(seed)
        rollouts = RandomRolloutEvaluator(1, random)
        bot = ISMCTSBot(
            self._spiel,
            rollouts,
            uct_c=self._uct_c(),
            max_simulations=self._simulations,
            random_state=random,
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(lambda state, player: self._spiel.state_of(self._sample(state.inside.view(player))))
        return bot

    def _uct_c(self) -> float:
        """Exploration in the unit of the payoffs: what a deal played at random usually pays."""
        paid = []
        random = np.random.default_rng(1)
        for seed in range(20):
            state = self.game.deal(seed)
            while not state.over:
                moves = state.moves()
                state.play(moves[int(random.integers(len(moves)))])
            paid += [abs(points) for points in state.payoffs or ()]
        return 2.0 * float(np.mean(paid)) or 1.0

    def _made_elsewhere(self, player: int, seed: int) -> Any:
        module, _, function = self._bot.partition(":")
        try:
            return getattr(import_module(module), function)(self._spiel, player, seed)
        except Exception as error:  # other people's code may raise anything
            raise ValueError(f"the bot {shown(self._bot)} cannot be made: {reason_of(error)}") from None


def _make(game: Game, options: dict[str, Any]) -> SpielBotAgent:
    return SpielBotAgent(game, **options)
