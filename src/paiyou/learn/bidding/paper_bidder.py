"""The bidder of DouZero (appendix C.3): yes or no, from 128 features, by binary cross-entropy.

The paper learns from calls of people, which are not public. Here the right call is the one that brought more points: a
hand is played out in many fillings, those of them count that agree with the calls heard (by how the points bidder
calls), and calling is right where its mean result is above that of not calling.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from paiyou.learn.bidding.auction_values import auction_of, auction_values
from paiyou.learn.bidding.call_chances import call_chances, of_speakers
from paiyou.learn.bidding.paper_features import SIZE, call_features, hand_features
from paiyou.learn.bidding.playouts import Playouts
from paiyou.learn.bidding.points_bidder import bidding_spec, dealt, tables_of
from paiyou.learn.bidding.points_network import PointsNetwork
from paiyou.learn.devices import describe
from paiyou.learn.runs import checkpoints
from paiyou.learn.runs.log import Log

WIDTHS = (512, 256, 128, 64, 32, 16)
LEAST_FILLINGS = 4.0
"""Fillings that must agree with the calls heard, or else nothing is said of a hand after them."""
PER_PART = 2_000
"""Hands that are labelled at once."""


@dataclass(frozen=True)
class PaperArguments:
    """As in the paper, which does not state the learning rate."""

    game: str
    """With an auction of yes and no."""
    epochs: int = 20
    minibatch: int = 8096
    learning_rate: float = 1e-3
    held_out: float = 0.1
    """Share of the hands that accuracy is measured on."""
    temperature: float = 0.05
    """Points: how freely the others are taken to call, where their calls are explained."""
    seed: int = 1


@dataclass(frozen=True)
class Labels:
    """Decisions: features [N, 128], what calling gained over not calling [N], what the points bidder says it does [N].

    Rows are as frequent as their calls are in auctions of points bidders.
    """

    features: Tensor
    gain: Tensor
    promised: Tensor


def label_hands(
    playouts: Playouts, network: PointsNetwork, arguments: PaperArguments, begin: int, end: int, device: torch.device
) -> Labels:
    """What was right with the hands from `begin` to `end`, each in every place of the auction."""
    spec = bidding_spec(arguments.game, playouts)
    auction, fillings = auction_of(spec), playouts.fillings
    heard = call_features(auction).to(device)
    features, gains, promises = [], [], []
    for first in range(begin, end, PER_PART):
        deals = dealt(playouts, first, min(first + PER_PART, end), device)
        own = deals.hands[::fillings, 0]
        tables, about_hand = tables_of(network, deals.hands), hand_features(spec, own)
        of_own = tables[::fillings, 0]
        for place in range(spec.seats):
            # Seat 0 has the hand; it speaks in this place where the opener sits so many seats before it.
            turned = of_speakers(tables.roll(place, dims=1), auction)
            chances = call_chances(turned, auction, arguments.temperature)
            found = auction_values(spec, deals.points.roll(place, dims=1), chances)
            for node, speaker in enumerate(auction.speaker):
                if speaker != place:
                    continue
                no, yes = sorted(auction.steps[node])
                weight = found.reach[:, node].reshape(-1, fillings)
                gained = (found.calls[:, node, yes] - found.calls[:, node, no]).reshape(-1, fillings)
                agree = weight.sum(dim=1)
                frequency = found.reached[:, node].reshape(-1, fillings).mean(dim=1)
                kept = (agree >= LEAST_FILLINGS) & (torch.rand(len(own), device=device) < frequency)
                features.append(torch.cat([about_hand[kept], heard[node].expand(int(kept.sum()), -1)], dim=1))
                gains.append(((weight * gained).sum(dim=1) / agree.clamp(min=1e-6))[kept])
                promises.append((of_own[:, node, yes] - of_own[:, node, no])[kept])
    return Labels(torch.cat(features), torch.cat(gains), torch.cat(promises))


def train_paper_bidder(
    playouts: Playouts, network: PointsNetwork, arguments: PaperArguments, folder: Path,
    device: torch.device | str = "cpu", report: Callable[[dict[str, Any]], None] = lambda _: None,
) -> float:  # fmt: skip
    """Learn the labels; the log has an epoch a line (Fig. 14), the weights are those of the best. Returns its accuracy.

    `network` is a points bidder that was trained for the same game, or any playouts of it.
    """
    device, began = torch.device(device), time.monotonic()
    learnt_from = round(len(playouts) * (1 - arguments.held_out))
    if not 0 < learnt_from < len(playouts) or min(arguments.epochs, arguments.minibatch) < 1:
        raise ValueError(
            "learning to bid takes hands to learn from and hands held out (there are "
            f"{len(playouts)}), and at least one epoch and one decision in a minibatch"
        )
    torch.manual_seed(arguments.seed)
    learnt, held_out = (
        label_hands(playouts, network.to(device), arguments, *part, device)
        for part in ((0, learnt_from), (learnt_from, len(playouts)))
    )
    if not (len(learnt.gain) and len(held_out.gain)):
        raise ValueError(f"no call was labelled: {playouts.fillings} fillings are too few, play out more for each hand")
    log = Log(folder, report, writes=True)
    right = (held_out.gain > 0).float()
    log.write(
        "start", **asdict(arguments), model=playouts.model, first=playouts.first, playouts=playouts.points.shape,
        decisions=len(learnt.gain), held_out_decisions=len(held_out.gain), calls=float(right.mean()),
        points_bidder_accuracy=float(((held_out.promised > 0) == (held_out.gain > 0)).float().mean()),
        device=describe(device),
    )  # fmt: skip
    layers: list[nn.Module] = []
    for inputs, outputs in pairwise((SIZE, *WIDTHS)):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    bidder = nn.Sequential(*layers, nn.Linear(WIDTHS[-1], 1)).to(device)
    optimizer = torch.optim.Adam(bidder.parameters(), lr=arguments.learning_rate)
    best = -1.0
    for epoch in range(1, arguments.epochs + 1):
        total, steps = torch.zeros((), device=device), 0
        for rows in torch.split(torch.randperm(len(learnt.gain), device=device), arguments.minibatch):
            said = bidder(learnt.features[rows])[:, 0]
            loss = nn.functional.binary_cross_entropy_with_logits(said, (learnt.gain[rows] > 0).float())
            optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            total, steps = total + loss.detach(), steps + 1
        with torch.no_grad():
            wrong = (bidder(held_out.features)[:, 0] > 0) != (held_out.gain > 0)
        accuracy = 1 - float(wrong.float().mean())
        log.write(
            "epoch", epoch=epoch, loss=float(total) / steps, accuracy=accuracy,
            points_lost=float((wrong * held_out.gain.abs()).mean()), seconds=round(time.monotonic() - began, 1),
        )  # fmt: skip
        if accuracy > best:
            best = accuracy
            about = {"game": arguments.game, "network": "paper-bidder", "accuracy": accuracy, "epoch": epoch}
            checkpoints.write(folder / checkpoints.WEIGHTS, {**about, "weights": bidder.state_dict()})
    return best
