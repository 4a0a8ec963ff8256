"""Networks of a model on ONNX Runtime: a session for each position, loaded once per process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from paiyou.agents.neural.facts import NAMES, FactsReader
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.game import Game
from paiyou.models.card import ModelCard
from paiyou.models.folders import network_files
from paiyou.options import shown

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

INPUTS = {"facts": frozenset(NAMES), "layout": frozenset(("state", "history", "moves"))}
LAYOUT_NAME = "douzero"

Values = npt.NDArray[np.float32]


class Network:
    """A model made ready for one game."""

    def __init__(self, folder: Path, game: Game) -> None:
        self.card = card = ModelCard.load(folder)
        spec = CLIMBING.spec_of(game, "networks play")
        if card.plays != game.name.partition(":")[0]:
            raise ValueError(f"the model {card.name} plays {card.plays}, not {game.name}")
        card.check_version(spec.version)
        self._seats = spec.seats
        files = network_files(folder, card, spec.seats)
        self._sessions = [_load(str(file), file.stat().st_mtime_ns, card.kind) for file in files]
        if card.kind == "facts":
            self._facts = FactsReader(spec, card.groups, card.history)
            self._check_width("hand", len(spec.symbols), game)
        else:
            self._encoder = game.encoder(LAYOUT_NAME)
            self._check_width("moves", len(spec.deck), game)
        # Column 0 is for winning, 1 for points; a network of the paper's layout has only the one it was trained for.
        self._column = 0 if card.objective == "wp" or card.kind == "layout" else 1
        for session in self._sessions:
            columns = next(given.shape[-1] for given in session.get_outputs() if given.name == "value")
            if isinstance(columns, int) and columns <= self._column:
                raise ValueError(f"the model {card.name} is trained for {card.objective}, but has no value in points")

    def _check_width(self, name: str, width: int, game: Game) -> None:
        for session in self._sessions:
            wide = next(given.shape[-1] for given in session.get_inputs() if given.name == name)
            if isinstance(wide, int) and wide != width:
                raise ValueError(
                    f"the model {self.card.name} is for another size of the game: it takes {wide} numbers for "
                    f"{name}, and {game.name} has {width}"
                )

    def values(self, view: ClimbingView, moves: Sequence[str]) -> Values:
        """What each legal move is worth by the objective the model was trained for."""
        session = self._sessions[(view.seat - (view.landlord or 0)) % self._seats]
        told: dict[str, Any]
        if self.card.kind == "facts":
            told = dict(self._facts.read(view, moves))
        else:
            state, rows, history = self._encoder.encode(view)
            told = {
                "state": state[None].astype(np.float32),
                "moves": rows.astype(np.float32),
                "history": history.reshape(1, 5, -1).astype(np.float32),
            }
        return cast(Values, session.run(["value"], told)[0])[:, self._column]


@lru_cache(maxsize=32)
def _load(path: str, _changed: int, kind: str) -> Any:
    """The session of a file; the time of its last change is only there to tell a new file from an old one."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # the number of moves differs from decision to decision
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # it has classes of its own for every kind of trouble
        reason = str(error).splitlines()[0]
        raise ValueError(f"{shown(path)} is no network that ONNX Runtime can load: {reason}") from None
    wanted = INPUTS[kind]
    inputs = {given.name for given in session.get_inputs()}
    if not inputs <= wanted:
        raise ValueError(f"the network {shown(path)} asks for {', '.join(sorted(inputs - wanted))}, which is no {kind}")
    if "value" not in {given.name for given in session.get_outputs()}:
        raise ValueError(f"the network {shown(path)} has no output named value")
    return session
