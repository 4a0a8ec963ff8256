"""Checks of a run's arguments before it begins; bad ones are refused with one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from math import isfinite
from pathlib import Path
from typing import Concatenate, ParamSpec

import torch

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.games.registry import game_spec
from paiyou.learn.dmc.arguments import ON_OFF, RIVAL_SEATS, TWO_THREE, Arguments, asked_sizes, names_in, snapshot_times
from paiyou.learn.dmc.batch_sizes import ROUNDS, batch_sizes, frames_before
from paiyou.learn.dmc.experience import Experience
from paiyou.learn.dmc.learner import Learner
from paiyou.learn.dmc.targets.registry import TARGETS
from paiyou.learn.dmc.team import Team
from paiyou.learn.nets.networks import OBJECTIVES, SIZES, FactsNetwork


def check(arguments: Arguments) -> GameSpec:
    """The spec to train on; bad arguments are refused with one sentence."""
    spec = game_spec(arguments.game)
    learning = spec.family.part(LEARN)
    if arguments.objective not in OBJECTIVES:
        raise ValueError(f"there is no objective {arguments.objective!r}; there are {', '.join(OBJECTIVES)}")
    learning.check(spec, arguments.objective)
    if arguments.target not in TARGETS:
        raise ValueError(f"there is no target {arguments.target!r}; there are {', '.join(TARGETS)}")
    if arguments.target == "actor_critic" and not arguments.temperature > 0:
        raise ValueError(
            f"the target actor_critic draws from a policy; temperature must be above 0, not {arguments.temperature}"
        )
    if arguments.frames <= 0 and arguments.hours <= 0:
        raise ValueError("say how long to train, with frames or hours above 0")
    for name in ("learning_rate", "clip"):
        value = getattr(arguments, name)
        if not (isfinite(value) and value > 0):
            raise ValueError(f"{name} must be a number above 0, not {value}")
    for name in (
        "gamma",
        "oracle",
        "oracle_final",
        "held_out",
        "held_out_weight",
        "epsilon",
        "average",
        "final_rate",
        "weak",
        "quiet",
        "relative",
        "rival_share",
        "league_share",
    ):
        value = getattr(arguments, name)
        if not 0 <= value <= 1:
            raise ValueError(f"{name} must lie between 0 and 1, not {value}")
    if arguments.relative and len(set(spec.teams)) < spec.seats:
        raise ValueError(
            f"relative is for games in which everyone is for himself; in {spec.name} sides play for points"
        )
    snapshot_times(arguments.snapshots)
    if arguments.rival_seats not in RIVAL_SEATS:
        raise ValueError(f"rival_seats must be one of {', '.join(RIVAL_SEATS)}, not {arguments.rival_seats!r}")
    shares = ["weak", *(["rival_share"] if arguments.rival else []), *(["league_share"] if arguments.league else [])]
    special = sum(getattr(arguments, name) for name in shares)
    if special > 1:
        raise ValueError(f"{' and '.join(shares)} are shares of all games, together at most 1, not {special:g}")
    no_less = dict.fromkeys(SIZES, 0) | {
        "games": 0,
        "minibatch": 0,
        "passes": 1,
        "evaluation_deals": 1,
        "league": 0,
        "league_every": 1,
        "history": 0,
    }
    for name, least in no_less.items():
        value = getattr(arguments, name)
        if value < least:
            raise ValueError(f"{name} must be at least {least}, not {value}")
    for name in ("hours", "temperature", "weak_temperature", "other_head", "hidden", "next_move"):
        value = getattr(arguments, name)
        if not (isfinite(value) and value >= 0):
            raise ValueError(f"{name} must be a number of at least 0, not {value}")
    number, minibatch = batch_sizes(arguments, spec)
    if number % minibatch != 0:
        raise ValueError(f"minibatch must divide the number of games, {number}, without rest, not be {minibatch}")
    if not 1 <= arguments.seed < 1 << 22:
        raise ValueError(f"seed must be 1 to {(1 << 22) - 1:,}, not {arguments.seed}")
    if "rival" in names_in(arguments.opponents) and not arguments.rival:
        raise ValueError("there is no rival to measure against; name one by rival")
    for name in ("shared", "declined"):
        if getattr(arguments, name) not in ON_OFF:
            raise ValueError(f"{name} must be on or off, not {getattr(arguments, name)!r}")
    check_outcomes(arguments)
    # There may be no such network, or it does not fit this game, and says so.
    network = learning.network(arguments.network, spec, 0, **asked_sizes(replace(arguments, hidden=0.0)))
    if arguments.shared == "on" and type(network) is not FactsNetwork:
        raise ValueError(
            f"the network {arguments.network} cannot be told its position; leave out shared, or train facts"
        )
    if arguments.oracle_final != 1 and arguments.target != "oracle":
        raise ValueError("oracle_final says how the target oracle fades; add target=oracle, or leave oracle_final out")
    if arguments.target == "oracle" and type(network) is not FactsNetwork:
        raise ValueError(f"the target oracle is for the network facts, not for {arguments.network}")
    if (arguments.history or arguments.next_move) and type(network) is not FactsNetwork:
        raise ValueError(
            f"the network {arguments.network} does not read moves one by one; leave out history and next_move"
        )
    if arguments.hidden and not isinstance(network, FactsNetwork):
        raise ValueError(
            f"the network {arguments.network} does not predict hidden cards; leave out hidden, or train facts"
        )
    if not arguments.resume:
        check_frames(arguments, spec)
    return spec


def check_outcomes(arguments: Arguments) -> None:
    """Refuse three outcomes where values are no results: only those say which branch a game took."""
    if arguments.outcomes not in TWO_THREE:
        raise ValueError(f"outcomes must be two or three, not {arguments.outcomes!r}")
    if arguments.outcomes == "three" and (arguments.target != "monte_carlo" or arguments.gamma != 1):
        raise ValueError(
            "three outcomes are learnt from results as they are: leave out target and gamma, or train with outcomes=two"
        )


def check_frames(arguments: Arguments, spec: GameSpec) -> None:
    """Refuse frames that may be over before a new run has learnt anything."""
    number, _ = batch_sizes(arguments, spec)
    before = frames_before(spec, number)
    if arguments.frames == 0 or arguments.frames > before:
        return
    fewer = (arguments.frames - 1) // frames_before(spec, 1)
    fewer -= fewer % (arguments.minibatch or min(ROUNDS, max(fewer, 1)))
    raise ValueError(
        f"{arguments.frames:,} frames are over before anything is learnt: with {number:,} games at once that takes "
        f"{before + 1:,} at least; give more frames" + (f", or fewer games by games={fewer}" if fewer else "")
    )


def check_progress(arguments: Arguments, experience: Experience, team: Team, frames: int, seconds: float) -> None:
    """Refuse to go on with a run for so short that nothing would be learnt."""
    folder = arguments.resume
    if 0 < arguments.hours * 3600 <= seconds:
        raise ValueError(f"the run in {folder} has had {seconds / 3600:.4g} hours; go on with it for more in all")
    steps = max(experience.length - 1 - experience.step, 0)
    least = frames + steps * team.size * experience.number + 1
    if 0 < arguments.frames < least:
        raise ValueError(
            f"the run in {folder} has had {frames:,} frames; go on with it for {least:,} in all at least, or it would "
            "learn nothing"
        )


def check_learnt(arguments: Arguments, learners: Sequence[Learner], frames: int, folder: Path) -> None:
    """Refuse to call a run trained that has made no gradient step: its hours were too short."""
    if any(learner.has_learnt for learner in learners):
        return
    how = f"go on with more hours by resume={folder}" if arguments.checkpoint_every else "train for more hours"
    raise ValueError(f"nothing was learnt: the hours were over after {frames:,} frames, before the first step; {how}")


Others = ParamSpec("Others")


def says_what_does_not_fit(
    run: Callable[Concatenate[Arguments, Others], Path],
) -> Callable[Concatenate[Arguments, Others], Path]:
    """Turn running out of GPU memory into one sentence about the arguments that were too large."""

    @wraps(run)
    def said(arguments: Arguments, /, *others: Others.args, **named: Others.kwargs) -> Path:
        try:
            return run(arguments, *others, **named)
        except torch.OutOfMemoryError:
            number, minibatch = batch_sizes(arguments, game_spec(arguments.game))
            raise ValueError(
                f"the GPU's memory does not hold {number} games with minibatches of {minibatch}; "
                "train with fewer games or a smaller minibatch"
            ) from None

    return said
