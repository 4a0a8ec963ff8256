"""All about a game that can be told without building its tables: for lists, the page, review and records.

Every game's file ends with one of these. Whoever needs something that depends on the game asks here; there is no other
list of games, levels or words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from paiyou.games.family import RULES, SEARCH, Family
from paiyou.games.protocol import GameSpec
from paiyou.games.text import Text
from paiyou.options import Option, shown

LEVELS = ("beginner", "steady", "strong", "master")
"""How strong an opponent is, in words; a game has some of these, in this order."""

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""Of a game: small letters and digits, words joined by hyphens."""

MOST_EMBLEM = 3

NO_TEXT = Text("", "")


@dataclass(frozen=True)
class Variant:
    """A way to play a game that the page offers; any other preset or option can be asked for by name."""

    key: str
    game: str
    """As `paiyou.game` takes it."""
    title: Text


@dataclass(frozen=True, eq=False)
class GameInfo:
    """A game's facts.

    Example: `game_info("gongzhu").title.zh` is `"拱猪"`.
    """

    name: str
    family: Family[Any]
    make: Callable[..., GameSpec]
    """Builds the spec from a preset, if the game has any, and options by name; this may take a second."""
    title: Text
    about: Text
    """One line to choose it by."""
    seats: int
    teams: tuple[int, ...] = ()
    """Team of each seat as in the spec; empty: everyone for himself."""
    version: int = 1
    """Changes with anything that changes legal moves, payoffs or deals by seed. Records and models name it."""
    presets: tuple[str, ...] = ()
    """The first one is the default."""
    options: Mapping[str, Option] = field(default_factory=dict)
    variants: tuple[Variant, ...] = ()
    """What the page offers, its usual choice first; empty: the game as it is."""
    variants_title: Text | None = None
    """What the choice between the variants is about."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """The agent of each level, weakest first, as measured in docs/players.md; none: people do not sit down to it."""
    strongest: str = "rules"
    """The agent that advises, gives hints, reviews games and plays in the terminal unless another is asked for."""
    emblem: tuple[str, ...] = ()
    """Cards that stand for the game, such as `("DJ", "SQ", "HA")`."""
    rules: Text = NO_TEXT
    """For people; paragraphs are lines."""
    words: Mapping[str, Text] = field(default_factory=dict)
    """What is called otherwise than in the family: `{"combo.quad": Text("four of a kind", "四张")}`."""
    mistakes: tuple[float, float, float] | None = None
    """In points, the least that an inaccuracy, a mistake and a blunder cost; None: a point is worth no such thing."""
    measures: tuple[str, ...] = ()
    """Measures that a match reports for this game besides those of its family."""

    def to_json(self) -> dict[str, Any]:
        """As `/api/games` serves it."""
        variants = self.variants or (Variant("none", self.name, NO_TEXT),)
        return {
            "name": self.name, "title": self.title.to_json(), "about": self.about.to_json(), "version": self.version,
            "family": self.family.name, "seats": self.seats, "teams": list(self.teams or range(self.seats)),
            "variants": [{"key": one.key, "name": one.game, "title": one.title.to_json()} for one in variants],
            "variants_title": None if self.variants_title is None else self.variants_title.to_json(),
            "levels": [{"key": key, "agent": agent} for key, agent in self.levels.items()],
            "strongest": self.strongest, "emblem": list(self.emblem), "rules": self.rules.to_json(),
            "words": {key: text.to_json() for key, text in (*self.family.words.items(), *self.words.items())},
        }  # fmt: skip

    @property
    def line(self) -> str:
        """One line about it: `"Gongzhu 拱猪: tricks ..."`."""
        return f"{self.title.en} {self.title.zh}: {self.about.en}"

    def trouble(self) -> str | None:
        """What is missing or wrong, in one sentence; None where all is there."""
        return next(self._troubles(), None)

    def _troubles(self) -> Iterator[str]:
        def wrong(field: str, wanted: str) -> str:
            return f"the game {shown(str(self.name))} has no {field}: {wanted}"

        if not isinstance(self.name, str) or not NAME.fullmatch(self.name):
            yield wrong("fine name", "small letters and digits, words joined by hyphens, such as 'mini-doudizhu'")
        if not isinstance(self.family, Family):
            yield wrong("family", "one such as paiyou.games.CLIMBING")
        if not callable(self.make):
            yield wrong("make", "a function that builds its spec")
        if isinstance(self.seats, bool) or not isinstance(self.seats, int) or self.seats < 1:
            yield wrong("seats", "a whole number of players")
        if self.teams and len(self.teams) != self.seats:
            yield wrong("fine teams", f"one for each of the {self.seats} seats")
        if isinstance(self.version, bool) or not isinstance(self.version, int) or self.version < 1:
            yield wrong("version", "a whole number, 1 or more")
        for name in ("title", "about", "rules"):
            if not _whole_text(getattr(self, name), may_be_empty=name == "rules" and not self.levels):
                yield wrong(name, "a Text in English and Chinese")
        if not all(isinstance(key, str) and _whole_text(text, may_be_empty=True) for key, text in self.words.items()):
            yield wrong("fine words", "each a Text in English and Chinese by its key")
        order = [LEVELS.index(level) if level in LEVELS else -1 for level in self.levels]
        if -1 in order or order != sorted(order):
            yield wrong("fine levels", f"some of {', '.join(LEVELS)}, in this order")
        if not all(isinstance(agent, str) and agent for agent in (*self.levels.values(), self.strongest)):
            yield wrong("fine levels", "each an agent by its name, and strongest too")
        for one in self.variants:
            if one.game.partition(":")[0] != self.name or not _whole_text(one.title):
                yield wrong("fine variants", f"each with a title and a game such as '{self.name}:option=value'")
        if len(self.emblem) > MOST_EMBLEM or not all(isinstance(card, str) and card for card in self.emblem):
            yield wrong("fine emblem", f"up to {MOST_EMBLEM} cards such as 'SQ'")


def _whole_text(text: object, *, may_be_empty: bool = False) -> bool:
    return isinstance(text, Text) and all(
        isinstance(words, str) and (may_be_empty or bool(words.strip())) for words in (text.en, text.zh)
    )


def info_of_spec(spec: GameSpec) -> GameInfo:
    """The little that a spec says of its game, where nobody wrote more; people may sit down to it all the same."""
    english, _, chinese = spec.title.rpartition(" ")
    both = Text(english, chinese) if english and not chinese.isascii() else Text(spec.title, spec.title)
    searched = {"steady": "isuct:iterations=500"} if spec.family.has(SEARCH) else {}
    ruled = {"strong": "rules"} if spec.family.has(RULES) else {}
    levels = {"beginner": "random"} | searched | ruled
    return GameInfo(
        name=spec.name.partition(":")[0],
        family=spec.family,
        make=lambda: spec,
        title=both,
        about=Text(f"{spec.seats} players", f"{spec.seats} 人"),
        seats=spec.seats,
        teams=spec.teams,
        levels=levels,
        strongest=list(levels.values())[-1],
        rules=Text("Nobody has written down the rules for people yet.", "还没有写给人看的规则。"),
    )
