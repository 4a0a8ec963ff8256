"""The agent `rlcard-model`: an agent of RLCard plays Dou Dizhu here, told what RLCard's own environment would tell it.

Example: `paiyou.match("doudizhu", "rules", "rlcard-model", deals=100)` for its rule agent `doudizhu-rule-v1`, or
`"rlcard-model:model=mymodule:make"` for one of yours: `make()` returns an object with `eval_step` and `use_raw`. (The
agent `rlcard` is another: the rule agent that DouZero has made of RLCard's.)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from paiyou.agents.base import SEED, Agent
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.options import Option, shown
from paiyou.plugins import reason_of

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

MODEL = "doudizhu-rule-v1"


class RLCardModelAgent(Agent):
    """Asks an agent of RLCard."""

    name = "rlcard-model"
    line = "an agent of RLCard, in Dou Dizhu without bidding"
    options = {  # noqa: RUF012
        "model": Option(
            str, f"a model of RLCard by its name ({MODEL}), or module:function, which returns an agent for it"
        ),
        "seed": SEED,
    }
    why_not_remote = "it needs packages that a server does not come with"

    def __init__(self, game: Game, *, model: str = MODEL, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        try:
            import rlcard
            from rlcard.games.doudizhu.utils import ACTION_2_ID
        except ModuleNotFoundError as missing:
            raise ValueError(f"agents of RLCard need the package {missing.name}: pip install rlcard") from None
        if game.spec.auction is not None or set(game.actions) != set(ACTION_2_ID):
            raise ValueError(f"agents of RLCard play doudizhu without presets and bidding, not {game.name}")
        self._model = model
        self._env = rlcard.make("doudizhu", config={"seed": 0})
        self._env.reset()
        self._agents = self._load()
        self.begin(0)

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self.game, self._model, self.seed)

    def begin(self, seed: int) -> None:
        """Start a new game with a stream of its own: these agents draw from NumPy's global one."""
        self._random_state = np.random.RandomState(random_word(self.seed, seed) % 2**32).get_state()

    def choose(self, view: View) -> str:
        """The move that the agent makes here."""
        raw = self.raw_state(cast("ClimbingView", view))
        player = self._agents[view.seat]
        outside = np.random.get_state()
        np.random.set_state(self._random_state)
        try:
            chosen, _ = player.eval_step(raw)
        finally:
            self._random_state = np.random.get_state()
            np.random.set_state(outside)
        return str(chosen if player.use_raw else self._env._decode_action(chosen))

    def raw_state(self, view: ClimbingView) -> dict[str, Any]:
        """What RLCard's environment tells a player in this position."""
        moves = view.moves()
        if not moves:
            raise ValueError("there is no move to choose: this seat is not to move")
        played = view.played
        raw = {
            # RLCard drops every card of a rank that the landlord has played.
            "seen_cards": "".join(card for card in view.public if card not in played[0]),
            "landlord": 0,
            "trace": list(view.history),
            "played_cards": played,
            "self": view.seat,
            "current_hand": view.hand,
            "others_hand": view.unseen,
            "num_cards_left": view.counts,
            "actions": moves,
        }
        self._env.game.state = raw
        self._env.action_recorder = list(view.history)
        return cast("dict[str, Any]", self._env._extract_state(raw))

    def _load(self) -> list[Any]:
        """The agents of the three seats."""
        try:
            if ":" in self._model:
                module, _, function = self._model.partition(":")
                return [getattr(import_module(module), function)()] * self.game.seats
            from rlcard import models

            return list(models.load(self._model).agents)
        except Exception as error:  # other people's code may raise anything
            raise ValueError(f"the model {shown(self._model)} of RLCard cannot be loaded: {reason_of(error)}") from None


def _make(game: Game, model: str, seed: int) -> RLCardModelAgent:
    return RLCardModelAgent(game, model=model, seed=seed)
