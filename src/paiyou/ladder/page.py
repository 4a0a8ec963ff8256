"""A ladder as a page of its own: HTML with its drawings and style inside, nothing loaded from anywhere."""

from __future__ import annotations

from html import escape
from math import isfinite
from pathlib import Path

from paiyou.arena.measures import MEASURES
from paiyou.arena.statistics import Estimate
from paiyou.games.registry import game_info
from paiyou.ladder.chart import rating_chart
from paiyou.ladder.standing import Ladder

STYLE = Path(__file__).with_name("page.css")


def ladder_page(ladder: Ladder) -> str:
    """The whole page."""
    title = game_info(ladder.game.partition(":")[0]).title
    name = f"{title.en} {title.zh}" + (f" ({ladder.game})" if ":" in ladder.game else "")
    best = ladder.places[0]
    measure = MEASURES[ladder.measure]
    games = sum(pair.deals for pair in ladder.pairs)
    parts = [
        f"<h1>{escape(name)}: the ladder</h1>",
        f'<p class="faint">{len(ladder.places)} players, {games:,} duplicate deals in {len(ladder.pairs)} pairs, '
        f"seed {ladder.seed}, Paiyou {escape(ladder.paiyou)}.</p>",
        f"<p>{_code(best.agent)} leads with {best.rating.mean:,.0f}. {_first_against_second(ladder)}</p>",
        f'<div class="panel">{rating_chart(ladder)}</div>',
        '<p class="faint">Ratings are on Elo\'s scale (Bradley-Terry): 100 points more win 64%, 400 more win 91%. '
        "The bars are 95% intervals from a bootstrap over deals; a hollow dot is an anchor, whose rating is held so "
        "that ladders of different days compare.</p>",
        "<h2>Who beats whom</h2>",
        "<p>Games won by the player of the row against that of the column, in percent. Every deal is played with the "
        "seats swapped, so luck with the cards falls on both. Pale figures cannot be told from even.</p>",
        f'<div class="panel">{_matrix(ladder, "wp")}</div>',
        f"<h2>By how much: {escape(measure.title)}</h2>",
        f"<p>{escape(_sentence(ladder.unit))}</p>",
        f'<div class="panel">{_matrix(ladder, "points")}</div>',
        *_nash(ladder),
        "<h2>How it was made</h2>",
        f"<p>{_code(ladder.command)}</p>",
        f'<p class="faint">{ladder.seconds:,.0f} seconds of computing. {escape(" ".join(_remarks(ladder)))}</p>',
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(name)}: the ladder</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\n{STYLE.read_text(encoding='utf-8')}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def _first_against_second(ladder: Ladder) -> str:
    pair = ladder.pair(ladder.places[0].agent, ladder.places[1].agent)
    if pair is None:
        return ""
    return (
        f"Against {_code(pair.b)}, the next, it won {100 * pair.wp.mean:.1f}% of the games "
        f"({_interval(pair.wp, 100, 1)} over {pair.deals:,} deals)."
    )


def _matrix(ladder: Ladder, key: str) -> str:
    """Cells are coloured by how far they are from even, and say the rest to whoever points at them."""
    agents = [place.agent for place in ladder.places]
    even, digits, scale = (0.5, 1, 100.0) if key == "wp" else (0.0, 2, 1.0)
    figures = {(a, b): pair for a in agents for b in agents if a != b and (pair := ladder.pair(a, b)) is not None}
    largest = max((abs(getattr(pair, key).mean - even) for pair in figures.values()), default=1) or 1
    rows = []
    for number, a in enumerate(agents, 1):
        cells = []
        for b in agents:
            pair = figures.get((a, b))
            if pair is None:
                cells.append("<td></td>")
                continue
            figure: Estimate = getattr(pair, key)
            kind = "better" if figure.mean > even else "worse"
            unsure = " unsure" if figure.low <= even <= figure.high else ""
            title = f"{a} against {b}: {_interval(figure, scale, digits)}, {pair.deals:,} deals"
            by = round(62 * abs(figure.mean - even) / largest)
            said = f"{scale * figure.mean:.{digits}f}"
            cells.append(f'<td class="{kind}{unsure}" style="--by: {by}" title="{escape(title)}">{said}</td>')
        rows.append(f"<tr><th>{number}. {escape(a)}</th>{''.join(cells)}</tr>")
    head = "".join(f'<th title="{escape(agent)}">{number}</th>' for number, agent in enumerate(agents, 1))
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _nash(ladder: Ladder) -> list[str]:
    if ladder.places[0].nash_share is None:
        return []
    rows = []
    for place in sorted(ladder.places, key=lambda one: -(one.nash_share.mean if one.nash_share else 0)):
        share, weight = place.nash_share, place.nash_weight or 0
        assert share is not None
        bar = f'<span class="bar" style="width: {max(1, round(220 * weight))}px"></span>' if weight else ""
        rows.append(
            f"<tr><th>{escape(place.agent)}</th><td>{100 * share.mean:.1f}%</td>"
            f'<td class="faint">{_interval(share, 100, 1)}</td><td>{bar}{f"{weight:.0%}" if weight else ""}</td></tr>'
        )
    return [
        "<h2>What clones cannot change</h2>",
        "<p>If everybody sent the player of his choice to the table, how often would whom be sent? That mix is the "
        "equilibrium (Nash averaging); each player is rated by its wins against it. Ten copies of one player share its "
        "weight and change nobody's figure, while they would push the ratings above about.</p>",
        '<div class="panel"><table class="plain"><thead><tr><th></th><th>wins against the mix</th><th>95%</th>'
        f"<th>weight in the mix</th></tr></thead><tbody>{''.join(rows)}</tbody></table></div>",
    ]


def _remarks(ladder: Ladder) -> list[str]:
    said = [f"{place.agent} saw all hands." for place in ladder.places if place.clairvoyant]
    said += [f"{place.agent} forfeited {place.forfeits:,} games." for place in ladder.places if place.forfeits]
    said += [f"Not in it: {agent} ({reason})." for agent, reason in ladder.left_out.items()]
    held = ", ".join(f"{agent} at {rating:,.0f}" for agent, rating in ladder.anchors.items())
    said.append(f"Held: {held}.")
    said += [
        f"By these games alone {agent} would be at {by:+,.0f} of that." for agent, by in ladder.drift.items() if by
    ]
    return said


def _interval(figure: Estimate, scale: float, digits: int) -> str:
    if not isfinite(figure.low):
        return f"{scale * figure.mean:.{digits}f}"
    return f"{scale * figure.low:.{digits}f} to {scale * figure.high:.{digits}f}"


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
