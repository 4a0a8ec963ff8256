"""Writes a model folder: its card, and its networks with weights stored in fewer bits.

Large weights become int8 with one scale for each output (the scheme of Jacob et al., "Quantization and Training of
Neural Networks for Efficient Integer-Arithmetic-Only Inference", CVPR 2018, section 2.1, symmetric and for storage
only), or float16. The graph turns them back into float32 itself (Cast, and Mul by the scale); both work on constants,
so ONNX Runtime does it once, when the session is made, and moves are then computed as fast as with a float32 file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from paiyou.models.card import ModelCard
from paiyou.options import shown

if TYPE_CHECKING:
    import onnx

WEIGHTS = ("int8", "float16", "float32")
LARGE = 1024
"""Weights with fewer elements stay as they are."""
MOST_BYTES = 12 * 1024 * 1024
"""A shipped model is no larger, all its networks together."""

Floats = npt.NDArray[np.float32]


def write_model(
    folder: str | Path,
    card: ModelCard,
    graphs: Sequence[onnx.ModelProto],
    weights: str = "int8",
    *,
    most_bytes: int | None = MOST_BYTES,
) -> None:
    """Write a model: the card and one network for each position, landlord or opener first, or a single one for all.

    `weights` says how large weights are stored: int8, float16, or float32 as they come. ValueError, and nothing
    written, where the networks together take more than `most_bytes`; None is no limit.
    """
    if weights not in WEIGHTS:
        raise ValueError(f"weights must be one of {', '.join(WEIGHTS)}, not {shown(str(weights))}")
    if not graphs:
        raise ValueError("a model needs one network for each position, or one for all of them")
    written = [compress(graph, weights).SerializeToString() for graph in graphs]
    size = sum(map(len, written))
    if most_bytes is not None and size > most_bytes:
        raise ValueError(
            f"the networks of {card.name} take {size:,} bytes with weights of {weights}; {most_bytes:,} is the most"
        )
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    for position, network in enumerate(written):
        (path / f"{position}.onnx").write_bytes(network)
    replace(card, shared=len(written) == 1).save(path)


def compress(model: onnx.ModelProto, weights: str) -> onnx.ModelProto:
    """A copy of a network whose large float32 weights are stored as int8, float16, or as they are.

    What its exporter has noted about where each node came from is left out.
    """
    import onnx
    from onnx import helper, numpy_helper

    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    graph = copy.graph
    axes = _output_axes(graph.node)
    kept: list[Any] = []
    nodes: list[Any] = []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        large = weight.data_type == onnx.TensorProto.FLOAT and values.size >= LARGE and np.isfinite(values).all()
        if weights == "float32" or not large:
            kept.append(weight)
            continue
        name = weight.name
        if weights == "float16":
            with np.errstate(over="ignore"):
                small = values.astype(np.float16)
            if not np.isfinite(small).all():  # too large a number for 16 bits
                kept.append(weight)
                continue
            kept.append(numpy_helper.from_array(small, f"{name}.float16"))
            nodes.append(helper.make_node("Cast", [f"{name}.float16"], [name], to=onnx.TensorProto.FLOAT))
            continue
        rounded, scale = quantize(values, axes.get(name, 0))
        kept.append(numpy_helper.from_array(rounded, f"{name}.int8"))
        kept.append(numpy_helper.from_array(scale, f"{name}.scale"))
        nodes.append(helper.make_node("Cast", [f"{name}.int8"], [f"{name}.cast"], to=onnx.TensorProto.FLOAT))
        nodes.append(helper.make_node("Mul", [f"{name}.cast", f"{name}.scale"], [name]))
    nodes += graph.node
    for node in nodes:
        node.ClearField("doc_string")
        del node.metadata_props[:]
    for field, content in ((graph.initializer, kept), (graph.node, nodes)):
        del field[:]
        field.extend(content)
    onnx.checker.check_model(copy)
    return copy


def quantize(values: Floats, axis: int) -> tuple[npt.NDArray[np.int8], Floats]:
    """Weights as int8, and the scale of each place along an axis to multiply them by; scales keep all dimensions."""
    others = tuple(place for place in range(values.ndim) if place != axis % values.ndim)
    largest = np.abs(values).max(axis=others, keepdims=True)
    scale = np.where(largest > 0, largest / 127, 1).astype(np.float32)
    return np.rint(values / scale).astype(np.int8), scale


def _output_axes(nodes: Iterable[Any]) -> dict[str, int]:
    """Along which axis a weight has its outputs, by its name.

    A row of an embedding (Gather) is an output as well; recurrent layers have theirs behind the direction.
    """
    axes: dict[str, int] = {}
    for node in nodes:
        if node.op_type == "MatMul":
            axes |= {node.input[0]: -2, node.input[1]: -1}
        elif node.op_type == "Gemm":
            turned = any(attribute.name == "transB" and attribute.i for attribute in node.attribute)
            axes[node.input[1]] = 0 if turned else 1
        elif node.op_type in ("LSTM", "GRU", "RNN"):
            axes |= dict.fromkeys(node.input[1:3], 1)
    return axes
