"""The table of climbing games: counts, the combo to beat, the landlord and the bottom cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.text import Text

from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.terminal.cards import cards_text
from paiyou.terminal.screen import Screen

if TYPE_CHECKING:
    from paiyou._core import ClimbingState, ClimbingView


class ClimbingScreen(Screen):
    """Dou Dizhu and its relatives."""

    _shown_bottom = False

    @staticmethod
    def how_to_write(_game: Game) -> str:
        """Cards by their ranks."""
        return "Write cards such as 33 or 3334 in any order, or p to pass; ? lists your moves, quit leaves."

    def before_move(self, state: State) -> None:
        """Who the landlord is, once."""
        state = cast("ClimbingState", state)
        if state.landlord is not None and not self._shown_bottom:
            self._shown_bottom = True
            who = "you are" if state.landlord == self.seat else f"seat {state.landlord} is"
            said = f"{who} the landlord; the bottom cards are {state.bottom}, the stake is {state.stake}"
            self.console.print(said)

    def show_decision(self, state: State) -> str:
        """What the others hold, what is to beat, and the hand with suits."""
        state = cast("ClimbingState", state)
        view = state.view(self.seat)
        counts = ", ".join(f"{count} (seat {seat})" for seat, count in enumerate(view.counts) if seat != self.seat)
        to_beat = "" if view.last is None else f"   to beat: {view.last[1]} by {self._role(view.last[0], state)}"
        self.console.print()
        self.line(Text(f"others hold {counts}", style="dim"), to_beat)
        self.line(cards_text(state.cards(self.seat)))
        return "your call> " if view.bidding else "your move> "

    def read(self, text: str, view: View) -> str:
        """Small letters, 10 for T and spaces are fine."""
        if cast("ClimbingView", view).bidding:
            return text
        return "pass" if text in ("p", "pass") else text.upper().replace("10", "T").replace(" ", "")

    def after_move(self, state: State, mover: int, move: str) -> None:
        """The move and how many cards are left."""
        style = "dim" if move == "pass" else "bold" if mover == self.seat else ""
        left = len(state.hands[mover])
        said = f"{self._role(mover, cast('ClimbingState', state))}: {move}"
        self.line(Text(said, style=style), Text(f" ({left} left)", style="dim"))

    def show_result(self, state: State, scores: list[int]) -> None:
        """What the others still held, and who won."""
        state = cast("ClimbingState", state)
        assert state.payoffs is not None
        for other, hand in enumerate(state.hands):
            if hand and other != self.seat:
                self.line(Text(f"seat {other} still held {hand}", style="dim"))
        self.show_verdict(state, scores)

    def _role(self, mover: int, state: ClimbingState) -> str:
        role = "" if state.landlord is None else " (landlord)" if mover == state.landlord else " (peasant)"
        return self.who(mover) + role
