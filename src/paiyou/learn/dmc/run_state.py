"""Starting a run from other weights, and saving and restoring all of it, to go on exactly where it stopped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from torch import Tensor

from paiyou.learn.batch import Batch
from paiyou.learn.devices import describe
from paiyou.learn.dmc.arguments import Arguments
from paiyou.learn.dmc.experience import Experience
from paiyou.learn.dmc.league import League
from paiyou.learn.dmc.learner import Learner
from paiyou.learn.dmc.team import Team
from paiyou.learn.nets.growth import grown, padded_for_new_features
from paiyou.learn.nets.networks import sizes_of
from paiyou.learn.runs import checkpoints
from paiyou.learn.runs.weights import load_weights, write_weights


def save(
    folder: Path, arguments: Arguments, team: Team, frames: int, seconds: float,
    games: Batch, experience: Experience, learners: list[Learner], league: League | None = None,
) -> None:  # fmt: skip
    """Write the whole run, and the weights alone; a run that broke must not overwrite its last good checkpoint.

    Every process of a team writes its own games; the networks are everybody's and written once. Weights are not written
    before they have learnt something.
    """
    stop_if_broken(learners)
    common = _about(arguments, games, frames, seconds)
    if arguments.checkpoint_every:
        whole = {
            "games": games.state(), "experience": experience.state(), "random": checkpoints.random_state(games.device),
            "learners": [learner.state() for learner in learners] if team.rank == 0 else [], "processes": team.size,
            "kind": games.device.type, "league": league.state() if league is not None and team.rank == 0 else {},
        }  # fmt: skip
        together = team.wait if team.size > 1 else None
        checkpoints.write(folder / checkpoints.run_file(team.rank), common | whole, together)
    if team.rank == 0 and any(learner.has_learnt for learner in learners):
        write_weights(folder, [learner.average for learner in learners], common)


def snapshot(
    folder: Path, arguments: Arguments, games: Batch, frames: int, seconds: float, learners: list[Learner]
) -> None:
    """Keep the weights as they are now in a folder."""
    stop_if_broken(learners)
    write_weights(folder, [learner.average for learner in learners], _about(arguments, games, frames, seconds))


def _about(arguments: Arguments, games: Batch, frames: int, seconds: float) -> dict[str, Any]:
    return {
        "game": games.spec.name, "version": games.spec.version, "network": arguments.network,
        "objective": arguments.objective, "target": arguments.target, "frames": frames, "seconds": seconds,
        "device": describe(games.device),
    }  # fmt: skip


def restore(
    folder: Path, arguments: Arguments, team: Team, games: Batch, experience: Experience, learners: list[Learner],
    league: League | None = None,
) -> tuple[int, float]:  # fmt: skip
    """Go on with a whole run: its frames and seconds so far."""
    device = games.device

    def read(rank: int, frames: int = 0) -> dict[str, Any]:
        """The newest file of a process, or the one before where it has not the frames that are asked for."""
        path = folder / checkpoints.run_file(rank)
        before = checkpoints.previous(path)
        if not path.exists() and before.exists():
            path = before
        content = checkpoints.read(path, spec=games.spec, network=arguments.network, device=device)
        if frames and content["frames"] != frames and before.exists():
            content = checkpoints.read(before, spec=games.spec, network=arguments.network, device=device)
        if frames and content["frames"] != frames:
            raise ValueError(f"the processes of the run in {folder} have no checkpoint in common; start anew")
        return content

    own = read(team.rank)
    # A team that was killed while it wrote goes on with what all of them have.
    frames = team.least(own["frames"], device)
    ahead = own["frames"] != frames
    if ahead:
        own = read(team.rank, frames)
    if own["objective"] != arguments.objective:
        raise ValueError(
            f"{folder} was trained for {own['objective']}, not for {arguments.objective}; begin another run with its "
            "weights by start"
        )
    target = own.get("target", "monte_carlo")  # the only one there was before they had names
    if target != arguments.target:
        raise ValueError(
            f"{folder} was trained with the target {target}, not with {arguments.target}; begin another run with "
            "its weights by start"
        )
    if own["processes"] != team.size:
        raise ValueError(f"{folder} was trained by {own['processes']} processes; go on with as many, not {team.size}")
    if own["kind"] != device.type:
        raise ValueError(
            f"{folder} was trained on a device of the kind {own['kind']}; go on there, not on {device.type}"
        )
    if own["games"]["episode"].shape != games.episode.shape:
        raise ValueError(f"{folder} holds {len(own['games']['episode'])} games; go on with as many")
    games.load(own["games"])
    experience.load(own["experience"])
    first = own if team.rank == 0 else read(0, frames)
    networks = first["learners"]
    if sizes_of(networks[0]["network"]) != sizes_of(learners[0].network.state_dict()):
        raise ValueError(f"{folder} holds networks of other sizes; go on with the sizes that they have")
    for learner, state in zip(learners, networks, strict=True):
        learner.load(state)
    if league is not None:
        league.load(first.get("league", {}))
    checkpoints.set_random_state(own["random"], device)
    team.wait()  # others may still be reading
    if ahead:  # What the others do not have is not the file before the next one.
        newest = folder / checkpoints.run_file(team.rank)
        checkpoints.previous(newest).replace(newest)
    return own["frames"], own["seconds"]


def begin_with(learners: Sequence[Learner], start: Sequence[dict[str, Tensor]], path: str) -> None:
    """Begin with the weights of another run or of a model folder, which grow; optimiser and games are left behind."""
    if len(learners) != len(start):
        raise ValueError(
            f"{path} has {len(start)} networks, one for each position; a network that plays all of them cannot begin "
            "with those, so leave out shared or start"
        )
    for learner, given in zip(learners, start, strict=True):
        weights, fresh = padded_for_new_features(given, learner.network), learner.network.state_dict()
        larger = sizes_of(weights) != sizes_of(fresh)
        load_weights(learner.network, grown(weights, fresh) if larger else weights, Path(path))
        learner.settle(average_too=True)


def stop_if_broken(learners: list[Learner]) -> None:
    """End a run that has met a loss that is not a number, before it logs or keeps anything more."""
    broken = sum(learner.broken for learner in learners)
    if broken:
        raise ValueError(
            f"the loss of {broken} steps was not a number; train with a lower learning_rate from the last checkpoint"
        )
