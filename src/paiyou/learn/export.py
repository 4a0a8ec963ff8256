"""Networks as ONNX files that a player without torch can run, encoder included."""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.encoder import RECENT
from paiyou.learn.experience import points_unit
from paiyou.learn.facts import Facts, Moves
from paiyou.learn.networks import FactsNetwork

if TYPE_CHECKING:
    from onnx import ModelProto

    from paiyou.learn.dmc import Arguments

FACTS = ("hand", "unseen", "played", "known", "standing", "owner", "history", "left", "bombs")
MOVES = ("move_cards", "move_group", "move_key", "move_power", "move_size")


class _OneDecision(nn.Module):
    """A network that takes one decision, fact by fact, and gives win and points of every move."""

    unit: Tensor

    def __init__(self, network: nn.Module, points_unit: float) -> None:
        super().__init__()
        self.network = network
        self.register_buffer("unit", torch.tensor([1.0, points_unit]), persistent=False)

    def forward(self, *inputs: Tensor) -> Tensor:
        """Values [M, 2] in wins and in the seat's points."""
        facts = Facts(*inputs[: len(FACTS)])
        cards, *columns = inputs[len(FACTS) :]
        decision = torch.zeros_like(columns[0])
        value: Tensor = self.network(facts, Moves(decision, cards, *columns))
        return value * self.unit


def to_onnx(network: FactsNetwork, spec: ClimbingSpec, points_unit: float) -> ModelProto:
    """The graph of one position's network; its inputs are the facts of one decision and its legal moves."""
    import onnx

    ranks, seats, example = len(spec.symbols), spec.seats, 3

    def zeros(*shape: int) -> Tensor:
        return torch.zeros(*shape, dtype=torch.int64)

    inputs = (
        zeros(1, ranks), zeros(1, ranks), zeros(1, seats, ranks), zeros(1, seats, ranks), zeros(1, ranks), zeros(1),
        zeros(1, RECENT, ranks), zeros(1, seats), zeros(1),
        zeros(example, ranks), zeros(example), zeros(example), zeros(example), zeros(example),
    )  # fmt: skip
    file = io.BytesIO()
    whole = _OneDecision(network.float().cpu().eval(), points_unit)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            whole, inputs, file, input_names=[*FACTS, *MOVES], output_names=["value"], dynamo=False, opset_version=17,
            dynamic_axes={name: {0: "moves"} for name in (*MOVES, "value")},
        )  # fmt: skip
    return onnx.load_from_string(file.getvalue())


def write_networks(folder: Path, networks: Sequence[nn.Module], spec: ClimbingSpec, arguments: Arguments) -> None:
    """A model folder that the agent `dmc` plays, in full precision."""
    card = {
        "name": folder.name, "game": spec.name, "title": "in training", "kind": "facts",
        "objective": arguments.objective, "groups": list(spec.table.groups), "history": RECENT,
    }  # fmt: skip
    (folder / "card.json").write_text(json.dumps(card))
    for position, network in enumerate(networks):
        assert isinstance(network, FactsNetwork)
        graph = to_onnx(network, spec, points_unit(spec, position))
        (folder / f"{position}.onnx").write_bytes(graph.SerializeToString())
