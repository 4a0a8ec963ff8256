"""DouZero's checkpoints as models of ours: `pip install 'paiyou[train]'`.

DouZero publishes a player as a folder with three files of torch weights, `landlord.ckpt`, `landlord_down.ckpt` and
`landlord_up.ckpt`; a training run of its program writes them all into one file, `model.tar`.

Example::

    from paiyou.interop.douzero_checkpoints import import_douzero

    import_douzero("baselines/douzero_WP", "models/douzero-wp")
    paiyou.match("doudizhu:douzero", "dmc:model=models/douzero-wp", "rules", deals=1000)
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.features import DOUZERO
from paiyou.games.registry import game_spec
from paiyou.options import shown

if TYPE_CHECKING:
    from torch import Tensor

    from paiyou.learn.climbing.paper_network import PaperNetwork
    from paiyou.models.card import ModelCard

GAME = "doudizhu:douzero"
POSITIONS = ("landlord", "landlord_down", "landlord_up")
"""DouZero's names of the positions, counted from the landlord."""
RUN = "model.tar"
"""What a training run of DouZero writes."""
TRAIN = "pip install 'paiyou[train]'"


@dataclass(frozen=True)
class Checkpoint:
    """What was found of a player."""

    networks: list[PaperNetwork]
    """One for each position, counted from the landlord."""
    objective: str | None = None
    """What it was trained for, where the files say so."""
    frames: int = 0


def import_douzero(source: str | Path, target: str | Path, *, objective: str | None = None) -> ModelCard:
    """Write a player of DouZero's as a model folder that `dmc:model=FOLDER` plays; returns its card.

    `source` is a folder with the three published files, or the file `model.tar` of a training run or its folder.
    `objective` says what the player was trained for (wp, adp or logadp); by default what the run says, else wp.
    """
    checkpoint = load_douzero(source)
    from paiyou.learn.climbing.layout_graph import layout_graph
    from paiyou.models.card import ModelCard
    from paiyou.models.write import write_model

    card = ModelCard(
        name=Path(target).resolve().name,
        game=GAME,
        version=game_spec(GAME).version,
        title="A player trained with DouZero's own program",
        kind="layout",
        objective=objective or checkpoint.objective or "wp",
        history=DOUZERO.history,
        frames=checkpoint.frames,
        parameters=sum(weights.numel() for network in checkpoint.networks for weights in network.parameters()),
        notes=("Imported from DouZero's checkpoints; the weights are as they were.",),
    )
    write_model(
        target, card, [layout_graph(network) for network in checkpoint.networks], weights="float32", most_bytes=None
    )
    return card


def load_douzero(source: str | Path) -> Checkpoint:
    """The networks of a player of DouZero's; ValueError where a file is missing or holds something else."""
    try:
        from paiyou.learn.climbing.paper_network import PaperNetwork
    except ModuleNotFoundError as missing:
        raise ValueError(f"DouZero's checkpoints need the package {missing.name}: {TRAIN}") from None
    path = Path(source).expanduser()
    if path.is_dir() and (path / RUN).is_file() and not (path / f"{POSITIONS[0]}.ckpt").is_file():
        path = path / RUN
    if not path.exists():
        raise ValueError(f"there is no folder and no file {str(path)!r}")
    objective, frames = None, 0
    if path.is_dir():
        files = {position: path / f"{position}.ckpt" for position in POSITIONS}
        missing_files = [file.name for file in files.values() if not file.is_file()]
        if missing_files:
            raise ValueError(
                f"the folder {str(path)!r} lacks {' and '.join(missing_files)}; "
                f"a player of DouZero's is {', '.join(file.name for file in files.values())}, or {RUN}"
            )
        weights = {file.name: _read(file) for file in files.values()}
    else:
        run = _read(path)
        said, flags = run.get("model_state_dict"), run.get("flags")
        if not isinstance(said, Mapping) or not all(position in said for position in POSITIONS):
            raise ValueError(
                f"{shown(path.name)} is no {RUN} of DouZero's: it must hold model_state_dict with "
                f"{', '.join(POSITIONS)}; of the published files name the folder"
            )
        weights = {f"{position} in {path.name}": said[position] for position in POSITIONS}
        objective = flags.get("objective") if isinstance(flags, Mapping) else None
        frames = int(run.get("frames", 0))
    spec = cast(ClimbingSpec, game_spec(GAME))
    networks = [PaperNetwork(spec, position) for position in range(len(POSITIONS))]
    for network, (name, values) in zip(networks, weights.items(), strict=True):
        _fill(network, name, values)
    return Checkpoint(networks, objective, frames)


def _read(file: Path) -> Mapping[str, Any]:
    """What torch has written into a file; only tensors and plain values, never code."""
    import torch

    try:
        read = torch.load(file, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, EOFError, ValueError, KeyError, pickle.UnpicklingError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ValueError(f"{shown(file.name)} is no file of torch weights: {reason}") from None
    if not isinstance(read, Mapping):
        raise ValueError(f"{shown(file.name)} holds no weights by name but {type(read).__name__}")
    return read


def _fill(network: PaperNetwork, name: str, values: object) -> None:
    """Put weights into a network; names that it does not know are left out, as DouZero's own loader does."""
    import torch

    wanted: dict[str, Tensor] = network.state_dict()
    found = values if isinstance(values, Mapping) else {}
    missing = [key for key in wanted if not isinstance(found.get(key), torch.Tensor)]
    if missing:
        raise ValueError(
            f"{name} holds no network of DouZero's: there is no {missing[0]} "
            f"({len(wanted) - len(missing)} of its {len(wanted)} weights are there)"
        )
    for key, place in wanted.items():
        if found[key].shape != place.shape:
            raise ValueError(
                f"{key} in {name} has the shape {tuple(found[key].shape)}, not {tuple(place.shape)}: "
                "is the network another position's, or not DouZero's?"
            )
        if not bool(torch.isfinite(found[key]).all()):
            raise ValueError(f"{key} in {name} holds numbers that are not finite")
    network.load_state_dict({key: found[key] for key in wanted})
