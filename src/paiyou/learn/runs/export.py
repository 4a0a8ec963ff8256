"""Models made of runs: networks as ONNX files that a player without torch can run, and a card that tells of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.games.registry import game_spec
from paiyou.learn.nets.networks import BELIEF, ValueNetwork, sizes_of, without_belief, without_next_move
from paiyou.learn.runs import checkpoints
from paiyou.learn.runs.weights import network_with


def export(
    folder: Path, networks: Sequence[ValueNetwork], spec: GameSpec, objective: str, weights: str = "float32",
    **about: Any,
) -> None:  # fmt: skip
    """A model folder that the agent `dmc` plays; `about` goes into its card."""
    from paiyou.models.card import ModelCard
    from paiyou.models.write import write_model

    learning = spec.family.part(LEARN)
    graphs = [learning.graph(network, spec, position) for position, network in enumerate(networks)]
    card = ModelCard(
        **{"name": folder.resolve().name, "title": f"{spec.title}, {objective}"} | about,
        game=spec.name, version=spec.version, objective=objective, parameters=sum(map(size_of, networks)),
        belief=getattr(networks[0], "belief", None) is not None,
        **learning.card(networks[0], spec),
    )  # fmt: skip
    write_model(folder, card, graphs, weights, most_bytes=None)


def export_run(
    run: Path, folder: Path, weights: str = "int8", mean_with: Sequence[Path] = (), *, belief: bool = False,
    **about: Any,
) -> None:  # fmt: skip
    """The averaged networks of a run (its folder, or its file of weights) as a model folder.

    With `mean_with`, the mean of its weights and those of other runs; that is a good player only where one run went on
    from another. With `belief` the model also tells what the network believes of the hidden cards; else that head is
    left behind. Example: `export_run(Path("runs/doudizhu-douzero-wp"), Path("models/mine"))`, then
    `dmc:model=models/mine`.
    """
    content = _weights_in(run, belief=belief)
    spec = game_spec(content["game"])
    checkpoints.check_game(run, content, spec)
    states = [_weights_in(path, belief=belief, like=content)["weights"] for path in (run, *mean_with)]
    networks = [
        network_with(content["network"], spec, position, _mean(of_position))
        for position, of_position in enumerate(zip(*states, strict=True))
    ]
    about_run = {"frames": content["frames"], "seconds": round(content["seconds"], 1), "hardware": content["device"]}
    if "imitates" in content:
        about_run |= {"title": f"{spec.title}, plays like {content['imitates']}", "imitates": content["imitates"]}
    export(folder, networks, spec, content["objective"], weights, **about_run | about)


def _weights_in(run: Path, *, belief: bool, like: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What a file of weights holds, its belief only where that is asked for; with `like`, it must be of the kind."""
    content = checkpoints.read(run / checkpoints.WEIGHTS if run.is_dir() else run)
    if "weights" not in content:
        raise ValueError(f"{run} is a whole run; name its folder or {checkpoints.WEIGHTS} beside it")
    if belief and BELIEF not in content["weights"][0]:
        raise ValueError(f"{run} has not learnt to predict the hidden cards; train it with hidden above 0")
    content["weights"] = [without_next_move(of_position) for of_position in content["weights"]]
    if not belief:
        content["weights"] = [without_belief(of_position) for of_position in content["weights"]]
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
