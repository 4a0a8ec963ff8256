"""Our network as an ONNX graph that takes the facts of a climbing game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.climbing.encoder import RECENT
from paiyou.learn.climbing.facts import Facts, Moves
from paiyou.learn.nets.graph import decision_graph
from paiyou.learn.nets.networks import FactsNetwork

if TYPE_CHECKING:
    from onnx import ModelProto

FACTS = ("hand", "unseen", "played", "known", "standing", "owner", "history", "left", "bombs")
MOVES = ("move_cards", "move_group", "move_key", "move_power", "move_size")


def facts_graph(network: FactsNetwork, spec: ClimbingSpec, points_unit: float) -> ModelProto:
    """The graph of one position's network; its inputs are the facts of one decision and its legal moves."""
    ranks, seats = len(spec.symbols), spec.seats
    facts: tuple[tuple[int, ...], ...] = (
        (ranks,), (ranks,), (seats, ranks), (seats, ranks), (ranks,), (), (RECENT, ranks), (seats,), ()
    )  # fmt: skip
    moves: tuple[tuple[int, ...], ...] = ((ranks,), (), (), (), ())
    return decision_graph(
        network, dict(zip(FACTS, facts, strict=True)), dict(zip(MOVES, moves, strict=True)), _read, points_unit
    )


def _read(*inputs: Tensor) -> tuple[Facts, Moves]:
    cards, *columns = inputs[len(FACTS) :]
    return Facts(*inputs[: len(FACTS)]), Moves(torch.zeros_like(columns[0]), cards, *columns)
