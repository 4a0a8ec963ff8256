"""Blunders: moves that are wrong whatever the other players think, counted over games of an agent with itself.

It belongs to the arena, since it plays games on all cores as a match does; what a blunder is depends on the decision
alone (`BlunderFinder`). The kinds:

- `rocket` and `bomb`: the faults of kickers (`paiyou.games.kicker_faults` has the definitions).
- `endgame`: where at most `max_deals` deals (different by ranks) agree with all the seat knows, a legal move wins in
  every one of them with all hands open (`core/search/endgame/every_deal.hpp`), and the move made loses in some.
  Decisions for which the solver would need more than `max_nodes` positions are left out and counted as `unsolved`.

Example::

    from paiyou.arena.blunders import count_blunders

    print(count_blunders("doudizhu", "rules", games=100, seed=1).counts)
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from paiyou.arena.match import Progress, read_count, read_seed
from paiyou.arena.play_game import play_game
from paiyou.arena.series import Player, make_player, name_of_player
from paiyou.arena.statistics import Estimate
from paiyou.arena.workers import run_chunks, small_pieces
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.dealing import random_word
from paiyou.games.game import Game
from paiyou.games.kicker_faults import KickerFaults
from paiyou.games.registry import game as find_game

if TYPE_CHECKING:
    from paiyou._core import ClimbingState, ClimbingView

KINDS = {
    "rocket": "both jokers as kickers",
    "bomb": "a bomb split or given away for a kicker, with kickers at hand that split nothing",
    "endgame": "a move that may lose where another wins in every possible deal",
}
MAX_DEALS = 100
MAX_NODES = 100_000
EXAMPLES = 3
"""Of each kind, kept to be looked at."""


@dataclass(frozen=True)
class Blunder:
    """One of them, with what would have been right."""

    kind: str
    game: str
    seed: int
    """Of the deal."""
    ply: int
    """Moves made before, bids included."""
    seat: int
    hand: str
    last: tuple[int, str] | None
    move: str
    better: str
    """A move without this fault; empty where none is named."""


class BlunderFinder:
    """Finds the faults of moves in one game."""

    def __init__(self, game: Game, max_deals: int = MAX_DEALS, max_nodes: int = MAX_NODES) -> None:
        spec = CLIMBING.spec_of(game, "blunders are counted")
        self.max_deals, self.max_nodes = read_count("max_deals", max_deals), read_count("max_nodes", max_nodes)
        self.kickers = KickerFaults(spec)

    def endgame_fault(self, view: ClimbingView, move: str) -> tuple[str, str]:
        """What the solver says: `many` deals, `unsolved`, `open` (no sure move), `fine`, or `fault` and a sure move."""
        from paiyou._core import solve_deals

        if len(view.moves()) == 1:
            return "many", ""
        looked = solve_deals(view, move, self.max_deals, self.max_nodes)
        if looked is None:
            return "many", ""
        sure, _, _, stopped = looked
        if stopped or not sure:
            return ("unsolved" if stopped else "open"), ""
        return ("fine", "") if sure[0][0] == move else ("fault", sure[0][0])


@dataclass(frozen=True)
class BlunderReport:
    """Blunders of one agent over games with itself."""

    agent: str
    game: str
    games: int
    seed: int
    max_deals: int
    max_nodes: int
    decisions: int
    """Decisions of card play between two moves or more."""
    with_kickers: int
    """Moves with kickers that did not end the game."""
    endgames: int
    """Decisions with at most `max_deals` possible deals."""
    sure: int
    """Of these, with a move that wins in every deal."""
    unsolved: int
    """Of these, too large for the solver."""
    forfeits: int
    """Games that ended early because the agent failed."""
    counts: dict[str, int]
    """Of each kind."""
    per_1000: dict[str, Estimate]
    """Games with such a blunder in 1,000, with 95% intervals (Wilson's, so that none in few games is not certainty)."""
    examples: tuple[Blunder, ...]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """As `paiyou blunders --json` writes it."""
        said = {key: value for key, value in vars(self).items() if key not in ("per_1000", "examples")}
        said["per_1000"] = {kind: estimate.to_json() for kind, estimate in self.per_1000.items()}
        said["examples"] = [vars(example) for example in self.examples]
        return said


def count_blunders(
    game: Game | str,
    player: Player,
    *,
    games: int = 1000,
    seed: int = 1,
    max_deals: int = MAX_DEALS,
    max_nodes: int = MAX_NODES,
    on: str = "local",
    cores: int | None = None,
    progress: Progress | None = None,
) -> BlunderReport:
    """Let an agent play against itself on fresh deals, on all cores, and count its blunders."""
    games, seed = read_count("games", games), read_seed(seed)
    watch = _Watch(game if isinstance(game, Game) else find_game(game), player, seed, max_deals, max_nodes)
    begun = time.perf_counter()
    tell = progress or (lambda _: None)
    watched: list[_Watched] = []
    for chunk in run_chunks(watch.play, small_pieces(games), on=on, cores=cores, started=lambda: tell(0)):
        watched += chunk
        tell(len(chunk))
    seen = sum((one.seen for one in watched), Counter())
    blunders = [blunder for one in watched for blunder in one.blunders]
    per_game = [Counter(blunder.kind for blunder in one.blunders) for one in watched]
    return BlunderReport(
        agent=name_of_player(player),
        game=watch.game.name,
        games=games,
        seed=seed,
        max_deals=max_deals,
        max_nodes=max_nodes,
        decisions=seen["decisions"],
        with_kickers=seen["with_kickers"],
        endgames=sum(seen[said] for said in ("unsolved", "open", "fine", "fault")),
        sure=seen["fine"] + seen["fault"],
        unsolved=seen["unsolved"],
        forfeits=seen["forfeits"],
        counts={kind: sum(one[kind] for one in per_game) for kind in KINDS},
        per_1000={kind: _in_1000([one[kind] > 0 for one in per_game]) for kind in KINDS},
        examples=tuple(
            example for kind in KINDS for example in [one for one in blunders if one.kind == kind][:EXAMPLES]
        ),
        seconds=time.perf_counter() - begun,
    )


@dataclass
class _Watched:
    """One game: how many decisions of which sort, and its blunders."""

    seen: Counter[str]
    blunders: list[Blunder]


class _Watch:
    """Plays games of an agent with itself and judges the moves; every worker process has one."""

    def __init__(self, game: Game, player: Player, seed: int, max_deals: int, max_nodes: int) -> None:
        self.arguments = (game, player, seed, max_deals, max_nodes)
        self.game, self.seed = game, seed
        self.finder = BlunderFinder(game, max_deals, max_nodes)
        self.agents = [make_player(player, game) for _ in range(game.seats)]

    def __reduce__(self) -> tuple[Callable[..., _Watch], tuple[Any, ...]]:
        return _Watch, self.arguments

    def play(self, numbers: range) -> list[_Watched]:
        """The games of some numbers."""
        return [self._play_one(random_word(self.seed, number)) for number in numbers]

    def _play_one(self, seed: int) -> _Watched:
        outcome = play_game(self.game, self.agents, seed)
        watched = _Watched(Counter(forfeits=int(outcome.forfeit is not None)), [])
        state = cast("ClimbingState", outcome.state).rewound()
        for ply, (seat, move) in enumerate(outcome.state.history):
            view = state.view(seat)
            if not view.bidding and len(view.moves()) > 1:
                for kind, better in self._judge(view, move, watched.seen).items():
                    where = (self.game.name, outcome.seed, ply, seat, view.hand, view.last)
                    watched.blunders.append(Blunder(kind, *where, move, better))
            state.play(move)
        return watched

    def _judge(self, view: ClimbingView, move: str, seen: Counter[str]) -> dict[str, str]:
        finder = self.finder
        seen["decisions"] += 1
        seen["with_kickers"] += finder.kickers.go_along(view.hand, move)
        faults = finder.kickers.faults(view.hand, move, view.moves())
        said, better = finder.endgame_fault(view, move)
        seen[said] += 1
        return faults | {"endgame": better} if said == "fault" else faults


def _in_1000(hits: list[bool]) -> Estimate:
    share = Estimate.of_share(hits)
    return Estimate(1000 * share.mean, 1000 * share.low, 1000 * share.high)
