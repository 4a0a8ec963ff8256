"""Trick games at the table: one card at a time, the trick in the middle, points for what is taken."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from graphlib import TopologicalSorter
from typing import Any, cast

from paiyou.agents.search.cheat_minimax import CheatMinimaxAgent
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.games.trick_spec import TrickSpec
from paiyou.server.families.display import Display, Scene, Shape, Solved


class TrickDisplay(Display):
    """Trick games."""

    def shape(self, game: Game) -> Shape:
        """Hands lie by suit; everyone plays a card to each trick."""
        return _shape(_spec(game))

    def scene(self, game: Game, state: State) -> Scene:  # noqa: ARG002 - the state says it all
        """The trick in the middle, and what everybody has taken."""
        playing = cast(Any, state)
        return Scene(
            phase="exposing" if playing.exposing else "play", trick=playing.trick, tricks_played=sum(playing.tricks),
            points=playing.points, taken=playing.taken,
        )  # fmt: skip

    def counter(self, game: Game, view: View) -> dict[str, Any]:
        """Which cards of each suit."""
        return {suit: [card for card in view.unseen if card[0] == suit] for suit in _spec(game).suits}

    def cards_of(self, move: str, before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
        """A card that is played, or those that are exposed."""
        if self.stays_in_hand(move):
            return tuple(card for card in move.split()[1:] if card != "none")
        return super().cards_of(move, before, after)

    def stays_in_hand(self, move: str) -> bool:
        """Exposed cards are played later."""
        return move.startswith("expose")

    def deck(self, game: Game) -> tuple[str, ...]:
        """Suit by suit."""
        return tuple(_spec(game).cards)

    def solve(self, game: Game, state: State, *, max_nodes: int, seconds: float) -> Solved:
        """What the seat to move can be sure of."""
        begun = time.perf_counter()
        search = CheatMinimaxAgent(game, max_nodes=max_nodes, seconds=seconds)
        playing, line, nodes = state.copy(), list[tuple[int, str]](), 0
        best: list[str] = []
        value: float | None = None
        while not playing.over:
            values = search.evaluate(cast(Any, playing))
            if not search.statistics["exact"]:
                raise ValueError(
                    f"not solved within {max_nodes:,} positions: begin with fewer cards in the hands, about four each"
                )
            if value is None:
                value = values[0][1]
                best = [move for move, worth, _ in values if worth == value]
            nodes += search.statistics["nodes"]
            line.append((playing.turn, values[0][0]))
            playing.play(values[0][0])
        return Solved(None, value, best, line, nodes, time.perf_counter() - begun)


def _spec(game: Game) -> TrickSpec:
    return cast(TrickSpec, game.spec)


@lru_cache(maxsize=16)
def _shape(spec: TrickSpec) -> Shape:
    score = spec.score
    counting = {card for card, points in enumerate(score.points) if points}
    counting.update(score.whole_set, score.flips, score.company)
    counting.update([] if score.multiplier is None else [score.multiplier])
    return Shape(
        select="one", sort="suits", ranks=_ranks(spec), counter="suits", tricks=spec.hand_size, points=True,
        scoring=tuple(spec.cards[card] for card in sorted(counting)),
        exposable=tuple(spec.cards[exposure.card] for exposure in spec.exposures),
    )  # fmt: skip


def _ranks(spec: TrickSpec) -> str:
    """An order that agrees with every suit's."""
    lower: dict[str, set[str]] = {}
    for one, next_one in zip(("", *spec.cards), spec.cards, strict=False):
        lower.setdefault(next_one[1:], set()).update([one[1:]] if one[:1] == next_one[0] else [])
    return "".join(TopologicalSorter(lower).static_order())


DISPLAY = TrickDisplay()
