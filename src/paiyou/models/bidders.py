"""Files of bidders: small networks that tell the expected points of every call of an auction.

A file is NumPy's own `.npz`: what a bidder is about as JSON, and its layers in half precision. The shipped ones lie in
the folder `bidders`, one for each way to bid.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from paiyou.options import shown

SHIPPED = Path(__file__).parent / "bidders"

Floats = npt.NDArray[np.float32]
Layer = tuple[Floats, Floats]
"""Weights [inputs, outputs] and biases [outputs]."""


@dataclass(frozen=True, eq=False)
class BidderFile:
    """What a bidder has learnt."""

    key: str
    """Of the games it bids in: `ClimbingSpec.bidding_key`."""
    temper: float
    """Points that a claim is worth more at a table, so that fewer deals are thrown in there (`agents/calling.py`)."""
    about: dict[str, Any]
    """How it was made, and what was measured then."""
    layers: tuple[Layer, ...]

    def save(self, path: Path) -> None:
        """Write it; a kill leaves none or a whole one."""
        content = {"key": self.key, "temper": self.temper, "about": self.about}
        arrays: dict[str, Any] = {"told": np.array(json.dumps(content))}
        for place, (weights, biases) in enumerate(self.layers):
            arrays |= {f"weights{place}": weights.astype(np.float16), f"biases{place}": biases.astype(np.float16)}
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".draft")
        with draft.open("wb") as file:  # a path alone would be given the ending .npz
            np.savez_compressed(file, **arrays)
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> BidderFile:
        """Read what `save` wrote; ValueError where it is something else."""
        try:
            with path.open("rb") as opened, np.load(opened) as file:
                content = json.loads(str(file["told"]))
                number = sum(name.startswith("weights") for name in file.files)
                layers = tuple((_read(file, f"weights{n}", 2), _read(file, f"biases{n}", 1)) for n in range(number))
            fitting = all(weights.shape[1:] == biases.shape for weights, biases in layers)
            chained = all(one[1].shape == other[0].shape[:1] for one, other in pairwise(layers))
            if not (layers and fitting and chained):
                raise ValueError
            return cls(str(content["key"]), float(content["temper"]), dict(content["about"]), layers)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, EOFError, BadZipFile):
            raise ValueError(
                f"{shown(str(path))} holds no bidder; name a file that 'paiyou train-bidder' has written"
            ) from None


def _read(file: Any, name: str, dimensions: int) -> Floats:
    array: Floats = file[name].astype(np.float32)
    if array.ndim != dimensions or not np.isfinite(array).all():
        raise ValueError
    return array


def shipped_bidder(key: str) -> BidderFile | None:
    """The shipped bidder for games with this key; None where nobody has learnt to bid in them."""
    return _shipped().get(key)


@lru_cache(maxsize=1)
def _shipped() -> dict[str, BidderFile]:
    return {file.key: file for file in map(BidderFile.load, sorted(SHIPPED.glob("*.npz")))}
