"""Who decides for a Botzone bot: a network by NumPy, a bidder, and where anything fails the smallest legal move."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from paiyou.agents.neural.facts import FactsReader
from paiyou.interop.botzone.legal import LegalMoves
from paiyou.interop.botzone.numpy_network import NumpyNetwork
from paiyou.interop.botzone.packed_game import PackedGame
from paiyou.models.bidder_network import expected_points

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from paiyou.interop.botzone.observed_game import ObservedGame

    Read = Callable[[str], bytes]
    """A packed file by its name."""


class Player:
    """Answers requests, by the files that were packed (`pack.py` names them)."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._about: dict[str, Any] = json.loads(read("about.json").decode())
        self.keep_running: bool = self._about["keep_running"]
        self.game = PackedGame(read("game.npz"))
        self._legal = LegalMoves(self.game)
        spec: Any = self.game
        self._reader = FactsReader(spec, self._about["groups"], self._about["history"])
        self._networks: dict[int, NumpyNetwork] = {}

    def answer(self, observed: ObservedGame) -> int | list[int]:
        """A bid, or cards."""
        if observed.bids is not None:
            return self._bid(observed, observed.bids)
        view = observed.view()
        last = None if view.last is None else view.last[1]
        if last is not None and last not in self.game.action_numbers:
            return []  # a combo that our table does not have: to pass is always allowed
        moves = self._legal.moves(view.hand, last)
        return observed.cards_of(moves[0] if len(moves) == 1 else self._choose(view, moves))

    def _choose(self, view: Any, moves: Sequence[str]) -> str:
        try:
            facts = self._reader.read(view, moves)
            values = self._network(view.seat % self._about["networks"]).run(facts)[:, self._about["column"]]
            return moves[int(np.argmax(values))]
        except Exception:  # a poor move costs less than a fault, whatever went wrong
            return moves[0]

    def _network(self, place: int) -> NumpyNetwork:
        if place not in self._networks:
            program = json.loads(self._read(f"{place}.json").decode())
            self._networks[place] = NumpyNetwork(program, self._arrays(f"{place}.npz"))
        return self._networks[place]

    def _arrays(self, name: str) -> dict[str, Any]:
        with np.load(io.BytesIO(self._read(name))) as arrays:
            return {name: arrays[name] for name in arrays.files}

    def _bid(self, observed: ObservedGame, before: Sequence[int]) -> int:
        """The open bid with the most expected points."""
        try:
            node, calls = self._about["auction"][" ".join(map(str, before))]
            arrays = self._arrays("bidder.npz")
            layers = [(arrays[f"weights{place}"], arrays[f"biases{place}"]) for place in range(len(arrays) // 2)]
            ranks = [self.game.rank_of_card[card] for card in observed.cards]
            counts = [ranks.count(rank) for rank in range(len(self.game.symbols))]
            values = expected_points(layers, counts).reshape(-1, self._about["calls"])[node]
            return int(max(calls, key=lambda call: float(values[call])))
        except Exception:  # not to bid is always allowed
            return 0
