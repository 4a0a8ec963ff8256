"""Kuhn poker, the smallest poker there is, solved: `python examples/kuhn_poker.py`.

H. W. Kuhn, "A simplified two-person poker" (1950). Three cards, one each, an ante of one. Player 0 checks or bets one;
a bet is called or folded; after a check player 1 may bet in turn. The higher card wins. The value is -1/18.
"""

from typing import NamedTuple

from paiyou.theory import find_equilibrium
from paiyou.theory.walked_tree import WalkedTree

DEALS = [(mine, theirs) for mine in "JQK" for theirs in "JQK" if mine != theirs]


class Kuhn(NamedTuple):
    """A position: the cards, and the betting as a text of p (pass) and b (bet)."""

    cards: tuple[str, str] | None = None
    bets: str = ""

    @property
    def turn(self) -> int | None:
        return None if self.cards is None else len(self.bets) % 2

    @property
    def over(self) -> bool:
        return self.bets in ("pp", "bp", "bb", "pbp", "pbb")

    @property
    def payoffs(self) -> list[int]:
        if self.bets in ("bp", "pbp"):  # folded
            won = 1 if self.bets == "bp" else -1
        else:
            stake = 2 if self.bets.endswith("bb") else 1
            won = stake if "JQK".index(self.cards[0]) > "JQK".index(self.cards[1]) else -stake
        return [won, -won]

    def moves(self) -> list[str]:
        return ["p", "b"]

    def chances(self) -> list[tuple[tuple[str, str], float]]:
        return [(deal, 1 / 6) for deal in DEALS]

    def play(self, move: str | tuple[str, str]) -> "Kuhn":
        return Kuhn(self.cards, self.bets + move) if isinstance(move, str) else Kuhn(move)

    def information(self) -> tuple[str, str]:
        return self.cards[self.turn], self.bets


if __name__ == "__main__":
    tree = WalkedTree("kuhn", Kuhn())
    solved = find_equilibrium(tree, 1000)
    print(f"value {solved.value:.5f} (-1/18 is {-1 / 18:.5f}), exploitability {solved.exploitability:.1e}")
    for player in (0, 1):
        for number in range(tree.form.information_sets(player)):
            card, bets = tree.position(player, number).information()
            chances = solved.strategy(player, number)
            print(f"player {player} with {card} after {bets or 'nothing':7} bets {chances['b']:.3f}")
