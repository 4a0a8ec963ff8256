"""docs/ladder.md and the pages beside it, made from the shipped ladders: `python -m paiyou.ladder.docs docs`."""

from __future__ import annotations

import sys
from pathlib import Path

from paiyou.arena.measures import MEASURES
from paiyou.games.registry import game_info
from paiyou.ladder.chart import rating_chart
from paiyou.ladder.page import ladder_page
from paiyou.ladder.shipped import file_of, later_ladders, shipped_ladders
from paiyou.ladder.standing import Ladder, Place

INTRODUCTION = """# The ladders

How strong the players of every game are: `paiyou ladder GAME` lets all of them play each other on the same deals with
seats swapped, rates them, and leaves a page for the browser, a file of JSON and all results in a folder; killed, the
same command goes on where it was. With `--on ray` it runs on a cluster, with the same results.

- **Rating**: Elo's scale by the model of Bradley and Terry, greatest likelihood, every pair with the same weight
  however many deals it played. The interval is a 95% one from a bootstrap over deals (1,000 times): all pairs play
  the same deals, so deals are drawn, not games.
- **Anchors**: the ladders below are shipped with the package, and later ones hold `random`, `rules`, `rlcard`,
  `isuct` and `dmc` at the ratings that they have here, where they are the same players by the same rules and the
  rating is certain to 60 points; so ladders of different days compare. How far the games of the day alone would move
  an anchor is told as its drift. `--new-anchors` holds `rules` at 1000 and nothing else, as was done here but for the
  ladders called later, which rate agents that came since. Who names agents gets `random` and `rules` with them.
- **Against the equilibrium**: a measure that clones cannot move (Nash averaging). If both sides choose whom they send
  to the table, an equilibrium is a mix of agents; the figure is an agent's share of wins against that mix, a half for
  all that are in it.
- WP of every pair, and points beside it, are on the pages. The table's levels take their ratings from here
  (`paiyou.ladder.shipped.agent_rating(game, agent)`).

This page is made from the shipped ladders by `python -m paiyou.ladder.docs docs`; figures come with their commands,
and all used seed 1.
"""


def ladder_document(ladders: list[Ladder]) -> str:
    """The page of all ladders."""
    sections = []
    for ladder in ladders:
        sections.append(_section(ladder, file_of(ladder.game).removesuffix(".json")))
        sections += [_section(later, name, ", later") for name, later in later_ladders(ladder.game).items()]
    return "\n".join([INTRODUCTION, *sections])


def _section(ladder: Ladder, name: str, when: str = "") -> str:
    title = game_info(ladder.game).title
    rows = [_row(number, place) for number, place in enumerate(ladder.places, 1)]
    deals = [pair.deals for pair in ladder.pairs]
    left = [f"Not in it: `{agent}`, since {reason.partition(';')[0]}." for agent, reason in ladder.left_out.items()]
    lines = [
        f"## {title.en} {title.zh}{when}: `{ladder.game}`",
        "",
        f"![Ratings]({'ladder/' + name}.svg)",
        "",
        f"[The page]({'ladder/' + name}.html) has all pairs in WP and {MEASURES[ladder.measure].title}. "
        f"`{ladder.command}`: {min(deals):,} to {max(deals):,} deals a pair. {' '.join(left)}".rstrip(),
        "",
        "| | agent | rating | 95% interval | against the equilibrium | weight there |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
    ]
    return "\n".join(lines)


def _row(number: int, place: Place) -> str:
    interval = "held" if place.anchor else f"{place.rating.low:,.0f} to {place.rating.high:,.0f}"
    share = "" if place.nash_share is None else f"{100 * place.nash_share.mean:.1f}%"
    weight = f"{place.nash_weight:.2f}" if place.nash_weight else ""
    return f"| {number} | `{place.agent}` | {place.rating.mean:,.0f} | {interval} | {share} | {weight} |"


def documents() -> dict[str, str]:
    """All files of the docs that come from the shipped ladders, by their names."""
    ladders = shipped_ladders()
    made = {"ladder.md": ladder_document(ladders)}
    for own in ladders:
        for name, ladder in ((file_of(own.game).removesuffix(".json"), own), *later_ladders(own.game).items()):
            made[f"ladder/{name}.svg"] = rating_chart(ladder)
            made[f"ladder/{name}.html"] = ladder_page(ladder)
    return made


if __name__ == "__main__":
    for name, text in documents().items():
        file = Path(sys.argv[1]) / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
