"""The points bidder: learns the expected points of every call, given the calls before.

Round by round, as in fictitious play: let everybody bid by what was learnt in the round before; work out what every
call at every node comes to then (`auction_values.py`); learn that. A hand knows nothing but its own cards and the node,
so the network learns the mean over the deals that agree with both, each weighed by the others' chances to have called
as they did: what their calls tell of their hands is in its values. In the first round everybody calls at random.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict, dataclass
from math import cos, pi
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.registry import game_spec
from paiyou.learn.bidding.auction_values import AuctionValues, auction_of, auction_values, open_calls
from paiyou.learn.bidding.call_chances import call_chances, every_opener, of_speakers
from paiyou.learn.bidding.playouts import Playouts, card_play_of
from paiyou.learn.bidding.points_network import WIDTHS, PointsNetwork
from paiyou.learn.bidding.temper import find_temper
from paiyou.learn.devices import describe
from paiyou.learn.runs.log import Log

FILE = "bidder.npz"
MOST_WEIGHT = 50.0
"""Clips a deal's weight: a few deals that explain a rare call must not dominate all others."""
CHECKED = 50_000
"""Deals held out that are looked at, at most."""


@dataclass(frozen=True)
class BidderArguments:
    """How a points bidder learns."""

    game: str
    """With its auction."""
    rounds: int = 5
    passes: int = 2
    """Over all deals, in each round."""
    minibatch: int = 8192
    """Deals; each counts with every seat as opener."""
    learning_rate: float = 1e-3
    """Of Adam at the beginning of a round; it decays to a hundredth."""
    temperature: float = 0.2
    """Points: a call that is worth so much less than another is made a third as often while bidders learn. If all
    switched at once between calls of nearly the same worth, the rounds would not come to rest."""
    slips: float = 0.03
    """How often any call is made, whatever it is worth: so a bidder learns what to do after calls that others like it
    would never make, but people do."""
    held_out: float = 0.1
    """Share of the hands that nothing is learnt from."""
    widths: tuple[int, ...] = WIDTHS
    seed: int = 1


@dataclass(frozen=True)
class Dealt:
    """Deals on a device: packed hands and what a landlord gets at the stake 1 [N, seats], by seats."""

    hands: Tensor
    points: Tensor

    def __len__(self) -> int:
        return len(self.hands)

    def some(self, rows: Tensor | slice) -> Dealt:
        """Some of them."""
        return Dealt(self.hands[rows], self.points[rows])


def dealt(playouts: Playouts, begin: int, end: int, device: torch.device) -> Dealt:
    """All deals of some hands."""
    parts = [playouts.deals(first, min(first + 10_000, end), device) for first in range(begin, end, 10_000)]
    return Dealt(torch.cat([deals.hands for deals, _ in parts]), torch.cat([points for _, points in parts]))


def train_points_bidder(
    playouts: Playouts, arguments: BidderArguments, folder: Path, device: torch.device | str = "cpu",
    report: Callable[[dict[str, Any]], None] = lambda _: None,
) -> PointsNetwork:  # fmt: skip
    """Learn to bid from hands that were played out; the bidder's file and the log of the rounds go to the folder.

    `report` is handed every line of the log. Example: `train_points_bidder(Playouts.load(path),
    BidderArguments("doudizhu:bidding=call-rob"), Path("runs/call-rob"), "cuda")`.
    """
    device, begin = torch.device(device), time.monotonic()
    spec = bidding_spec(arguments.game, playouts)
    learnt_from = round(len(playouts) * (1 - arguments.held_out))
    if not 0 < learnt_from < len(playouts) or min(arguments.rounds, arguments.passes, arguments.minibatch) < 1:
        raise ValueError(
            "learning to bid takes hands to learn from and hands held out (there are "
            f"{len(playouts)}), and at least one round, one pass and one deal in a minibatch"
        )
    torch.manual_seed(arguments.seed)
    network = PointsNetwork(spec, arguments.widths).to(device)
    learnt, held_out = dealt(playouts, 0, learnt_from, device), dealt(playouts, learnt_from, len(playouts), device)
    checked = held_out.some(torch.randperm(len(held_out), device=device)[:CHECKED])
    log = Log(folder, report, writes=True)
    about = asdict(arguments) | {"model": playouts.model, "first": playouts.first, "playouts": playouts.points.shape}
    log.write("start", **about, device=describe(device))
    policy: PointsNetwork | None = None
    for number in range(arguments.rounds):
        loss = _learn_round(network, policy, spec, learnt, arguments)
        before, policy = policy, deepcopy(network).requires_grad_(False)
        found = _check(policy, before, spec, checked, arguments)
        log.write("round", round=number + 1, loss=loss, **found, seconds=round(time.monotonic() - begin, 1))
    temper = find_temper(spec, tables_of(network, checked.hands), checked.points)
    log.write("temper", **asdict(temper))
    about |= {"device": describe(device), "checked": found, "temper": asdict(temper)}
    network.file(spec, temper.points, about).save(folder / FILE)
    return network


def bidding_spec(game: str, playouts: Playouts) -> ClimbingSpec:
    """The spec of a game with an auction; ValueError where it is not played like the one of the playouts."""
    spec = cast(ClimbingSpec, game_spec(game))
    auction_of(spec)
    if card_play_of(game).bidding_key != playouts.spec().bidding_key:
        raise ValueError(f"the playouts are of {playouts.game}, which is dealt or paid otherwise than {game}")
    return spec


def tables_of(network: PointsNetwork, hands: Tensor) -> Tensor:
    """What every call at every node is worth to every hand [N, seats, nodes, calls]."""
    with torch.no_grad():
        return torch.cat([network(part) for part in torch.split(hands, 65_536)])


def values_of(
    spec: ClimbingSpec, tables: Tensor | None, points: Tensor, arguments: BidderArguments
) -> AuctionValues:  # fmt: skip
    """Auctions in which all call by their tables, every seat in turn being the opener; without tables, at random."""
    auction = auction_of(spec)
    even = torch.zeros(len(auction.steps), len(auction.calls), device=points.device)
    chances = call_chances(even, auction, 1.0).expand(spec.seats * len(points), -1, -1)
    if tables is not None:
        meant = call_chances(of_speakers(every_opener(tables), auction), auction, arguments.temperature)
        chances = (1 - arguments.slips) * meant + arguments.slips * chances
    return auction_values(spec, every_opener(points), chances)


def _learn_round(
    network: PointsNetwork, policy: PointsNetwork | None, spec: ClimbingSpec, learnt: Dealt, arguments: BidderArguments
) -> float:
    """Learn what calls come to when all bid by the policy; returns the mean loss."""
    auction, device = auction_of(spec), learnt.hands.device
    allowed = open_calls(auction, device)
    optimizer = torch.optim.Adam(network.parameters(), lr=arguments.learning_rate)
    steps = arguments.passes * -(-len(learnt) // arguments.minibatch)
    total, done = torch.zeros((), device=device), 0
    for _ in range(arguments.passes):
        for rows in torch.split(torch.randperm(len(learnt), device=device), arguments.minibatch):
            part = learnt.some(rows)
            tables = None if policy is None else tables_of(policy, part.hands)
            found = values_of(spec, tables, part.points, arguments)
            values = of_speakers(every_opener(network(part.hands)), auction)
            # Every node counts alike, however seldom calls lead there.
            weight = (found.reach / found.reach.mean(dim=0).clamp(min=1e-12)).clamp(max=MOST_WEIGHT)
            loss = (weight[..., None] * (values - found.calls).square())[:, allowed].mean()
            for group in optimizer.param_groups:
                group["lr"] = arguments.learning_rate * (0.01 + 0.99 * (1 + cos(pi * done / steps)) / 2)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            total += loss.detach()
            done += 1
    return float(total) / steps


def _check(
    policy: PointsNetwork, before: PointsNetwork | None, spec: ClimbingSpec, deals: Dealt, arguments: BidderArguments
) -> dict[str, float]:
    """On deals held out: how often cards are thrown in, what was learnt beside what is, and what has changed."""
    auction = auction_of(spec)
    tables = tables_of(policy, deals.hands)
    values = of_speakers(every_opener(tables), auction)
    best = call_chances(values, auction)
    greedy = auction_values(spec, every_opener(deals.points), best)
    # What was learnt was learnt of auctions with a temperature and slips.
    soft = values_of(spec, tables, deals.points, arguments)
    error = (best * (values - soft.calls)).sum(dim=-1)
    changed = 1.0
    if before is not None:
        other = call_chances(of_speakers(every_opener(tables_of(before, deals.hands)), auction), auction)
        changed = float(((best * other).sum(dim=-1) == 0).float().mul(greedy.reached).sum() / greedy.reached.sum())
    return {
        "thrown_in": float(greedy.thrown_in.mean()),
        "promised_too_much": float((soft.reached * error).sum() / soft.reached.sum()),
        "calls_changed": changed,
    }
