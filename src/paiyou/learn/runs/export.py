"""Networks as ONNX files that a player without torch can run, encoder included."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor, nn

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.registry import game_spec
from paiyou.learn.batch.facts import Facts, Moves
from paiyou.learn.dmc.experience import points_unit
from paiyou.learn.nets.encoder import RECENT
from paiyou.learn.nets.networks import FactsNetwork, ValueNetwork, network_of, sizes_of
from paiyou.learn.runs import checkpoints

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


def to_onnx(network: FactsNetwork, spec: ClimbingSpec, points_unit: float) -> ModelProto:
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


def export(
    folder: Path, networks: Sequence[ValueNetwork], spec: ClimbingSpec, objective: str, weights: str = "float32",
    **about: Any,
) -> None:  # fmt: skip
    """A model folder that the agent `dmc` plays; `about` goes into its card."""
    from paiyou.models.card import ModelCard
    from paiyou.models.write import write_model

    ours = all(isinstance(network, FactsNetwork) for network in networks)
    graphs = [_graph(network, spec, position) for position, network in enumerate(networks)]
    card = ModelCard(
        **{"name": folder.resolve().name, "title": f"{spec.title}, {objective}"} | about,
        game=spec.name, kind="facts" if ours else "layout", objective=objective, history=RECENT,
        groups=tuple(spec.table.groups) if ours else (), parameters=sum(map(size_of, networks)),
    )  # fmt: skip
    write_model(folder, card, graphs, weights, most_bytes=None)


def _graph(network: ValueNetwork, spec: ClimbingSpec, position: int) -> ModelProto:
    if isinstance(network, FactsNetwork):
        return to_onnx(network, spec, points_unit(spec, position))
    from paiyou.learn.nets.layout_graph import layout_graph
    from paiyou.learn.nets.paper_network import PaperNetwork

    assert isinstance(network, PaperNetwork)
    return layout_graph(network.float().cpu().eval())


def export_run(run: Path, folder: Path, weights: str = "int8", mean_with: Sequence[Path] = (), **about: Any) -> None:
    """The averaged networks of a run (its folder, or its file of weights) as a model folder.

    With `mean_with`, the mean of its weights and those of other runs; that is a good player only where one run went on
    from another. Example: `export_run(Path("runs/doudizhu-douzero-wp"), Path("models/mine"))`, then
    `dmc:model=models/mine`.
    """
    content = _weights_in(run)
    spec = game_spec(content["game"])
    assert isinstance(spec, ClimbingSpec)
    states = [_weights_in(path, like=content)["weights"] for path in (run, *mean_with)]
    networks = [
        network_of(content["network"], spec, position, _mean(of_position))
        for position, of_position in enumerate(zip(*states, strict=True))
    ]
    told = {"frames": content["frames"], "seconds": round(content["seconds"], 1), "hardware": content["device"]}
    if "imitates" in content:
        told["title"] = f"{spec.title}, plays like {content['imitates']}"
    export(folder, networks, spec, content["objective"], weights, **told | about)


def _weights_in(run: Path, like: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What a file of weights holds; with `like`, it must be of the same kind."""
    content = checkpoints.read(run / checkpoints.WEIGHTS if run.is_dir() else run)
    if "weights" not in content:
        raise ValueError(f"{run} is a whole run; name its folder or {checkpoints.WEIGHTS} beside it")
    if like is not None and any(content[name] != like[name] for name in ("game", "network", "objective")):
        raise ValueError(
            f"{run} was trained on {content['game']} for {content['objective']}, network {content['network']}; a mean "
            f"needs runs on {like['game']} for {like['objective']}, network {like['network']}"
        )
    if like is not None and sizes_of(content["weights"][0]) != sizes_of(like["weights"][0]):
        raise ValueError(f"{run} holds networks of other sizes; a mean needs runs of the same sizes")
    return content


def _mean(states: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """The mean of several networks' weights, in full precision."""
    return {name: torch.stack([state[name].float() for state in states]).mean(dim=0) for name in states[0]}


def size_of(network: nn.Module) -> int:
    """Number of weights."""
    return sum(parameter.numel() for parameter in network.parameters())


def weights_of_model(folder: Path, spec: ClimbingSpec, position: int) -> dict[str, Tensor]:
    """The weights of one network of a shipped model, so that a run can begin where an earlier one ended."""
    try:
        import onnx
        from onnx import numpy_helper
    except ModuleNotFoundError:
        raise ValueError("reading a model's weights needs the package onnx: pip install 'paiyou[train]'") from None
    from paiyou.models.card import ModelCard

    card = ModelCard.load(folder)
    if card.game != spec.name or card.kind != "facts":
        raise ValueError(f"{folder} is a model of the kind {card.kind} for {card.game}, not of facts for {spec.name}")
    graph = onnx.load(folder / f"{position}.onnx").graph
    stored = {tensor.name: torch.tensor(numpy_helper.to_array(tensor)) for tensor in graph.initializer}
    whole: dict[str, Tensor] = {}
    for name, tensor in stored.items():
        if name.endswith(".int8"):
            whole[name.removesuffix(".int8")] = tensor.float() * stored[name.removesuffix(".int8") + ".scale"]
        elif not name.endswith(".scale"):
            whole[name.removesuffix(".float16")] = tensor.float() if tensor.is_floating_point() else tensor
    named = {name.removeprefix("network."): tensor for name, tensor in whole.items() if name.startswith("network.")}
    network = FactsNetwork(spec, **sizes_of(named))
    state = {}
    for name, parameter in network.state_dict().items():
        if name in named:
            state[name] = named[name]
            continue
        # A layer without bias is exported as a product with its weights turned round, under a name of its own.
        turned = [tensor for tensor in whole.values() if tensor.shape == parameter.shape[::-1]]
        if len(turned) != 1:
            raise ValueError(f"{folder} is no model of the network facts as it is now: it lacks {name}; start anew")
        state[name] = turned[0].t()
    network.load_state_dict(state)
    return state
