"""Deep Monte Carlo (paper 003, algorithms 1 and 2), all of it on one device.

Every step: list the legal moves of all games, learn from the step that lies one ring back, choose and play a move in
every game. Actors and learner take turns instead of running beside each other, so nothing waits and nothing is stale
but by the length of the ring. Read `train` from top to bottom.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import wraps
from math import cos, isfinite, pi
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.registry import game_spec
from paiyou.learn.batch.batched_game import BatchedGame
from paiyou.learn.dmc.evaluation import Evaluation, names_in
from paiyou.learn.dmc.experience import Experience
from paiyou.learn.dmc.learner import OBJECTIVES, Learner, Settings, head_of
from paiyou.learn.dmc.team import Team, own_device
from paiyou.learn.nets.growth import grown
from paiyou.learn.nets.networks import NETWORKS, SIZES, ValueNetwork, make_network, network_of, sizes_of
from paiyou.learn.runs import checkpoints
from paiyou.learn.runs.log import LOG, Log
from paiyou.learn.selfplay.batched_match import NetworkPlayer
from paiyou.learn.selfplay.choosing import decide, games_of_side
from paiyou.learn.selfplay.forced_moves import decide_skipping_forced

ARGUMENTS = "arguments.json"
"""What a run was told, in its folder."""


@dataclass(frozen=True)
class Arguments:
    """What a run is told; each has one line of help on the command line."""

    game: str = field(default="doudizhu:douzero", metadata={"help": "the game, a climbing game without auction"})
    objective: str = field(default="wp", metadata={"help": "what to maximise: wp, adp or logadp"})
    network: str = field(default="facts", metadata={"help": "facts (ours) or paper (the LSTM of paper 003)"})
    width: int = field(default=0, metadata={"help": "of a move's layers; 0: as the start has it, or 512"})
    state_width: int = field(default=0, metadata={"help": "of the state's first layer; 0: as the start has it, or 896"})
    depth: int = field(default=0, metadata={"help": "a move's layers after the first; 0: as the start has it, or 4"})
    games: int = field(default=0, metadata={"help": "games at once; 0: 65,536 on a GPU, 512 on a CPU"})
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
    average: float = field(
        default=0.999, metadata={"help": "how slowly the averaged weights follow, per gradient step"}
    )
    other_head: float = field(default=0.02, metadata={"help": "weight of the head that is not played by"})
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
    evaluate_every: float = field(default=60.0, metadata={"help": "seconds between evaluations"})
    evaluation_deals: int = field(default=1000, metadata={"help": "duplicate deals of an evaluation"})
    opponents: str = field(
        default="random; last",
        metadata={"help": "who to measure against, with ; between: random, start, last, rival, agents"},
    )


def says_what_does_not_fit(run: Callable[..., Path]) -> Callable[..., Path]:
    """A GPU that is full is an argument that was too large: say so in one sentence."""

    @wraps(run)
    def said(arguments: Arguments, *others: Any) -> Path:
        try:
            return run(arguments, *others)
        except torch.OutOfMemoryError:
            number, minibatch = sizes(arguments)
            raise ValueError(
                f"the GPU's memory does not hold {number} games with minibatches of {minibatch}; "
                "train with fewer games or a smaller minibatch"
            ) from None

    return said


@says_what_does_not_fit
def train(arguments: Arguments, report: Callable[[dict[str, Any]], None] = lambda _: None) -> Path:
    """Train until the frames or the hours are over; returns the folder with the checkpoint, weights and log.

    `report` is handed every line of the log. Example: `train(Arguments(game="mini-doudizhu", frames=200_000))`.
    """
    spec = check(arguments)
    device = device_of(arguments)
    team = Team.join(device)
    number, minibatch = sizes(arguments)
    named = f"runs/{spec.name.replace(':', '-')}-{arguments.objective}"
    folder = Path(arguments.resume or arguments.folder or named)

    torch.set_float32_matmul_precision("high")

    # What other runs have learnt: rivals to meet, and weights to begin with.
    rivals = {name: NetworkPlayer(*frozen_networks(Path(name), spec, device)) for name in names_in(arguments.rival)}
    rival_part = arguments.rival_share / max(len(rivals), 1)
    start: list[dict[str, Tensor]] = []
    if arguments.start and not arguments.resume:
        start = weights_at(Path(arguments.start), spec, arguments.network)[0]

    # The games, what is remembered of them, and one learner for each position.
    torch.manual_seed(arguments.seed)
    wanted = (sizes_of(start[0]) if start else {}) | asked_sizes(arguments)
    networks = [make_network(arguments.network, spec, position, **wanted).to(device) for position in range(spec.seats)]
    arguments = Arguments(**asdict(arguments) | sizes_of(networks[0].state_dict()))
    torch.manual_seed(arguments.seed * 1000 + team.rank)
    games = BatchedGame(spec, number, seed=(arguments.seed << 40) + (team.rank << 36), device=device)
    experience = Experience(games)
    settings = Settings(arguments.objective, minibatch, arguments.clip, arguments.average, arguments.other_head)
    learners = [Learner(seat, network, experience, settings, team.share) for seat, network in enumerate(networks)]
    head = head_of(arguments.objective)
    ask = decide if device.type == "cuda" else decide_skipping_forced
    frames, seconds = 0, 0.0
    if arguments.resume:
        frames, seconds = restore(folder, arguments, team, games, experience, learners)
    # The first process looks for all: when a slower one came to it, the log of this very run would be there.
    elif team.first((folder / LOG).exists(), device):
        raise ValueError(f"there is a run in {folder}: go on with it by resume, or name another folder")
    elif start:
        begin_with(learners, start, arguments.start)
    log = Log(folder, report, writes=team.rank == 0)
    if team.rank == 0:
        (folder / ARGUMENTS).write_text(json.dumps(asdict(arguments), indent=1) + "\n")
    log.write("start", **asdict(arguments) | {"device": describe(device), "processes": team.size})
    evaluation = Evaluation(spec, [learner.average for learner in learners], head, arguments, log, device, rivals)

    seconds_before, begin = seconds, time.monotonic()
    due_log, due_save = arguments.log_every, arguments.checkpoint_every
    due_evaluation = 0.0
    tally = Tally(device)
    beside = Beside(device)
    while not over(arguments, frames, seconds):
        listing = games.start_listing()

        # Algorithm 2: all that the next step's slot remembers, in minibatches, before that step overwrites it. It is
        # the next seat's network that learns, so on a GPU it does so while this seat's network plays.
        rows = experience.next_rows()
        if rows is not None:
            rate = arguments.learning_rate * decay(arguments, frames, seconds)
            with beside:
                for _ in range(arguments.passes):
                    order = rows if arguments.passes == 1 else rows[torch.randperm(number, device=device)]
                    for part in torch.split(order, minibatch):
                        learners[(games.seat + 1) % spec.seats].learn(part, rate)

        # Algorithm 1: one move in every game.
        with torch.no_grad():
            row, action = listing()
            actor = learners[games.seat].actor
            # Networks that only ever meet their own best play learn nothing of what other players do; a few games
            # against a side that draws its moves more freely, or against a rival, keep them from being strangers there.
            weak = games_of_side(games, arguments.weak)
            temperature = torch.where(weak, arguments.weak_temperature, arguments.temperature)
            others, theirs, ours = torch.zeros_like(weak), torch.zeros_like(games.deal_seed), (row, action)
            if rivals and rival_part > 0:
                for place, rival in enumerate(rivals.values()):
                    its = games_of_side(games, rival_part, above=arguments.weak + place * rival_part)
                    at = its[row].nonzero()[:, 0]
                    moves = ask(games, rival.networks[games.seat], rival.head, row[at], action[at])
                    others, theirs = others | its, torch.where(its, moves, theirs)
                at = (~others[row]).nonzero()[:, 0]
                ours = (row[at], action[at])
            chosen = ask(games, actor, head, *ours, arguments.epsilon, temperature)
            chosen = torch.where(others, theirs, chosen)
            experience.keep_decision(chosen, row, weak | others)
            tally.decided(games)
            games.play(chosen)
            experience.keep_results()
            tally.played(games)
        beside.join()

        # Looking at counters makes the host wait for the GPU, so it is not done at every step.
        if tally.steps < (64 if device.type == "cuda" else 1):
            continue
        frames += team.total(tally.take_decisions(), device)
        seconds = team.first(seconds_before + time.monotonic() - begin, device)
        if seconds - seconds_before >= due_log:
            due_log = seconds - seconds_before + arguments.log_every
            log_progress(log, frames, seconds, tally, learners)
            evaluation.collect()
        if experience.next_rows() is not None and seconds - seconds_before >= due_evaluation:
            if team.rank == 0:
                evaluation.begin(frames, seconds)
            # Counted from its end: one that takes longer than the time between two would leave none to train.
            due_evaluation = team.first(time.monotonic() - begin, device) + arguments.evaluate_every
        if arguments.checkpoint_every and seconds - seconds_before >= due_save:
            due_save = seconds - seconds_before + arguments.checkpoint_every
            save(folder, arguments, team, frames, seconds, games, experience, learners)

    log_progress(log, frames, seconds, tally, learners)
    save(folder, arguments, team, frames, seconds, games, experience, learners)
    if team.rank == 0:
        evaluation.begin(frames, seconds)
        evaluation.collect(wait=True)
    log.write("end", frames=frames, seconds=seconds)
    team.leave()
    return folder


def arguments_of(folder: Path, **changes: Any) -> Arguments:
    """What the run in a folder was told, with changes, to go on with it: `arguments_of(folder, hours=2.0)`."""
    path = folder / ARGUMENTS
    if not path.exists():
        raise ValueError(f"there is no run in {folder}; name the folder of a run to go on with")
    return Arguments(**json.loads(path.read_text()) | {"resume": str(folder)} | changes)


def check(arguments: Arguments) -> ClimbingSpec:
    """The spec to train on; bad arguments are refused with one sentence."""
    spec = game_spec(arguments.game)
    if not isinstance(spec, ClimbingSpec):
        raise ValueError(f"{arguments.game} cannot be trained yet; climbing games such as doudizhu can")
    if arguments.objective not in OBJECTIVES:
        raise ValueError(f"there is no objective {arguments.objective!r}; there are {', '.join(OBJECTIVES)}")
    if arguments.network not in NETWORKS:
        raise ValueError(f"there is no network {arguments.network!r}; there are {', '.join(NETWORKS)}")
    if arguments.frames <= 0 and arguments.hours <= 0:
        raise ValueError("say how long to train, with frames or hours above 0")
    for name in ("learning_rate", "clip"):
        value = getattr(arguments, name)
        if not (isfinite(value) and value > 0):
            raise ValueError(f"{name} must be a number above 0, not {value}")
    for name in ("epsilon", "average", "final_rate", "weak", "rival_share"):
        value = getattr(arguments, name)
        if not 0 <= value <= 1:
            raise ValueError(f"{name} must lie between 0 and 1, not {value}")
    special = arguments.weak + (arguments.rival_share if arguments.rival else 0.0)
    if special > 1:
        raise ValueError(f"weak and rival_share are shares of all games, together at most 1, not {special:g}")
    no_less = dict.fromkeys(SIZES, 0) | {"games": 0, "minibatch": 0, "passes": 1, "evaluation_deals": 1}
    for name, least in no_less.items():
        value = getattr(arguments, name)
        if value < least:
            raise ValueError(f"{name} must be at least {least}, not {value}")
    for name in ("hours", "temperature", "weak_temperature", "other_head"):
        value = getattr(arguments, name)
        if not (isfinite(value) and value >= 0):
            raise ValueError(f"{name} must be a number of at least 0, not {value}")
    number, minibatch = sizes(arguments)
    if number % minibatch != 0:
        raise ValueError(f"minibatch must divide the number of games, {number}, without rest, not be {minibatch}")
    if not 1 <= arguments.seed < 1 << 22:
        raise ValueError(f"seed must be 1 to {(1 << 22) - 1:,}, not {arguments.seed}")
    if arguments.objective == "logadp" and spec.score.kind != "stake":
        raise ValueError(f"{spec.name} is paid by cards, not by a stake that doubles; train it with adp or wp")
    if "rival" in names_in(arguments.opponents) and not arguments.rival:
        raise ValueError("there is no rival to measure against; name one by rival")
    # The paper's network does not fit every game, and says so.
    make_network(arguments.network, spec, 0, **asked_sizes(arguments))
    return spec


def device_of(arguments: Arguments) -> torch.device:
    """Where to train."""
    try:
        device = torch.device(arguments.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    except RuntimeError:
        raise ValueError(f"there is no device {arguments.device!r}; there are cuda and cpu") from None
    if device.type == "cuda" and not torch.cuda.is_available():
        raise ValueError("there is no GPU here that torch can use; train with device=cpu")
    return own_device(device)


def sizes(arguments: Arguments) -> tuple[int, int]:
    """Games at once, and moves per gradient step."""
    number = arguments.games or (65536 if device_of(arguments).type == "cuda" else 512)
    return number, arguments.minibatch or (number // 8 if number % 8 == 0 else number)


def asked_sizes(arguments: Arguments) -> dict[str, int]:
    """The sizes of the network that were asked for; those left open are the start's or the usual ones."""
    return {name: size for name in SIZES if (size := getattr(arguments, name))}


def over(arguments: Arguments, frames: int, seconds: float) -> bool:
    """Whether the run has had its frames or its hours."""
    return (0 < arguments.frames <= frames) or (0 < arguments.hours * 3600 <= seconds)


def decay(arguments: Arguments, frames: int, seconds: float) -> float:
    """Share of the learning rate that is left: a cosine from 1 to `final_rate` over the frames, or else the hours."""
    done = frames / arguments.frames if arguments.frames else seconds / (3600 * arguments.hours)
    return arguments.final_rate + (1 - arguments.final_rate) * (1 + cos(pi * min(done, 1))) / 2


class Beside:
    """A second queue of work on a GPU: what is begun inside `with` runs beside the rest until `join`.

    On a CPU all work is done where it stands.

    The tensors that the work reads must live until `join`: memory that is freed may be given to the first queue.
    """

    def __init__(self, device: torch.device) -> None:
        self._stream: Any = torch.cuda.Stream(device) if device.type == "cuda" else None  # type: ignore[no-untyped-call]
        self._context: Any = None

    def __enter__(self) -> None:
        if self._stream is not None:
            self._stream.wait_stream(torch.cuda.current_stream())
            self._context = torch.cuda.stream(self._stream)
            self._context.__enter__()

    def __exit__(self, *_: object) -> None:
        if self._context is not None:
            self._context.__exit__(None, None, None)

    def join(self) -> None:
        """Let the first queue wait for the second."""
        if self._stream is not None:
            torch.cuda.current_stream().wait_stream(self._stream)


class Tally:
    """Counts of moves and games on the device, looked at now and then."""

    def __init__(self, device: torch.device) -> None:
        self.steps = 0
        self._decisions = torch.zeros((), dtype=torch.int64, device=device)
        self._games = torch.zeros(2, dtype=torch.int64, device=device)

    def decided(self, games: BatchedGame) -> None:
        """Count the moves of a step."""
        self._decisions += games.active.sum()

    def played(self, games: BatchedGame) -> None:
        """Count the games that a step ended, and those that seat 0 won."""
        self.steps += 1
        self._games += torch.stack([games.ended.sum(), (games.ended & (games.winner == 0)).sum()])

    def take_decisions(self) -> int:
        """Moves since the last look."""
        self.steps = 0
        number = int(self._decisions)
        self._decisions.zero_()
        return number

    def take_games(self) -> tuple[int, int]:
        """Games, and games won by seat 0, since the last look."""
        games, first = self._games.tolist()
        self._games.zero_()
        return games, first


def stop_if_broken(learners: list[Learner]) -> None:
    """End a run that has met a loss that is not a number, before it logs or keeps anything more."""
    broken = sum(learner.broken for learner in learners)
    if broken:
        raise ValueError(
            f"the loss of {broken} steps was not a number; train with a lower learning_rate from the last checkpoint"
        )


def log_progress(log: Log, frames: int, seconds: float, tally: Tally, learners: list[Learner]) -> None:
    """A line of the log: losses of the positions, and how often the landlord won. Stops a run that broke."""
    stop_if_broken(learners)
    losses = [learner.look() for learner in learners]
    games, first = tally.take_games()
    log.write(
        "progress", frames=frames, seconds=round(seconds, 3), loss=sum(losses) / len(losses),
        losses=[round(loss, 5) for loss in losses], games=games, landlord=first / max(games, 1),
    )  # fmt: skip


def describe(device: torch.device) -> str:
    """The device as a person knows it."""
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"


def save(
    folder: Path, arguments: Arguments, team: Team, frames: int, seconds: float,
    games: BatchedGame, experience: Experience, learners: list[Learner],
) -> None:  # fmt: skip
    """Write the whole run, and the weights alone; a run that broke must not overwrite its last good checkpoint.

    Every process of a team writes its own games; the networks are everybody's and written once.
    """
    stop_if_broken(learners)
    common = {
        "game": games.spec.name, "network": arguments.network, "objective": arguments.objective,
        "frames": frames, "seconds": seconds, "device": describe(games.device),
    }  # fmt: skip
    if arguments.checkpoint_every:
        whole = {
            "games": games.state(), "experience": experience.state(), "random": checkpoints.random_state(games.device),
            "learners": [learner.state() for learner in learners] if team.rank == 0 else [], "processes": team.size,
            "kind": games.device.type,
        }  # fmt: skip
        checkpoints.write(folder / checkpoints.whole(team.rank), common | whole)
    if team.rank == 0:
        half = [
            {name: value.to(torch.float16) for name, value in learner.average.state_dict().items()}
            for learner in learners
        ]
        checkpoints.write(folder / checkpoints.WEIGHTS, common | {"weights": half})


def restore(
    folder: Path, arguments: Arguments, team: Team, games: BatchedGame, experience: Experience, learners: list[Learner]
) -> tuple[int, float]:
    """Go on with a whole run: its frames and seconds so far."""
    device = games.device

    def read(rank: int) -> dict[str, Any]:
        path = folder / checkpoints.whole(rank)
        return checkpoints.read(path, game=games.spec.name, network=arguments.network, device=device)

    own = read(team.rank)
    if own["objective"] != arguments.objective:
        raise ValueError(
            f"{folder} was trained for {own['objective']}, not for {arguments.objective}; begin another run with its "
            "weights by start"
        )
    if own["processes"] != team.size:
        raise ValueError(f"{folder} was trained by {own['processes']} processes; go on with as many, not {team.size}")
    if own["kind"] != device.type:
        raise ValueError(
            f"{folder} was trained on a device of the kind {own['kind']}; go on there, not on {device.type}"
        )
    if own["games"]["turn"].shape != games.turn.shape:
        raise ValueError(f"{folder} holds {len(own['games']['turn'])} games; go on with as many")
    games.load(own["games"])
    experience.load(own["experience"])
    networks = own["learners"] if team.rank == 0 else read(0)["learners"]
    if sizes_of(networks[0]["network"]) != sizes_of(learners[0].network.state_dict()):
        raise ValueError(f"{folder} holds networks of other sizes; go on with the sizes that they have")
    for learner, state in zip(learners, networks, strict=True):
        learner.load(state)
    checkpoints.set_random_state(own["random"], device)
    return own["frames"], own["seconds"]


def begin_with(learners: Sequence[Learner], start: Sequence[dict[str, Tensor]], path: str) -> None:
    """Begin with the weights of another run or of a model folder, which grow; optimiser and games are left behind."""
    for learner, weights in zip(learners, start, strict=True):
        fresh = learner.network.state_dict()
        larger = sizes_of(weights) != sizes_of(fresh)
        load_weights(learner.network, grown(weights, fresh) if larger else weights, Path(path))
        learner.settle(average_too=True)


def frozen_networks(path: Path, spec: ClimbingSpec, device: torch.device) -> tuple[list[ValueNetwork], int]:
    """Networks that play and do not learn, in half precision on a GPU, and the head that they play by."""
    networks: list[ValueNetwork] = []
    every_weights, objective = weights_at(path, spec, "facts")
    for position, weights in enumerate(every_weights):
        network = network_of("facts", spec, position, weights)
        half = torch.bfloat16 if device.type == "cuda" else torch.float32
        networks.append(network.requires_grad_(False).to(device, half))
    return networks, head_of(objective)


def weights_at(path: Path, spec: ClimbingSpec, network: str) -> tuple[list[dict[str, Tensor]], str]:
    """The weights of every position in the folder of a run, a file of weights or a model folder; and their aim."""
    if (path / "0.onnx").exists():
        if network != "facts":
            raise ValueError(f"a run of the network {network} cannot begin with a model folder; name a run's weights")
        from paiyou.learn.runs.export import weights_of_model
        from paiyou.models.card import ModelCard

        weights = [weights_of_model(path, spec, position) for position in range(spec.seats)]
        return weights, ModelCard.load(path).objective
    path = path / checkpoints.WEIGHTS if path.is_dir() else path
    content = checkpoints.read(path, game=spec.name, network=network)
    if "weights" not in content:
        raise ValueError(f"{path} is a whole run; begin with its folder or with {checkpoints.WEIGHTS} beside it")
    return content["weights"], content["objective"]


def load_weights(network: ValueNetwork, weights: dict[str, Tensor], path: Path) -> None:
    """Put weights into a network of the same sizes."""
    try:
        network.load_state_dict(weights)
    except RuntimeError:
        raise ValueError(f"{path} holds networks of other sizes than those of today; start anew") from None
