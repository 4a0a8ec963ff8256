"""What a run is told, and the file in its folder that keeps it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

from paiyou.learn.nets.belief_head import BELIEF_WIDTH
from paiyou.learn.nets.networks import SIZES
from paiyou.learn.nets.outcomes import OUTCOMES

ARGUMENTS = "arguments.json"
"""What a run was told, in its folder."""
RIVAL_SEATS = ("side", "others")
ON_OFF = ("on", "off")
TWO_THREE = ("two", "three")


@dataclass(frozen=True)
class Arguments:
    """What a run is told; each has one line of help on the command line."""

    game: str = field(default="doudizhu:douzero", metadata={"help": "the game, one without auction"})
    objective: str = field(default="wp", metadata={"help": "what to maximise: wp, adp or logadp"})
    target: str = field(
        default="monte_carlo",
        metadata={"help": "what values are fitted to: monte_carlo, sarsa, dqn, bootstrapped, actor_critic or oracle"},
    )
    oracle: float = field(
        default=0.7,
        metadata={
            "help": "share of the target oracle that is the value of a critic who sees all hands, not the result"
        },
    )
    oracle_final: float = field(
        default=1.0, metadata={"help": "how much of that share is left at the end, by a cosine; 1: it does not fade"}
    )
    gamma: float = field(
        default=1.0, metadata={"help": "discount of a result for every decision of the seat until the end of the game"}
    )
    network: str = field(
        default="facts",
        metadata={
            "help": "facts (ours), paper (the LSTM of the game's paper) or numbers (ours without features of actions)"
        },
    )
    width: int = field(default=0, metadata={"help": "of a move's layers; 0: as the start has it, or 512"})
    state_width: int = field(default=0, metadata={"help": "of the state's first layer; 0: as the start has it, or 896"})
    depth: int = field(default=0, metadata={"help": "a move's layers after the first; 0: as the start has it, or 4"})
    state_depth: int = field(
        default=0, metadata={"help": "residual blocks of two layers for the state; 0: as the start has them, or none"}
    )
    rank_depth: int = field(
        default=0,
        metadata={"help": "residual convolutions over the ranks, beside the state's first layer; 0: as the start is"},
    )
    rank_width: int = field(default=0, metadata={"help": "their width; 0: as the start has it, or 128"})
    shared: str = field(
        default="off", metadata={"help": "on: one network plays all positions and is told which; off: one for each"}
    )
    declined: str = field(
        default="off", metadata={"help": "on: the network is told what the others passed on; off: as the start is"}
    )
    outcomes: str = field(
        default="two",
        metadata={
            "help": "three: the network learns the chance to win, points if won and points if lost; two: win and "
            "points, or as the start is"
        },
    )
    games: int = field(
        default=0,
        metadata={"help": "games at once; 0: 65,536 on a GPU, 512 on a CPU, fewer where there are few frames"},
    )
    minibatch: int = field(
        default=0, metadata={"help": "moves per gradient step, a divisor of the games; 0: an eighth of them"}
    )
    passes: int = field(default=1, metadata={"help": "how often each move is learnt from"})
    learning_rate: float = field(default=5e-4, metadata={"help": "Adam's step size at the beginning"})
    final_rate: float = field(default=0.01, metadata={"help": "share of it that is left at the end, by a cosine"})
    epsilon: float = field(default=0.005, metadata={"help": "probability of a move at random"})
    temperature: float = field(default=0.02, metadata={"help": "scale of the noise on values, in units of a win"})
    weak: float = field(default=0.0, metadata={"help": "share of games in which one side plays more freely"})
    weak_temperature: float = field(default=0.15, metadata={"help": "scale of the noise on that side's values"})
    quiet: float = field(
        default=0.0, metadata={"help": "share of games in which nothing may be exposed, where the rules allow it"}
    )
    relative: float = field(
        default=0.0,
        metadata={"help": "where everyone is for himself: how much of the others' mean points is taken off the own"},
    )
    rival: str = field(
        default="",
        metadata={
            "help": "run, weights file or model folder that plays one side in a share of the games; with ; between, "
            "several have equal parts of it"
        },
    )
    rival_share: float = field(
        default=0.3, metadata={"help": "that share; nothing is learnt from the rival's moves; 0: only measured against"}
    )
    rival_seats: str = field(
        default="side",
        metadata={"help": "what it plays there: one side, or the others (all sides but one)"},
    )
    league: int = field(
        default=0,
        metadata={"help": "earlier selves to meet, so many at most, beside rivals; 0: none"},
    )
    league_share: float = field(
        default=0.3,
        metadata={
            "help": "share of games in which one of them plays as a rival does; nothing is learnt from its moves"
        },
    )
    league_every: int = field(
        default=50_000_000, metadata={"help": "frames after which the next of them is kept, and the oldest goes"}
    )
    held_out: float = field(
        default=0.0, metadata={"help": "share of actions that are played and not learnt from; their error is logged"}
    )
    held_out_weight: float = field(
        default=0.0, metadata={"help": "weight of those actions in learning; 1: learnt from after all, to compare"}
    )
    average: float = field(
        default=0.999, metadata={"help": "how slowly the averaged weights follow, per gradient step"}
    )
    other_head: float = field(default=0.02, metadata={"help": "weight of the head that is not played by"})
    hidden: float = field(
        default=0.0,
        metadata={"help": "weight of predicting the hidden cards, in bits a card; 0: the network is not asked"},
    )
    history: int = field(
        default=0, metadata={"help": "moves so far that are read one by one, by attention; 0: as the start is, or none"}
    )
    next_move: float = field(
        default=0.0,
        metadata={"help": "weight of predicting what the next seat plays, in bits a move; 0: the network is not asked"},
    )
    clip: float = field(default=1.0, metadata={"help": "longest gradient"})
    frames: int = field(default=0, metadata={"help": "stop after so many moves; 0: by the hours alone"})
    hours: float = field(default=0.0, metadata={"help": "stop after so many hours of this run; 0: by the frames alone"})
    seed: int = field(default=1, metadata={"help": "of deals, weights and exploration"})
    device: str = field(default="", metadata={"help": "cuda or cpu; empty: a GPU where there is one"})
    folder: str = field(default="", metadata={"help": "where logs and checkpoints go; empty: runs/GAME-OBJECTIVE"})
    resume: str = field(default="", metadata={"help": "folder of a run to go on with"})
    start: str = field(
        default="",
        metadata={"help": "run, weights file or model folder to begin with, optimiser anew; a smaller one grows"},
    )
    log_every: float = field(default=5.0, metadata={"help": "seconds between lines of the log"})
    checkpoint_every: float = field(default=300.0, metadata={"help": "seconds between checkpoints"})
    snapshots: str = field(
        default="",
        metadata={"help": "seconds of training after which the weights are kept as they are then, with ; between"},
    )
    evaluate_every: float = field(default=60.0, metadata={"help": "seconds between evaluations"})
    evaluation_deals: int = field(default=1000, metadata={"help": "duplicate deals of an evaluation"})
    opponents: str = field(
        default="random; last",
        metadata={"help": "who to measure against, with ; between: random, start, last, rival, agents"},
    )


def arguments_of(folder: Path, **changes: Any) -> Arguments:
    """What the run in a folder was told, with changes, to go on with it: `arguments_of(folder, hours=2.0)`."""
    path = folder / ARGUMENTS
    if not path.exists():
        raise ValueError(f"there is no run in {folder}; name the folder of a run to go on with")
    try:
        before = Arguments(**json.loads(path.read_text()))
    except (OSError, TypeError, ValueError):  # cut short by a full disk, or written by another version
        raise ValueError(f"{path} does not say how the run was begun; go on with another run, or start anew") from None
    return replace(before, **{"resume": str(folder)} | changes)


def keep_arguments(arguments: Arguments, folder: Path) -> None:
    """Write what a run is told into its folder, for `arguments_of`."""
    (folder / ARGUMENTS).write_text(json.dumps(asdict(arguments), indent=1) + "\n")


def names_in(text: str) -> list[str]:
    """The names in a string, with ; between: `names_in("random; last")`."""
    return [name.strip() for name in text.split(";") if name.strip()]


def snapshot_times(text: str) -> list[float]:
    """The seconds in a string, with ; between, the earliest first: `snapshot_times("5; 30")`."""
    try:
        times = sorted(float(each) for each in names_in(text))
    except ValueError:
        times = [-1.0]
    if not all(0 < each < inf for each in times):
        raise ValueError(f"snapshots must be seconds above 0 with ; between, such as '5; 30', not {text!r}")
    return times


def asked_sizes(arguments: Arguments, places: int = 0) -> dict[str, int]:
    """The sizes of the network that were asked for; those left open are the start's or the usual ones.

    `places` are the positions that a shared network tells apart. Whether there are heads for the hidden cards and for
    the next move is for this run to say, whatever the start has.
    """
    asked = {name: size for name in SIZES if (size := getattr(arguments, name))}
    asked |= {"places": places} if places and arguments.shared == "on" else {}
    asked |= {"declined": 1} if arguments.declined == "on" else {}
    asked |= {"outcomes": OUTCOMES} if arguments.outcomes == "three" else {}
    asked |= {"history": arguments.history} if arguments.history else {}
    return asked | {"belief": BELIEF_WIDTH if arguments.hidden else 0, "next_move": int(arguments.next_move > 0)}
