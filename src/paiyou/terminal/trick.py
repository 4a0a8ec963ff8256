"""The table of trick games: the trick in progress, what is known of other hands, who has how many points."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.text import Text

from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.terminal.cards import SUIT_SIGNS, cards_text
from paiyou.terminal.screen import Screen

if TYPE_CHECKING:
    from paiyou._core import TrickState, TrickView


class TrickScreen(Screen):
    """Gongzhu and the four-card hand."""

    _tricks = 0

    @staticmethod
    def how_to_write(game: Game) -> str:
        """Cards by suit and rank."""
        example = game.actions[-1]
        return (
            f"Write a card as suit and rank, such as {example} or {example.lower()}; ? lists your moves, quit leaves."
        )

    def before_move(self, state: State) -> None:
        """Which trick begins."""
        state = cast("TrickState", state)
        if not state.exposing and not state.trick and sum(state.tricks) == self._tricks:
            self._tricks += 1
            self.console.print(Text(f"trick {self._tricks}", style="dim"))

    def show_decision(self, state: State) -> str:
        """The points so far, the trick, the hand."""
        state = cast("TrickState", state)
        self.console.print()
        points = ", ".join(f"{self.who(seat)} {points:+d}" for seat, points in enumerate(state.points))
        self.line(Text(f"points so far: {points}", style="dim"))
        for seat, cards in enumerate(state.view(self.seat).known):
            if cards and seat != self.seat:
                self.line(Text(f"seat {seat} is known to hold ", style="dim"), cards_text(cards, ""))
        if state.trick:
            self.line("on the table: ", cards_text([card for _, card in state.trick]))
        self.line(cards_text(state.cards(self.seat)))
        if state.exposing:
            self.line(Text("What do you expose? Write none, or cards such as SQ HA.", style="dim"))
            return "expose> "
        return "your card> "

    def read(self, text: str, view: View) -> str:
        """Small letters, 10 for T, suits as signs and the rank first are fine."""
        words = [_as_card(word) for word in text.split()]
        if not cast("TrickView", view).exposing and words[:1] != ["EXPOSE"]:
            return "".join(words)
        if words and words[0] == "EXPOSE":
            words = words[1:]
        return "expose none" if words == ["NONE"] else " ".join(["expose", *words])

    def after_move(self, state: State, mover: int, move: str) -> None:
        """The card, and who has taken the trick when it is complete."""
        state = cast("TrickState", state)
        who = Text(self.who(mover), style="bold" if mover == self.seat else "")
        if move.startswith("expose"):
            cards = [card for card in move.split()[1:] if card != "none"]
            self.line(who, " exposed ", cards_text(cards) if cards else Text("nothing", style="dim"))
            return
        self.line(who, ": ", cards_text([move]))
        if not state.trick:
            taker = _taker(state)
            self.line(Text(f"{self.who(taker)} took the trick, {state.points[taker]:+d} so far", style="dim"))

    def show_result(self, state: State, scores: list[int]) -> None:
        """Every seat's points and whose side has most."""
        assert state.payoffs is not None
        self.line(", ".join(f"{self.who(seat)} {points:+d}" for seat, points in enumerate(state.payoffs)))
        self.show_verdict(state, scores)


def _taker(state: TrickState) -> int:
    """Who took the trick that has just been completed."""
    return next(seat for seat, cards in enumerate(state.taken) if state.history[-1][1] in cards)


def _as_card(word: str) -> str:
    word = word.upper().replace("10", "T")
    for letter, sign in SUIT_SIGNS.items():
        word = word.replace(sign, letter)
    # QS means the queen of spades to many.
    return word[::-1] if len(word) == 2 and word[1] in SUIT_SIGNS and word[0] not in SUIT_SIGNS else word
