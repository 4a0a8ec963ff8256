"""Our games as games of OpenSpiel, for its algorithms and bots: `pip install 'paiyou[interop]'`.

Example::

    from paiyou.interop.openspiel_games import spiel_game

    game = spiel_game("mini-doudizhu:hand=3")  # a pyspiel.Game
    pyspiel.random_sim_test(game, 10, serialize=True, verbose=False)

Chance deals first. Small games of two list all their deals with their chances; in all others chance draws a seed byte
by byte, and one seed is one deal. Actions are the numbers of our moves. What a player knows is given as strings
(`information_state_string`), which are equal where a player's views are; games that the core plays have a tensor, too,
which is the observation of `spaces.py`. Games are registered when they are asked for, under names such as
`paiyou_gongzhu_partners_on`, and so are loaded by `pyspiel.load_game` from then on.
"""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
import pyspiel

from paiyou.games.all_deals import all_deals
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.registry import game as find_game
from paiyou.theory.dealt_tree import deals_of_open_hand

SEED_BYTES = 4
"""By which a deal is drawn where there are too many to list."""
MOST_LISTED = 20_000
MOST_PAID = 1e6
"""More than any of our games pays: OpenSpiel wants a bound, which need not be near."""
LONGEST = 1_000
"""More moves than any of our games has."""


@lru_cache(maxsize=64)
def spiel_game(name: str) -> Any:
    """A game of ours, by the name that `paiyou.game` takes, as OpenSpiel's."""
    game = find_game(name)
    short = "paiyou_" + re.sub(r"\W+", "_", game.name)
    if short not in pyspiel.registered_names():
        kind = _kind(game, short)

        class Registered(SpielGame):
            """One of our games; OpenSpiel makes it without telling which one."""

            def __init__(self, params: Any = None) -> None:
                super().__init__(game, kind, params)

        pyspiel.register_game(kind, Registered)
    return pyspiel.load_game(short)


def _kind(game: Game, short: str) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=short,
        long_name=game.title or game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if _pays_zero(game) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=hasattr(game.core, "observation_blocks"),
        provides_factored_observation_string=False,
    )


def _pays_zero(game: Game) -> bool:
    """Whether what some seats win others lose: in a hundred random games it shows."""
    random = Random(1)
    for seed in range(100):
        state = game.deal(seed)
        while not state.over:
            state.play(random.choice(state.moves()))
        if sum(state.payoffs or ()) != 0:
            return False
    return True


@lru_cache(maxsize=64)
def listed_deals(game: Game) -> list[tuple[State, float]]:
    """Every deal of a small game with its chance; none where there are too many to list, or nobody can."""
    if game.seats != 2:
        return []
    try:
        deals = [(game.start(list(hands)), float(ways)) for hands, ways in all_deals(game)]
    except ValueError:  # not of the family whose deals can be listed
        try:
            deals = list(deals_of_open_hand(game))
        except ValueError:
            return []
        if len({game.deal(seed).view(0).key for seed in range(20)}) > 1:
            return []
    if len(deals) > MOST_LISTED:
        return []
    total = sum(weight for _, weight in deals)
    return [(state, weight / total) for state, weight in deals]


class SpielGame(pyspiel.Game):  # type: ignore[misc] # it has no types
    """A game of ours as OpenSpiel sees it."""

    def __init__(self, game: Game, kind: Any, params: Any = None) -> None:
        self.playing = game
        self.moves: tuple[str, ...] = getattr(game.core, "names", game.actions)
        """Every move by its number."""
        self.number = {move: number for number, move in enumerate(self.moves)}
        self.deals = listed_deals(game)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.moves),
            max_chance_outcomes=len(self.deals) or 256,
            num_players=game.seats,
            min_utility=-MOST_PAID,
            max_utility=MOST_PAID,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return spiel_game, (self.playing.name,)

    def new_initial_state(self, _: Any = None) -> SpielState:
        """Before the deal."""
        return SpielState(self)

    def state_of(self, dealt: State) -> SpielState:
        """A state that is in play already; it does not know what chance did before."""
        state = SpielState(self)
        state.inside = dealt
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What players know, as strings, and as a tensor where nothing need be remembered."""
        if params:
            raise ValueError(f"observations of our games have no parameters such as {params}")
        remembers = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self, with_tensor=not remembers and hasattr(self.playing.core, "observation_blocks"))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of ours as OpenSpiel sees it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = game
        self._seed: tuple[int, ...] = ()
        self.inside: Any = None
        """Our own state; None before the deal."""

    def current_player(self) -> int:
        """The seat to move."""
        if self.inside is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.inside.over else int(self.inside.turn)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only the player to move is asked for
        return sorted({self._game.number[move] for move in self.inside.moves()})

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, or the next byte of a seed."""
        if self._game.deals:
            return [(number, chance) for number, (_, chance) in enumerate(self._game.deals)]
        return [(byte, 1 / 256) for byte in range(256)]

    def _apply_action(self, action: int) -> None:
        if self.inside is not None:
            self.inside.play(self._game.moves[action])
        elif self._game.deals:
            self.inside = self._game.deals[action][0].copy()
        else:
            self._seed = (*self._seed, action)
            if len(self._seed) == SEED_BYTES:
                self.inside = self._game.playing.deal(int.from_bytes(self._seed, "big"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}" if self._game.deals else f"seed byte {action}"
        return self._game.moves[action]

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.inside is not None and bool(self.inside.over)

    def returns(self) -> list[float]:
        """Every seat's payoff, 0 before the end."""
        paid = self.inside.payoffs if self.inside is not None else None
        return [0.0] * self._game.playing.seats if paid is None else [float(points) for points in paid]

    def __str__(self) -> str:
        return f"{self._seed}" if self.inside is None else f"{self.inside.hands} {self.inside.history}"


class SpielObserver:
    """OpenSpiel's interface of observers."""

    def __init__(self, game: SpielGame, *, with_tensor: bool) -> None:
        blocks = game.playing.core.observation_blocks if with_tensor else []
        width = sum(rows * columns for _, rows, columns in blocks)
        self.tensor = np.zeros(width, np.float32)
        self.dict = {}
        begin = 0
        for name, rows, columns in blocks:
            part = self.tensor[begin : begin + rows * columns]
            self.dict[name] = part.reshape(rows, columns)
            begin += rows * columns

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows into the tensor; zeros before the deal."""
        if len(self.tensor):
            self.tensor[:] = 0 if state.inside is None else state.inside.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """All that a player knows, in one string."""
        if state.inside is None:
            return "before the deal"
        view = state.inside.view(player)
        hand = view.hand if isinstance(view.hand, str) else " ".join(view.hand)
        return f"seat {player} holds {hand or 'nothing'} {view.key.hex()}"
