"""A climbing game of two, such as Mini Dou Dizhu with small hands, as a tree made by the compiled core."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from paiyou._core import ClimbingGame, ClimbingState, SequenceForm, best_reply
from paiyou._core import ClimbingTree as CoreTree
from paiyou.games.all_deals import all_deals
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.protocol import View

MOST_ENDS = 100_000_000
"""Pairs of a deal and a finished game; each takes eight bytes."""

MOST_HANDS = 1000
"""Different hands a player may be dealt: there are up to their square of deals. Mini with hands of five has 142."""


def number_of_hands(game: Game) -> int:
    """Different hands a player may be dealt in a climbing game, without listing them."""
    spec = cast(ClimbingSpec, game.spec)
    by_size = [1] + [0] * spec.hand_size
    for rank in range(len(spec.symbols)):
        copies = spec.rank_of_card.count(rank)
        by_size = [sum(by_size[max(0, size - copies) : size + 1]) for size in range(spec.hand_size + 1)]
    return by_size[spec.hand_size]


def weighted_deals(game: Game) -> list[tuple[ClimbingState, float]]:
    """All deals of a climbing game that differ in ranks, each with the number of its ways."""
    return [(cast(ClimbingState, game.start(list(hands))), float(ways)) for hands, ways in all_deals(game)]


class ClimbingTree:
    """All deals of a game, and every line of play in each.

    Example: `ClimbingTree(paiyou.game("mini-doudizhu:hand=4"))`.
    """

    def __init__(self, game: Game, *, max_ends: int = MOST_ENDS) -> None:
        hands = number_of_hands(game)
        if hands > MOST_HANDS:
            raise ValueError(
                f"{game.name} has {hands:,} different hands; equilibria are found up to {MOST_HANDS:,}, "
                "as in mini-doudizhu:hand=5"
            )
        deals = weighted_deals(game)
        self.game = game
        self.deals = len(deals)
        self.core = CoreTree(cast(ClimbingGame, game.core), deals, max_ends)
        self.form: SequenceForm = self.core.form

    @staticmethod
    def best_reply(game: Game, known: int, choose: Callable[[ClimbingState], str]) -> tuple[float, int]:
        """What a best opponent gets from a player whose moves are known, without the tree; and how often he was asked.

        The game must be one of two players; it may be of any size.
        """
        value, asked, _ = best_reply(cast(ClimbingGame, game.core), weighted_deals(game), known, choose)
        return value, asked

    def __repr__(self) -> str:
        return f"<tree of {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        return ClimbingTree, (self.game,)  # a worker elsewhere makes it again

    @property
    def name(self) -> str:
        """The game's."""
        return self.game.name

    def position(self, player: int, information_set: int) -> ClimbingState:
        """A state in which this player is to move and knows just this."""
        return self.core.state(player, information_set)

    def moves(self, player: int, information_set: int) -> list[str]:
        """The moves there."""
        return self.position(player, information_set).moves()

    def view(self, player: int, information_set: int) -> View:
        """What this player sees there."""
        return self.position(player, information_set).view(player)
