"""The paper's network as an ONNX graph that takes the features the core's encoder writes: a model of the kind "layout".

Inputs, float32: `state` [1, F], `history` [1, rounds, round], `moves` [M, cards]; output: `value` [M, 1].
"""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from paiyou.learn.paper_network import PaperNetwork

if TYPE_CHECKING:
    import onnx


class _OneDecision(nn.Module):
    """A network that is handed the features of one decision."""

    def __init__(self, network: PaperNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, state: Tensor, history: Tensor, moves: Tensor) -> Tensor:
        """Values of the moves."""
        return self.network.move_values(self.network.part_of_features(state, history), moves)


def layout_graph(network: PaperNetwork) -> onnx.ModelProto:
    """The network as ONNX; it must be on the CPU in float32."""
    encoder = network.encoder
    features = {
        "state": torch.zeros(1, encoder.state_width),
        "history": torch.zeros(1, encoder.rounds, encoder.round_width),
        "moves": torch.zeros(2, encoder.card_width),
    }
    # The exporter warns of what is to change inside torch, and logs what it does.
    level = logging.getLogger("torch.onnx").level
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program = torch.onnx.export(
                _OneDecision(network).eval(),
                kwargs=features,
                input_names=list(features),
                output_names=["value"],
                dynamic_shapes={"state": None, "history": None, "moves": {0: torch.export.Dim.DYNAMIC}},
                dynamo=True,
                verbose=False,
            )
    except ModuleNotFoundError as missing:
        raise ValueError(f"writing a network needs the package {missing.name}: pip install onnx onnxscript") from None
    finally:
        logging.getLogger("torch.onnx").setLevel(level)
    assert program is not None
    return program.model_proto
