"""A network as an ONNX graph that takes the facts of a trick game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.nets.graph import decision_graph
from paiyou.learn.nets.networks import ValueNetwork
from paiyou.learn.trick.facts import Facts, Moves

if TYPE_CHECKING:
    from onnx import ModelProto


def facts_graph(network: ValueNetwork, spec: TrickSpec, points_unit: float) -> ModelProto:
    """The graph of one network; its inputs are the facts of one decision and its legal moves."""
    cards, seats = len(spec.cards), spec.seats
    by_seat = dict.fromkeys(("may_hold", "holds", "taken", "led", "followed", "thrown", "trick"), (seats, cards))
    facts: dict[str, tuple[int, ...]] = {
        "hand": (cards,), **by_seat, "exposed": (cards,), "led_suits": (len(spec.suits),), "left": (seats,),
        "place": (), "exposing": (),
    }  # fmt: skip
    moves = {"move_card": (cards,), "move_exposes": (max(len(spec.exposures), 1),)}
    return decision_graph(network, facts, moves, _read, points_unit)


def _read(*inputs: Tensor) -> tuple[Facts, Moves]:
    *facts, card, exposes = inputs
    return Facts(*facts), Moves(torch.zeros_like(card[:, 0]), card, exposes)
