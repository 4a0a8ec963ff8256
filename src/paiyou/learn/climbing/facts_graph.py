"""Our network as an ONNX graph that takes facts, encoder included: a model of the kind "facts"."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.climbing.encoder import RECENT
from paiyou.learn.climbing.facts import Facts, Moves
from paiyou.learn.nets.networks import FactsNetwork

if TYPE_CHECKING:
    from onnx import ModelProto

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


def facts_graph(network: FactsNetwork, spec: ClimbingSpec, points_unit: float) -> ModelProto:
    """The graph of one position's network; its inputs are the facts of one decision and its legal moves."""
    try:
        import onnx
    except ModuleNotFoundError:
        raise ValueError("writing a network needs the package onnx: pip install 'paiyou[train]'") from None
    ranks, seats, example = len(spec.symbols), spec.seats, 3

    def zeros(*shape: int) -> Tensor:
        return torch.zeros(*shape, dtype=torch.int64)

    inputs = (
        zeros(1, ranks), zeros(1, ranks), zeros(1, seats, ranks), zeros(1, seats, ranks), zeros(1, ranks), zeros(1),
        zeros(1, RECENT, ranks), zeros(1, seats), zeros(1),
        zeros(example, ranks), zeros(example), zeros(example), zeros(example), zeros(example),
    )  # fmt: skip
    file: Any = io.BytesIO()  # may be a file, whatever the annotation in torch says
    whole = _OneDecision(network.float().cpu().eval(), points_unit)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            whole, inputs, file, input_names=[*FACTS, *MOVES], output_names=["value"], dynamo=False, opset_version=17,
            dynamic_axes={name: {0: "moves"} for name in (*MOVES, "value")},
        )  # fmt: skip
    return _share_constants(onnx.load_from_string(file.getvalue()))


def _share_constants(model: ModelProto) -> ModelProto:
    """Keep the constants of `HandShapes` once and as bytes: the exporter writes them out wherever they are used."""
    from onnx import TensorProto, helper, numpy_helper

    graph = model.graph
    shared: dict[bytes, str] = {}
    renamed: dict[str, str] = {}
    kept = []
    casts = []
    for node in graph.node:
        values = numpy_helper.to_array(node.attribute[0].t) if node.op_type == "Constant" else None
        if values is None or values.size < 1024 or not np.array_equal(values, values.astype(np.int8)):
            kept.append(node)
            continue
        small = values.astype(np.int8)
        name = shared.setdefault(small.tobytes() + str(small.shape).encode(), f"table.{len(shared)}")
        if name not in (tensor.name for tensor in graph.initializer):
            graph.initializer.append(numpy_helper.from_array(small, name))
            casts.append(helper.make_node("Cast", [name], [f"{name}.float"], to=TensorProto.FLOAT))
        renamed[node.output[0]] = f"{name}.float"
    for node in kept:
        for place, name in enumerate(node.input):
            node.input[place] = renamed.get(name, name)
    del graph.node[:]
    graph.node.extend([*casts, *kept])
    return model
