"""ONNX files as programs for `numpy_network.py`: a list of steps and the arrays they need."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from paiyou.interop.botzone.numpy_network import OPERATORS

if TYPE_CHECKING:
    from paiyou.interop.botzone.numpy_network import Array, Step


def read_program(path: Path) -> tuple[list[Step], dict[str, Array]]:
    """The steps of a network and its constants; ValueError where it needs an operator that is not there."""
    try:
        import onnx
        from onnx import numpy_helper
    except ModuleNotFoundError:
        raise ValueError("to pack a network the package onnx is needed: pip install 'paiyou[train]'") from None
    graph = onnx.load(str(path)).graph
    arrays = {array.name: numpy_helper.to_array(array) for array in graph.initializer}
    program: list[Step] = []
    for node in graph.node:
        attributes = {given.name: _plain(onnx, given) for given in node.attribute}
        if node.op_type == "Constant":
            arrays[node.output[0]] = attributes["value"]
            continue
        if node.op_type not in OPERATORS and node.op_type != "Split":
            raise ValueError(f"{path.name} uses the operator {node.op_type}, which is not known here")
        if node.op_type == "ConstantOfShape":
            filled = attributes["value"]  # an array, and steps are plain data
            attributes = {"value": filled.item(), "to": onnx.helper.np_dtype_to_tensor_dtype(filled.dtype)}
        program.append((node.op_type, list(node.input), list(node.output), attributes))
    return program, arrays


def _plain(onnx: Any, given: Any) -> Any:
    value = onnx.helper.get_attribute_value(given)
    if isinstance(value, onnx.TensorProto):
        return onnx.numpy_helper.to_array(value)
    if isinstance(value, bytes):
        return value.decode()
    return list(value) if not isinstance(value, int | float) else value
