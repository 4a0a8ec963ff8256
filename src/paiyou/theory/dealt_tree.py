"""Games of the package as trees: which tree a game has, and its deals as chance."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import cast

from paiyou.games.family import THEORY
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.games.registry import game as find_game
from paiyou.theory.tree import Tree
from paiyou.theory.walked_tree import WalkedTree


def tree_of(game: Game | Tree | str) -> Tree:
    """The tree of a game; a tree is its own.

    Example: `tree_of("mini-doudizhu:hand=4")`.
    """
    if isinstance(game, str):
        game = find_game(game)
    if not isinstance(game, Game):
        if not hasattr(game, "form"):
            raise ValueError(f"a game is a string such as 'mini-doudizhu:hand=4', a Game or a Tree, not {game!r}")
        return game
    if game.seats != 2:
        raise ValueError(
            f"{game.name} has {game.seats} players; equilibria are found for two, as in mini-doudizhu:hand=4"
        )
    return cast(Tree, game.family.part(THEORY)(game))


class DealtTree(WalkedTree):
    """A small game of the package, walked through deal by deal."""

    def __init__(self, game: Game, deals: Sequence[tuple[State, float]] | None = None) -> None:
        self.game, self._deals = game, deals
        super().__init__(game.name, Dealt(deals or deals_of_open_hand(game)))

    def __reduce__(self) -> tuple[object, ...]:
        return DealtTree, (self.game, self._deals)  # a worker elsewhere makes it again

    def view(self, player: int, information_set: int) -> View:
        """What this player sees there."""
        at = self.position(player, information_set)
        assert isinstance(at, InPlay)
        return at.state.view(player)


def deals_of_open_hand(game: Game) -> list[tuple[State, float]]:
    """All deals of a game in which everybody knows seat 0's hand, as in the four-card hand."""
    dealt = game.deal(0)
    deals = list(dealt.view(0).deals())
    known = {state.view(0).key for state, _ in dealt.view(1).deals()}
    if known != {dealt.view(0).key}:
        raise ValueError(f"equilibria are found for climbing games of two and for four-card, not for {game.name}")
    return deals


@dataclass(frozen=True)
class Dealt:
    """The first position: chance chooses one of the deals."""

    deals: Sequence[tuple[State, float]]

    turn = None
    over = False
    payoffs = ()

    def moves(self) -> Sequence[Hashable]:
        """Nobody has a move yet."""
        return ()

    def chances(self) -> list[tuple[int, float]]:
        """The deals by number."""
        total = sum(weight for _, weight in self.deals)
        return [(number, weight / total) for number, (_, weight) in enumerate(self.deals)]

    def play(self, number: int) -> InPlay:
        """A deal begins."""
        return InPlay(self.deals[number][0])

    def information(self) -> Hashable:
        """Chance knows nothing."""
        return None


@dataclass(frozen=True)
class InPlay:
    """A state of the package as a position."""

    state: State

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def payoffs(self) -> Sequence[float]:
        """Both seats' results."""
        return self.state.payoffs or ()

    def moves(self) -> list[str]:
        """The legal moves."""
        return self.state.moves()

    def chances(self) -> list[tuple[int, float]]:
        """Chance has no part any more."""
        return []

    def play(self, move: str) -> InPlay:
        """The state that follows."""
        after = self.state.copy()
        after.play(move)
        return InPlay(after)

    def information(self) -> Hashable:
        """Everything in the view of the seat to move."""
        return self.state.view(self.state.turn).key
