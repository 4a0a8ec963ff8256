"""Deep Monte Carlo (DouZero, algorithms 1 and 2), or with another target its rivals, all of it on one device.

Every step: list the legal moves of all games, learn from the step that lies one ring back, choose and play a move in
every game. Actors and learner take turns instead of running beside each other, so nothing waits and nothing is stale
but by the length of the ring. Read `train` from top to bottom.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.learn.batch import Batch
from paiyou.learn.devices import describe, device_named
from paiyou.learn.dmc.arguments import Arguments, asked_sizes, keep_arguments, names_in, snapshot_times
from paiyou.learn.dmc.batch_sizes import batch_sizes
from paiyou.learn.dmc.checks import check, check_learnt, check_outcomes, check_progress, says_what_does_not_fit
from paiyou.learn.dmc.company import company
from paiyou.learn.dmc.evaluation import Evaluation
from paiyou.learn.dmc.experience import Experience
from paiyou.learn.dmc.hidden_loss import bits_per_card
from paiyou.learn.dmc.league import League
from paiyou.learn.dmc.learner import Learner
from paiyou.learn.dmc.next_move_loss import bits_per_move
from paiyou.learn.dmc.run_state import begin_with, restore, save, snapshot, stop_if_broken
from paiyou.learn.dmc.schedule import faded, share_done
from paiyou.learn.dmc.second_stream import SecondStream
from paiyou.learn.dmc.settings import Settings
from paiyou.learn.dmc.tally import Tally
from paiyou.learn.dmc.targets.registry import TARGETS
from paiyou.learn.dmc.team import Team
from paiyou.learn.nets.networks import SIZES, head_of, sizes_of
from paiyou.learn.runs.log import LOG, Log
from paiyou.learn.runs.weights import frozen_player, weights_at
from paiyou.learn.selfplay.choosing import decide, games_of_side
from paiyou.learn.selfplay.forced_moves import decide_skipping_forced
from paiyou.learn.selfplay.memory import remember_for


@says_what_does_not_fit
def train(arguments: Arguments, report: Callable[[dict[str, Any]], None] = lambda _: None) -> Path:
    """Train until the frames or the hours are over; returns the folder with the checkpoint, weights and log.

    `report` is handed every line of the log. Example: `train(Arguments(game="mini-doudizhu", frames=200_000))`.
    """
    spec = check(arguments)
    learning = spec.family.part(LEARN)
    device = device_named(arguments.device)
    team = Team.join(device)
    number, minibatch = batch_sizes(arguments, spec)
    named = f"runs/{spec.name.replace(':', '-')}-{arguments.objective}"
    folder = Path(arguments.resume or arguments.folder or named)

    torch.set_float32_matmul_precision("high")

    # What other runs have learnt: rivals to meet, and weights to begin with.
    rivals = {name: frozen_player(Path(name), spec, device) for name in names_in(arguments.rival)}
    start: list[dict[str, Tensor]] = []
    if arguments.start and not arguments.resume:
        start = weights_at(Path(arguments.start), spec, arguments.network)[0]

    # The games, what is remembered of them, and a learner for each position, or one for all.
    torch.manual_seed(arguments.seed)
    positions = learning.networks(arguments.network, spec)
    wanted = (sizes_of(start[0]) if start else {}) | asked_sizes(arguments, positions if positions > 1 else 0)
    networks = [
        learning.network(arguments.network, spec, position, **wanted).to(device)
        for position in range(1 if wanted.get("places") else positions)
    ]
    sizes = sizes_of(networks[0].state_dict())
    found: dict[str, int | str] = {"games": number, "minibatch": minibatch}
    found |= {name: sizes[name] for name in SIZES if name in sizes}
    found |= {"shared": "on"} if "places" in sizes else {}
    found |= {"declined": "on"} if "declined" in sizes else {}
    found |= {"history": sizes["history"]} if "history" in sizes else {}
    found |= {"outcomes": "three"} if "outcomes" in sizes else {}
    arguments = Arguments(**asdict(arguments) | found)  # what was left open is said from here on
    check_outcomes(arguments)
    torch.manual_seed(arguments.seed * 1000 + team.rank)
    games: Batch = learning.batch(
        spec, number, seed=(arguments.seed << 40) + (team.rank << 36), device=device, quiet=arguments.quiet
    )
    remember_for(games, [*networks, *(network for rival in rivals.values() for network in rival.networks)])
    keeps_best = TARGETS[arguments.target].keeps_best
    experience = Experience(games, networks[0].head_count if keeps_best else 0, arguments.relative)
    settings = Settings(
        arguments.objective, minibatch, arguments.clip, arguments.average, arguments.other_head,
        arguments.hidden, arguments.next_move, arguments.target, arguments.gamma, arguments.held_out,
        arguments.held_out_weight, arguments.temperature, arguments.oracle, arguments.oracle_final,
    )  # fmt: skip
    learners = [Learner(network, experience, settings, team.share) for network in networks]
    head = head_of(arguments.objective)
    ask = decide if device.type == "cuda" else decide_skipping_forced
    averages = [learner.average for learner in learners]
    league = League(arguments.league, arguments.league_every, averages, head, device)
    frames, seconds = 0, 0.0
    if arguments.resume:
        frames, seconds = restore(folder, arguments, team, games, experience, learners, league)
        check_progress(arguments, experience, team, frames, seconds)
    # The first process looks for all: when a slower one came to it, the log of this very run would be there.
    elif team.first((folder / LOG).exists(), device):
        raise ValueError(f"there is a run in {folder}: go on with it by resume, or name another folder")
    elif start:
        begin_with(learners, start, arguments.start)
    log = Log(folder, report, writes=team.rank == 0)
    if team.rank == 0:
        keep_arguments(arguments, folder)
    log.write("start", **asdict(arguments) | {"device": describe(device), "processes": team.size})
    evaluation = Evaluation(spec, averages, head, arguments, log, device, rivals)

    seconds_before, begin = seconds, time.monotonic()
    due_log, due_save = arguments.log_every, arguments.checkpoint_every
    due_snapshots = [due for due in snapshot_times(arguments.snapshots) if due > seconds]
    due_evaluation, logged = 0.0, frames
    tally = Tally(games)
    beside = SecondStream(device)
    while not over(arguments, frames, seconds):
        listing = games.start_listing()

        # Algorithm 2: all that the next step's slot remembers, in minibatches, before that step overwrites it. A GPU
        # learns while it plays: the copy that plays gets the new weights when the step is over.
        rows = experience.next_rows()
        seat = (games.seat + 1) % spec.seats
        if rows is not None:
            done = share_done(arguments, frames, seconds)
            rate = arguments.learning_rate * faded(arguments.final_rate, done)
            with beside:
                for _ in range(arguments.passes):
                    order = rows if arguments.passes == 1 else rows[torch.randperm(number, device=device)]
                    for part in torch.split(order, minibatch):
                        learners[seat % len(learners)].learn(part, seat, rate, done)
            if not beside.apart:
                learners[seat % len(learners)].hand_over()

        # Algorithm 1: one move in every game.
        with torch.no_grad():
            row, action = listing()
            actor = learners[games.seat % len(learners)].actor
            # Networks that only ever meet their own best play learn nothing of what other players do; a few games
            # against a side that draws its moves more freely, against a rival or an earlier self, keep them from being
            # strangers there.
            weak = games_of_side(games, arguments.weak)
            temperature = torch.where(weak, arguments.weak_temperature, arguments.temperature)
            others, theirs, ours = torch.zeros_like(weak), torch.zeros_like(games.deal_seed), (row, action)
            met = list(company(games, arguments, list(rivals.values()), league.members))
            for player, its in met:
                at = its[row].nonzero()[:, 0]
                moves = ask(games, player.network(games.seat), player.head, row[at], action[at])
                others, theirs = others | its, torch.where(its, moves, theirs)
            if met:
                at = (~others[row]).nonzero()[:, 0]
                ours = (row[at], action[at])
            on_values = experience.keep_best if keeps_best else None
            chosen = ask(games, actor, head, *ours, arguments.epsilon, temperature, on_values)
            chosen = torch.where(others, theirs, chosen)
            experience.keep_decision(chosen, row, weak | others)
            tally.decided(games)
            games.play(chosen)
            experience.keep_results()
            tally.played(games)
        beside.join()
        if beside.apart and rows is not None:
            learners[seat % len(learners)].hand_over()

        # Looking at counters makes the host wait for the GPU, so it is not done at every step.
        if tally.steps < (64 if device.type == "cuda" else 1):
            continue
        frames += team.total(tally.take_decisions(), device)
        seconds = team.first(seconds_before + time.monotonic() - begin, device)
        league.look(frames)
        if seconds - seconds_before >= due_log:
            due_log = seconds - seconds_before + arguments.log_every
            log_progress(log, frames, seconds, tally, learners)
            logged = frames
            evaluation.collect()
        if experience.next_rows() is not None and seconds - seconds_before >= due_evaluation:
            if team.rank == 0:
                evaluation.begin(frames, seconds)
            # Counted from its end: one that takes longer than the time between two would leave none to train.
            due_evaluation = team.first(time.monotonic() - begin, device) + arguments.evaluate_every
        while due_snapshots and seconds >= due_snapshots[0] and learners[0].has_learnt:
            if team.rank == 0:
                snapshot(folder / f"after-{due_snapshots[0]:g}s", arguments, games, frames, seconds, learners)
            del due_snapshots[0]
        if arguments.checkpoint_every and seconds - seconds_before >= due_save:
            due_save = seconds - seconds_before + arguments.checkpoint_every
            save(folder, arguments, team, frames, seconds, games, experience, learners, league)

    if frames > logged:
        log_progress(log, frames, seconds, tally, learners)
    save(folder, arguments, team, frames, seconds, games, experience, learners, league)
    log.write("end", frames=frames, seconds=seconds)
    check_learnt(arguments, learners, frames, folder)
    if team.rank == 0:
        evaluation.finish(frames, seconds)
    team.leave()
    return folder


def over(arguments: Arguments, frames: int, seconds: float) -> bool:
    """Whether the run has had its frames or its hours."""
    return (0 < arguments.frames <= frames) or (0 < arguments.hours * 3600 <= seconds)


def log_progress(log: Log, frames: int, seconds: float, tally: Tally, learners: list[Learner]) -> None:
    """A line of the log: losses, and how often each position's side won, and its points. Stops a run that broke.

    Bias and error are the mean difference and the mean squared one of values from results, whatever they are fitted to;
    of actions that are held out they are told apart.
    """
    stop_if_broken(learners)
    losses = [learner.look() for learner in learners]
    misses = torch.stack([learner.look_at_misses() for learner in learners]).sum(dim=0).tolist()
    apart = [""] if learners[0].settings.held_out == 0 else ["", "held_out_"]
    known = [loss for loss in losses if loss is not None]
    games, wins, points = tally.take_games()
    log.write(
        "progress", frames=frames, seconds=round(seconds, 3),
        loss=sum(known) / len(known) if known else None,
        losses=[None if loss is None else round(loss, 5) for loss in losses],
        **{
            f"{of}{name}": round(total / moves, 5) if moves else None
            for of, (*totals, moves) in zip(apart, misses, strict=False)
            for name, total in zip(("bias", "error"), totals, strict=True)
        },
        games=games, wins=[round(share, 5) for share in wins],
        points=[round(mean, 3) for mean in points], **critics_error(learners),
        **bits_per_card([learner.hidden for learner in learners]),
        **bits_per_move([learner.next_move for learner in learners]),
    )  # fmt: skip


def critics_error(learners: list[Learner]) -> dict[str, float | None]:
    """The mean loss of critics since the last look, where there are any."""
    if not learners[0].target.has_critic:
        return {}
    errors = [error for learner in learners if (error := learner.look_at_critic()) is not None]
    return {"critic": round(sum(errors) / len(errors), 5) if errors else None}
