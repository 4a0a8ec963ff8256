"""How good a network's belief about hidden cards is: bits better than counting, and whether its chances come true.

Games are played out, and at every decision what the network believes of each hidden card is compared with the true
hands. Counting knows all that the seat knows for certain and no more: every deal that agrees is as likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

import numpy as np
import numpy.typing as npt

from paiyou.agents.base import Agent, what_it_sees
from paiyou.agents.neural.belief import NetworkBelief
from paiyou.agents.neural.dmc import DmcAgent
from paiyou.agents.registry import agent
from paiyou.arena.statistics import Estimate
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.models.folders import default_model

Table = npt.NDArray[np.float64]
"""Chances by class of cards, holder and number of cards."""

BINS = 10
LEAST = 1e-6
"""No chance counts as less, so that one surprise does not cost everything."""


@dataclass(frozen=True)
class Bin:
    """Chances between `low` and `high` that the network gave: how many, their mean, and how often it was so."""

    low: float
    high: float
    number: int
    believed: float
    happened: float


@dataclass(frozen=True)
class Calibration:
    """What was found; bits are per hidden card and decision, with 95% intervals over games."""

    game: str
    model: str
    games: int
    decisions: int
    counted: Estimate
    """Bits that the hidden cards are away from counting."""
    told: Estimate
    """From what the network says card by card."""
    believed: Estimate
    """From the distribution over deals that is made of it, which knows how many cards everyone has."""
    gained: Estimate
    """Bits by which that is nearer than counting."""
    bins: tuple[Bin, ...]

    def to_json(self) -> dict[str, Any]:
        """As one object."""
        bits = {name: vars(getattr(self, name)) for name in ("counted", "told", "believed", "gained")}
        about = {name: getattr(self, name) for name in ("game", "model", "games", "decisions")}
        return {**about, **bits, "bins": [vars(one) for one in self.bins]}


def calibrate(
    game: Game,
    model: str = "",
    *,
    players: Sequence[str | Agent] = (),
    games: int = 100,
    seed: int = 1,
    advance: Callable[[int], None] = lambda _: None,
) -> Calibration:
    """Play games by the model itself, or by other players seat by seat, and look at every decision with a choice.

    Example: `calibrate(paiyou.game("gongzhu"), "models/mine", games=200).gained.mean`.
    """
    if games < 1:
        raise ValueError(f"games must be at least 1, not {games}")
    belief = NetworkBelief(game, model)
    seats = [agent(one, game) if isinstance(one, str) else one for one in players]
    seats = seats or [DmcAgent(game, model=model or default_model(game.name, belief=True))] * game.seats
    if len(seats) != game.seats:
        raise ValueError(f"{game.name} has {game.seats} seats; name a player for each, not {len(seats)}")
    sums: list[Table] = []
    outcomes = [np.zeros(BINS), np.zeros(BINS), np.zeros(BINS)]
    decisions = 0
    for number in range(games):
        of_game = np.zeros(4)  # bits of counting, of the network, of the fitted deals; hidden cards
        for state, chances in _decisions(game, belief, seats, random_word(seed, number)):
            decisions += 1
            view: Any = state.view(state.turn)
            counted, fitted = np.array(view.chances()), np.array(view.believing(chances).chances())
            held, hidden = held_by(state, belief.network.classes, counted)
            told = np.zeros_like(counted)
            told[: len(chances), :, : chances.shape[2]] = chances[:, : counted.shape[1]]
            of_game += (*(bits(table, held, hidden) for table in (counted, told, fitted)), hidden.sum())
            _sort(outcomes, fitted, held, hidden)
        sums.append(of_game)
        advance(1)
    columns = np.array(sums).T
    cards = columns[3].tolist()
    counted_bits, told_bits, fitted_bits = (Estimate.of_ratio(column.tolist(), cards) for column in columns[:3])
    return Calibration(
        game.name, belief.network.card.name, games, decisions, counted_bits, told_bits, fitted_bits,
        Estimate.of_ratio((columns[0] - columns[2]).tolist(), cards), _bins(*outcomes),
    )  # fmt: skip


def _decisions(game: Game, belief: NetworkBelief, seats: Sequence[Agent], seed: int) -> Iterator[tuple[State, Table]]:
    """The states of a game in which there is a choice and the network has a belief, with its chances."""
    state = game.deal(seed)
    for player in seats:
        player.begin(seed)
    while not state.over:
        view, moves = state.view(state.turn), state.moves()
        chances = belief.chances(view)
        if chances is not None and len(moves) > 1:
            yield state, chances
        state.play(seats[state.turn].choose(what_it_sees(seats[state.turn], state)))


def held_by(state: State, classes: Mapping[str, int], chances: Table) -> tuple[npt.NDArray[np.int64], Table]:
    """How many hidden cards of each class each holder has [C, H], and how many there are of each class [C].

    Cards that the seat to move knows a holder to have are not hidden.
    """
    view: Any = state.view(state.turn)
    seats = len(view.counts)
    size, holders, _ = chances.shape
    held, hidden = np.zeros((size, holders), dtype=np.int64), np.zeros(size, dtype=np.int64)
    known = view.known
    for card in view.unseen:
        hidden[classes[card]] += 1
    for step in range(1, seats):
        seat = (view.seat + step) % seats
        for cards, sign in ((state.hands[seat], 1), (known[seat], -1)):
            for card in cards:
                held[classes[card], step - 1] += sign
        for card in known[seat]:
            hidden[classes[card]] -= 1
    if holders == seats:  # the last is a pile
        held[:, -1] = hidden - held[:, :-1].sum(axis=1)
    return held, hidden.astype(np.float64)


def bits(chances: Table, held: npt.NDArray[np.int64], hidden: Table) -> float:
    """How far the truth is from a table, in bits, all hidden cards together.

    Of several cards of a class, every holder's number is a question of its own; the mean of them counts. A single card
    is one question: who has it?
    """
    total = 0.0
    for one in np.flatnonzero(hidden):
        if hidden[one] == 1:
            total -= log2(max(chances[one, int(held[one].argmax()), 1], LEAST))
        else:
            right = [max(of_holder[number], LEAST) for of_holder, number in zip(chances[one], held[one], strict=True)]
            total -= sum(map(log2, right)) / len(right)
    return total


def _sort(outcomes: list[Table], chances: Table, held: npt.NDArray[np.int64], hidden: Table) -> None:
    """Add one decision's chances of holders' having some cards of a class to the bins: how many, sum, how often so."""
    numbers = np.arange(chances.shape[2])
    open_classes = hidden > 0
    given = chances[open_classes][:, :, 1:].ravel()
    so = (held[open_classes][:, :, None] == numbers[1:]).ravel()
    asked = (given > 0) & (given < 1)
    place = np.minimum((given[asked] * BINS).astype(np.int64), BINS - 1)
    for column, weights in zip(outcomes, (None, given[asked], so[asked].astype(np.float64)), strict=True):
        column += np.bincount(place, weights, BINS)


def _bins(number: Table, believed: Table, happened: Table) -> tuple[Bin, ...]:
    rows = zip(number.tolist(), believed.tolist(), happened.tolist(), strict=True)
    return tuple(
        Bin(place / BINS, (place + 1) / BINS, int(count), given / count, so / count)
        for place, (count, given, so) in enumerate(rows)
        if count
    )
