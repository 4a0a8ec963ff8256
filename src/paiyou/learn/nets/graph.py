"""A network as an ONNX graph that takes the facts of one decision, encoder included: a model of the kind "facts"."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn

from paiyou.learn.nets.networks import FactsNetwork

if TYPE_CHECKING:
    from onnx import ModelProto


class _OneDecision(nn.Module):
    """A network that takes one decision, fact by fact, and gives win and points of every move; and what it believes."""

    unit: Tensor

    def __init__(self, network: nn.Module, read: Callable[..., tuple[Any, Any]], points_units: Sequence[float]) -> None:
        super().__init__()
        self.network = network
        self.read = read
        self.register_buffer("unit", torch.tensor([[1.0, unit] for unit in points_units]), persistent=False)

    def forward(self, *inputs: Tensor) -> Tensor | tuple[Tensor, Tensor]:
        """Values [M, 2] in wins and in the seat's points; and the chances of numbers of hidden cards [1, C, H, n]."""
        facts, moves = self.read(*inputs)
        unit = self.unit[0] if len(self.unit) == 1 else self.unit[facts.place]
        if isinstance(self.network, FactsNetwork) and self.network.belief is not None:
            value, belief = self.network.value_and_belief(facts, moves)
            return value * unit, belief
        values: Tensor = self.network(facts, moves)
        return values * unit


def decision_graph(
    network: nn.Module,
    facts: Mapping[str, tuple[int, ...]],
    moves: Mapping[str, tuple[int, ...]],
    read: Callable[..., tuple[Any, Any]],
    points_units: Sequence[float],
) -> ModelProto:
    """The graph of one network; its inputs are whole numbers, the facts of one decision and its legal moves.

    `facts` and `moves` say what the inputs are called and how large a row of each is; `read` makes the network's facts
    and moves of them, in that order. `points_units` has one for all positions, or one for each. A network that predicts
    the hidden cards has a second output, `belief`.
    """
    try:
        import onnx
    except ModuleNotFoundError:
        raise ValueError("writing a network needs the package onnx: pip install 'paiyou[train]'") from None
    example = 3
    inputs = [torch.zeros(1, *size, dtype=torch.int64) for size in facts.values()]
    inputs += [torch.zeros(example, *size, dtype=torch.int64) for size in moves.values()]
    file: Any = io.BytesIO()  # may be a file, whatever the annotation in torch says
    whole = _OneDecision(network.float().cpu().eval(), read, points_units)
    outputs = ["value", "belief"] if getattr(network, "belief", None) is not None else ["value"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            whole, tuple(inputs), file, input_names=[*facts, *moves], output_names=outputs, dynamo=False,
            opset_version=17, dynamic_axes={name: {0: "moves"} for name in (*moves, "value")},
        )  # fmt: skip
    return _share_constants(onnx.load_from_string(file.getvalue()))


def _share_constants(model: ModelProto) -> ModelProto:
    """Keep large constants once and as bytes: the exporter writes them out wherever they are used."""
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
