"""Runs the graph of a network by NumPy alone: the operators that our exported networks use, with ONNX's meaning.

A program is a list of steps, each an operator with the names of what it reads and writes and its attributes
(`numpy_program.py` makes it from an ONNX file). What depends on constants alone is computed once, when it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy.typing as npt

    Array = npt.NDArray[Any]
    Step = tuple[str, Sequence[str], Sequence[str], Mapping[str, Any]]
    """Operator, names of its inputs ("" for one that is left out), names of its outputs, attributes."""

TYPES = {1: np.float32, 3: np.int8, 6: np.int32, 7: np.int64, 9: np.bool_, 11: np.float64}
"""ONNX's numbers of types."""


def _slice(data: Array, starts: Array, ends: Array, axes: Array | None = None, steps: Array | None = None) -> Array:
    cut = [slice(None)] * data.ndim
    for place, start in enumerate(starts.tolist()):
        end = int(ends[place])
        axis = place if axes is None else int(axes[place])
        step = 1 if steps is None else int(steps[place])
        # Counting down, an end far below 0 means "to the first one".
        cut[axis] = slice(start, None if step < 0 and end < -data.shape[axis] else end, step)
    return data[tuple(cut)]


def _pad(data: Array, pads: Array, value: Array | None = None) -> Array:
    around = [(int(pads[axis]), int(pads[data.ndim + axis])) for axis in range(data.ndim)]
    return np.pad(data, around, "constant", constant_values=0 if value is None else value)


def _gemm(a: Array, b: Array, c: Array, *, transB: int = 0, alpha: float = 1.0, beta: float = 1.0) -> Array:  # noqa: N803
    return alpha * (a @ (b.T if transB else b)) + beta * c


def _divide(a: Array, b: Array) -> Array:
    return a / b if np.issubdtype(a.dtype, np.floating) else a // b


def _softmax(data: Array, *, axis: int = -1) -> Array:
    powers: Array = np.exp(data - data.max(axis=axis, keepdims=True))
    total: Array = powers.sum(axis=axis, keepdims=True)
    return np.divide(powers, total)


def _unsqueeze(data: Array, axes: Array) -> Array:
    dimensions = data.ndim + len(axes)
    for axis in sorted(axis % dimensions for axis in axes.tolist()):
        data = np.expand_dims(data, axis)
    return data


def _reshape(data: Array, shape: Array, *, allowzero: int = 0) -> Array:
    wanted = shape.tolist()
    return data.reshape([data.shape[axis] if size == 0 and not allowzero else size for axis, size in enumerate(wanted)])


def _reduce(reduce: Callable[..., Array]) -> Callable[..., Array]:
    def reduced(
        data: Array,
        given: Array | None = None,
        *,
        axes: Sequence[int] = (),
        keepdims: int = 1,
        noop_with_empty_axes: int = 0,  # noqa: ARG001 - axes are always given
    ) -> Array:
        along = tuple(axes) if given is None else tuple(given.tolist())
        return reduce(data, axis=along, keepdims=bool(keepdims))

    return reduced


OPERATORS: dict[str, Callable[..., Array]] = {
    "Add": np.add,
    "And": np.logical_and,
    "Cast": lambda data, *, to: np.asarray(data).astype(TYPES[to]),
    "Clip": lambda data, low=None, high=None: np.clip(data, low, high),
    "Concat": lambda *parts, axis: np.concatenate(parts, axis=axis),
    "ConstantOfShape": lambda shape, *, value, to: np.full(shape.tolist(), value, TYPES[to]),
    "Div": _divide,
    "Equal": np.equal,
    "Flatten": lambda data, *, axis=1: data.reshape(int(np.prod(data.shape[:axis])), -1),
    "Floor": np.floor,
    "Gather": lambda data, indices, *, axis=0: np.take(data, indices, axis=axis),
    "Gemm": _gemm,
    "Greater": np.greater,
    "GreaterOrEqual": np.greater_equal,
    "Less": np.less,
    "MatMul": np.matmul,
    "Min": np.minimum,
    "Mod": np.mod,
    "Mul": np.multiply,
    "Not": np.logical_not,
    "Pad": lambda data, pads, value=None, *, mode: _pad(data, pads, value),  # noqa: ARG005 - constants alone
    "ReduceMax": _reduce(np.max),
    "ReduceMin": _reduce(np.min),
    "ReduceSum": _reduce(np.sum),
    "Relu": lambda data: np.maximum(data, 0),
    "Reshape": _reshape,
    "Shape": lambda data: np.array(data.shape, np.int64),
    "Slice": _slice,
    "Softmax": _softmax,
    "Squeeze": lambda data, axes: np.squeeze(data, axis=tuple(axes.tolist())),
    "Sub": np.subtract,
    "Transpose": lambda data, *, perm: data.transpose(perm),
    "Unsqueeze": _unsqueeze,
    "Where": np.where,
}
"""What each operator does; Split, which has several results, stands apart."""


def _apply(operator: str, inputs: Sequence[Array | None], attributes: Mapping[str, Any]) -> list[Array]:
    if operator == "Split":
        data, sizes = inputs
        assert data is not None
        assert sizes is not None
        return np.split(data, np.cumsum(sizes)[:-1].tolist(), axis=attributes["axis"])
    return [OPERATORS[operator](*inputs, **attributes)]


class NumpyNetwork:
    """A network made ready: `NumpyNetwork(program, arrays).run(facts)` gives its output `value`."""

    def __init__(self, program: Sequence[Step], arrays: Mapping[str, Array]) -> None:
        self._constants: dict[str, Array | None] = {"": None, **arrays}
        self._program: list[Step] = []
        for step in program:
            operator, inputs, outputs, attributes = step
            if any(name not in self._constants for name in inputs):
                self._program.append(step)
                continue
            found = _apply(operator, [self._constants[name] for name in inputs], attributes)
            self._constants.update({name: found[place] for place, name in enumerate(outputs)})

    def run(self, facts: Mapping[str, Array], output: str = "value") -> Array:
        """What the network says to these inputs, by name."""
        known: dict[str, Array | None] = {**self._constants, **facts}
        for operator, inputs, outputs, attributes in self._program:
            found = _apply(operator, [known[name] for name in inputs], attributes)
            known.update({name: found[place] for place, name in enumerate(outputs)})
        result = known[output]
        assert result is not None
        return result
