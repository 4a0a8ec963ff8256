"""A family from outside, in plain Python: two players, a few cards each, the higher of two cards takes them.

It offers what every State and View offers and no more, as somebody would write it who has read `games/protocol.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from paiyou.games.dealing import random_word
from paiyou.games.family import ENGINE, Family
from paiyou.games.info import GameInfo
from paiyou.games.text import Text

DUEL: Family[DuelSpec] = Family("duel", "duel games")


@dataclass(frozen=True)
class DuelSpec:
    """Cards 1 to `cards`, dealt out in halves."""

    cards: int = 8
    name: str = "duel"
    title: str = "Duel 对决"
    version: int = 1
    seats: int = 2
    teams: tuple[int, ...] = (0, 1)
    auction: None = None
    family: ClassVar[Family[Any]] = DUEL

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(str(card) for card in range(1, self.cards + 1))


class DuelState:
    """A game in progress."""

    redeal = False

    def __init__(self, hands: Sequence[Sequence[str]], turn: int = 0) -> None:
        self._start = [list(hand) for hand in hands]
        self._hands = [list(hand) for hand in hands]
        self._won = [0, 0]
        self.turn = self._first = turn
        self.history: list[tuple[int, str]] = []
        self.last: tuple[int, str] | None = None

    @property
    def over(self) -> bool:
        return not any(self._hands)

    @property
    def hands(self) -> list[list[str]]:
        return [list(hand) for hand in self._hands]

    @property
    def payoffs(self) -> list[int] | None:
        return [self._won[0] - self._won[1], self._won[1] - self._won[0]] if self.over else None

    @property
    def winner(self) -> int | None:
        return None if not self.over or self._won[0] == self._won[1] else int(self._won[1] > self._won[0])

    @property
    def key(self) -> bytes:
        return hashlib.md5(repr((self._start, self.history)).encode()).digest()

    def moves(self) -> list[str]:
        return list(self._hands[self.turn])

    def play(self, move: str) -> None:
        if move not in self._hands[self.turn]:
            raise ValueError(f"seat {self.turn} does not hold {move}")
        self._hands[self.turn].remove(move)
        self.history.append((self.turn, move))
        if self.last is None:
            self.last, self.turn = (self.turn, move), 1 - self.turn
            return
        leader, led = self.last
        self.turn = leader if int(led) > int(move) else 1 - leader
        self._won[self.turn] += 1
        self.last = None

    def copy(self) -> DuelState:
        again = self.rewound()
        for _, move in self.history:
            again.play(move)
        return again

    def rewound(self) -> DuelState:
        return DuelState(self._start, self._first)

    def view(self, seat: int) -> DuelView:
        return DuelView(self, seat)

    def cards(self, seat: int) -> list[str]:
        return list(self._hands[seat])


class DuelView:
    """What one seat knows: its own hand, and what was played."""

    def __init__(self, state: DuelState, seat: int) -> None:
        self._state, self.seat = state, seat
        self.turn, self.history, self.last = state.turn, list(state.history), state.last
        self.hand = state.cards(seat)
        self.counts = [len(hand) for hand in state.hands]
        self.public: list[str] = []

    @property
    def unseen(self) -> list[str]:
        return sorted(self._state.cards(1 - self.seat), key=int)

    @property
    def key(self) -> bytes:
        return hashlib.md5(repr((self.seat, self._state._start[self.seat], self.history)).encode()).digest()

    def moves(self) -> list[str]:
        return list(self.hand) if self.turn == self.seat and self.hand else []

    def sample(self, seed: int) -> DuelState:  # noqa: ARG002 - with all cards dealt there is one deal that agrees
        return self._state.copy()

    def deals(self, limit: int = 10_000) -> list[tuple[DuelState, float]]:  # noqa: ARG002
        return [(self._state.copy(), 1.0)]

    def ways(self, state: DuelState) -> float:
        return float(state.key == self._state.key)


class DuelGame:
    """Deals."""

    def __init__(self, spec: DuelSpec) -> None:
        self._cards = spec.actions

    def deal(self, seed: int) -> DuelState:
        hands = list(combinations(self._cards, len(self._cards) // 2))
        mine = hands[random_word(seed, 0) % len(hands)]
        return DuelState([mine, [card for card in self._cards if card not in mine]])


class DuelEngine:
    """Plays."""

    def compile(self, spec: DuelSpec) -> DuelGame:
        return DuelGame(spec)

    def start(self, core: Any, hands: Any, turn: int, last: Any, bottom: Any, exposed: Any) -> Any:  # noqa: ARG002
        if last is not None or bottom or exposed:
            raise ValueError("a duel starts from two hands and a turn")
        return DuelState(hands, turn)


DUEL.supply(ENGINE, DuelEngine())

INFO = GameInfo(
    name="duel",
    family=DUEL,
    make=DuelSpec,
    title=Text("Duel", "对决"),
    about=Text("Two players, four cards each.", "两人各四张牌。"),
    seats=2,
    teams=(0, 1),
    levels={"beginner": "random"},
    strongest="random",
    rules=Text("The higher of two cards takes both and leads.", "两张牌中大者收下并先出。"),
)
