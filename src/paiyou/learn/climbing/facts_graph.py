"""Our network as an ONNX graph that takes the facts of a climbing game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.declined import DECLINED
from paiyou.learn.climbing.encoder import RECENT
from paiyou.learn.climbing.facts import Facts, Moves
from paiyou.learn.nets.graph import decision_graph
from paiyou.learn.nets.networks import FactsNetwork

if TYPE_CHECKING:
    from onnx import ModelProto

FACTS = ("hand", "unseen", "played", "known", "standing", "owner", "history", "left", "bombs", "declined", "place")
MOVES = ("move_cards", "move_group", "move_key", "move_power", "move_size")


def facts_graph(network: FactsNetwork, spec: ClimbingSpec, points_units: Sequence[float]) -> ModelProto:
    """The graph of one position's network, or of one for all; its inputs are the facts of one decision and its moves.

    `points_units` are those of the network's positions. Only a network for several asks for the place, and only one
    that is told of it for what was declined.
    """
    ranks, seats = len(spec.symbols), spec.seats
    past = max(RECENT, network.history)
    facts: tuple[tuple[int, ...], ...] = (
        (ranks,), (ranks,), (seats, ranks), (seats, ranks), (ranks,), (), (past, ranks), (seats,), (),
        (seats, DECLINED), (),
    )  # fmt: skip
    moves: tuple[tuple[int, ...], ...] = ((ranks,), (), (), (), ())
    asked = dict(zip(FACTS, facts, strict=True))
    if network.place_bias is None:
        del asked["place"]
    if network.declined_in is None:
        del asked["declined"]

    def read(*inputs: Tensor) -> tuple[Facts, Moves]:
        facts_by_name, (cards, *columns) = dict(zip(asked, inputs, strict=False)), inputs[-len(MOVES) :]
        nothing = torch.zeros_like(facts_by_name["bombs"])  # what it does not ask for it does not look at
        facts_by_name = dict.fromkeys(FACTS, nothing) | facts_by_name
        return Facts(**facts_by_name), Moves(torch.zeros_like(columns[0]), cards, *columns)

    return decision_graph(network, asked, dict(zip(MOVES, moves, strict=True)), read, points_units)
