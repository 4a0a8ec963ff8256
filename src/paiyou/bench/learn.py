"""Speed of learning: decisions per second of self-play, by network, device and number of games at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial, wraps
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from paiyou.bench.figures import Measure, Work, rated
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.family import LEARN
from paiyou.games.registry import game_spec

if TYPE_CHECKING:
    from paiyou.learn.nets.networks import ValueNetwork

GAME = "doudizhu:douzero"
EPSILON = 0.01
"""Share of moves drawn at random, as in DouZero."""
CPU_GAMES = 256
"""Games at once on one core: more only crowd its cache."""
WARM_UP = 15
"""Rounds before the clock starts; by then games are at all stages."""
HOURS = 24.0
"""What a run that is measured is told; it is ended long before."""
LEAST_SECONDS = 0.001
"""The log's seconds have three digits."""


def has_gpu() -> bool:
    """Whether torch is here and sees a GPU."""
    try:
        import torch
    except ModuleNotFoundError:
        return False
    return torch.cuda.is_available()


def self_play(
    make: Callable[[Any, int], ValueNetwork], device: str, games: int, dtype: str = "float32", game: str = GAME
) -> Work:
    """Self-play with fresh networks, one for each position, which `make` makes of spec and position; counts decisions.

    Games that wait for their landlord, or for the leader of the next trick, are not counted.
    """
    import torch

    from paiyou.learn.batch import Batch
    from paiyou.learn.selfplay.choosing import decide
    from paiyou.learn.selfplay.forced_moves import decide_skipping_forced

    spec = game_spec(game)
    networks = []
    for position in range(spec.seats):
        torch.manual_seed(position)
        networks.append(make(spec, position).to(device, getattr(torch, dtype)).eval())
    batch: Batch = spec.family.part(LEARN).batch(spec, games, seed=1, device=device)
    choose = decide if batch.device.type == "cuda" else decide_skipping_forced

    @torch.no_grad()
    def work() -> int:
        decisions = torch.zeros((), dtype=torch.int64, device=batch.device)
        for _ in range(spec.seats):
            decisions += batch.active.sum()
            batch.play(choose(batch, networks[batch.seat], 0, *batch.legal(), EPSILON))
        return int(decisions)

    for _ in range(WARM_UP):
        work()
    return work


@contextmanager
def one_thread() -> Iterator[None]:
    """Torch with one thread for a while."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def on_one_core(make: Callable[..., Work]) -> Callable[..., Work]:
    """The same work, prepared and done with one thread."""

    @wraps(make)
    def made(*arguments: object) -> Work:
        with one_thread():
            work = make(*arguments)

        def alone() -> int:
            with one_thread():
                return work()

        return alone

    return made


@on_one_core
def paper_self_play_on_cpu(dtype: str = "float32") -> Work:
    """Self-play with the paper's networks on one core of a CPU."""
    from paiyou.learn.climbing.paper_network import PaperNetwork

    return self_play(PaperNetwork, "cpu", CPU_GAMES, dtype)


def own_self_play(games: int, game: str = GAME, network: str = "facts") -> Work:
    """Self-play with networks of a kind: on a GPU where there is one, in half precision; else on the CPU."""
    import torch

    from paiyou.learn.nets.networks import make_network

    if torch.cuda.is_available():
        return self_play(partial(make_network, network), "cuda", games, "bfloat16", game)
    return self_play(partial(make_network, network), "cpu", CPU_GAMES, game=game)


class _Measured(Exception):  # noqa: N818 it is no error
    """Ends a run that has been measured."""


def training(network: str, games: int, minibatch: int) -> Measure:
    """Frames per second of self-play and learning together, once the ring is full and the kernels are compiled.

    However short the time that is asked for, it is measured over one more line of the log at least.
    """

    def measure(seconds: float) -> float:
        import torch

        from paiyou.learn.dmc.arguments import Arguments
        from paiyou.learn.dmc.trainer import train

        on_gpu = torch.cuda.is_available()
        looks: list[tuple[int, float]] = []

        def report(line: dict[str, Any]) -> None:
            # The first steps only fill the ring; a loss says that learning has begun.
            if line["event"] == "progress" and line["loss"] is not None:
                looks.append((line["frames"], line["seconds"]))
            # The first look may lie in the middle of compiling.
            if len(looks) > 2 and looks[-1][1] - looks[1][1] >= max(seconds, LEAST_SECONDS):
                raise _Measured

        with TemporaryDirectory(prefix="paiyou-") as folder:
            arguments = Arguments(
                game=GAME, network=network, games=games if on_gpu else 32, minibatch=minibatch if on_gpu else 16,
                hours=HOURS, folder=folder, log_every=seconds / 2, checkpoint_every=0, opponents="",
            )  # fmt: skip
            with suppress(_Measured):
                train(arguments, report)
        (frames, begun), (more, ended) = looks[1], looks[-1]
        return (more - frames) / (ended - begun)

    return measure


def where_time_goes(part: str) -> Measure:
    """Microseconds of one step of self-play with 65,536 games, part by part, each waited for."""

    def measure(seconds: float) -> float:
        import torch

        from paiyou.learn.climbing.batched_game import ClimbingBatch
        from paiyou.learn.nets.networks import make_network
        from paiyou.learn.selfplay.choosing import choose

        on_gpu = torch.cuda.is_available()
        spec = cast(ClimbingSpec, game_spec(GAME))
        device, dtype = ("cuda", torch.bfloat16) if on_gpu else ("cpu", torch.float32)
        networks = [make_network("facts", spec, seat).to(device, dtype) for seat in range(spec.seats)]
        batch = ClimbingBatch(spec, 65536 if on_gpu else 64, seed=1, device=device)
        times = dict.fromkeys(PARTS, 0.0)
        steps = 0

        begin = begun = time.perf_counter()

        def lap(name: str) -> None:
            nonlocal begun
            if on_gpu:
                torch.cuda.synchronize()
            now = time.perf_counter()
            times[name] += now - begun
            begun = now

        with torch.no_grad():
            while begun - begin < seconds or steps < 60:
                if steps == 30:  # games are at all stages, kernels compiled
                    times = dict.fromkeys(PARTS, 0.0)
                row, action = batch.legal()
                lap("list")
                value = networks[batch.seat].values(batch, batch.at, batch.seat, row, action)
                lap("value")
                chosen = choose(value[:, 0], row, action, batch.number, EPSILON)
                lap("choose")
                batch.play(chosen)
                lap("play")
                steps += 1
        return 1e6 * times[part] / (steps - 30)

    return measure


PARTS = ("list", "value", "choose", "play")
GPU_GAMES = (16384, 32768, 65536, 131072)

FIGURES: dict[str, Measure] = {
    "selfplay_decisions_per_s/doudizhu": rated(own_self_play, 65536),
    "selfplay_decisions_per_s/gongzhu": rated(own_self_play, 65536, "gongzhu"),
    "selfplay_decisions_per_s_paper/gongzhu": rated(own_self_play, 65536, "gongzhu", "paper"),
    "train_frames_per_s/doudizhu": training("facts", 65536, 8192),
    "train_frames_per_s_paper/doudizhu": training("paper", 65536, 8192),
    "selfplay_decisions_per_s_paper_cpu/doudizhu": rated(paper_self_play_on_cpu),
    "selfplay_decisions_per_s_paper_cpu_bf16/doudizhu": rated(paper_self_play_on_cpu, "bfloat16"),
}
"""What is measured, and on which game."""

FIGURES_ON_GPU: dict[str, Measure] = {
    **{f"selfplay_decisions_per_s_{games}_games/doudizhu": rated(own_self_play, games) for games in GPU_GAMES},
    **{
        f"train_frames_per_s_{minibatch}_minibatch/doudizhu": training("facts", 65536, minibatch)
        for minibatch in (4096, 16384, 32768)
    },
    **{f"selfplay_microseconds_{part}/doudizhu": where_time_goes(part) for part in PARTS},
}
"""What is measured besides where there is a GPU: speed by size, and where the time goes."""
