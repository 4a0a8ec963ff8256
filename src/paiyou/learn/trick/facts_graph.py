"""A network as an ONNX graph that takes the facts of a trick game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.nets.graph import decision_graph
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.trick.facts import Facts, Moves
from paiyou.learn.trick.paper_network import PaperNetwork

if TYPE_CHECKING:
    from onnx import ModelProto

UNASKED = ("history",)
"""Facts that a network does not look at, and so is not handed."""
UNASKED_BY_PAPER = ("may_hold", "led_suits", "left")


def facts_graph(network: ValueNetwork, spec: TrickSpec, points_unit: float) -> ModelProto:
    """The graph of one network; its inputs are the facts of one decision that it asks for, and its legal moves.

    The paper's network has one value: the graph gives it twice, as a win and as points, and the model's objective says
    which of them it is.
    """
    cards, seats = len(spec.cards), spec.seats
    by_seat = dict.fromkeys(("may_hold", "holds", "taken", "led", "followed", "thrown", "trick"), (seats, cards))
    facts: dict[str, tuple[int, ...]] = {
        "hand": (cards,), **by_seat, "exposed": (cards,), "led_suits": (len(spec.suits),), "left": (seats,),
        "place": (), "exposing": (), "history": (spec.hand_size, seats),
    }  # fmt: skip
    unasked = UNASKED_BY_PAPER if isinstance(network, PaperNetwork) else UNASKED
    asked = {name: size for name, size in facts.items() if name not in unasked}
    moves = {"move_card": (cards,), "move_exposes": (max(len(spec.exposures), 1),)}

    def read(*inputs: Tensor) -> tuple[Facts, Moves]:
        *given, card, exposes = inputs
        nothing = {name: torch.zeros(1, *size, dtype=torch.int64) for name, size in facts.items()}
        known = nothing | dict(zip(asked, given, strict=True))
        return Facts(**known), Moves(torch.zeros_like(card[:, 0]), card, exposes)

    return decision_graph(network, asked, moves, read, [points_unit])
