"""The paper's network as an ONNX graph that takes the features the core's encoder writes: a model of the kind "layout".

Inputs, float32: `state` [1, F], `history` [1, rounds, round], `moves` [M, cards]; output: `value` [M, 1].
"""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from paiyou.learn.climbing.paper_network import PaperNetwork

if TYPE_CHECKING:
    from onnx import ModelProto


class _OneDecision(nn.Module):
    """A network that is handed the features of one decision."""

    def __init__(self, network: PaperNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, state: Tensor, history: Tensor, moves: Tensor) -> Tensor:
        """Values of the moves."""
        return self.network.move_values(self.network.part_of_features(state, history), moves)


def layout_graph(network: PaperNetwork) -> ModelProto:
    """The network as ONNX; it must be on the CPU in float32."""
    try:
        import onnx
    except ModuleNotFoundError:
        raise ValueError("writing a network needs the package onnx: pip install 'paiyou[train]'") from None
    encoder = network.encoder
    inputs = {
        "state": torch.zeros(1, encoder.state_width),
        "history": torch.zeros(1, encoder.rounds, encoder.round_width),
        "moves": torch.zeros(2, encoder.card_width),
    }
    file: Any = io.BytesIO()  # may be a file, whatever the annotation in torch says
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch announces another exporter, which takes a hundred times as long
        torch.onnx.export(
            _OneDecision(network).eval(), tuple(inputs.values()), file, input_names=list(inputs),
            output_names=["value"], dynamic_axes={name: {0: "moves"} for name in ("moves", "value")},
            dynamo=False, opset_version=17,
        )  # fmt: skip
    return onnx.load_from_string(file.getvalue())
