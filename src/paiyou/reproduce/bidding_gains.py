"""What it is worth to bid well: the points bidder against simpler ones, with the same card play for everybody.

Cards are played by one network in all seats, which knows nothing of the auction, and a stake only multiplies what is
won. So three games on a deal, one with each seat as landlord, tell what every auction on it comes to, and what two
bidders win from each other is due to their calls alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from paiyou.agents.bidders import bidder_for, temper_of, tempered_call
from paiyou.agents.identity import bidder_identity
from paiyou.agents.rules import RulesAgent
from paiyou.arena.seating import Seating, seatings_for
from paiyou.arena.statistics import Estimate
from paiyou.games.climbing_spec import Auction
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.games.registry import game as find_game
from paiyou.models.bidders import SHIPPED
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.players import identity
from paiyou.reproduce.players import player as player_in
from paiyou.reproduce.report import Findings

GAMES = ("doudizhu:bidding=call-rob", "doudizhu:bidding=123")
PLAYER = "dmc:model=doudizhu-adp,endgame=0"
DEALS = 10_000
CHUNK = 20

Call = Callable[[View, int], str]
"""A bidder: what a seat sees, and a random number."""

OTHERS = ("always", "never", "random", "rules")
"""Whom the points bidder meets: the highest call there is, the lowest, any, and those of the rule player."""
TEMPERED = "points, tempered"


class BiddingGains(Experiment):
    """10,000 deals, every mix of two bidders at three seats (AAB ABA ABB BAA BAB BBA)."""

    name = "bidding-gains"
    title = "Bidding in Dou Dizhu: points won by the points bidder from simpler ones"
    recorded = 1.0

    def __init__(self, player: str = PLAYER, bidders: Sequence[str] = ("", "")) -> None:
        self.player = player
        self.bidders = tuple(bidders)
        """The points bidder of each game: the shipped one, or a file."""

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """Deals."""
        return list(self._tasks(scale, seed))

    def _tasks(self, scale: float, seed: int) -> list[Deals]:
        for name, file in zip(GAMES, self.bidders, strict=True):
            if not file and isinstance(bidder_for(find_game(name)), RulesAgent):
                raise ValueError(f"nobody has learnt to bid in {name}: put the file of a bidder into {SHIPPED.name}/")
        deals = scaled(DEALS, scale)
        return [
            Deals(self.player, self.bidders, seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)
        ]

    def size(self, scale: float) -> str:
        """Deals."""
        return f"{scaled(DEALS, scale):,} deals, on each every mix of two bidders; deals thrown in count as 0"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Points won from each of the others, what a temper costs, and how often cards are thrown in."""
        found: list[dict[str, float]] = [deal for task in self._tasks(scale, seed) for deal in results[task.key]]
        rows = []
        for game in GAMES:
            for other in OTHERS:
                gain = Estimate.of([deal[f"{game} {other}"] for deal in found])
                what = f"{game}: points a game, points bidder v {other}"
                rows.append(Row(what, gain, Claim.above("better than every one (ours)"), percent=False))
            cost = Estimate.of([deal[f"{game} {TEMPERED}"] for deal in found])
            rows.append(Row(f"{game}: points a game that a temper costs", cost, percent=False))
            for who in ("three points bidders", "a person declines"):
                thrown_in = Estimate.of([deal[f"{game} thrown in, {who}"] for deal in found])
                claim = Claim.below("fewer than one in six (ours)", 1 / 6) if who.startswith("a person") else None
                rows.append(Row(f"{game}: thrown in, {who}", thrown_in, claim))
        notes = (
            f"Cards are played by {self.player} in all seats, once with each seat as landlord. Points are those of the "
            "first bidder's seats together, in the landlord's base 2, as in paiyou match.",
            "With a temper, calls that make sure of a landlord are worth a little more than they are; it is for tables "
            "with people, where the game's bidder calls for every player. Its cost is what the same bidder without it "
            "wins.",
        )
        return Findings(tuple(rows), notes=notes)


@dataclass(frozen=True)
class Deals:
    """Some deals, by number."""

    player: str
    bidders: tuple[str, ...]
    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The player, the bidders by what is in their files, and the deals."""
        learnt = " | ".join(bidder_identity(name, file) for name, file in zip(GAMES, self.bidders, strict=True))
        player = identity(self.player, GAMES[0])
        return f"bidding | {player} | {learnt} | seed {self.seed} | deals {self.first}+{self.deals}"

    @property
    def steps(self) -> int:
        """Deals."""
        return self.deals

    def run(self) -> list[dict[str, float]]:
        """For every deal: points of the points bidder against each other one, and shares of deals thrown in."""
        return [self._deal(random_word(self.seed, number)) for number in range(self.first, self.first + self.deals)]

    def _deal(self, word: int) -> dict[str, float]:
        game = find_game(GAMES[0])
        points = [_landlords_points(game, self.player, word, landlord) for landlord in range(game.seats)]
        row: dict[str, float] = {}
        for name, file in zip(GAMES, self.bidders, strict=True):
            game = find_game(name)
            calls = _bidders(name, file)
            own, person = calls["points"], calls["never"]
            for other in (*OTHERS, TEMPERED):
                seatings = seatings_for(game, 2)
                gains = [_gain(game, points, word, seating, (own, calls[other])) for seating in seatings]
                row[f"{name} {other}"] = sum(gains) / len(gains)
            row[f"{name} thrown in, three points bidders"] = float(_auction(game, word, [own] * game.seats).redeal)
            bots = calls[TEMPERED]
            tables = [[person if seat == at else bots for seat in range(game.seats)] for at in range(game.seats)]
            row[f"{name} thrown in, a person declines"] = sum(
                _auction(game, word, seats).redeal for seats in tables
            ) / len(tables)
        return row


def _gain(game: Game, points: Sequence[float], word: int, seating: Seating, calls: tuple[Call, Call]) -> float:
    """What the first bidder's seats get together."""
    state: Any = _auction(game, word, [calls[number] for number in seating])
    if state.redeal:
        return 0.0
    won: float = state.stake * points[state.landlord]
    factor = game.seats - 1
    return sum(won if seat == state.landlord else -won / factor for seat, number in enumerate(seating) if number == 0)


def _auction(game: Game, word: int, calls: Sequence[Call]) -> State:
    """A deal after its auction."""
    state: Any = game.deal(word)
    while not state.over and state.bidding:
        chance = random_word(word, 1_000 + len(state.history))
        state.play(calls[state.turn](state.view(state.turn), chance))
    return cast(State, state)


def _landlords_points(game: Game, player: str, word: int, landlord: int) -> float:
    """What a seat gets as landlord at the stake 1."""
    state: Any = game.deal(word)
    opener = state.turn
    for call in _calls_for(game.spec.auction, (landlord - opener) % game.seats):
        state.play(call)
    agents = [player_in(player, game.name, seat) for seat in range(game.seats)]
    for agent in agents:
        agent.begin(word)
    while not state.over:
        state.play(agents[state.turn].choose(state.view(state.turn)))
    return float(state.payoffs[landlord])


def _calls_for(auction: Auction, landlord: int) -> list[str]:
    """Calls by which a seat, counted from the opener, becomes landlord at the stake 1: all others decline."""
    calls, node = [], 0
    while True:
        lowest, *higher = sorted(auction.steps[node])
        call = higher[0] if auction.speaker[node] == landlord and higher else lowest
        calls.append(auction.calls[call])
        step = auction.steps[node][call]
        if step.next is None:
            assert (step.landlord, step.stake) == (landlord, 1)
            return calls
        node = step.next


@lru_cache(maxsize=4)
def _bidders(name: str, file: str) -> dict[str, Call]:
    """All bidders of a game by name."""
    game = find_game(name)
    learnt, rules = bidder_for(game, file), bidder_for(game, "rules")
    temper = temper_of(learnt)
    return {
        "points": lambda view, _: learnt.choose(view),
        TEMPERED: lambda view, _: tempered_call(learnt, view, temper),
        "rules": lambda view, _: rules.choose(view),
        "always": lambda view, _: view.moves()[-1],
        "never": lambda view, _: view.moves()[0],
        "random": lambda view, word: view.moves()[word % len(view.moves())],
    }
