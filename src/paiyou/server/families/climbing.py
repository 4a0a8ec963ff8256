"""Climbing games at the table: any cards are played at once; there may be an auction, a landlord and a stake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from paiyou.endgames import solve
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.server.families.display import Display, Scene, Shape, Solved


class ClimbingDisplay(Display):
    """Climbing games."""

    def shape(self, game: Game) -> Shape:
        """Hands lie by rank; where there is a landlord he takes the pile."""
        spec = _spec(game)
        landlord = spec.pile == "landlord"
        return Shape(
            select="many", sort="ranks", ranks=spec.symbols, counter="ranks", landlord=landlord,
            bottom=spec.pile_size if landlord else 0, bombs=_bombs(spec),
        )  # fmt: skip

    def scene(self, game: Game, state: State) -> Scene:
        """The landlord once there is one, and the stake."""
        spec, playing = _spec(game), cast(Any, state)
        landlord = playing.landlord if spec.pile == "landlord" else None
        roles = None
        if landlord is not None:
            roles = ["landlord" if seat == landlord else "peasant" for seat in range(game.seats)]
        return Scene(
            phase="auction" if playing.bidding else "play", landlord=landlord, stake=_stake(spec, playing), roles=roles
        )

    def counter(self, game: Game, view: View) -> dict[str, Any]:
        """How many of each rank."""
        left = Counter(view.unseen)
        return {symbol: left[symbol] for symbol in _spec(game).symbols}

    def bottom(self, game: Game, state: State, before: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
        """With suits, which the engine does not keep: of the landlord's new cards, those of the pile's ranks."""
        playing = cast(Any, state)
        if _spec(game).pile != "landlord" or playing.landlord is None:
            return None
        wanted = Counter(str(playing.bottom))
        found = []
        for card in playing.cards(playing.landlord):
            if card not in before[playing.landlord] and wanted[card[-1]] > 0:
                wanted[card[-1]] -= 1
                found.append(card)
        return tuple(found)

    def plays_left(self, game: Game, view: View, move: str) -> int | None:
        """The fewest combos that what is left can be split into; calls leave the hand to the auction."""
        spec = _spec(game)
        if move != "pass" and move not in spec.action_numbers:
            return None
        left = Counter(view.hand) - Counter("" if move == "pass" else move)
        fewest = np.full(len(spec.table), -1, dtype=np.float32)
        return len(game.core.split("".join(left.elements()), fewest)[1])

    def deck(self, game: Game) -> tuple[str, ...]:
        """By rank."""
        spec = _spec(game)
        return tuple(sorted((spec.symbols[rank] for rank in spec.rank_of_card), key=spec.symbols.index))

    def solve(self, game: Game, state: State, *, max_nodes: int, seconds: float) -> Solved:  # noqa: ARG002
        """Who goes out first."""
        solution = solve(state, max_nodes=max_nodes, seconds=seconds)
        return Solved(solution.winner, None, solution.moves, solution.line, solution.nodes, solution.seconds)


def _spec(game: Game) -> ClimbingSpec:
    return cast(ClimbingSpec, game.spec)


def _bombs(spec: ClimbingSpec) -> tuple[str, ...]:
    table = spec.table
    by_power = sorted({(int(table.power[n]), int(table.group[n])) for n in np.flatnonzero(table.power)})
    return tuple(dict.fromkeys(table.groups[group].partition("/")[0] for _, group in by_power))


def _stake(spec: ClimbingSpec, state: Any) -> dict[str, Any] | None:
    if spec.score.kind != "stake":
        return None
    bid, bombs = int(state.stake), int(state.bombs)
    value = bid << bombs
    spring = False
    if state.over and state.payoffs is not None:
        final = min(abs(int(payoff)) for payoff in state.payoffs)
        spring, value = spec.score.spring and final == 2 * value, final
    return {"bid": bid, "bombs": bombs, "spring": bool(spring), "value": value}


DISPLAY = ClimbingDisplay()
