"""Actors as processes with buffers, as DouZero has them (algorithms 1 and 2), beside our lockstep on one device.

Every actor process plays one game at a time with the learner's weights of that moment, fills a buffer for each position
and hands it over when it holds B entries; the learner takes M entries, makes a step, and shares the weights. Lockstep
(`paiyou train`) plays many games at once in one process and learns between two moves of theirs. Both train the same
network from nothing on a CPU; time is CPU time of all processes together, since a busy machine's clock says little,
without what an actor needs to start and import torch.

Example: `python benchmarks/actor_processes.py --game mini-doudizhu --frames 60000 --actors 2`
"""

from __future__ import annotations

import argparse
import json
import queue
import resource
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from torch import multiprocessing
from torch.nn.functional import mse_loss

from paiyou.games.family import LEARN
from paiyou.games.registry import game_spec
from paiyou.learn.dmc.arguments import Arguments
from paiyou.learn.dmc.trainer import train
from paiyou.learn.nets.networks import WIN, ValueNetwork, make_network
from paiyou.learn.runs.weights import frozen_player
from paiyou.learn.selfplay.batched_match import NetworkPlayer, duplicate_match, random_player
from paiyou.learn.selfplay.forced_moves import decide_skipping_forced

SIZES = {"width": 64, "state_width": 128, "depth": 2}
EPSILON = 0.005
TEMPERATURE = 0.02
RATE = 2e-3
SEED = 7_000_000_000
CPU = torch.device("cpu")

Entries = list[torch.Tensor]
"""Columns of positions, the action, the result, and how many steps the learner had made by then."""


def act(
    name: str, networks: list[ValueNetwork], steps: Any, buffers: Any, over: Any, starting: Any, number: int, size: int
) -> None:
    """Algorithm 1: play one game after another, hand buffers over, until it is over."""
    torch.set_num_threads(1)
    starting[number] = time.process_time()
    torch.manual_seed(number)
    spec = game_spec(name)
    games = spec.family.part(LEARN).batch(spec, 1, seed=(number + 1) << 40, device=CPU)
    ready: list[list[Entries]] = [[] for _ in networks]
    begun: list[tuple[int, Entries]] = []
    moves = 0
    with torch.no_grad():
        while not over.is_set():
            if bool(games.active.all()):
                row, action = games.legal()
                seat = games.seat
                chosen = decide_skipping_forced(games, networks[seat], WIN, row, action, EPSILON, TEMPERATURE)
                moves += 1
                if len(row) > 1:
                    columns = [column.clone() for column in vars(games.at).values()]
                    begun.append((seat, [*columns, chosen, torch.tensor([steps[seat].item()])]))
            else:
                chosen = torch.zeros(1, dtype=torch.int64)
            games.play(chosen)
            if not bool(games.ended.all()):
                continue
            for seat, entries in begun:
                ready[seat].append([*entries, 2 * games.won[:, seat] - 1])
                if len(ready[seat]) == size:
                    buffer = [torch.cat(column).numpy() for column in zip(*ready[seat], strict=True)]
                    buffers.put((seat, moves, buffer))
                    ready[seat], moves = [], 0
            begun = []


def train_by_actors(
    name: str, frames: int, actors: int, size: int, minibatch: int
) -> tuple[NetworkPlayer, dict[str, Any]]:
    """Algorithm 2: learn from what actors hand over, until so many moves were played."""
    spec = game_spec(name)
    torch.manual_seed(1)
    networks = [make_network("facts", spec, position, **SIZES).share_memory() for position in range(spec.seats)]
    optimizers = [torch.optim.Adam(network.parameters(), lr=RATE) for network in networks]
    context = multiprocessing.get_context("spawn")
    steps = [torch.zeros((), dtype=torch.int64).share_memory_() for _ in networks]
    starting = torch.zeros(actors).share_memory_()
    buffers, over = context.Queue(maxsize=4 * actors), context.Event()
    processes = [
        context.Process(target=act, args=(name, networks, steps, buffers, over, starting, number, size))
        for number in range(actors)
    ]
    for process in processes:
        process.start()
    games = spec.family.part(LEARN).batch(spec, 1, seed=1, device=CPU)
    waiting: list[list[Entries]] = [[] for _ in networks]
    played, stale = 0, []
    while played < frames:
        seat, moves, buffer = buffers.get()
        played += moves
        waiting[seat].append([torch.from_numpy(column) for column in buffer])
        if sum(len(part[0]) for part in waiting[seat]) < minibatch:
            continue
        *columns, action, made, result = (torch.cat(column) for column in zip(*waiting[seat], strict=True))
        waiting[seat] = []
        at = type(games.at)(*columns)
        value = networks[seat].values(games, at, seat, torch.arange(len(action)), action)[:, WIN]
        optimizers[seat].zero_grad()
        mse_loss(value, result).backward()  # type: ignore[no-untyped-call]
        optimizers[seat].step()
        stale.append(float((steps[seat] - made).float().mean()))
        steps[seat] += 1
    over.set()
    for process in processes:
        while process.is_alive():
            try:
                buffers.get(timeout=0.1)
            except queue.Empty:
                process.join(timeout=0.1)
    told = {
        "frames": played, "gradient steps": sum(map(int, steps)), "steps behind": sum(stale) / max(len(stale), 1),
        "CPU seconds of starting": round(float(starting.sum()), 1),
    }  # fmt: skip
    return NetworkPlayer(networks, WIN), told


def train_in_lockstep(name: str, frames: int, games: int, minibatch: int) -> tuple[NetworkPlayer, dict[str, Any]]:
    """`paiyou train` with the same network, exploration and step size."""
    with TemporaryDirectory() as folder:
        arguments = Arguments(
            game=name, frames=frames, games=games, minibatch=minibatch, learning_rate=RATE, final_rate=1.0,
            epsilon=EPSILON, temperature=TEMPERATURE, other_head=0.0, average=0.99, checkpoint_every=0.0,
            opponents="", folder=f"{folder}/run", device="cpu", **SIZES,
        )  # fmt: skip
        run = train(arguments)
        last = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()][-1]
        ring = game_spec(name).family.part(LEARN).longest_game(game_spec(name))
        told = {"frames": last["frames"], "games at once": games, "moves behind": ring * games}
        return frozen_player(Path(run), game_spec(name), CPU), told


def cpu_seconds() -> float:
    """Of this process and of those that it has ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def main() -> None:
    """Train both ways and tell how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="mini-doudizhu")
    parser.add_argument("--frames", type=int, default=60_000)
    parser.add_argument("--actors", type=int, default=2)
    parser.add_argument("--buffer", type=int, default=50, help="entries that an actor hands over at once (B)")
    parser.add_argument("--minibatch", type=int, default=64, help="entries of a gradient step (M)")
    parser.add_argument("--games", type=int, default=256, help="of lockstep, at once")
    parser.add_argument("--deals", type=int, default=2000, help="against random play")
    told = parser.parse_args()
    torch.set_num_threads(1)
    ways = {
        "actors": lambda: train_by_actors(told.game, told.frames, told.actors, told.buffer, told.minibatch),
        "lockstep": lambda: train_in_lockstep(told.game, told.frames, told.games, told.minibatch),
    }
    for way, run in ways.items():
        before = cpu_seconds()
        player, said = run()
        used = cpu_seconds() - before - said.get("CPU seconds of starting", 0.0)
        won, _ = duplicate_match(game_spec(told.game), player, random_player, told.deals, SEED, CPU)
        error = 1.96 * float(won.std()) / len(won) ** 0.5
        said |= {"CPU seconds": round(used, 1), "frames per CPU second": round(said["frames"] / used)}
        print(f"{way}: {said}, WP v random {float(won.mean()):.3f} +- {error:.3f}", flush=True)


if __name__ == "__main__":
    main()
