"""A record in numbers, as the page shows it: results by game, role and level, ratings, luck, accuracy, streaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from statistics import fmean
from typing import Any

from sqlalchemy import RowMapping

from paiyou.arena.statistics import Estimate
from paiyou.server.profiles.entries import GameEntry, PuzzleEntry, RatedEntry, ReviewEntry

Game = tuple[RowMapping, GameEntry, ReviewEntry | None]
RECENT = 30
CURVE = 200
"""Points of a curve: the last ones."""
FEWEST = 10
"""Games from which there is an interval: of two that were won it would be 100% ± 0, of one in two 50% ± 635."""


def summary_of(
    games: Sequence[Game], puzzles: Sequence[tuple[RowMapping, PuzzleEntry]], *, left: int = 0
) -> dict[str, Any]:
    """A record for the page; `left` games are still to be written down."""
    known = [game for game in games if game[1].won is not None]
    by_game: defaultdict[str, list[Game]] = defaultdict(list)
    for game in known:
        by_game[game[1].name.partition(":")[0]].append(game)
    return {
        "games": len(known),
        "left": left,
        "streak": streak([entry.won == 1 for _, entry, _ in known]),
        "days": days_in_a_row([row["ended"] for row, _, _ in known] + [row["ended"] for row, _ in puzzles]),
        "by_game": [
            {"game": name, **_results(played), **_rating(played), "roles": _parts(played, lambda entry: entry.role),
             "levels": _parts(played, lambda entry: entry.level)}
            for name, played in sorted(by_game.items(), key=lambda item: -len(item[1]))
        ],
        "accuracy": accuracy_over_time(known),
        "mistakes": mistakes(review for _, _, review in known if review is not None),
        "puzzles": _puzzles(puzzles),
        "recent": [_line(*game) for game in reversed(known[-RECENT:])],
    }  # fmt: skip


def _results(games: Sequence[Game]) -> dict[str, Any]:
    entries = [entry for _, entry, _ in games]
    return {
        "games": len(entries),
        "won": _mean([entry.won or 0.0 for entry in entries]),
        "points": _mean([entry.points for entry in entries]),
        "adjusted_won": _mean([(entry.won or 0.0) - entry.luck_won for entry in entries if entry.luck_won is not None]),
        "adjusted_points": _mean(
            [entry.points - entry.luck_points for entry in entries if entry.luck_points is not None]
        ),
    }


def _mean(values: Sequence[float]) -> dict[str, Any] | None:
    """A mean with its 95% interval, where there are games enough for one."""
    if not values:
        return None
    if len(values) < FEWEST:
        return {"mean": fmean(values), "low": None, "high": None, "games": len(values)}
    return {**Estimate.of(values).to_json(), "games": len(values)}


def _rating(games: Sequence[tuple[RowMapping, RatedEntry, Any]]) -> dict[str, Any]:
    rated = [(row["ended"], entry) for row, entry, _ in games if entry.after is not None]
    curve = [[ended, entry.rating, entry.deviation] for ended, entry in rated[-CURVE:]]
    last = rated[-1][1] if rated else None
    return {
        "rating": None if last is None else {"value": last.rating, "deviation": last.deviation, "games": len(rated)},
        "curve": curve,
    }


def _parts(games: Sequence[Game], key: Callable[[GameEntry], str | None]) -> list[dict[str, Any]]:
    parts: defaultdict[str, list[Game]] = defaultdict(list)
    for game in games:
        name = key(game[1])
        if name is not None:
            parts[name].append(game)
    return [{"name": name, **_results(some)} for name, some in parts.items()]


def _puzzles(puzzles: Sequence[tuple[RowMapping, PuzzleEntry]]) -> dict[str, Any]:
    return {
        "tried": len(puzzles),
        "solved": sum(entry.solved for _, entry in puzzles),
        **_rating([(row, entry, None) for row, entry in puzzles]),
    }


def _line(row: RowMapping, entry: GameEntry, review: ReviewEntry | None) -> dict[str, Any]:
    return {
        "room": row["room"], "game": row["game"], "ended": row["ended"], "name": entry.name, "role": entry.role,
        "level": entry.level, "won": entry.won, "points": entry.points, "rating": entry.rating,
        "reviewed": review is not None, "imported": entry.imported,
    }  # fmt: skip


def accuracy_over_time(games: Iterable[Game]) -> list[dict[str, Any]]:
    """Of every game that was reviewed: the share of moves as good as the judge's, and the chance lost in a decision."""
    return [
        {"ended": row["ended"], "accuracy": review.best / review.decisions, "lost": review.lost / review.decisions}
        for row, _, review in games
        if review is not None and review.decisions
    ][-CURVE:]


def mistakes(reviews: Iterable[ReviewEntry]) -> list[dict[str, Any]]:
    """Kinds of mistakes, the costliest in all first."""
    counts: defaultdict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    for review in reviews:
        for kind, (count, lost) in (review.kinds or {}).items():
            counts[kind][0] += count
            counts[kind][1] += lost
    return [
        {"kind": kind, "count": int(count), "lost": lost}
        for kind, (count, lost) in sorted(counts.items(), key=lambda item: -item[1][1])
    ]


def streak(won: Sequence[bool]) -> dict[str, int]:
    """Wins in a row: now, and at best."""
    now = best = 0
    for one in won:
        now = now + 1 if one else 0
        best = max(best, now)
    return {"now": now, "best": best}


def days_in_a_row(times: Iterable[float], today: datetime | None = None) -> dict[str, int]:
    """Days on which something was played, one after the other: until today or yesterday, and at best."""
    days = sorted({datetime.fromtimestamp(time, UTC).date() for time in times})
    best = now = 0
    for number, day in enumerate(days):
        now = now + 1 if number and day - days[number - 1] == timedelta(days=1) else 1
        best = max(best, now)
    current = (today or datetime.now(UTC)).date()
    return {"now": now if days and current - days[-1] <= timedelta(days=1) else 0, "best": best}
