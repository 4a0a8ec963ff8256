"""Networks of a model on ONNX Runtime: a session for each position or one for all, loaded once per process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from paiyou.agents.neural.reader import Reader
from paiyou.games.family import NEURAL
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.models.card import ModelCard
from paiyou.models.fit import check_game
from paiyou.models.folders import network_files
from paiyou.options import shown

Values = npt.NDArray[np.float32]


PLAYED_FOR = ("wp", "adp")
"""What a network with both values can play for."""


def played_for(card: ModelCard, objective: str) -> ModelCard:
    """The card of a model that is to play by its other value; ValueError where it has none."""
    if objective in ("", card.objective):
        return card
    if objective not in PLAYED_FOR:
        raise ValueError(f"objective must be {' or '.join(PLAYED_FOR)}, not {shown(objective)}")
    if card.imitates:
        raise ValueError(f"the model {card.name} plays like {card.imitates}, for nothing else: leave objective out")
    if card.kind == "layout" or card.objective == "logadp":
        raise ValueError(
            f"the model {card.name} is trained for {card.objective} and has no other value: leave objective out"
        )
    return replace(card, objective=objective)


class Network:
    """A model made ready for one game."""

    def __init__(self, folder: Path, game: Game, objective: str = "") -> None:
        """`objective`, if given, is what to play for in place of what the model was trained for; so says its `card`."""
        self.folder = folder
        self.card = card = played_for(ModelCard.load(folder), objective)
        check_game(card, game.name)
        card.check_version(game.spec.version)
        self._reader: Reader = game.family.part(NEURAL).reader(game, card)
        files = network_files(folder, card, game.seats)
        self._sessions = [_load(str(file), file.stat().st_mtime_ns) for file in files]
        for file, session in zip(files, self._sessions, strict=True):
            self._check_inputs(file, session, game)
        self._asked = [tuple(given.name for given in session.get_inputs()) for session in self._sessions]
        # Column 0 is for winning, 1 for points; a network of the paper's layout has only the one it was trained for.
        self._column = 0 if card.objective == "wp" or card.kind == "layout" else 1
        for session in self._sessions:
            if card.belief and "belief" not in {given.name for given in session.get_outputs()}:
                raise ValueError(f"the card of the model {card.name} promises a belief, but its networks have none")
            columns = next(given.shape[-1] for given in session.get_outputs() if given.name == "value")
            if isinstance(columns, int) and columns <= self._column:
                raise ValueError(f"the model {card.name} is trained for {card.objective}, but has no value in points")

    def _check_inputs(self, file: Path, session: Any, game: Game) -> None:
        wide = {given.name: given.shape[-1] for given in session.get_inputs()}
        strange = sorted(wide.keys() - self._reader.inputs)
        if strange:
            raise ValueError(
                f"the network {shown(str(file))} asks for {', '.join(strange)}, which is no {self.card.kind}"
            )
        for name, width in self._reader.widths.items():
            if isinstance(wide.get(name), int) and wide[name] != width:
                raise ValueError(
                    f"the model {self.card.name} is for another size of the game: it takes {wide[name]} numbers for "
                    f"{name}, and {game.name} has {width}"
                )

    @property
    def classes(self) -> Mapping[str, int]:
        """The number of each card's class in a belief."""
        return self._reader.classes

    def values(self, view: View, moves: Sequence[str]) -> Values:
        """What each legal move is worth by what is played for."""
        return self._ask("value", view, moves)[:, self._column]

    def belief(self, view: View, moves: Sequence[str]) -> npt.NDArray[np.float64]:
        """How likely each number of cards of a class is with each holder, where the model tells (`card.belief`)."""
        found: npt.NDArray[np.float64] = self._ask("belief", view, moves)[0].astype(np.float64)
        return found

    def _ask(self, output: str, view: View, moves: Sequence[str]) -> Values:
        place = 0 if len(self._sessions) == 1 else self._reader.position(view)
        inputs = self._reader.read(view, moves)
        asked = {name: inputs[name] for name in self._asked[place]}
        return cast(Values, self._sessions[place].run([output], asked)[0])


@lru_cache(maxsize=32)
def _load(path: str, _changed: int) -> Any:
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
    if "value" not in {given.name for given in session.get_outputs()}:
        raise ValueError(f"the network {shown(path)} has no output named value")
    return session
