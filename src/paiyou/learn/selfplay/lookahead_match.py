"""How much a network gains by looking ahead: a match against itself without, on duplicate deals, on a GPU.

Both are the network alone, without a solver. On a machine that has torch and no more of the package than its source:

    PYTHONPATH=src python3 -m paiyou.learn.selfplay.lookahead_match doudizhu-wp --deals 5000 --seconds 500

The deals are played in parts. After each the result so far is printed and saved; a part for which the time would not
suffice is not begun.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.games.protocol import GameSpec
from paiyou.games.registry import game_spec
from paiyou.learn.batch import Batch
from paiyou.learn.devices import describe, device_named
from paiyou.learn.runs.weights import folder_of_weights, frozen_player, trained_for
from paiyou.learn.selfplay.batched_match import Player, duplicate_seatings
from paiyou.learn.selfplay.lookahead import Lookahead, LookaheadPlayer
from paiyou.learn.selfplay.memory import remember_for

SEED = 9_000_000_000
"""Of the first deal: neither those of training nor those of its evaluations."""
FIRST_PART, MOST = {"cuda": 256, "cpu": 8}, {"cuda": 2_500, "cpu": 64}
"""Deals of the first part, by which the time for others is known, and of the largest."""
SLACK = 1.2
"""A part may take so many times as long as the deals before."""


@dataclass(frozen=True)
class Part:
    """Deals that were played in every seating, for the player that looks ahead."""

    won: Tensor
    """Shares of the win [seatings, deals]."""
    points: Tensor
    """The points of its side together [seatings, deals]."""


def play_part(spec: GameSpec, one: Player, other: Player, seeds: Tensor, device: torch.device) -> Part:
    """`one` against `other` on the deals of some seeds, all seatings at once."""
    seatings = torch.tensor(duplicate_seatings(spec), device=device)
    deals = len(seeds)
    learning = spec.family.part(LEARN)
    games: Batch = learning.batch(spec, deals * len(seatings), seeds.repeat(len(seatings)), device)
    remember_for(games, [network for player in (one, other) for network in getattr(player, "networks", ())])
    own = seatings.repeat_interleave(deals, dim=0)
    over = torch.zeros(games.number, dtype=torch.bool, device=device)
    won = torch.zeros(games.number, spec.seats, device=device)
    payoffs = torch.zeros(games.number, spec.seats, device=device)
    with torch.no_grad():
        while not bool(over.all()):
            row, action = games.legal()
            # Games that are over have been dealt again; nobody is asked about those.
            mine = own[row, games.seat]
            chosen = torch.zeros(games.number, dtype=torch.int64, device=device)
            # Both parts are copied before one of the players lists moves in the same place.
            asked = [(who, row[pairs], action[pairs]) for who, pairs in
                     ((one, mine & ~over[row]), (other, ~mine & ~over[row]))]  # fmt: skip
            for who, rows, actions in asked:
                if len(rows):
                    chosen[rows] = who(games, rows, actions)[rows]
            games.play(chosen)
            first = (games.ended & ~over)[:, None]
            won = torch.where(first, games.won, won)
            payoffs = torch.where(first, games.payoffs.float(), payoffs)
            over |= games.ended
    counts = torch.tensor(learning.counts(spec), device=device)
    points = (payoffs * (own.float() @ counts).clamp(-1, 1)).sum(dim=1)
    return Part((won * own).amax(dim=1).reshape(-1, deals), points.reshape(-1, deals))


def lookahead_match(
    model: str, settings: Lookahead, *, deals: int = 5_000, seed: int = SEED, seconds: float = 0.0, device: str = "",
    report: Callable[[dict[str, Any]], None] = lambda _: None,
) -> dict[str, Any]:  # fmt: skip
    """Play the match, or as much of it as fits in some seconds (0: all); `report` is told the result after every part.

    Example: `lookahead_match("doudizhu-wp", Lookahead(playouts=96), deals=1000)["wp"]`.
    """
    if deals < 1 or seconds < 0:
        raise ValueError("the match needs at least one deal, and seconds that are not below 0")
    path = folder_of_weights(model)
    game, objective = trained_for(path)
    if objective == "logadp":
        raise ValueError(f"{model} values the logarithm of points; look ahead with a model for wins or for points")
    where, spec = device_named(device), game_spec(game)
    plain = frozen_player(path, spec, where)
    looking = LookaheadPlayer(plain, settings)
    begun = time.monotonic()
    end = begun + (seconds or inf)
    parts: list[Part] = []
    done, found = 0, {}
    size = min(FIRST_PART[where.type], deals)
    while size > 0:
        at = time.monotonic()
        seeds = seed + torch.arange(done, done + size, device=where)
        parts.append(play_part(spec, looking, plain, seeds, where))
        done += size
        now = time.monotonic()
        found = {
            "model": path.resolve().name, "game": spec.name, **vars(settings), "deals": done, "seed": seed,
            **_figures(parts), "looked": looking.looked, "overruled": looking.overruled,
            "played_out": looking.played_out, "seconds": round(now - begun, 1), "hardware": describe(where),
        }  # fmt: skip
        report(found)
        fits = inf if end == inf else (end - now) / SLACK * size / (now - at)
        size = int(min(deals - done, MOST[where.type], fits))
    return found


def _figures(parts: Sequence[Part]) -> dict[str, Any]:
    """Win share and points of the player that looks ahead, with intervals over deals; and in every seating alone."""
    from paiyou.arena.statistics import Estimate

    won = torch.cat([part.won for part in parts], dim=1)
    points = torch.cat([part.points for part in parts], dim=1)

    def estimate(values: Tensor) -> dict[str, Any]:
        return Estimate.of(values.double().tolist()).to_json()

    return {
        "wp": estimate(won.mean(dim=0)),
        "adp": estimate(points.mean(dim=0)),
        "wp_by_seating": [estimate(one) for one in won],
    }


def main(words: Sequence[str] | None = None) -> None:
    """Without the command line of the package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="a model by its name, the folder of one, or a run's")
    usual = Lookahead()
    for name, kind, value in (
        ("deals", int, 5_000), ("seed", int, SEED), ("seconds", float, 0.0), ("playouts", int, usual.playouts),
        ("candidates", int, usual.candidates), ("margin", float, usual.margin), ("prior", float, usual.prior),
        ("sure", float, usual.sure), ("device", str, ""), ("out", Path, None),
    ):  # fmt: skip
        parser.add_argument(f"--{name}", type=kind, default=value)
    options = vars(parser.parse_args(words))
    out: Path | None = options.pop("out")
    settings = Lookahead(**{name: options.pop(name) for name in vars(usual)})

    def report(found: dict[str, Any]) -> None:
        print(json.dumps(found), flush=True)
        if out is not None:
            out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")

    lookahead_match(options.pop("model"), settings, **options, report=report)


if __name__ == "__main__":
    main()
