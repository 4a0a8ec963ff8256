"""Whole games in columns of numbers: what records become before a GPU learns from them, and what becomes records.

A landlord is always seat 0 here, whoever he was at the table, and an auction is left out: what is learnt is card play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.game import Game
from paiyou.games.packing import pack, unpack, write_cards
from paiyou.games.protocol import GameSpec
from paiyou.games.registry import game_spec
from paiyou.learn.column_file import load_columns, save_columns
from paiyou.learn.imitation.demonstrations import Actions, kind_of_actions

if TYPE_CHECKING:
    from paiyou.records.record import Record


@dataclass(frozen=True)
class RecordedGames:
    """Games of one climbing spec, one row each."""

    game: str
    """Without an auction."""
    players: str
    """Who played them."""
    hands: NDArray[np.int64]
    """Packed hands at the beginning of card play, the pile taken [games, seats]."""
    pile: NDArray[np.int64]
    """Packed cards that were left over [games]."""
    opener: NDArray[np.int8]
    """The seat that leads first [games]."""
    played: Actions
    """Actions in the order they were played; zeros after the end [games, moves]."""
    length: NDArray[np.int32]
    """Moves of each game [games]."""

    def __post_init__(self) -> None:
        games = len(self.length)
        if not (isinstance(self.game, str) and isinstance(self.players, str) and games):
            raise ValueError("recorded games need the names of a game and of who played, and one game at least")
        shapes = (self.hands.shape[:1], self.pile.shape, self.opener.shape, self.played.shape[:1])
        if any(shape != (games,) for shape in shapes) or self.hands.ndim != 2 or self.played.ndim != 2:
            raise ValueError("recorded games need hands, a pile, an opener and moves for every game")
        if not 1 <= self.length.min() <= self.length.max() <= self.played.shape[1]:
            raise ValueError("recorded games need as many moves as their lengths say, 1 or more")

    def __len__(self) -> int:
        return len(self.length)

    def first(self, number: int) -> RecordedGames:
        """So many games from the beginning, or all where there are fewer."""
        some = slice(number)
        return RecordedGames(
            self.game, self.players, self.hands[some], self.pile[some], self.opener[some], self.played[some],
            self.length[some],
        )  # fmt: skip

    def save(self, path: Path) -> None:
        """Write a compressed file, atomically."""
        save_columns(path, **vars(self))

    @classmethod
    def load(cls, path: Path) -> RecordedGames:
        """Read what `save` wrote."""
        try:
            return cls(**load_columns(path, [field.name for field in fields(cls)]))
        except (ValueError, TypeError, AttributeError):
            raise ValueError(
                f"{path} holds no games in columns; 'paiyou convert-games' makes some from records"
            ) from None

    @classmethod
    def from_records(cls, records: Iterable[Record], game: str, progress: Progress = lambda _: None) -> RecordedGames:
        """The finished games among records, by the engine; other variants' are taken where the card play fits.

        Deals thrown in, forfeits, games that are not over and those that began in the middle are left out.
        ValueError where a record breaks the rules.
        """
        spec = check_climbing(game_spec(game))
        dealt = spec.seats * spec.hand_size + (spec.pile_size if spec.pile == "landlord" else 0)
        rows: list[tuple[list[int], int, int, list[int]]] = []
        players: set[str] = set()
        for record in records:
            progress(1)
            if record.result is None or record.result.redeal or record.result.forfeit is not None:
                continue
            row = _row_of(record, spec)
            if record.last is None and sum(map(sum, map(unpack, row[0]))) == dealt:
                rows.append(row)
                players.update(record.agents or ())
        if not rows:
            raise ValueError(f"there is no finished game of {spec.name} among the records")
        hands, pile, opener, moves = zip(*rows, strict=True)
        length = np.array([len(each) for each in moves], np.int32)
        played = np.zeros((len(rows), length.max()), kind_of_actions(spec))
        for row, each in zip(played, moves, strict=True):
            row[: len(each)] = each
        names = ", ".join(sorted(players)) or "unknown"
        return cls(spec.name, names, np.array(hands), np.array(pile), np.array(opener, np.int8), played, length)

    def to_records(self) -> Iterator[Record]:
        """The games as records in the project's format, results by the engine."""
        from paiyou.games.registry import game as find_game
        from paiyou.records.record import Record

        game = find_game(self.game)
        spec = cast(ClimbingSpec, game.spec)
        for number, length in enumerate(self.length):
            hands = [write_cards(hand, spec.symbols) for hand in self.hands[number].tolist()]
            began: dict[str, Any] = {"hands": hands, "turn": int(self.opener[number])}
            if spec.pile_size:
                began["bottom"] = write_cards(int(self.pile[number]), spec.symbols)
            state = game.start(**began)
            for action in self.played[number, :length].tolist():
                state.play(spec.actions[action])
            yield Record.of(game, state, **began, agents=[self.players] * spec.seats)


Progress = Callable[[int], None]


def check_climbing(spec: GameSpec) -> ClimbingSpec:
    """A climbing spec without auction; any other game is refused with one sentence."""
    found: ClimbingSpec = CLIMBING.spec_of(Game(spec), "whole games can be learnt from")
    if found.auction is not None:
        raise ValueError(f"{found.name} has an auction, which is not learnt: name the game without it")
    return found


def _row_of(record: Record, spec: ClimbingSpec) -> tuple[list[int], int, int, list[int]]:
    """Hands, pile, opener and actions of a finished game, seats counted from the landlord where there is one."""
    state: Any = record.replay().state
    begun = state.rewound()
    hands = [_packed(spec, hand) for hand in begun.hands]
    pile = _packed(spec, state.bottom)
    opener, _ = state.history[len(record.auction)]
    if spec.pile == "landlord":
        if record.auction:
            hands[opener] += pile  # he took it when the auction was over
        hands, opener = hands[opener:] + hands[:opener], 0
    try:
        return hands, pile, opener, [spec.action_numbers[move] for move in record.moves]
    except KeyError as strange:
        raise ValueError(f"there is no move {strange} in {spec.name}; the record is of {record.game}") from None


def _packed(spec: ClimbingSpec, cards: str) -> int:
    unknown = set(cards) - set(spec.symbols)
    if unknown:
        raise ValueError(f"there are no cards {''.join(sorted(unknown))} in {spec.name}")
    return pack(map(spec.symbols.index, cards))
