"""All about a game that can be told without building its tables: for lists, the page, review and records.

Every game's file ends with one of these. Whoever needs something that depends on the game asks here; there is no other
list of games, levels or words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any

from paiyou.games.family import RULES, SEARCH, Family
from paiyou.games.lesson import LessonStep
from paiyou.games.protocol import GameSpec
from paiyou.games.text import Text
from paiyou.options import Option, shown

LEVELS = ("beginner", "steady", "strong", "master", "grandmaster")
"""How strong an opponent is, in words; a game has some of these, in this order."""

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""Of a game: small letters and digits, words joined by hyphens."""

MOST_EMBLEM = 3

EFFECTS = ("blast", "launch", "flight")
"""How a combo can be felt at the table: something bursts, rises, or flies by."""

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
    apart: tuple[str, ...] = ()
    """Options that make it another game to a network, such as one that makes partners: a model plays with those it was
    trained with."""
    variants: tuple[Variant, ...] = ()
    """What the page offers, its usual choice first; empty: the game as it is."""
    variants_title: Text | None = None
    """What the choice between the variants is about."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """The agent of each level, weakest first, as measured in docs/players.md; none: people do not sit down to it."""
    strongest: str = "rules"
    """The agent that advises, gives hints and plays in the terminal unless another is asked for: it answers soon."""
    points_judge: str = ""
    """The agent whose values are points (own ones less the others' average), where those of the strongest are chances
    to win and scores count, too; it says which move keeps points when a game is decided. Empty: none."""
    judge: str = ""
    """The agent that reviews games, for which there is more time; empty: the strongest."""
    emblem: tuple[str, ...] = ()
    """Cards that stand for the game, such as `("DJ", "SQ", "HA")`."""
    examples: Mapping[str, str] = field(default_factory=dict)
    """One move of every kind of combo that people are shown with the rules: `{"pair": "55"}`; or cards that count, as
    they are written, with a word of the game's own for them: `{"pig": "SQ"}`."""
    effects: Mapping[str, str] = field(default_factory=dict)
    """How combos are felt at the table, where otherwise than in the family: `{"quad": "blast"}`; some of `EFFECTS`."""
    lesson: tuple[LessonStep, ...] = ()
    """Positions that a beginner plays, in their order; none: there is no lesson."""
    rules: Text = NO_TEXT
    """For people; paragraphs are lines."""
    words: Mapping[str, Text] = field(default_factory=dict)
    """What is called otherwise than in the family: `{"combo.quad": Text("four of a kind", "四张")}`."""
    mistakes: tuple[float, float, float] | None = None
    """In points, the least that an inaccuracy, a mistake and a blunder cost; None: a point is worth no such thing."""
    measures: tuple[str, ...] = ()
    """Measures that a match reports for this game besides those of its family."""

    @property
    def reviewer(self) -> str:
        """The agent that reviews games unless another is asked for."""
        return self.judge or self.strongest

    def to_json(self) -> dict[str, Any]:
        """As `/api/games` serves it."""
        variants = self.variants or (Variant("none", self.name, NO_TEXT),)
        return {
            "name": self.name, "title": self.title.to_json(), "about": self.about.to_json(), "version": self.version,
            "family": self.family.name, "seats": self.seats, "teams": list(self.teams or range(self.seats)),
            "variants": [{"key": one.key, "name": one.game, "title": one.title.to_json()} for one in variants],
            "variants_title": None if self.variants_title is None else self.variants_title.to_json(),
            "levels": [{"key": key, "agent": agent} for key, agent in self.levels.items()],
            "strongest": self.strongest, "emblem": list(self.emblem),
            "examples": dict(self.examples), "lesson": len(self.lesson), "rules": self.rules.to_json(),
            "mistakes": None if self.mistakes is None else list(self.mistakes),
            "effects": dict(self.family.effects) | dict(self.effects),
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
        # Only the first is told, so each may rely on those before it.
        def wrong(field: str, wanted: str) -> str:
            return f"the game {shown(str(self.name))} has no {field}: {wanted}"

        if not isinstance(self.name, str) or not NAME.fullmatch(self.name):
            yield wrong("fine name", "small letters and digits, words joined by hyphens, such as 'mini-doudizhu'")
        if not isinstance(self.family, Family):
            yield wrong("family", "an object such as CLIMBING of paiyou.games.climbing_family")
        if not callable(self.make):
            yield wrong("make", "a function that builds its spec")
        if not _is_count(self.seats):
            yield wrong("seats", "a whole number of players")
        if not isinstance(self.teams, tuple) or len(self.teams) not in (0, self.seats):
            yield wrong("fine teams", f"a tuple with one for each of the {self.seats} seats")
        if not _is_count(self.version):
            yield wrong("version", "a whole number, 1 or more")
        if not _are_texts(self.presets):
            yield wrong("fine presets", "a tuple of names")
        if not _is_mapping(self.options, Option):
            yield wrong("fine options", "each an Option by its name")
        taken = _arguments(self.make)
        if taken is not None and not set(self.options) <= taken:
            missing = next(option for option in self.options if option not in taken)
            yield wrong("fine options", f"make takes no argument {shown(missing)} with a default")
        if not _are_texts(self.apart) or not set(self.apart) <= set(self.options):
            yield wrong("fine apart", "a tuple of names of its options")
        if not _is_mapping(self.levels, str) or not set(self.levels) <= set(LEVELS):
            yield wrong("fine levels", f"some of {', '.join(LEVELS)}, each an agent by its name")
        if list(self.levels) != [level for level in LEVELS if level in self.levels]:
            yield wrong("fine levels", f"they stand in the order {', '.join(LEVELS)}")
        if not all(
            isinstance(agent, str) and agent for agent in (*self.levels.values(), self.strongest, self.reviewer)
        ) or not isinstance(self.points_judge, str):
            yield wrong("strongest player", "an agent by its name, and so is each level")
        for name in ("title", "about", "rules"):
            if not _whole_text(getattr(self, name), may_be_empty=name == "rules" and not self.levels):
                yield wrong(name, "a Text in English and Chinese")
        if not _is_mapping(self.words, Text) or not all(_whole_text(text) for text in self.words.values()):
            yield wrong("fine words", "each a Text in English and Chinese by its key")
        if not isinstance(self.variants, tuple) or not all(isinstance(one, Variant) for one in self.variants):
            yield wrong("fine variants", "a tuple of Variants")
        for one in self.variants:
            if not isinstance(one.game, str) or one.game.partition(":")[0] != self.name or not _whole_text(one.title):
                yield wrong("fine variants", f"each with a title and a game such as '{self.name}:option=value'")
        if self.variants_title is not None and not _whole_text(self.variants_title):
            yield wrong("fine variants_title", "a Text in English and Chinese, or None")
        if not _are_texts(self.emblem) or len(self.emblem) > MOST_EMBLEM:
            yield wrong("fine emblem", f"a tuple of up to {MOST_EMBLEM} cards such as 'SQ'")
        if not _is_mapping(self.examples, str):
            yield wrong("fine examples", "each a move by the combo that it is, such as 'pair' and '55'")
        if not _is_mapping(self.effects, str) or not set(self.effects.values()) <= set(EFFECTS):
            yield wrong("fine effects", f"each one of {', '.join(EFFECTS)} by the combo that it is of")
        if not isinstance(self.lesson, tuple) or not all(isinstance(step, LessonStep) for step in self.lesson):
            yield wrong("fine lesson", "a tuple of LessonSteps")
        for step in self.lesson:
            if not all(_whole_text(text) for text in step.texts()):
                yield wrong("fine lesson", "each step's task, wrong and done are Texts in English and Chinese")
            if step.game and step.game.partition(":")[0] != self.name:
                yield wrong("fine lesson", f"each step's game is this one, such as '{self.name}:option=value'")
        costs = self.mistakes if isinstance(self.mistakes, tuple) else ()
        if self.mistakes is not None and [isinstance(cost, int | float) for cost in costs] != [True] * 3:
            yield wrong("fine mistakes", "three numbers of points, or None")
        if not isinstance(self.measures, tuple):
            yield wrong("fine measures", "a tuple of names")


def _is_count(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 1


def _is_mapping(given: object, kind: type) -> bool:
    return isinstance(given, Mapping) and all(
        isinstance(key, str) and isinstance(value, kind) for key, value in given.items()
    )


def _are_texts(given: object) -> bool:
    return isinstance(given, tuple) and all(isinstance(one, str) and one for one in given)


def _arguments(make: Callable[..., GameSpec]) -> set[str] | None:
    """The arguments that may be left out, by name; None where they cannot be told."""
    try:
        parameters = signature(make).parameters.values()
    except (TypeError, ValueError):
        return None
    return {one.name for one in parameters if one.default is not one.empty}


def _whole_text(text: object, *, may_be_empty: bool = False) -> bool:
    return isinstance(text, Text) and all(
        isinstance(words, str) and (may_be_empty or bool(words.strip())) for words in (text.en, text.zh)
    )


@dataclass(frozen=True)
class _Given:
    """Makes no other spec than this; unlike a function made here it can be sent to another process."""

    spec: GameSpec

    def __call__(self) -> GameSpec:
        return self.spec


def info_of_spec(spec: GameSpec) -> GameInfo:
    """The little that a spec says of its game, where nobody wrote more; people may sit down to it all the same."""
    title = spec.title or spec.name.partition(":")[0]
    english, _, chinese = title.rpartition(" ")
    both = Text(english, chinese) if english and not chinese.isascii() else Text(title, title)
    searched = {"steady": "isuct:iterations=500"} if spec.family.has(SEARCH) else {}
    ruled = {"strong": "rules"} if spec.family.has(RULES) else {}
    levels = {"beginner": "random"} | searched | ruled
    return GameInfo(
        name=spec.name.partition(":")[0],
        family=spec.family,
        make=_Given(spec),
        title=both,
        about=Text(f"{spec.seats} players", f"{spec.seats} 人"),
        seats=spec.seats,
        teams=spec.teams,
        version=spec.version,
        levels=levels,
        strongest=list(levels.values())[-1],
        rules=Text("Nobody has written down the rules for people yet.", "还没有写给人看的规则。"),
    )
