"""A network that looks ahead, in a whole batch of games at once: `think` for a GPU.

Where several moves are nearly as good by the network, what the seat does not see is dealt anew many times, and each of
these moves is played out on the same deals to the end, all seats moving by the network. A move is worth the mean of its
results and of the network's own value, which counts as much as `prior` play-outs. The agent `think` does the same for
one decision, with a small network in the core; `Race` there has the same arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from paiyou.games.family import LEARN
from paiyou.learn.batch import Batch
from paiyou.learn.nets.networks import WIN, ValueNetwork
from paiyou.learn.selfplay.batched_match import NetworkPlayer
from paiyou.learn.selfplay.choosing import choose
from paiyou.learn.selfplay.forced_moves import decide_skipping_forced

AT_ONCE = {"cuda": 262_144, "cpu": 4_096}
"""Games that are played out together."""
BEHIND = 3.0
"""Standard errors that a candidate may be behind the best without being given up."""


@dataclass(frozen=True)
class Lookahead:
    """How far to look."""

    playouts: int = 512
    """Deals that a candidate is played out on, at most."""
    candidates: int = 3
    """Moves that are looked at, at most."""
    margin: float = 0.1
    """How far below the best a move may be to be looked at, by the network."""
    prior: float = 100.0
    """Play-outs that the network's own value counts as much as."""
    sure: float = 0.0
    """Standard errors of a gain that overrules the network's choice."""

    def __post_init__(self) -> None:
        if self.playouts < 0 or self.candidates < 1 or min(self.margin, self.prior, self.sure) < 0:
            raise ValueError("look-ahead needs at least one candidate, and no number below 0")

    @property
    def portions(self) -> list[int]:
        """Play-outs after which candidates are compared: first a quarter, then all that are left."""
        first = self.playouts // 4
        return [number for number in (first, self.playouts - first) if number]


@dataclass(frozen=True)
class Candidates:
    """The moves that are looked at, those of one game after each other, by the network's values with the best first."""

    row: Tensor
    action: Tensor
    value: Tensor
    first: Tensor
    """The place of the first of each one's game."""

    def __len__(self) -> int:
        return len(self.row)


class LookaheadPlayer:
    """Plays like a network that looks ahead; the interface is `Player` of `batched_match.py`.

    Example: `LookaheadPlayer(frozen_player(path, spec, device), Lookahead(playouts=96))`.
    """

    def __init__(self, player: NetworkPlayer, settings: Lookahead | None = None, seed: int = 1 << 40) -> None:
        self.player = player
        self.settings = settings or Lookahead()
        self._seed = seed
        """Of the next deal that is drawn."""
        self.looked = self.overruled = self.played_out = 0
        """Decisions with several candidates, those in which another than the network's was chosen, and play-outs."""

    @property
    def networks(self) -> Sequence[ValueNetwork]:
        """Those that look ahead."""
        return self.player.networks

    def __call__(self, games: Batch, row: Tensor, action: Tensor) -> Tensor:
        """One action per game."""
        network = self.player.network(games.seat)
        with torch.no_grad():
            value = network.values(games, games.at, games.seat, row, action)
            value = value[:, min(self.player.head, value.shape[1] - 1)].float()
            chosen = choose(value, row, action, games.number)
            found = candidates(value, row, action, games.number, self.settings)
            if len(found) and self.settings.playouts:
                better = self._race(games, found)
                chosen[found.row[better]] = found.action[better]
        return chosen

    def _race(self, games: Batch, found: Candidates) -> Tensor:
        """The places of those candidates that are chosen, one for each game."""
        results = torch.zeros(len(found), self.settings.playouts, device=found.value.device)
        number = torch.zeros_like(found.row)
        running = torch.ones_like(found.row, dtype=torch.bool)
        done = 0
        for portion in self.settings.portions:
            several = torch.zeros_like(number).index_add_(0, found.first, running.long())[found.first] > 1
            places = (running & several).nonzero(as_tuple=True)[0]
            if not len(places):
                break
            results[places, done : done + portion] = self._play_out(games, found, places, done, portion)
            done += portion
            number[places] = done
            best = best_of(mixed(found.value, results, number, self.settings.prior), running, found.first)
            gain, error = gains(found.value, results, number, best, self.settings.prior)
            running &= gain <= BEHIND * error
        self._seed += games.number * self.settings.playouts
        best = best_of(mixed(found.value, results, number, self.settings.prior), running, found.first)
        heads = (found.first == torch.arange(len(found), device=found.first.device)).nonzero(as_tuple=True)[0]
        # Against the network's own choice, on the deals that both were played out on.
        gain, error = gains(found.value, results, number, best, self.settings.prior)
        chosen = torch.where(gain[heads] > self.settings.sure * error[heads], best[heads], heads)
        self.looked += len(heads)
        self.overruled += int((chosen != heads).sum())
        return chosen

    def _play_out(self, games: Batch, found: Candidates, places: Tensor, done: int, number: int) -> Tensor:
        """What the seat gets for some candidates on so many more deals, the same for all of a game [places, number]."""
        total, at_once = len(places) * number, AT_ONCE[games.device.type]
        results = torch.empty(total, device=games.device)
        for begin in range(0, total, at_once):
            which = torch.arange(begin, min(begin + at_once, total), device=games.device)
            place = places[which // number]
            seeds = self._seed + found.row[place] * self.settings.playouts + done + which % number
            branches: Batch = games.spec.family.part(LEARN).redealt(games, found.row[place], seeds)
            results[begin : begin + len(which)] = results_of(branches, self.player, found.action[place])
        self.played_out += total
        return results.reshape(len(places), number)


def candidates(value: Tensor, row: Tensor, action: Tensor, number: int, settings: Lookahead) -> Candidates:
    """The best moves of each game that are near the best one; none of games where that is alone."""
    highest = torch.full((number,), -torch.inf, device=value.device)
    highest.scatter_reduce_(0, row, value, reduce="amax")
    near = (value >= highest[row] - settings.margin).nonzero(as_tuple=True)[0]
    # By action first: of moves of the same worth the one with the higher number leads, as in `choose`.
    near = near[action[near].argsort(descending=True)]
    near = near[value[near].argsort(descending=True, stable=True)]
    near = near[row[near].argsort(stable=True)]
    of_game = torch.bincount(row[near], minlength=number)
    begin = of_game.cumsum(0) - of_game
    behind = torch.arange(len(near), device=near.device) - begin[row[near]]
    near = near[(behind < settings.candidates) & (of_game[row[near]].clamp(max=settings.candidates) > 1)]
    of_game = torch.bincount(row[near], minlength=number)
    begin = of_game.cumsum(0) - of_game
    return Candidates(row[near], action[near], value[near], begin[row[near]])


def results_of(branches: Batch, player: NetworkPlayer, action: Tensor) -> Tensor:
    """What the seat to move gets for one action in each game, all moving by the network after it [N].

    All games must be at a decision of that seat, and those that end must stay ended.
    """
    seat = branches.seat
    result = torch.zeros(branches.number, device=branches.device)
    over = torch.zeros_like(branches.ended)
    while True:
        branches.play(action)
        result = torch.where(branches.ended, _score(branches, seat, player.head), result)
        over = over | branches.ended
        row, legal = branches.start_listing()()
        # Games may all be waiting for a seat that is not at this step's turn.
        if not len(row) and bool(over.all()):
            return result
        action = decide_skipping_forced(branches, player.network(branches.seat), player.head, row, legal)


def _score(games: Batch, seat: int, head: int) -> Tensor:
    """What the games that the last step ended brought a seat, as networks are taught to tell it."""
    if head == WIN:
        return 2 * games.won[:, seat] - 1
    learning = games.spec.family.part(LEARN)
    counts = torch.tensor(learning.counts(games.spec)[seat], device=games.device)
    points: Tensor = games.payoffs.float() @ counts
    return points / float(learning.points_unit(games.spec, seat))


def mixed(value: Tensor, results: Tensor, number: Tensor, prior: float) -> Tensor:
    """The network's values and the means of so many results, each by its weight [C]."""
    return (prior * value + _counted(results, number).sum(dim=1)) / (prior + number)


def gains(value: Tensor, results: Tensor, number: Tensor, best: Tensor, prior: float) -> tuple[Tensor, Tensor]:
    """By how much each one's best is better on the deals that both were played out on, and the standard error [C]."""
    both = torch.minimum(number, number[best])
    share = both / (prior + both).clamp(min=1e-9)
    differences = _counted(results[best] - results, both)
    mean = differences.sum(dim=1) / both.clamp(min=1)
    squares = _counted((results[best] - results - mean[:, None]) ** 2, both).sum(dim=1)
    variance = squares / (both - 1).clamp(min=1)
    gain = (1 - share) * (value[best] - value) + share * mean
    # Of one play-out nothing is known about its error.
    error = torch.where(both > 1, share * (variance / both.clamp(min=1)).sqrt(), torch.inf)
    return gain, error


def best_of(value: Tensor, running: Tensor, first: Tensor) -> Tensor:
    """For each candidate the best running one of its game: its place, and of equals the first [C]."""
    value = torch.where(running, value, -torch.inf)
    highest = torch.full_like(value, -torch.inf).scatter_reduce_(0, first, value, reduce="amax")
    place = torch.arange(len(value), device=value.device)
    where = torch.where(running & (value == highest[first]), place, len(value))
    return torch.full_like(place, len(value)).scatter_reduce_(0, first, where, reduce="amin")[first]


def _counted(results: Tensor, number: Tensor) -> Tensor:
    """The first so many results of each, and zeros behind them."""
    place = torch.arange(results.shape[1], device=results.device)
    return torch.where(place < number[:, None], results, 0.0)
