"""The figures of docs/theory.md: `python -m paiyou.theory.figures docs/figures`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np

import paiyou
from paiyou.agents.search.base import SearchAgent
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.theory.averaging import Clairvoyance, clairvoyance, sweetened_four_card
from paiyou.theory.classics import grim_trigger, prisoners_dilemma, repeated_prisoners_dilemma, rock_paper_scissors
from paiyou.theory.inputs import need
from paiyou.theory.pruning import alphabeta, as_given, best_first, fewest_leaves, random_tree, worst_first

BLUE, ORANGE, GREEN, GREY, INK = "#0072b2", "#d55e00", "#009e73", "#8a8f98", "#222222"
"""Told apart by everyone (Okabe and Ito 2008)."""
Point = tuple[float, float]
SUITS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠"}


def matrix_games() -> Any:
    """Where the players of the two matrix games would rather be."""
    figure = _figure(9, 4.2)
    dilemma, simplex = figure.subplots(1, 2)
    _arrows(dilemma)
    _regrets_of_rock_paper_scissors(figure, simplex)
    return figure


def _arrows(axes: Any) -> None:
    """The dilemma's four cells, with an arrow wherever a player gains by changing his mind."""
    game = prisoners_dilemma()
    names = {"C": "cooperate", "D": "defect"}
    stable = game.pure_equilibria()
    rectangle = need("matplotlib.patches").Rectangle
    for row, column in np.ndindex(*game.sizes):
        at = (column, 1 - row)
        colour = "#cfe8dd" if (row, column) in stable else "#f1f2f4"
        axes.add_patch(rectangle(np.subtract(at, 0.5), 1, 1, facecolor=colour, edgecolor="white", lw=3))
        for payoff, own, aside in zip(game.payoffs[:, row, column], (BLUE, ORANGE), (-0.14, 0.14), strict=True):
            text = f"{payoff:g}".replace("-", "−")
            axes.text(at[0] + aside, at[1], text, ha="center", va="center", size=17, color=own)
        if (row, column) in stable:
            axes.text(at[0], at[1] + 0.2, "equilibrium", ha="center", color=INK)
    for other in (0, 1):
        # The rows' choice given the column, and the columns' given the row; the arrows run along the outer sides.
        [row] = game.best_responses(0, game.pure(0, other))
        _arrow(axes, (other, row), (other, 1 - row), BLUE, (-0.36 if other == 0 else 0.36, 0))
        [column] = game.best_responses(1, game.pure(other, 0))
        _arrow(axes, (1 - column, 1 - other), (column, 1 - other), ORANGE, (0, 0.36 if other == 0 else -0.36))
    axes.set(xlim=(-0.5, 1.5), ylim=(-0.5, 1.5), aspect="equal", xticks=[0, 1], yticks=[0, 1])
    axes.set_xticklabels([names[name] for name in game.actions[1]], color=ORANGE)
    axes.set_yticklabels([names[name] for name in reversed(game.actions[0])], color=BLUE, rotation=90, va="center")
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title("Prisoners' dilemma: each arrow is a gain\nfor the player of that colour", pad=12)


def _arrow(axes: Any, tail: Point, head: Point, colour: str, aside: Point) -> None:
    start, end = np.add(tail, aside), np.add(head, aside)
    style = {"arrowstyle": "-|>", "color": colour, "lw": 2, "mutation_scale": 18}
    axes.annotate("", xy=start + 0.72 * (end - start), xytext=start + 0.28 * (end - start), arrowprops=style)


def _regrets_of_rock_paper_scissors(figure: Any, axes: Any) -> None:
    """What the best answer to every mixed strategy wins: nothing at one point alone."""
    game = rock_paper_scissors()
    corners = np.array([[0, 0], [1, 0], [0.5, np.sqrt(0.75)]])
    steps = 30
    strategies = np.array([(r, p, steps - r - p) for r in range(steps + 1) for p in range(steps + 1 - r)]) / steps
    best = [game.action_utilities(1, (strategy, game.uniform()[1])).max() for strategy in strategies]
    x, y = (strategies @ corners).T
    drawn = axes.tricontourf(x, y, best, levels=np.linspace(0, 1, 11), cmap="Blues")
    axes.plot(*game.uniform()[0] @ corners, "o", color=ORANGE, ms=8)
    axes.annotate("a third of each", game.uniform()[0] @ corners, (0, -17), textcoords="offset points", ha="center")
    for name, corner in zip(("rock", "paper", "scissors"), corners, strict=True):
        below = 5 if name == "scissors" else -14
        axes.annotate(name, corner, (0, below), textcoords="offset points", ha="center")
    axes.set(aspect="equal", xlim=(-0.08, 1.08), ylim=(-0.12, 0.98))
    axes.axis("off")
    axes.set_title("Rock, paper, scissors: what the best\nanswer to a mixed strategy wins", pad=12)
    figure.colorbar(drawn, ax=axes, shrink=0.75, ticks=[0, 0.5, 1])


def grim_trigger_threshold() -> Any:
    """What keeping and breaking the peace are worth to a prisoner, over the discount."""
    figure = _figure(7, 3.6)
    axes = figure.subplots()
    discounts = np.linspace(0, 0.99, 100)
    keep, breaks = [], []
    for discount in discounts:
        game = repeated_prisoners_dilemma(discount)
        worth = game.action_values(grim_trigger(game))[0, 0] * (1 - discount)  # years a round
        keep.append(worth[0, 0])
        breaks.append(worth[1, 0])
    axes.axvspan(1 / 3, 1, color="#cfe8dd", lw=0)
    axes.plot(discounts, keep, color=GREEN, lw=2.5)
    axes.plot(discounts, breaks, color=ORANGE, lw=2.5)
    axes.plot([1 / 3], [-1], "o", color=INK, ms=7)
    axes.annotate("γ = 1/3", (1 / 3, -1), (8, 8), textcoords="offset points", color=INK)
    axes.text(0.98, -0.93, "keep the peace", ha="right", va="bottom", color=GREEN)
    axes.text(0.72, -2.05, "defect once", ha="left", va="bottom", color=ORANGE)
    axes.text(0.665, -2.85, "grim trigger is an equilibrium", ha="center", color=INK)
    axes.set(xlim=(0, 1), ylim=(-3.05, 0.1), xlabel="discount γ", ylabel="worth a round, (1 − γ) V")
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def four_card_hand() -> Any:
    """Every lead of the four-card hand: with open hands, on average, and in truth."""
    figure = _figure(9, 4)
    panels = figure.subplots(1, 2)
    hands = [
        (paiyou.game("four-card"), "The lecture's hand", "tricks above two", 1),
        (sweetened_four_card(), "With a quarter of a trick on ♣7", "", 4),
    ]
    for axes, (game, title, label, unit) in zip(panels, hands, strict=True):
        _leads(axes, clairvoyance(game, game.deal(seed=0).view(0)), unit)
        axes.set_title(title)
        axes.set_ylabel(label)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncol=4, frameon=False)
    return figure


def saving_of_alphabeta() -> Any:
    """What alpha-beta looks at by the order of moves: on trees whose best moves are known, and in Dou Dizhu."""
    figure = _figure(9, 3.9)
    trees, cards = figure.subplots(1, 2)
    branches, depths = 3, range(1, 9)
    orders = {"worst first": (worst_first, ORANGE), "by chance": (as_given, GREY), "best first": (best_first, GREEN)}
    trees.plot(depths, [branches**depth for depth in depths], "--", color=INK, label="all (minimax)")
    for name, (order, colour) in orders.items():
        random = Random(1)
        grown = {depth: [random_tree(branches, depth, random) for _ in range(20)] for depth in depths}
        looked = [np.mean([len(alphabeta(tree, order).leaves) for tree in grown[depth]]) for depth in depths]
        trees.plot(depths, looked, "o-", color=colour, label=name)
    fewest = [fewest_leaves(branches, depth) for depth in depths]
    trees.plot(depths, fewest, "x", color=INK, ms=9, label="fewest possible")
    trees.set(yscale="log", xlabel="depth", ylabel="leaves looked at", title="Trees with three moves everywhere")
    game = paiyou.game("doudizhu")
    states = [game.deal(seed) for seed in range(10)]
    searchers = {
        "minimax": ("minimax:depth={},quiescence=off,max_nodes=100000000", INK),
        "alphabeta without its table": (
            "alphabeta:depth={},table=off,values=best,quiescence=off,max_nodes=100000000",
            BLUE,
        ),
        "alphabeta": ("alphabeta:depth={},values=best,quiescence=off,max_nodes=100000000", GREEN),
    }
    for name, (spec, colour) in searchers.items():
        levels = range(1, 6 if name == "minimax" else 9)
        positions = [_positions_searched(game, spec.format(depth), states) for depth in levels]
        cards.plot(levels, positions, "o-", color=colour, label=name)
    cards.set(
        yscale="log", xlabel="depth", ylabel="positions searched", title="The first move of Dou Dizhu, hands open"
    )
    for axes in (trees, cards):
        axes.legend(frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
        axes.xaxis.get_major_locator().set_params(integer=True)
    return figure


def _positions_searched(game: Game, spec: str, states: Sequence[State]) -> float:
    searcher = cast(SearchAgent, paiyou.agent(spec, game))
    found = []
    for state in states:
        searcher.evaluate(cast(View, state))
        found.append(searcher.statistics["nodes"])
    return float(np.mean(found))


def _leads(axes: Any, table: Clairvoyance, unit: float) -> None:
    leads = sorted(table.moves, key=lambda lead: (lead.value, lead.move))
    places = np.arange(len(leads))
    for number, (deal, marker) in enumerate(zip(table.deals, ("<", ">"), strict=True)):
        [four] = {"H4", "D4"} & set(deal.hands[1])
        open_values = [lead.open[number] / unit for lead in leads]
        aside = 0.16 if marker == ">" else -0.16
        axes.plot(places + aside, open_values, marker, color=GREY, ms=7, label=f"if the four is {_card(four)}")
    for place, lead in zip(places, leads, strict=True):
        if lead.value < lead.average:
            arrow = {"arrowstyle": "-|>", "color": ORANGE, "lw": 1.5, "shrinkA": 8, "shrinkB": 7}
            axes.annotate("", xy=(place, lead.value / unit), xytext=(place, lead.average / unit), arrowprops=arrow)
    averages = [lead.average / unit for lead in leads]
    axes.plot(places, averages, "o", mfc="white", mec=BLUE, mew=2, ms=12, label="average over clairvoyance")
    axes.plot(places, [lead.value / unit for lead in leads], "o", color=ORANGE, ms=7, label="true value")
    axes.set_xticks(places, [_card(lead.move) for lead in leads], size=13)
    axes.set(xlim=(-0.5, len(leads) - 0.5), ylim=(-0.62, 0.37), yticks=[-0.5, -0.25, 0, 0.25])
    axes.axhline(0, color="#d9dbdf", lw=1, zorder=0)
    axes.spines[["top", "right"]].set_visible(False)


def _card(name: str) -> str:
    return SUITS[name[0]] + name[1]


def _figure(width: float, height: float) -> Any:
    return need("matplotlib.figure").Figure(figsize=(width, height), layout="constrained")


FIGURES: dict[str, Callable[[], Any]] = {
    "theory-matrix-games": matrix_games,
    "theory-grim-trigger": grim_trigger_threshold,
    "theory-four-card": four_card_hand,
    "theory-alphabeta": saving_of_alphabeta,
}


def draw(folder: Path) -> list[Path]:
    """Every figure as an SVG file in the folder; the same numbers give the same file."""
    paths = []
    for name, make in FIGURES.items():
        with need("matplotlib").rc_context({"svg.hashsalt": name, "font.size": 10}):
            path = folder / f"{name}.svg"
            make().savefig(path, metadata={"Date": None})
            paths.append(path)
    return paths


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("usage: python -m paiyou.theory.figures FOLDER (one that exists)")
    for written in draw(Path(sys.argv[1])):
        print(written)
