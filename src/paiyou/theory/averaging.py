"""What hidden cards are worth: each move's value with all hands open, its average over the deals, and the truth.

The lecture, "Games of imperfect information": the idea to compute the minimax value of each action in each deal and to
choose by the average is wrong, because it gives the player another plan for every deal, though he cannot tell the deals
apart (averaging over clairvoyance, strategy fusion). The truth is a search over information sets: one plan for all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from paiyou.agents.registry import agent
from paiyou.games import four_card
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.games.trick_spec import TrickScore, numbers

ROUNDING = 1e-9
"""Values closer together are the same."""


@dataclass(frozen=True)
class Move:
    """What a move is worth to the seat that may make it."""

    move: str
    open: tuple[float, ...]
    """With all hands open, in each deal that may be."""
    average: float
    """Their mean: what averaging over clairvoyance takes the move to be worth."""
    value: float
    """What it is worth to a player who must act alike in all deals he cannot tell apart, by `expectimax`."""


@dataclass(frozen=True)
class Clairvoyance:
    """Every legal move of a view, seen with open hands and as it is."""

    deals: tuple[State, ...]
    """The deals that agree with the view."""
    chances: tuple[float, ...]
    """How likely each is."""
    moves: tuple[Move, ...]
    """In the order of `view.moves()`."""

    @property
    def tempting(self) -> tuple[str, ...]:
        """The moves with the highest average: those that averaging over clairvoyance would make."""
        best = max(move.average for move in self.moves)
        return tuple(move.move for move in self.moves if move.average > best - ROUNDING)

    @property
    def right(self) -> tuple[str, ...]:
        """The moves with the highest value."""
        best = max(move.value for move in self.moves)
        return tuple(move.move for move in self.moves if move.value > best - ROUNDING)


def clairvoyance(game: Game, view: View) -> Clairvoyance:
    """Every legal move of a view with its open values, their average and its value to one who cannot see the cards.

    For small games (ValueError above 1,000 deals). The values with open hands are those of `cheat-minimax`, the others
    those of `expectimax`: against opponents who see all cards, as the lecture's MIN does, and learning nothing from
    which of their legal moves they choose. In the four-card hand that is the exact value of the game; in others it need
    not be.

    Example: `clairvoyance(game, game.deal(seed=0).view(0)).right` is ("H6", "D6") in the four-card hand.
    """
    values = _values(agent("expectimax", game).evaluate(view))  # first: it says what is wrong with a game or a view
    weighted = view.deals(1_000)
    total = sum(weight for _, weight in weighted)
    chances = tuple(weight / total for _, weight in weighted)
    # A clairvoyant agent is handed the State in place of the View.
    solver = agent("cheat-minimax", game)
    opened = [_values(solver.evaluate(cast(View, deal))) for deal, _ in weighted]
    moves = []
    for move in view.moves():
        by_deal = tuple(table[move] for table in opened)
        average = sum(chance * value for chance, value in zip(chances, by_deal, strict=True))
        moves.append(Move(move, by_deal, average, values[move]))
    return Clairvoyance(tuple(deal for deal, _ in weighted), chances, tuple(moves))


def _values(evaluation: list[tuple[str, float, float]]) -> dict[str, float]:
    return {move: value for move, value, _ in evaluation}


def sweetened_four_card() -> Game:
    """The lecture's hand with a lure: whoever takes the seven of clubs scores a quarter of a trick more.

    In the lecture's hand averaging finds the club leads as good as the others, no better. Here it prefers one of them,
    and loses by it. Points are quarters of a trick.
    """
    plain = four_card.spec()
    [seven] = numbers(plain.cards, ("C7",))
    points = tuple(int(card == seven) for card in range(len(plain.cards)))
    return Game(
        replace(
            plain,
            name="four-card-sweetened",
            title="The four-card hand, sweetened",
            score=TrickScore(points=points, trick=4, par=8),
        )
    )
