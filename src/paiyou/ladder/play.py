"""Plays a ladder, or goes on with one, and rates who was in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from paiyou.agents.base import is_clairvoyant
from paiyou.agents.identity import known_as
from paiyou.arena.match import read_count, read_seed
from paiyou.arena.measures import MEASURES, unit_of
from paiyou.arena.series import make_player
from paiyou.arena.statistics import Estimate
from paiyou.arena.workers import require_cores, require_place
from paiyou.games.game import Game
from paiyou.games.registry import game as find_game
from paiyou.ladder.contenders import ALWAYS, ANCHORS, FIRST, NARROW, deals_of_pair, usual_agents
from paiyou.ladder.duels import Duel, Numbers, Played
from paiyou.ladder.nash import nash_average
from paiyou.ladder.ratings import RESAMPLES, bradley_terry, resampled, share_table
from paiyou.ladder.shipped import shipped_ladder
from paiyou.ladder.standing import Ladder, Pair, Place
from paiyou.options import unknown
from paiyou.reproduce.run_tasks import run_tasks
from paiyou.reproduce.runner import ProgressBar, no_bar
from paiyou.reproduce.store import Store
from paiyou.version import installed_version

NASH_RESAMPLES = 200
"""Each is two linear programs."""


def play_ladder(
    game: str,
    agents: Sequence[str] = (),
    *,
    deals: int = 2000,
    at_most: Mapping[str, int] | None = None,
    seed: int = 1,
    on: str = "local",
    cores: int | None = None,
    into: Path = Path("ladder"),
    fresh: bool = False,
    new_anchors: bool = False,
    resamples: int = RESAMPLES,
    progress: ProgressBar | None = None,
) -> Ladder:
    """Every agent against every other on the same deals, and what that makes them; results are kept in `into`.

    Without `agents` those of the game's own facts play (`contenders.py`); `random` and `rules` always do. A pair
    with a slow agent plays a tenth of the deals, or as many as `at_most` says of it. Ratings are those of greatest
    likelihood with the anchors held where the shipped ladder has them; `new_anchors`, or no shipped ladder: `rules` is
    held at 1000.

    Example: `play_ladder("mini-doudizhu", deals=100).places[0].agent`.
    """
    playing, deals, seed = find_game(game), read_count("deals", deals), read_seed(seed)
    able, left_out = (list(dict.fromkeys((*ALWAYS, *agents))), {}) if agents else usual_agents(playing)
    clairvoyant = {agent: is_clairvoyant(make_player(agent, playing)) for agent in able}  # or say what is wrong
    limits = _limits(at_most or {}, able)
    require_place(on)
    require_cores(cores)
    store = Store(into / f"{playing.name.replace(':', '_')}-seed{seed}.jsonl", fresh=fresh)
    duels = [Duel(playing.name, a, b, seed, deals_of_pair((a, b), deals, limits)) for a, b in combinations(able, 2)]
    duels.sort(key=lambda duel: duel.deals)  # the slow ones first, so that no core waits for one at the end
    tasks = [task for duel in duels for task in duel.tasks]
    with (progress or no_bar)(f"ladder of {playing.name}", sum(task.steps for task in tasks)) as advance:
        run_tasks(tasks, store, on=on, cores=cores, advance=advance)
    played = [pair for duel in duels if (pair := duel.read(store.results)) is not None]
    return rate(
        playing, able, played,
        anchors=None if new_anchors else _pins(playing), clairvoyant=clairvoyant, resamples=resamples,
        command=_command(playing.name, agents, deals, at_most or {}, seed, new_anchors=new_anchors),
        deals=deals, seed=seed, left_out=left_out, seconds=round(sum(store.seconds[task.key] for task in tasks), 1),
    )  # fmt: skip


def rate(
    game: Game,
    agents: Sequence[str],
    played: Sequence[Played],
    *,
    anchors: Mapping[str, float] | None = None,
    clairvoyant: Mapping[str, bool],
    resamples: int = RESAMPLES,
    **how: Any,
) -> Ladder:
    """What the games of a ladder make of its agents; `anchors` are ratings that are held."""
    shares = share_table(agents, played)
    tables = np.stack(list(resampled(agents, played, times=resamples, seed=int(how["seed"]) % 2**63)))
    held_by_name = {agent: rating for agent, rating in (anchors or {}).items() if agent in agents} or dict([FIRST])
    held = {agents.index(agent): rating for agent, rating in held_by_name.items()}
    ratings, drawn = bradley_terry(shares, held), bradley_terry(tables, held)
    one = FIRST[0] if FIRST[0] in held_by_name else next(iter(held_by_name))
    alone = bradley_terry(shares, {agents.index(one): held_by_name[one]})
    weights, won, drawn_shares = _nash(shares, tables[:NASH_RESAMPLES])
    places = [
        Place(
            agent=agent,
            known_as=known_as(agent, game.name),
            rating=_interval(ratings[number], drawn[:, number], 1),
            anchor=number in held,
            nash_weight=None if weights is None else round(float(weights[number]), 4),
            nash_share=None if won is None else _interval(won[number], drawn_shares[:, number], 4),
            clairvoyant=clairvoyant[agent],
            forfeits=sum(pair.failed[(pair.duel.a, pair.duel.b).index(agent)] for pair in played
                         if agent in (pair.duel.a, pair.duel.b)),
        )
        for number, agent in enumerate(agents)
    ]  # fmt: skip
    measure = played[0].measure
    return Ladder(
        game=game.name,
        game_version=game.info.version,
        paiyou=installed_version(),
        measure=measure,
        unit=MEASURES[measure].unit or unit_of(game),
        places=tuple(sorted(places, key=lambda place: -place.rating.mean)),
        pairs=tuple(_pair(one) for one in played),
        anchors=held_by_name,
        drift={agents[number]: round(float(alone[number]) - rating, 1) for number, rating in held.items()},
        **how,
    )


def _nash(shares: Numbers, tables: Numbers) -> tuple[Numbers | None, Numbers | None, Numbers]:
    """Weights, shares of wins, and the latter as other deals might have given them."""
    off_diagonal = shares[~np.eye(len(shares), dtype=bool)]
    if np.isnan(off_diagonal).any() or find_spec("scipy") is None:
        return None, None, np.empty((0, len(shares)))
    weights, won = nash_average(shares)
    return weights, won, np.stack([nash_average(table)[1] for table in tables])


def _pair(played: Played) -> Pair:
    wins, points, others = (Estimate.of(one.tolist()) for one in (played.wins, played.points, played.points_of_b))
    figures = (wins.as_share(), points, others)
    return Pair(played.duel.a, played.duel.b, len(played.wins), *(_rounded(figure, 4) for figure in figures))


def _interval(value: float, drawn: Numbers, digits: int) -> Estimate:
    low, high = np.quantile(drawn, (0.025, 0.975))
    return _rounded(Estimate(value, low, high), digits)


def _rounded(figure: Estimate, digits: int) -> Estimate:
    return Estimate(*(round(float(value), digits) for value in (figure.mean, figure.low, figure.high)))


def _pins(game: Game) -> dict[str, float] | None:
    """What the shipped ladder of a game rates its anchors; None where there is none by the same rules.

    A network that was trained anew is another player, and no anchor; nor is one whose rating is a guess.
    """
    shipped = shipped_ladder(game.name)
    if shipped is None or shipped.game_version != game.info.version:
        return None
    return {
        place.agent: place.rating.mean
        for place in shipped.places
        if place.agent in ANCHORS and _is_certain(place) and place.known_as == known_as(place.agent, game.name)
    }


def _is_certain(place: Place) -> bool:
    return max(place.rating.high - place.rating.mean, place.rating.mean - place.rating.low) <= NARROW


def _limits(at_most: Mapping[str, int], agents: Sequence[str]) -> Mapping[str, int]:
    for agent, deals in at_most.items():
        if agent not in agents:
            raise unknown("agent of this ladder", agent, agents)
        read_count(f"at most {agent}", deals)
    return at_most


def _command(
    game: str, agents: Sequence[str], deals: int, at_most: Mapping[str, int], seed: int, *, new_anchors: bool
) -> str:
    words = [game, *agents, "--deals", str(deals)]
    words += [word for agent, most in at_most.items() for word in ("--at-most", f"{agent}={most}")]
    words += ["--seed", str(seed), *(["--new-anchors"] if new_anchors else [])]
    return f"paiyou ladder {' '.join(words)}"
