"""Checkpoints: a whole run that goes on exactly where it stopped, and the weights alone to begin another run with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch

from paiyou.games.protocol import GameSpec

FORMAT = 1
WEIGHTS = "weights.pt"
"""The averaged weights alone, in half precision: what an export or another run begins with."""


def run_file(rank: int = 0) -> str:
    """The file of a whole run: weights, optimisers, random state, games in progress and experience, per process."""
    return "checkpoint.pt" if rank == 0 else f"checkpoint-{rank}.pt"


def previous(path: Path) -> Path:
    """Where the file before is kept, while a team writes a new one."""
    return path.with_suffix(".previous")


def write(path: Path, content: Mapping[str, Any], together: Callable[[], None] | None = None) -> None:
    """Write a file atomically: a kill leaves either the old one or the new one.

    Processes whose files belong together wait at the barrier `together` until all have written, and keep the previous
    file, too: whenever they are killed, they have one generation in common.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    torch.save({"format": FORMAT, **content}, draft)
    if together is not None:
        together()
        if path.exists():
            path.replace(previous(path))
    draft.replace(path)


def read(
    path: Path, *, spec: GameSpec | None = None, network: str | None = None, device: torch.device | str = "cpu"
) -> dict[str, Any]:
    """Read a checkpoint, or say in one sentence why it does not fit a game and a kind of network."""
    if not path.exists():
        raise ValueError(f"there is no checkpoint {path}; name the folder of a run that has written one")
    try:
        content: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except Exception:  # torch's unpickling may raise anything
        size = path.stat().st_size if path.is_file() else 0
        raise ValueError(
            f"{path} cannot be read as a checkpoint: it is {'torn or no checkpoint' if size else 'empty'}; go on with "
            "another run, or start anew"
        ) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"{path} is no checkpoint of this version of paiyou; it should have the format {FORMAT}")
    if not {"game", "network"} <= content.keys():
        raise ValueError(f"{path} says neither game nor network; go on with another run, or start anew")
    if spec is not None:
        check_game(path, content, spec)
    kind = content["network"]
    if network not in (None, kind):
        raise ValueError(f"{path} holds networks of the kind {kind}, not {network}; train {kind} or start anew")
    return content


def check_game(path: Path, content: Mapping[str, Any], spec: GameSpec) -> None:
    """Refuse what was trained on another game, or by other rules; before rules had versions they were the first."""
    trained, version = content["game"], content.get("version", 1)
    if trained != spec.name:
        raise ValueError(f"{path} was trained on {trained}, not on {spec.name}; train {trained} or start anew")
    if version != spec.version:
        raise ValueError(
            f"{path} was trained by version {version} of the rules of {trained}; those here are version "
            f"{spec.version}, so start anew"
        )


def random_state(device: torch.device) -> dict[str, Any]:
    """The state of torch's random numbers."""
    state = {"cpu": torch.get_rng_state()}
    if device.type == "cuda":
        state["cuda"] = torch.cuda.get_rng_state(device)
    return state


def set_random_state(state: Mapping[str, Any], device: torch.device) -> None:
    """Go on with random numbers where a state was taken."""
    torch.set_rng_state(state["cpu"].cpu())
    if device.type == "cuda" and "cuda" in state:
        torch.cuda.set_rng_state(state["cuda"].cpu(), device)
