"""A model card: what a network is, how it was trained, and how strong it was found to be.

It is the file `card.json` beside the networks, one ONNX file for each position: `0.onnx` for the landlord or the seat
that opens, `1.onnx` for the seat after it, and so on; where nobody is set apart, positions are seats. Or `0.onnx` alone
plays all positions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from paiyou.options import shown
from paiyou.records.fields import flag, integer, items, keys, number, seconds, string, strings
from paiyou.records.strict_json import read_object

CARD = "card.json"
KINDS = ("facts", "layout")
"""What a network is told: the facts of a decision, its encoder inside, or a feature layout that the core writes."""
OBJECTIVES = ("wp", "adp", "logadp")
"""What it was trained for: to win, to win points, or the logarithm of the points."""
MEASURES = ("wp", "adp", "points", "difference")


@dataclass(frozen=True)
class Figure:
    """A mean with its 95% interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class Result:
    """How a model did against one opponent, and the command that measures it again."""

    opponent: str
    game: str
    deals: int
    seed: int
    command: str
    wp: Figure | None = None
    adp: Figure | None = None
    points: Figure | None = None
    difference: Figure | None = None
    """Points of the own pair less those of the other."""


@dataclass(frozen=True)
class ModelCard:
    """What there is to know about a model."""

    name: str
    game: str
    """The game it was trained on, as `paiyou.game` takes it; `fit.py` says which others it plays."""
    title: str
    kind: str
    objective: str
    version: int = 1
    """Of the rules that it was trained by; models from before games had versions are of the first."""
    imitates: str = ""
    """The agent whose games it learnt to play like, where it did not learn by playing; it is nobody's default then."""
    shared: bool = False
    """Whether one network plays all positions."""
    belief: bool = False
    """Whether its networks also tell where the hidden cards may be."""
    groups: tuple[str, ...] = ()
    """Names of the groups of combos, in the order of the network's numbers; none where there are no combos."""
    history: int = 9
    """Moves it is told of, newest first, where facts are told move by move."""
    frames: int = 0
    """Decisions it was trained on."""
    seconds: float = 0.0
    """Time of training."""
    hardware: str = ""
    parameters: int = 0
    """Numbers in all its networks together."""
    results: tuple[Result, ...] = field(default=())
    notes: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.name or "/" in self.name or "\\" in self.name:
            raise ValueError(f"the name of a model must be a word such as 'doudizhu-wp', not {shown(self.name)}")
        _one_of("kind", self.kind, KINDS)
        _one_of("objective", self.objective, OBJECTIVES)
        if len(set(self.groups)) != len(self.groups):
            raise ValueError("groups must name every group once")
        if self.version < 1:
            raise ValueError(f"version must be 1 or more, not {self.version}")
        for name in ("history", "frames", "parameters"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be 0 or more, not {getattr(self, name)}")

    @property
    def plays(self) -> str:
        """The name of the game without presets and options."""
        return self.game.partition(":")[0]

    def check_version(self, here: int) -> None:
        """Refuse rules that it was not trained by, with one sentence; `here` is the version of the game's spec."""
        if self.version != here:
            raise ValueError(
                f"the model {self.name} was trained by version {self.version} of the rules of {self.plays}; those here "
                f"are version {here}, so it cannot play them"
            )

    @classmethod
    def from_json(cls, value: object) -> ModelCard:
        """The card an object of JSON stands for, or a ValueError of one sentence."""
        known = tuple(cls.__dataclass_fields__)
        said = keys("a model card", value, known, ("name", "game", "title", "kind", "objective"))
        kinds: dict[str, Any] = {
            **dict.fromkeys(("name", "game", "title", "kind", "objective", "imitates", "hardware"), string),
            **dict.fromkeys(("version", "history", "frames", "parameters"), integer),
            **dict.fromkeys(("groups", "notes"), strings),
            **dict.fromkeys(("shared", "belief"), flag),
            "seconds": seconds,
            "results": _read_results,
        }
        return cls(**{key: kinds[key](key, given) for key, given in said.items()})

    def to_json(self) -> dict[str, Any]:
        """As it is written into `card.json`; measures that were not taken are left out."""
        said = asdict(self) | {"groups": list(self.groups), "notes": list(self.notes)}
        said["results"] = [
            {key: value for key, value in asdict(result).items() if value is not None} for result in self.results
        ]
        return said

    @classmethod
    def load(cls, folder: str | Path) -> ModelCard:
        """The card of a folder; ValueError where there is none or it is wrong."""
        path = Path(folder) / CARD
        try:
            return cls.from_json(read_object(path.read_text(encoding="utf-8")))
        except OSError as error:
            raise ValueError(f"the model card {shown(str(path))} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise ValueError(f"the model card {shown(str(path))} is wrong: {error}") from None

    def save(self, folder: str | Path) -> None:
        """Write it into a folder."""
        written = json.dumps(self.to_json(), ensure_ascii=False, indent=1, allow_nan=False)
        (Path(folder) / CARD).write_text(written + "\n", encoding="utf-8")


def _one_of(name: str, value: str, words: tuple[str, ...]) -> None:
    if value not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, not {shown(value)}")


def _read_results(name: str, value: object) -> tuple[Result, ...]:
    return tuple(_read_result(*item) for item in items(name, value))


def _read_result(name: str, value: object) -> Result:
    needed = ("opponent", "game", "deals", "seed", "command")
    said: Mapping[str, Any] = keys(name, value, (*needed, *MEASURES), needed)
    return Result(
        opponent=string(f"{name}.opponent", said["opponent"]),
        game=string(f"{name}.game", said["game"]),
        deals=integer(f"{name}.deals", said["deals"]),
        seed=integer(f"{name}.seed", said["seed"]),
        command=string(f"{name}.command", said["command"]),
        **{key: _read_figure(f"{name}.{key}", said[key]) for key in MEASURES if said.get(key) is not None},
    )


def _read_figure(name: str, value: object) -> Figure:
    parts = ("mean", "low", "high")
    said = keys(name, value, parts, parts)
    return Figure(*(float(number(f"{name}.{part}", said[part])) for part in parts))
