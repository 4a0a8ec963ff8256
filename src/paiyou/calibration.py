"""How good a belief about hidden cards is: bits better than counting, and whether its chances come true.

Games are played out, and at every decision what is believed of each hidden card is compared with the true hands.
Counting knows all that the seat knows for certain and no more: every deal that agrees is as likely. A network that
tells of hidden cards is asked for its chances; of any other belief (`infer=` of the searchers) the weighed deals are
counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite, log2
from typing import Any

import numpy as np
import numpy.typing as npt

from paiyou.agents.base import Agent, what_it_sees
from paiyou.agents.neural.belief import NetworkBelief
from paiyou.agents.neural.dmc import DmcAgent
from paiyou.agents.registry import agent
from paiyou.agents.search.belief import Belief
from paiyou.agents.search.inference import inference_of
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
    """Chances between `low` and `high` that were given: how many, their mean, and how often it was so.

    The interval of the last is over games, since chances given in one game are not independent of each other; None
    where nothing is known of its error.
    """

    low: float
    high: float
    number: int
    believed: float
    happened: float
    happened_low: float | None
    happened_high: float | None

    @property
    def came_true(self) -> Estimate:
        """How often it was so, with a 95% interval; of no width where nothing is known of its error."""
        low, high = self.happened_low, self.happened_high
        return Estimate(self.happened, self.happened if low is None else low, self.happened if high is None else high)


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
    """From what a network says card by card; where none does, as `believed`."""
    believed: Estimate
    """From the distribution over deals that is made of it, which knows how many cards everyone has."""
    gained: Estimate
    """Bits by which that is nearer than counting."""
    bins: tuple[Bin, ...]

    def to_json(self) -> dict[str, Any]:
        """As one object."""
        bits = {name: getattr(self, name).to_json() for name in ("counted", "told", "believed", "gained")}
        about = {name: getattr(self, name) for name in ("game", "model", "games", "decisions")}
        return {**about, **bits, "bins": [vars(one) for one in self.bins]}


def calibrate(
    game: Game,
    model: str = "",
    *,
    infer: str | Belief = "",
    noise: float = 0.0,
    particles: int = 200,
    players: Sequence[str | Agent] = (),
    games: int = 100,
    seed: int = 1,
    advance: Callable[[int], None] = lambda _: None,
) -> Calibration:
    """Play games by a model, or by other players seat by seat, and look at every decision with a choice.

    The belief is that of the model, or where `infer` is given the searchers' one of that name.

    Example: `calibrate(paiyou.game("gongzhu"), "models/mine", games=200).gained.mean`.
    """
    if games < 1:
        raise ValueError(f"games must be at least 1, not {games}")
    asked = _asked(game, model, infer, noise, particles)
    seats = [agent(one, game) if isinstance(one, str) else one for one in players]
    if not players:
        own = model if model or infer else default_model(game.name, belief=True)
        seats = [DmcAgent(game, model=own)] * game.seats
    if len(seats) != game.seats:
        raise ValueError(f"{game.name} has {game.seats} seats; name a player for each, not {len(seats)}")
    classes = card_classes(game)
    sums: list[Table] = []
    outcomes: list[Table] = []
    decisions = 0
    for number in range(games):
        of_game = np.zeros(4)  # bits of counting, of what is told card by card, of deals; hidden cards
        came_true = np.zeros((3, BINS))
        for state in _decisions(game, seats, random_word(seed, number)):
            view: Any = state.view(state.turn)
            counted = np.array(view.chances())
            believed = asked(view, counted, random_word(seed, games + decisions))
            if believed is None:
                continue
            decisions += 1
            held, hidden = held_by(state, classes, counted)
            of_game += (*(bits(table, held, hidden) for table in (counted, *believed)), hidden.sum())
            came_true += sorted_by_chance(believed[1], held, hidden)
        sums.append(of_game)
        outcomes.append(came_true)
        advance(1)
    columns = np.array(sums).T
    cards = columns[3].tolist()
    counted_bits, told_bits, fitted_bits = (Estimate.of_ratio(column.tolist(), cards) for column in columns[:3])
    return Calibration(
        game.name, asked.name, games, decisions, counted_bits, told_bits, fitted_bits,
        Estimate.of_ratio((columns[0] - columns[2]).tolist(), cards), _bins(np.array(outcomes)),
    )  # fmt: skip


def card_classes(game: Game) -> dict[str, int]:
    """The number of each card's class in tables of chances: its rank, or where suits count its place in the deck."""
    spec: Any = game.spec
    return {card: place for place, card in enumerate(getattr(spec, "symbols", None) or spec.cards)}


class _OfNetwork:
    """What a network tells, card by card and as deals; None where it is not asked to decide."""

    def __init__(self, belief: NetworkBelief) -> None:
        self._belief = belief
        self.name = belief.network.card.name

    def __call__(self, view: Any, counted: Table, seed: int) -> tuple[Table, Table] | None:
        del seed
        chances = self._belief.chances(view)
        if chances is None:
            return None
        told = np.zeros_like(counted)
        told[: len(chances), :, : chances.shape[2]] = chances[:, : counted.shape[1]]
        return told, np.array(view.believing(chances).chances())


class _OfDeals:
    """How often cards lie somewhere in the deals of a belief.

    A sample of deals knows no chance exactly, and none may count as nothing that was just not drawn: counting has a
    say of one deal beside as many as the weighed ones are worth.
    """

    def __init__(self, belief: Belief, name: str, classes: Mapping[str, int]) -> None:
        self._belief, self.name, self._classes = belief, name, classes

    def __call__(self, view: Any, counted: Table, seed: int) -> tuple[Table, Table] | None:
        deals = self._belief.deals(view, seed)
        table = np.zeros_like(counted)
        place = np.arange(counted.shape[1])
        for state, weight in deals:
            held, _ = held_by(state, self._classes, counted)
            for one, row in enumerate(held):
                table[one, place, row] += weight
        worth = inf if self._belief.statistics["listed"] else 1 / sum(weight**2 for _, weight in deals)
        mixed = table if worth == inf else (worth * table + counted) / (worth + 1)
        return mixed, mixed


def _asked(game: Game, model: str, infer: str | Belief, noise: float, particles: int) -> _OfNetwork | _OfDeals:
    if not infer:
        return _OfNetwork(NetworkBelief(game, model))
    belief = inference_of(game, infer, noise=noise, particles=particles, max_states=particles)
    if belief is None:
        raise ValueError("there is nothing to measure: name a belief, such as playouts or rules")
    if isinstance(belief, NetworkBelief):
        return _OfNetwork(belief)
    return _OfDeals(belief, infer if isinstance(infer, str) else type(belief).__name__, card_classes(game))


def _decisions(game: Game, seats: Sequence[Agent], seed: int) -> Iterator[State]:
    """The states of a game in which there is a choice."""
    state = game.deal(seed)
    for player in seats:
        player.begin(seed)
    while not state.over:
        if len(state.moves()) > 1:
            yield state
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


def sorted_by_chance(chances: Table, held: npt.NDArray[np.int64], hidden: Table) -> Table:
    """One decision's chances of holders' having some cards of a class, bin by bin: how many, sum, how often so."""
    numbers = np.arange(chances.shape[2])
    open_classes = hidden > 0
    given = chances[open_classes][:, :, 1:].ravel()
    so = (held[open_classes][:, :, None] == numbers[1:]).ravel()
    asked = (given > 0) & (given < 1)
    place = np.minimum((given[asked] * BINS).astype(np.int64), BINS - 1)
    columns = (None, given[asked], so[asked].astype(np.float64))
    return np.array([np.bincount(place, weights, BINS) for weights in columns])


def _bins(outcomes: Table) -> tuple[Bin, ...]:
    """From every game's counts [games, 3, BINS]."""
    number, believed, _ = outcomes.sum(axis=0)
    bins = []
    for place in np.flatnonzero(number):
        given, _, so = outcomes[:, :, place].T
        share = Estimate.of_ratio(so.tolist(), given.tolist()).as_share()
        known = isfinite(share.low) and share.low < share.high  # nothing is where it was always so, or never
        low, high = (share.low, share.high) if known else (None, None)
        count = number[place]
        ends = (int(place) / BINS, (int(place) + 1) / BINS)
        bins.append(Bin(*ends, int(count), float(believed[place] / count), share.mean, low, high))
    return tuple(bins)
