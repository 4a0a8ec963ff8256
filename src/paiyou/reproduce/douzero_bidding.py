"""DouZero, section 3.2: three different players at one table, with bidding.

The paper seats DouZero, DeltaDou and its supervised player together, and one bidding network calls for all three. Here
a searcher has DeltaDou's place and the rule player that of the supervised one; the game's bidder calls for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from paiyou.agents.base import Agent
from paiyou.agents.bidders import bidder_for, in_auction
from paiyou.agents.identity import bidder_identity
from paiyou.arena.measures import measure
from paiyou.arena.play_game import play_game
from paiyou.arena.seating import seatings_for
from paiyou.arena.statistics import Estimate
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.games.registry import game as find_game
from paiyou.reproduce.claims import Claim, Row
from paiyou.reproduce.experiment import Experiment, Task, scaled
from paiyou.reproduce.games import end_of
from paiyou.reproduce.players import identity
from paiyou.reproduce.players import player as player_in
from paiyou.reproduce.report import Findings

GAME = "doudizhu:bidding=call-rob"
PLAYERS = ("dmc:model=doudizhu-adp", "isuct:iterations=10000", "rules")
DEALS = 1_000
CHUNK = 2


class DouzeroBidding(Experiment):
    """1,000 deals, each in all six orders of the three players."""

    name = "douzero-bidding"
    title = "DouZero, section 3.2: three players at one table, with bidding"
    recorded = 0.2

    def __init__(self, players: Sequence[str] = PLAYERS) -> None:
        self.players = tuple(players)

    def tasks(self, scale: float, seed: int) -> list[Task]:
        """All games."""
        return list(self._tasks(scale, seed))

    def _tasks(self, scale: float, seed: int) -> list[Tables]:
        deals = scaled(DEALS, scale)
        return [Tables(self.players, seed, first, min(CHUNK, deals - first)) for first in range(0, deals, CHUNK)]

    def size(self, scale: float) -> str:
        """Deals."""
        return f"{scaled(DEALS, scale):,} deals, each in all orders of the players; thrown-in deals are dealt again"

    def findings(self, results: dict[str, Any], scale: float, seed: int) -> Findings:
        """Points and wins."""
        found = [deal for task in self._tasks(scale, seed) for deal in results[task.key]]
        rows = []
        for place, player in enumerate(self.players):
            points, wins = (Estimate.of([deal[place][column] for deal in found]) for column in range(2))
            claim = Claim.above("DouZero still has a strong lead") if place == 0 else None
            rows.append(Row(f"{player}: points a game", points, claim, percent=False))
            rows.append(Row(f"{player}: games won", wins))
        notes = (
            "One bidder calls for all three, as in the paper: the shipped one that has learnt the auction, or else the "
            "rule player's calls. Points are in the landlord's base 2, times what the auction made of the stake.",
            "DeltaDou and the paper's supervised player are not public; a searcher and the rule player sit in their "
            "places, so only the first place can be compared.",
        )
        return Findings(tuple(rows), notes=notes)


@dataclass(frozen=True)
class Tables:
    """Some deals, by number."""

    players: tuple[str, ...]
    seed: int
    first: int
    deals: int

    @property
    def key(self) -> str:
        """The bidder, the players and the deals."""
        seated = " | ".join(identity(player, GAME) for player in self.players)
        return (
            f"{GAME} | {bidder_identity(GAME)} calls for {seated} | seed {self.seed} | deals {self.first}+{self.deals}"
        )

    @property
    def steps(self) -> int:
        """Games."""
        return self.deals * len(seatings_for(find_game(GAME), len(self.players)))

    def run(self) -> list[list[list[float]]]:
        """For every deal and player: points and share of games won, the mean over the orders."""
        return [self._deal(random_word(self.seed, number)) for number in range(self.first, self.first + self.deals)]

    def _deal(self, word: int) -> list[list[float]]:
        game = find_game(GAME)
        orders = seatings_for(game, len(self.players))
        sums = [[0.0, 0.0] for _ in self.players]
        for stream, seating in enumerate(orders):
            agents = [_seated(self.players[number], seat) for seat, number in enumerate(seating)]
            outcome = play_game(game, agents, word, stream, seating=seating)
            end_of(outcome)  # a player that failed has spoilt the experiment
            for number, totals in enumerate(sums):
                values = measure(game, seating, outcome, number)
                totals[0] += values["adp"][0] / len(orders)
                totals[1] += values["wp"][0] / len(orders)
        return sums


class WithBidder(Agent):
    """Plays cards as one agent does, and calls as another."""

    def __init__(self, game: Game, player: Agent, bidder: Agent) -> None:
        super().__init__(game)
        self._player, self._bidder = player, bidder

    def begin(self, seed: int) -> None:
        """Start a new game."""
        self._player.begin(seed)

    def choose(self, view: View) -> str:
        """The call of the one, the card of the other."""
        return (self._bidder if in_auction(self.game, view) else self._player).choose(view)


@lru_cache(maxsize=16)
def _seated(spec: str, seat: int) -> Agent:
    game = find_game(GAME)
    return WithBidder(game, player_in(spec, GAME, seat), bidder_for(game))
