"""One game as one line of JSON: how it was dealt, what was said and played, by whom, and how it ended.

    {"paiyou": 1, "game": "doudizhu:bidding=123", "seed": 7, "auction": ["bid 1", "bid 0", "bid 3"],
     "moves": ["34567", "pass", ...], "agents": ["rules", "random", "random"], "result": {"payoffs": [2, -1, -1]}}

Seats are not written with the moves, since the engine knows whose turn it is. `docs/records.md` has every field.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import fields as fields_of
from typing import Any, cast

from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.options import shown
from paiyou.records import fields
from paiyou.records.replay import Replay, replay
from paiyou.records.strict_json import kind_of, read_object

VERSION = 1
"""Of the format; a record of a later one is refused, since this program would misread it."""

Hand = str | tuple[str, ...]
"""A string in climbing games, `"33456"`; cards in trick games, `("SQ", "HA")`."""

MOST_REASON = 300
"""Characters kept of what an agent had to say for itself."""


@dataclass(frozen=True)
class Forfeit:
    """Why a game ended before its end: the seat whose agent failed, and the reason."""

    seat: int
    reason: str

    def __post_init__(self) -> None:
        fields.integer("forfeit.seat", self.seat)
        fields.string("forfeit.reason", self.reason)

    @classmethod
    def because(cls, seat: int, error: BaseException | str) -> Forfeit:
        """A forfeit for an error or a string of any origin, cut and cleaned until it fits in a record.

        Example: `Forfeit.because(1, TimeoutError("no move in 5 s")).reason` is `"TimeoutError: no move in 5 s"`.
        """
        said = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
        line = " ".join(said.split())[:MOST_REASON]
        return cls(seat, "".join(letter if letter.isprintable() else "?" for letter in line))


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    payoffs: tuple[float, ...]
    """One number for each seat."""
    redeal: bool = False
    """Everybody declined, and the cards are to be dealt again."""
    forfeit: Forfeit | None = None
    """With a forfeit the payoffs are what the arena decided, not what the cards say."""

    def __post_init__(self) -> None:
        payoffs = tuple(fields.number(*item) for item in fields.items("payoffs", self.payoffs))
        object.__setattr__(self, "payoffs", payoffs)
        if not isinstance(self.redeal, bool):
            raise ValueError(f"redeal must be true or false, not {kind_of(self.redeal)}")

    def to_json(self) -> dict[str, Any]:
        """As it stands in the record; what does not apply is left out."""
        result: dict[str, Any] = {"payoffs": self.payoffs}
        if self.redeal:
            result["redeal"] = True
        if self.forfeit is not None:
            result["forfeit"] = {"seat": self.forfeit.seat, "reason": self.forfeit.reason}
        return result

    @classmethod
    def from_json(cls, value: object) -> Result | None:
        """The result that JSON stands for; null for a game that is not finished."""
        if value is None:
            return None
        said = fields.keys("result", value, ("payoffs", "redeal", "forfeit"), ("payoffs",))
        forfeit = said.get("forfeit")
        if forfeit is not None:
            forfeit = Forfeit(**fields.keys("forfeit", forfeit, ("seat", "reason"), ("seat", "reason")))
        return cls(said["payoffs"], said.get("redeal", False), forfeit)


@dataclass(frozen=True)
class Record:
    """A game from deal to score. Its values are of the right kinds; `replay` tells whether it was played by the rules.

    Example::

        record = Record.of(game, state, seed=7, agents=["random"] * 3)
        assert Record.from_line(record.to_line()) == record
        assert record.replay().state == state
    """

    game: str
    """As `paiyou.game` takes it."""
    moves: tuple[str, ...]
    """The card play."""
    result: Result | None = None
    """None for a game that is not finished."""
    seed: int | None = None
    """What `game.deal` was given; None for a game from given hands."""
    hands: tuple[Hand, ...] | None = None
    """What `game.start` was given, with the four below where they were given too."""
    turn: int | None = None
    last: tuple[int, str] | None = None
    bottom: Hand | None = None
    exposed: tuple[str, ...] | None = None
    auction: tuple[str, ...] = ()
    """Calls, where the game begins with an auction."""
    exposures: tuple[str, ...] = ()
    """Where the game begins with cards shown: moves such as `"expose SQ HA"`."""
    agents: tuple[str, ...] | None = None
    """Who played, seat by seat."""
    times: tuple[float, ...] | None = None
    """Seconds for each decision, auction and exposures included; after a forfeit also for the one that failed."""
    info: Mapping[str, str | float] = field(default_factory=dict, hash=False)
    """A match's own notes."""
    version: int = 1
    """Of the game's rules; records from before games had versions are of the first."""

    def __post_init__(self) -> None:
        fields.string("game", self.game)
        if fields.integer("version", self.version) < 1:
            raise ValueError(f"version must be 1 or more, not {self.version}")
        for name in ("auction", "exposures", "moves"):
            object.__setattr__(self, name, fields.strings(name, getattr(self, name)))
        if self.agents is not None:
            object.__setattr__(self, "agents", fields.strings("agents", self.agents))
        if self.times is not None:
            object.__setattr__(self, "times", self._checked_times())
        object.__setattr__(self, "info", _checked_info(self.info))
        if (self.seed is None) == (self.hands is None):
            raise ValueError("a game begins with a seed or with hands: give one of the two")
        if self.hands is None:
            fields.integer("seed", self.seed)
            for name in ("turn", "last", "bottom", "exposed"):
                if getattr(self, name) is not None:
                    raise ValueError(f"{name} goes with hands; a seed says by itself how the game begins")
        else:
            self._check_start(self.hands)

    def _checked_times(self) -> tuple[float, ...]:
        times = tuple(fields.seconds(*item) for item in fields.items("times", self.times))
        decisions = len(self.auction) + len(self.exposures) + len(self.moves)
        failed = self.result is not None and self.result.forfeit is not None
        if len(times) != decisions and not (failed and len(times) == decisions + 1):
            raise ValueError(f"times must be one for each of the {decisions} decisions, not {len(times)}")
        return times

    def _check_start(self, hands: object) -> None:
        object.__setattr__(self, "hands", tuple(_checked_hand(*item) for item in fields.items("hands", hands)))
        if self.turn is not None:
            fields.integer("turn", self.turn)
        if self.bottom is not None:
            object.__setattr__(self, "bottom", _checked_hand("bottom", self.bottom))
        if self.exposed is not None:
            object.__setattr__(self, "exposed", fields.strings("exposed", self.exposed))
        if self.last is not None:
            if not isinstance(self.last, list | tuple) or len(self.last) != 2:
                raise ValueError(f'last must be a seat and its move, such as [0, "33"], not {kind_of(self.last)}')
            seat, move = self.last
            object.__setattr__(self, "last", (fields.integer("last[0]", seat), fields.string("last[1]", move)))

    @classmethod
    def of(
        cls,
        game: Game,
        state: State,
        *,
        seed: int | None = None,
        hands: Sequence[str | Sequence[str]] | None = None,
        turn: int | None = None,
        last: tuple[int, str] | None = None,
        bottom: str | Sequence[str] | None = None,
        exposed: Sequence[str] | None = None,
        agents: Sequence[str] | None = None,
        times: Sequence[float] | None = None,
        forfeit: Forfeit | None = None,
        payoffs: Sequence[float] | None = None,
        info: Mapping[str, str | float] | None = None,
    ) -> Record:
        """The record of a state and how it was dealt: `seed` for `game.deal`, else the arguments of `game.start`.

        Times are kept to the microsecond. With a `forfeit` say the `payoffs` too; else they are the state's, and a
        state that is not over has none.

        Example: `Record.of(game, state, seed=7, agents=["rules", "random", "random"])`.
        """
        if (forfeit is None) != (payoffs is None):
            raise ValueError("forfeit and payoffs go together: without a forfeit the payoffs are those of the state")
        sections: dict[str, list[str]] = {"auction": [], "exposures": [], "moves": []}
        for _, move in state.history:
            sections[game.family.section_of(game.spec, move)].append(move)
        if payoffs is None and state.over:
            payoffs = state.payoffs
        return cls(
            game=game.name,
            moves=tuple(sections["moves"]),
            result=None if payoffs is None else Result(tuple(payoffs), state.redeal, forfeit),
            seed=seed,
            hands=cast(Any, hands),  # checked and made tuples like all the rest
            turn=turn,
            last=last,
            bottom=cast(Any, bottom),
            exposed=cast(Any, exposed),
            auction=tuple(sections["auction"]),
            exposures=tuple(sections["exposures"]),
            agents=cast(Any, agents),
            times=None if times is None else tuple(round(time, 6) for time in times),
            info={} if info is None else info,
            version=game.spec.version,
        )

    def decisions(self) -> Iterator[tuple[str, str]]:
        """Every decision in its order: the field it stands in, and what was said or played."""
        for name, moves in (("auction", self.auction), ("exposures", self.exposures), ("moves", self.moves)):
            for move in moves:
                yield name, move

    def replay(self, game: Game | None = None) -> Replay:
        """Play the game again; ValueError at the first move that the engine refuses, or where the result differs.

        `game` is needed only for a game of one's own, which `paiyou.game` does not know.
        """
        return replay(self, game)

    def to_line(self) -> str:
        """The record as one line of JSON, without the end of the line; what is empty or not known is left out."""
        said: dict[str, Any] = {"paiyou": VERSION}
        for name in _WRITTEN:
            value = getattr(self, name)
            if name == "result":
                said[name] = None if value is None else value.to_json()
            elif value is not None and (value or name not in ("auction", "exposures", "info")):
                said[name] = value
        return json.dumps(said, ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_line(cls, text: str) -> Record:
        """The record that a line stands for, or a ValueError of one sentence that says what is wrong with it."""
        said = read_object(text)
        _check_version(said)
        fields.keys("a record", said, ("paiyou", *_WRITTEN), ("paiyou", "game", "moves", "result"))
        result = Result.from_json(said["result"])
        given = {name: value for name, value in said.items() if name not in ("paiyou", "result")}
        return cls(result=result, **given)


_WRITTEN = (
    *("game", "version", "seed", "hands", "turn", "last", "bottom", "exposed", "auction", "exposures", "moves"),
    *("agents", "times", "result", "info"),
)
"""The keys behind the version, in the order in which a person reads a game."""

assert set(_WRITTEN) == {each.name for each in fields_of(Record)}


def _check_version(said: dict[str, Any]) -> None:
    """Before anything else: of another version not even the keys are known."""
    if "paiyou" not in said:
        raise ValueError(f'a record says its version, "paiyou": {VERSION}; this object does not')
    version = fields.integer("paiyou", said["paiyou"])
    if version > VERSION:
        raise ValueError(f"the record is of version {version}; this Paiyou reads version {VERSION}: install a newer")
    if version < VERSION:
        raise ValueError(f"there is no version {version} of records; this Paiyou writes and reads version {VERSION}")


def _checked_hand(name: str, value: object) -> Hand:
    return fields.strings(name, value) if isinstance(value, list | tuple) else fields.string(name, value)


def _checked_info(info: object) -> dict[str, str | float]:
    if not isinstance(info, Mapping):
        raise ValueError(f"info must be an object, not {kind_of(info)}")
    checked: dict[str, str | float] = {}
    for key, value in info.items():
        name = f"info[{shown(fields.string('a key of info', key))}]"
        checked[key] = fields.string(name, value) if isinstance(value, str) else fields.number(name, value)
    return checked
