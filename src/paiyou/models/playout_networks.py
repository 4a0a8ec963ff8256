"""Files of play-out networks: small networks of whole numbers that the core plays games out with.

A file is NumPy's own `.npz`: what it is about as JSON, and the layers of all positions as whole numbers. The shipped
ones lie in the folder `playouts`, under the name of the large network that taught them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from paiyou.models.fit import apart
from paiyou.options import shown

SHIPPED = Path(__file__).parent / "playouts"

LAYERS = {
    "first": np.int8, "first_bias": np.int16, "second": np.int8, "second_bias": np.int32,
    "third": np.int8, "third_bias": np.int32, "out": np.int8, "out_bias": np.int32,
}  # fmt: skip
"""The arrays of one position. Rows of `first` are features; rows of the others are outputs."""
UNIT = 64 * 128
"""What a whole number of a value is divided by: a win is worth 1."""


@dataclass(frozen=True, eq=False)
class PlayoutNetworkFile:
    """What play-outs are made with."""

    game: str
    names: tuple[str, ...]
    """By their numbers in the features of moves: the groups of combos, or the cards that may be exposed."""
    about: dict[str, Any]
    """How it was made, and what was measured then."""
    positions: tuple[Mapping[str, npt.NDArray[Any]], ...]
    """Arrays by the names of `LAYERS`, for every place after the landlord, or one for all seats."""

    def save(self, path: Path) -> None:
        """Write it; a kill leaves none or a whole one."""
        # The key is from when there were climbing games alone.
        content = {"game": self.game, "groups": self.names, "about": self.about, "positions": len(self.positions)}
        arrays: dict[str, Any] = {"told": np.array(json.dumps(content))}
        for place, layers in enumerate(self.positions):
            arrays |= {f"{name}{place}": layers[name] for name in LAYERS}
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".draft")
        with draft.open("wb") as file:  # a path alone would be given the ending .npz
            np.savez_compressed(file, **arrays)
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> PlayoutNetworkFile:
        """Read what `save` wrote; ValueError where it is something else."""
        try:
            with path.open("rb") as opened, np.load(opened) as file:
                content = json.loads(str(file["told"]))
                positions = tuple(_layers(file, place) for place in range(content["positions"]))
            return cls(content["game"], tuple(content["groups"]), content["about"], positions)
        except (OSError, TypeError, KeyError, AttributeError, EOFError, BadZipFile, ValueError) as error:
            raise ValueError(f"{shown(str(path))} is no file of a play-out network") from error


def _layers(file: Any, place: int) -> dict[str, npt.NDArray[Any]]:
    layers = {name: np.ascontiguousarray(file[f"{name}{place}"]) for name in LAYERS}
    if any(layers[name].dtype != kind for name, kind in LAYERS.items()):
        raise ValueError("its numbers are of other kinds")
    return layers


def shipped_playout_networks() -> dict[str, Path]:
    """The shipped files by name."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*.npz"))}


def find_playout_network(path: str, model: str, game: str) -> PlayoutNetworkFile:
    """The file at a path; where none is named the shipped one that a model taught, or another that plays the game."""
    shipped = shipped_playout_networks()
    if path or model in shipped:
        named = Path(path) if path else shipped[model]
        file = _load(str(named), named.stat().st_mtime_ns if named.is_file() else 0)
        option = apart(file.game, game)
        if option:
            raise ValueError(
                f"the play-out network {shown(str(named))} was taught on {file.game} and cannot play {game}: {option} "
                "makes it another game"
            )
        return file
    for file in (_load(str(found), 0) for found in shipped.values()):
        if file.game.partition(":")[0] == game.partition(":")[0] and not apart(file.game, game):
            return file
    raise ValueError(
        f"there is no play-out network for {game}; teach one with python -m paiyou.learn.distillation.distil, or have "
        "think use the large one itself: device=cuda or device=cpu"
    )


@lru_cache(maxsize=8)
def _load(path: str, _: int) -> PlayoutNetworkFile:
    return PlayoutNetworkFile.load(Path(path))
