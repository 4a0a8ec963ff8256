"""Any game on a text screen: hand, history and moves as the engine writes them."""

from __future__ import annotations

from rich.text import Text

from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.terminal.screen import Screen


class PlainScreen(Screen):
    """Knows State and View alone."""

    @staticmethod
    def how_to_write(game: Game) -> str:  # noqa: ARG004 - the same for all
        """As they are listed."""
        return "Write a move as it is listed; ? lists your moves, quit leaves."

    def before_move(self, state: State) -> None:
        """Nothing that everyone would not see."""

    def show_decision(self, state: State) -> str:
        """The own hand and what there is to answer."""
        view = state.view(self.seat)
        hand = view.hand if isinstance(view.hand, str) else " ".join(view.hand)
        self.console.print()
        if view.last is not None:
            self.line(Text(f"to answer: {view.last[1]} of {self.who(view.last[0])}", style="dim"))
        self.line(f"your hand: {hand}")
        return "your move> "

    def read(self, text: str, view: View) -> str:  # noqa: ARG002
        """As typed."""
        return text

    def after_move(self, state: State, mover: int, move: str) -> None:  # noqa: ARG002
        """Who did what."""
        self.line(Text(self.who(mover), style="bold" if mover == self.seat else ""), f": {move}")

    def show_result(self, state: State, scores: list[int]) -> None:
        """Every seat's points and who has most."""
        assert state.payoffs is not None
        self.line(", ".join(f"{self.who(seat)} {points:+d}" for seat, points in enumerate(state.payoffs)))
        self.show_verdict(state, scores)
