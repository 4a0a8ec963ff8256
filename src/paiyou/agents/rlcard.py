"""The rule agent that DouZero is measured against: `RLCardAgent` of the package douzero 1.1.0, asked for its moves.

It is handed what it reads of DouZero's infoset, built from our View: hand, legal actions in DouZero's own order (it
takes the first of equals, so kickers depend on it), the move to beat, the last two moves, newest first, and who played
last. It writes into the lists it is given and draws from the global `random`, so it gets lists of its own and a
stream of its own.
"""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from paiyou.agents.base import Agent
from paiyou.games import doudizhu
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import View

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

NUMBERS = dict(zip("3456789TJQKA2BR", [*range(3, 15), 17, 20, 30], strict=True))
"""DouZero's numbers for the ranks."""
SYMBOLS = {number: symbol for symbol, number in NUMBERS.items()}
POSITIONS = ("landlord", "landlord_down", "landlord_up")


class RLCardAgent(Agent):
    """Plays Dou Dizhu without bidding as DouZero's `RLCardAgent` does."""

    name = "rlcard"
    line = "the rule agent DouZero is measured against, from the package douzero"
    why_not_remote = "it needs packages that a server does not come with"

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        if game.info is not doudizhu.INFO or game.spec.auction is not None:
            raise ValueError(f"the agent rlcard plays doudizhu without bidding, not {game.name}")
        try:
            from douzero.env.game import GameEnv
            from douzero.evaluation.rlcard_agent import RLCardAgent as Original
        except ModuleNotFoundError as missing:
            raise ValueError(
                f"the agent rlcard needs the package {missing.name}: "
                "pip install rlcard, and pip install --no-deps douzero"
            ) from None
        self._players = [Original(position) for position in POSITIONS]
        self._engine = GameEnv({})
        self._random_state = random.Random(seed).getstate()

    def begin(self, seed: int) -> None:
        """Start a new game with a stream of its own."""
        self._random_state = random.Random(random_word(self.seed, seed)).getstate()

    def choose(self, view: View) -> str:
        """The move that DouZero's agent makes here."""
        infoset = self.infoset(cast("ClimbingView", view))
        outside = random.getstate()
        random.setstate(self._random_state)
        try:
            chosen = self._players[view.seat].act(infoset)
        finally:
            self._random_state = random.getstate()
            random.setstate(outside)
        return _written(chosen)

    def infoset(self, view: ClimbingView) -> SimpleNamespace:
        """What DouZero's agent reads of its infoset."""
        if view.turn != view.seat or not (moves := view.moves()):
            raise ValueError("there is no move to choose: this seat is not to move")
        hand = _numbers(view.hand)
        to_beat = [] if view.last is None else _numbers(view.last[1])
        # The moves before this one; where a game began in the middle, the one to beat stands for them.
        recent = [_numbers(move) for _, move in view.history[-2:]]
        if not recent and to_beat:
            recent = [to_beat]
        newest_first = [*reversed(recent), [], []][:2]
        return SimpleNamespace(
            player_hand_cards=hand,
            last_move=to_beat,
            last_two_moves=newest_first if to_beat else [[], []],
            last_pid="landlord" if view.last is None else POSITIONS[view.last[0]],
            # A lead is taken from the hand, not from this list, so that its order does not matter.
            legal_actions=self._answers(hand, to_beat, moves) if to_beat else [_numbers(move) for move in moves],
        )

    def _answers(self, hand: list[int], to_beat: list[int], moves: list[str]) -> Any:
        """Legal answers in the order of DouZero's generator, those that our game does not know left out."""
        engine = self._engine
        engine.acting_player_position = POSITIONS[0]
        engine.info_sets[POSITIONS[0]].player_hand_cards = list(hand)
        engine.card_play_action_seq = [to_beat]
        legal = set(moves)
        return [move for move in engine.get_legal_card_play_actions() if _written(move) in legal]


def _numbers(move: str) -> list[int]:
    return [] if move == "pass" else [NUMBERS[card] for card in move]


def _written(cards: list[int]) -> str:
    return "".join(SYMBOLS[card] for card in cards) or "pass"
