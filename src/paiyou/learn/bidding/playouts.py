"""Hands played out: what a landlord wins or loses, for every seat as landlord, in many fillings of every hand.

The stake of an auction multiplies what is won, and changes nothing in how cards are played for points. So three games
on a deal, one with each seat as landlord at the stake 1, tell what every auction on that deal comes to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.registry import game_spec
from paiyou.learn.bidding.resampled_deals import DealtHands, resampled_deals
from paiyou.learn.climbing.deals import Deals
from paiyou.learn.climbing.listed_batch import ListedBatch
from paiyou.learn.column_file import load_columns, save_columns
from paiyou.learn.runs.weights import player_of_another_game
from paiyou.learn.selfplay.batched_match import NetworkPlayer
from paiyou.learn.selfplay.choosing import decide
from paiyou.learn.selfplay.forced_moves import decide_skipping_forced

FIRST = 5_000_000_000
"""The first hand's seed: far from the deals of training, evaluation and matches."""
AT_ONCE = {"cuda": 65_536, "cpu": 512}
PER_PART = {"cuda": 4_000_000, "cpu": 4_096}
"""Deals that are listed at once; a batch is emptied at the end of each list."""
LOOK_EVERY = 32
"""Steps between checks whether all games are over: each check synchronises with the GPU."""


@dataclass(frozen=True)
class Playouts:
    """Hands of the seeds `first` and on, each with fillings, played out."""

    game: str
    """Without its auction."""
    model: str
    """Whose networks played."""
    first: int
    points: NDArray[np.int16]
    """What the landlord got at the stake 1 when he was seat 0, 1, 2: [hands, fillings, seats]."""

    def __post_init__(self) -> None:
        if not (isinstance(self.game, str) and isinstance(self.model, str) and isinstance(self.first, int)):
            raise ValueError("playouts need the names of a game and a model, and the seed of the first hand")
        if not (self.points.ndim == 3 and self.points.size and self.points.shape[2] == game_spec(self.game).seats):
            raise ValueError("playouts need a landlord's points for every hand, filling and seat")

    def __len__(self) -> int:
        """Hands."""
        return len(self.points)

    @property
    def fillings(self) -> int:
        """Deals for each hand."""
        return int(self.points.shape[1])

    def spec(self) -> ClimbingSpec:
        """The game's."""
        return cast(ClimbingSpec, game_spec(self.game))

    def deals(self, begin: int, end: int, device: torch.device | str = "cpu") -> tuple[DealtHands, Tensor]:
        """The deals of some hands, by number, and what the landlord got [deals, seats]."""
        seeds = self.first + torch.arange(begin, min(end, len(self)), device=device)
        points = torch.from_numpy(self.points[begin:end].reshape(-1, self.points.shape[2])).to(device, torch.float32)
        return resampled_deals(self.spec(), seeds, self.fillings), points

    def save(self, path: Path) -> None:
        """Write a compressed file, atomically."""
        save_columns(path, **vars(self))

    @classmethod
    def load(cls, path: Path) -> Playouts:
        """Read what `save` wrote."""
        try:
            return cls(**load_columns(path, [field.name for field in fields(cls)]))
        except (ValueError, TypeError, AttributeError):
            raise ValueError(f"{path} holds no playouts; write some with 'paiyou bidding-playouts'") from None


def card_play_of(game: str) -> ClimbingSpec:
    """The spec of a game without its auction; ValueError where no landlord takes the pile."""
    spec = game_spec(game)
    if getattr(spec, "pile", None) != "landlord":
        raise ValueError(f"no landlord takes the pile in {game}; hands are played out for games in which one does")
    return replace(cast(ClimbingSpec, spec), auction=None)


def play_out_hands(
    game: str, model: Path, hands: int, fillings: int, first: int = FIRST, device: torch.device | str = "cpu",
    progress: Callable[[int], None] = lambda _: None,
) -> Playouts:  # fmt: skip
    """Play hands out with a model's networks, every move the best by its objective; `progress` is told of more deals.

    Example: `play_out_hands("doudizhu", Path("runs/adp"), 100_000, 64, device="cuda").save(Path("playouts.npz"))`.
    """
    if hands < 1 or fillings < 1:
        raise ValueError(f"hands and fillings must be 1 or more, not {hands} and {fillings}")
    device = torch.device(device)
    spec = card_play_of(game)
    player = player_of_another_game(model, spec, device)
    points = np.zeros((hands, fillings, spec.seats), np.int16)
    per_part = max(PER_PART[device.type] // fillings, 1)
    for begin in range(0, hands, per_part):
        seeds = first + torch.arange(begin, min(begin + per_part, hands), device=device)
        deals = resampled_deals(spec, seeds, fillings)
        found = landlords_points(spec, player, deals, AT_ONCE[device.type])
        points[begin : begin + per_part] = found.cpu().numpy().reshape(-1, fillings, spec.seats)
        progress(len(deals))
    return Playouts(game, model.name, first, points)


def landlords_points(spec: ClimbingSpec, player: NetworkPlayer, deals: DealtHands, at_once: int) -> Tensor:
    """What each seat of each deal gets as landlord at the stake 1 [deals, seats], in 16 bits."""
    seats = spec.seats
    # A batch's seat 0 is the landlord: for seat 1 as landlord the hands are turned by one, and so on.
    turned = torch.stack([deals.hands.roll(-landlord, dims=1) for landlord in range(seats)], dim=1).reshape(-1, seats)
    pile, total = deals.pile.repeat_interleave(seats), seats * len(deals)
    turned[:, 0] += pile
    games = ListedBatch(spec, Deals(turned, pile, torch.zeros_like(pile)), min(at_once, total), pile.device)
    ask = decide if games.device.type == "cuda" else decide_skipping_forced
    # One more row, for results to be thrown away.
    points = torch.zeros(total + 1, dtype=torch.int16, device=games.device)
    with torch.no_grad():
        while int(games.deal_seed.min()) < total:
            for _ in range(LOOK_EVERY):
                number = games.deal_seed.clone()
                row, action = games.start_listing()()
                games.play(ask(games, player.network(games.seat), player.head, row, action))
                kept = torch.where(games.ended, number.clamp(max=total), total)
                points[kept] = games.payoffs[:, 0].clamp(-32767, 32767).to(torch.int16)
    return points[:-1].reshape(-1, seats)
