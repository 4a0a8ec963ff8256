"""Speed of learning: decisions per second of self-play, by network, device and number of games at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, cast

from paiyou.bench.figures import Measure, Work, rated
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.registry import game_spec

if TYPE_CHECKING:
    from paiyou.learn.networks import ValueNetwork

GAME = "doudizhu:douzero"
EPSILON = 0.01
"""Share of moves drawn at random, as in paper 003."""
CPU_GAMES = 256
"""Games at once on one core: more only crowd its cache."""
WARM_UP = 15
"""Rounds before the clock starts; by then games are at all stages."""


def self_play(
    make: Callable[[ClimbingSpec, int], ValueNetwork], device: str, games: int, dtype: str = "float32"
) -> Work:
    """Self-play of Dou Dizhu with fresh networks, one for each position, which `make` makes; counts decisions.

    Games that wait for their landlord are not counted.
    """
    import torch

    from paiyou.learn.batch import BatchedGame
    from paiyou.learn.selfplay import decide
    from paiyou.learn.sparing import decide_sparingly

    spec = cast(ClimbingSpec, game_spec(GAME))
    networks = []
    for position in range(spec.seats):
        torch.manual_seed(position)
        networks.append(make(spec, position).to(device, getattr(torch, dtype)).eval())
    batch = BatchedGame(spec, games, seed=1, device=device)
    choose = decide if batch.device.type == "cuda" else decide_sparingly

    @torch.inference_mode()
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
    from paiyou.learn.paper_network import PaperNetwork

    return self_play(PaperNetwork, "cpu", CPU_GAMES, dtype)


FIGURES: dict[str, Measure] = {
    "selfplay_decisions_per_s_paper_cpu/doudizhu": rated(paper_self_play_on_cpu),
    "selfplay_decisions_per_s_paper_cpu_bf16/doudizhu": rated(paper_self_play_on_cpu, "bfloat16"),
}
"""What is measured, and on which game."""
