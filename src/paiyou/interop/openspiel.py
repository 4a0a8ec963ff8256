"""OpenSpiel's games for Paiyou's searchers of open games, and for its theory: `pip install 'paiyou[interop]'`.

Example::

    from paiyou.interop.openspiel import open_game

    game = open_game("connect_four")
    paiyou.agent("alphabeta:depth=4", game).choose(game.start())  # an action's number, as OpenSpiel has it

Small games with hidden information are trees for `paiyou.theory`: `find_equilibrium(spiel_tree("leduc_poker"))`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from paiyou.games.open_game import MOST_SEATS, OpenGame
from paiyou.options import shown, unknown
from paiyou.theory.walked_tree import WalkedTree


class SpielPosition:
    """A state of OpenSpiel as a position. It is never changed: `play` returns the one that follows."""

    def __init__(self, state: Any, evaluate: Callable[[Any], Sequence[float]] | None = None) -> None:
        self.state = state
        """OpenSpiel's own."""
        if evaluate is not None:
            self.evaluate = lambda: evaluate(state)
        self._evaluate = evaluate

    def __repr__(self) -> str:
        return f"<{self.state.get_game().get_type().short_name}:\n{self.state}>"

    @property
    def turn(self) -> int | None:
        """The player to move, or None where chance moves."""
        return None if self.state.is_chance_node() else self.state.current_player()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.is_terminal())

    @property
    def payoffs(self) -> list[float]:
        """Every player's return."""
        return list(self.state.returns())

    def moves(self) -> list[int]:
        """The legal actions."""
        return list(self.state.legal_actions())

    def chances(self) -> list[tuple[int, float]]:
        """What chance may do."""
        return list(self.state.chance_outcomes())

    def play(self, move: int) -> SpielPosition:
        """The position after an action."""
        return SpielPosition(self.state.child(move), self._evaluate)

    def name(self, move: int) -> str:
        """An action in OpenSpiel's words."""
        return str(self.state.action_to_string(self.state.current_player(), move))


class KeyedSpielPosition(SpielPosition):
    """The same with a key, by which a search remembers positions."""

    def __init__(
        self, state: Any, key: Callable[[Any], Hashable], evaluate: Callable[[Any], Sequence[float]] | None = None
    ) -> None:
        super().__init__(state, evaluate)
        self._key = key

    def key(self) -> Hashable:
        """The same for positions that are the same in all that follows."""
        return self._key(self.state)

    def play(self, move: int) -> KeyedSpielPosition:
        """The position after an action."""
        return KeyedSpielPosition(self.state.child(move), self._key, self._evaluate)


def open_game(
    name: str,
    *,
    evaluate: Callable[[Any], Sequence[float]] | None = None,
    key: Callable[[Any], Hashable] | None = None,
) -> OpenGame:
    """A game of OpenSpiel by its name, with parameters such as `"connect_four(rows=5,columns=6)"`.

    `evaluate` takes an OpenSpiel state and estimates every player's return where a search is cut off (0 without it).
    `key` takes one and gives something hashable that tells it apart from all others, `str` for many board games; with
    it a search remembers positions. ValueError where a game is not one of open positions and moves in turn.
    """
    game = _load(name)
    kind = game.get_type()
    if kind.information != type(kind.information).PERFECT_INFORMATION:
        raise ValueError(f"{kind.short_name} has hidden information; these searchers need everything to lie open")
    if game.num_players() > MOST_SEATS:
        raise ValueError(f"{kind.short_name} has {game.num_players()} players; these searchers take up to {MOST_SEATS}")

    def start() -> SpielPosition:
        state = game.new_initial_state()
        return SpielPosition(state, evaluate) if key is None else KeyedSpielPosition(state, key, evaluate)

    return OpenGame(name, start, game.num_players())


class HiddenSpielPosition(SpielPosition):
    """A state of a game with hidden information."""

    def information(self) -> str:
        """All that the player to move knows, in OpenSpiel's words."""
        return str(self.state.information_state_string())

    def play(self, move: int) -> HiddenSpielPosition:
        """The position after an action."""
        return HiddenSpielPosition(self.state.child(move))


def spiel_tree(name: str) -> WalkedTree:
    """A small zero-sum game of two with hidden information as a tree for `paiyou.theory`, such as `"leduc_poker"`."""
    game = _load(name)
    kind = game.get_type()
    if game.num_players() != 2 or kind.utility != type(kind.utility).ZERO_SUM:
        raise ValueError(f"{kind.short_name} is not a zero-sum game of two players")
    if not kind.provides_information_state_string:
        raise ValueError(f"{kind.short_name} does not say what a player knows")
    return WalkedTree(name, HiddenSpielPosition(game.new_initial_state()))


def _load(name: str) -> Any:
    """A game played in turn whose chances are known."""
    try:
        import pyspiel
    except ModuleNotFoundError:
        raise ValueError("OpenSpiel's games need the package open_spiel: pip install 'paiyou[interop]'") from None
    known = pyspiel.registered_names()
    if str(name).partition("(")[0] not in known:
        raise unknown("game of OpenSpiel", str(name), known)
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        raise ValueError(f"OpenSpiel refuses {shown(name)}: {error}") from None
    kind = game.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(f"{kind.short_name} is not played in turn, which is needed here")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise ValueError(f"{kind.short_name} does not say what chance may do and how likely it is")
    return game
