"""Weights of runs and models, for another run to begin with, to meet, or to be made a model of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.games.registry import game_spec
from paiyou.learn.nets.growth import padded_for_new_features
from paiyou.learn.nets.networks import Encoder, ValueNetwork, head_of, sizes_of
from paiyou.learn.runs import checkpoints
from paiyou.learn.selfplay.batched_match import NetworkPlayer


def folder_of_weights(name: str) -> Path:
    """A model by its name, a folder with one, or the folder or file of a run's weights."""
    from paiyou.models.folders import find_model

    path = Path(name)
    return path if path.is_file() or (path / checkpoints.WEIGHTS).exists() else find_model(name)


def trained_for(path: Path) -> tuple[str, str]:
    """The game and the objective of a model folder, or of a run's weights."""
    from paiyou.models.card import CARD, ModelCard

    if (path / CARD).exists():
        card = ModelCard.load(path)
        return card.game, card.objective
    content = checkpoints.read(path / checkpoints.WEIGHTS if path.is_dir() else path)
    return str(content["game"]), str(content["objective"])


def weights_at(path: Path, spec: GameSpec, network: str) -> tuple[list[dict[str, Tensor]], str]:
    """The weights of every position in the folder of a run, a file of weights or a model folder; and their aim."""
    if (path / "0.onnx").exists():
        from paiyou.models.card import ModelCard

        if network != (its := network_of_model(path)):
            raise ValueError(
                f"a run of the network {network} cannot begin with {path}, which is of the network {its}; "
                "name a run's weights"
            )

        weights = [weights_of_model(path, spec, position) for position in range(len(list(path.glob("*.onnx"))))]
        return weights, ModelCard.load(path).objective
    path = path / checkpoints.WEIGHTS if path.is_dir() else path
    content = checkpoints.read(path, spec=spec, network=network)
    if "weights" not in content:
        raise ValueError(f"{path} is a whole run; begin with its folder or with {checkpoints.WEIGHTS} beside it")
    return content["weights"], content["objective"]


def network_with(kind: str, spec: GameSpec, position: int, weights: Mapping[str, Tensor]) -> ValueNetwork:
    """A network with these weights, as large as they are; ValueError where they are those of another network."""
    network: ValueNetwork = spec.family.part(LEARN).network(kind, spec, position, **sizes_of(weights))
    try:
        network.load_state_dict(padded_for_new_features(weights, network))
    except RuntimeError:
        raise ValueError(f"these are no weights of the network {kind} as it is now; start anew") from None
    return network


def load_weights(network: ValueNetwork, weights: dict[str, Tensor], path: Path) -> None:
    """Put weights into a network of the same sizes."""
    try:
        network.load_state_dict(weights)
    except RuntimeError:
        raise ValueError(f"{path} holds networks of other sizes than those of today; start anew") from None


def write_weights(folder: Path, networks: Sequence[nn.Module], about: Mapping[str, Any]) -> None:
    """Keep networks in the folder of a run, in half precision, with what `checkpoints.read` wants to know of them."""
    half = [{name: value.to(torch.float16) for name, value in network.state_dict().items()} for network in networks]
    checkpoints.write(folder / checkpoints.WEIGHTS, {**about, "weights": half})


def frozen_player(path: Path, spec: GameSpec, device: torch.device, kind: str = "facts") -> NetworkPlayer:
    """What a run, a file of weights or a model folder plays like; it does not learn. In half precision on a GPU.

    A model's network is of the kind that it was made from, whatever `kind` says.
    """
    kind = network_of_model(path) if (path / "0.onnx").exists() else kind
    return _frozen(weights_at(path, spec, kind), spec, device, kind)


def network_of_model(folder: Path) -> str:
    """The kind of network that a model of facts was made from: `"cnn"` where it has convolutions, else `"facts"`."""
    nodes = _graph_of(folder, 0).node
    return "cnn" if any(node.op_type == "Conv" for node in nodes) else "facts"


def player_of_another_game(path: Path, spec: GameSpec, device: torch.device) -> NetworkPlayer:
    """The same where a network of facts was trained with other presets or options, but is told of the same groups."""
    name, _ = trained_for(path)
    trained = game_spec(name)
    if _inputs_of(trained) != _inputs_of(spec):
        raise ValueError(f"{path} was trained on {name}, whose moves are told otherwise than those of {spec.name}")
    return _frozen(weights_at(path, trained, "facts"), spec, device, "facts")


def _inputs_of(spec: GameSpec) -> Mapping[str, Any]:
    """The inputs of networks of facts in a game, as a model's card has them."""
    learning = spec.family.part(LEARN)
    return learning.card(learning.network("facts", spec, 0), spec)


def _frozen(
    found: tuple[list[dict[str, Tensor]], str], spec: GameSpec, device: torch.device, kind: str
) -> NetworkPlayer:
    networks: list[ValueNetwork] = []
    every_weights, objective = found
    for position, weights in enumerate(every_weights):
        network = network_with(kind, spec, position, weights)
        half = torch.bfloat16 if device.type == "cuda" else torch.float32
        networks.append(network.requires_grad_(False).to(device, half))
    return NetworkPlayer(networks, head_of(objective))


def weights_of_model(folder: Path, spec: GameSpec, position: int) -> dict[str, Tensor]:
    """The weights of one network of a shipped model, so that a run can begin where an earlier one ended."""
    graph = _graph_of(folder, position)
    from onnx import numpy_helper

    from paiyou.models.card import ModelCard

    card = ModelCard.load(folder)
    if card.game != spec.name or card.kind != "facts":
        raise ValueError(f"{folder} is a model of the kind {card.kind} for {card.game}, not of facts for {spec.name}")
    card.check_version(spec.version)
    stored = {tensor.name: torch.tensor(numpy_helper.to_array(tensor)) for tensor in graph.initializer}
    whole: dict[str, Tensor] = {}
    for name, tensor in stored.items():
        if name.endswith(".int8"):
            whole[name.removesuffix(".int8")] = tensor.float() * stored[name.removesuffix(".int8") + ".scale"]
        elif not name.endswith(".scale"):
            whole[name.removesuffix(".float16")] = tensor.float() if tensor.is_floating_point() else tensor
    named = {name.removeprefix("network."): tensor for name, tensor in whole.items() if name.startswith("network.")}
    network = spec.family.part(LEARN).network(network_of_model(folder), spec, position, **sizes_of(named))
    state = {}
    for name, parameter in network.state_dict().items():
        if name in named:
            state[name] = named[name]
            continue
        # A layer without bias is exported as a product with its weights turned round, under a name of its own.
        shapes = [(inputs, len(parameter)) for inputs in _move_sizes(network)]
        turned = [tensor for tensor in whole.values() if tuple(tensor.shape) in shapes]
        if len(turned) != 1:
            raise ValueError(f"{folder} is no model of the network facts as it is now: it lacks {name}; start anew")
        state[name] = turned[0].t()
    state = padded_for_new_features(state, network)
    network.load_state_dict(state)
    return state


def _move_sizes(network: ValueNetwork) -> list[int]:
    """How many features a move has, and had before others were added behind them."""
    encoder = getattr(network, "encoder", None)
    return [*(move for _, move in encoder.earlier), encoder.move_size] if isinstance(encoder, Encoder) else []


def _graph_of(folder: Path, position: int) -> Any:
    """One network of a model folder, as ONNX has it."""
    try:
        import onnx
    except ModuleNotFoundError:
        raise ValueError("reading a model's weights needs the package onnx: pip install 'paiyou[train]'") from None
    return onnx.load(folder / f"{position}.onnx").graph
