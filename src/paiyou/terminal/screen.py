"""What the table shows and asks, as far as it depends on the family of the game."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from paiyou.games.game import Game
from paiyou.games.protocol import State, View


class Screen(ABC):
    """One person's view of one game; a new one for every game."""

    @staticmethod
    @abstractmethod
    def how_to_write(game: Game) -> str:
        """One line about how moves are typed."""

    def __init__(self, game: Game, seat: int, console: Console) -> None:
        self.game = game
        self.seat = seat
        self.console = console

    @abstractmethod
    def before_move(self, state: State) -> None:
        """Say what everyone should know before the next move, whoever makes it."""

    @abstractmethod
    def show_decision(self, state: State) -> str:
        """Show the person what there is to decide; returns the prompt."""

    @abstractmethod
    def read(self, text: str, view: View) -> str:
        """What the person has typed, as the engine writes it."""

    @abstractmethod
    def after_move(self, state: State, mover: int, move: str) -> None:
        """Say what has been played."""

    @abstractmethod
    def show_result(self, state: State, scores: list[int]) -> None:
        """Say how the game ended; scores are over all games."""

    def who(self, seat: int) -> str:
        """A seat by name."""
        return "you" if seat == self.seat else f"seat {seat}"

    def line(self, *parts: Text | str) -> None:
        """A line, a little indented."""
        self.console.print(Padding(Text.assemble(*parts), (0, 0, 0, 2)))

    def show_verdict(self, state: State, scores: list[int]) -> None:
        """The last line of a game: whether the person's side has won; a tie where several sides have."""
        assert state.payoffs is not None
        allied, winners = self.game.family.allied, self.game.family.winners(self.game.spec, state)
        landlord = getattr(state, "landlord", None)
        one_side = all(allied(self.game.spec, winners[0], other, landlord) for other in winners)
        if self.seat not in winners:
            verdict, style = "You lose", "bold red"
        else:
            verdict, style = ("You win", "bold green") if one_side else ("A tie", "bold")
        payoff = state.payoffs[self.seat]
        so_far = ", ".join(f"{self.who(seat)} {score:+d}" for seat, score in enumerate(scores))
        self.console.print(Text(verdict, style=style), f"{payoff:+d}; scores so far: {so_far}", highlight=False)
