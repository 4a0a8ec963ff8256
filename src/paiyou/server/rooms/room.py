"""One room: chairs that people and bots sit on, and the games played there, one after the other. No I/O.

Chairs stay, seats go round: in game `number` chair c has the seat (c - number) mod n, so that every chair has its turn
at being the landlord where there is no auction. A deal that everybody declines is dealt again within the same game.
"""

from __future__ import annotations

import hmac
from collections import deque
from dataclasses import dataclass, replace
from typing import Any

from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.records.position import Position
from paiyou.server.families.display import display_of
from paiyou.server.rooms.refusals import Refusal, why_refused

PERSON, BOT, OPEN = "person", "bot", "open"

GAMES_SHOWN = 50
"""Finished games on the score sheet; the scores count all."""


@dataclass(frozen=True)
class Chair:
    """Who sits on a chair."""

    kind: str
    name: str | None = None
    """A person's."""
    level: str | None = None
    """A bot's strength in one word, where it was chosen so."""
    agent: str | None = None
    """A bot's agent as `paiyou.agent` takes it."""
    key: str | None = None
    """The digest of a person's token."""
    profile: str | None = None
    """The digest of the key of the record in which a person's games are written."""


@dataclass(frozen=True)
class Played:
    """A move of the current deal as people see it."""

    seat: int
    move: str
    cards: tuple[str, ...]
    """With suits, where it is cards."""
    combo: str | None = None
    """The category of the combo that it is; None where it is none."""
    stays: bool = False
    """Whether the cards were only shown, and are still to be played."""
    note: str | None = None
    """The agent that moved in place of one that failed."""


@dataclass
class Room:
    """A room with its running game.

    Example::

        room = Room("r1", paiyou.game("doudizhu"), b"secret", [Chair("person"), Chair("bot"), Chair("bot")])
        room.play(room.state.moves()[0])
    """

    id: str
    game: Game
    secret: bytes
    """All deals are derived from it, and none from another: a finished game's record reveals nothing of the next."""
    chairs: list[Chair]
    invite: str | None = None
    number: int = 0
    """Of the running game."""
    index: int = 0
    """Actions in the running game, those of declined deals included."""
    redeals: int = 0
    """Deals of the running game that everybody declined."""
    opening: Position | None = None
    """Where the first game begins; those after it are dealt, as all are without it."""

    def __post_init__(self) -> None:
        self.scores = [0] * self.seats
        """Points of every chair over the finished games."""
        self.display = display_of(self.game)
        self.shape = self.display.shape(self.game).to_json()
        self.results: deque[tuple[int, tuple[int, ...]]] = deque(maxlen=GAMES_SHOWN)
        """The last finished games: number, and payoffs chair by chair."""
        self.bottom: tuple[str, ...] | None = None
        """The cards that the landlord took face up, with suits; None before there is a landlord."""
        self._deal()

    @property
    def seats(self) -> int:
        """How many play."""
        return self.game.seats

    @property
    def waiting(self) -> bool:
        """Whether a chair is still open; nothing is played before all are taken."""
        return any(chair.kind == OPEN for chair in self.chairs)

    @property
    def over(self) -> bool:
        """Whether the running game has ended."""
        return self.state.over

    @property
    def rated(self) -> bool:
        """Whether its games are written in somebody's record."""
        return any(chair.profile is not None for chair in self.chairs)

    @property
    def people(self) -> int:
        """How many of those who sit here are people."""
        return sum(chair.kind == PERSON for chair in self.chairs)

    @property
    def gives_hints(self) -> bool:
        """Whether those who sit here may ask for hints: not in rated games between people."""
        return not (self.rated and self.people > 1)

    def seat_of(self, chair: int) -> int:
        """The seat of a chair in the running game."""
        return (chair - self.number) % self.seats

    def chair_at(self, seat: int) -> int:
        """The chair at a seat of the running game."""
        return (seat + self.number) % self.seats

    def player_at(self, seat: int) -> Chair:
        """Who plays a seat of the running game."""
        return self.chairs[self.chair_at(seat)]

    def refusal(self, seat: int, move: str) -> Refusal | None:
        """Why a seat may not make a move now; None where it may."""
        if self.waiting:
            return Refusal("waiting", "the game begins when every chair is taken")
        if self.state.over:
            return Refusal("over", "this game is over; say next for another")
        if self.state.turn != seat:
            return Refusal("not_your_turn", f"it is seat {self.state.turn}'s turn, not seat {seat}'s")
        return why_refused(self.state, move)

    def written(self, move: str) -> str:
        """A legal move in its one notation."""
        trial = self.state.copy()
        trial.play(move)
        return trial.history[-1][1]

    def ends_with(self, move: str) -> bool:
        """Whether a legal move of the seat to move ends the game."""
        trial = self.state.copy()
        trial.play(move)
        return trial.over and not trial.redeal

    def play(self, move: str, note: str | None = None) -> None:
        """Make a legal move of the seat to move."""
        self._show(move, note)
        self.index += 1
        state = self.state
        if not state.over:
            return
        if state.redeal:
            self.redeals += 1
            self._deal()
            return
        payoffs = state.payoffs
        assert payoffs is not None
        by_chair = tuple(int(payoffs[self.seat_of(chair)]) for chair in range(self.seats))
        self.results.append((self.number, by_chair))
        self.scores = [score + payoff for score, payoff in zip(self.scores, by_chair, strict=True)]

    def _show(self, move: str, note: str | None = None) -> None:
        """Play a move, and keep what people see of it."""
        state, seat = self.state, self.state.turn
        held = state.cards(seat)
        # Only while the landlord may be about to take his cards does it matter who held what.
        before = [state.cards(at) for at in range(self.seats)] if self.bottom is None else []
        state.play(move)
        written = state.history[-1][1]
        shown = self.display.cards_of(written, held, state.cards(seat))
        combo = self.game.family.combo_of(self.game.spec, written)
        self.history.append(Played(seat, written, shown, combo, self.display.stays_in_hand(written), note))
        if self.bottom is None:
            self.bottom = self.display.bottom(self.game, state, before)

    def _given(self) -> Played | None:
        if self.state.last is None:
            return None
        seat, move = self.state.last
        cards = tuple(move) if self.shape["select"] == "many" else (move,)
        return Played(seat, move, cards, self.game.family.combo_of(self.game.spec, move), False, None)

    def next_game(self) -> None:
        """Deal the next game."""
        assert self.over
        self.number += 1
        self.index = 0
        self.redeals = 0
        self._deal()

    def question(self, agent: str) -> dict[str, Any]:
        """What a worker needs to know to answer for the seat to move."""
        seat = self.state.turn
        return {
            "game": self.game.name, "seed": self.deal_seed, "moves": [played.move for played in self.history],
            "seat": seat, "agent": agent, "word": self.word,
            "opening": None if self.opened is None else replace(self.opened, moves=()).to_json(),
        }  # fmt: skip

    @property
    def opened(self) -> Position | None:
        """Where the deal on the table began, if it was set up."""
        return self.opening if (self.number, self.redeals) == (0, 0) else None

    @property
    def word(self) -> int:
        """The seed of the random choices of the bot to move."""
        return random_word(self.deal_seed, 1_000 + self.index)

    def _deal(self) -> None:
        digest = hmac.digest(self.secret, f"{self.number}.{self.redeals}".encode(), "sha256")
        self.deal_seed = int.from_bytes(digest[:8], "big") >> 1
        """Of the cards on the table."""
        opened = self.opened
        self.state: State = self.game.deal(self.deal_seed) if opened is None else opened.begin(self.game)
        self.history: list[Played] = []
        self.given = self._given()
        """What lay on the table when a position was set up, if it was to be beaten: nobody has played it here."""
        shown = () if opened is None else opened.exposed or ()
        self.exposed = [[card for card in shown if card in hand] for hand in self.state.hands]
        """Seat by seat, cards that a position was set up with as exposed."""
        self.bottom = self.display.bottom(self.game, self.state, [[] for _ in range(self.seats)])
        for move in () if opened is None else opened.moves:
            self._show(move)
