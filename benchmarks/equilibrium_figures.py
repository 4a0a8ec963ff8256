"""Draws docs/equilibrium.md's figures from what equilibrium.py measured: `python benchmarks/equilibrium_figures.py`.

Hands of 6 have no equilibrium: their file is what `paiyou exploit` printed with `--walk` (docs/equilibrium.md).
"""

import json
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

HERE = Path(__file__).parent
FIGURES = HERE.parent / "docs" / "figures"
COLOURS = {"hand=4": "#1f6f8b", "hand=5": "#e07a3f", "hand=6": "#7a9e3f"}
NAMES = {options: f"hands of {options[-1]}" for options in COLOURS}


def read():
    """What was measured, by game."""
    files = {options: HERE / f"equilibrium-{options}.json" for options in COLOURS}
    return {options: json.loads(file.read_text()) for options, file in files.items() if file.exists()}


def finish(figure, axes, name):
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    FIGURES.mkdir(exist_ok=True)
    # Without a date, and with the same names inside, the same numbers give the same file.
    figure.savefig(FIGURES / f"{name}.svg", metadata={"Date": None})
    plt.close(figure)


def convergence(measured):
    figure, axes = plt.subplots(figsize=(6.4, 3.8))
    for options, found in measured.items():
        if "equilibrium" not in found:
            continue
        steps = found["equilibrium"]["steps"]
        x, y = ([step[key] for step in steps] for key in ("iterations", "exploitability"))
        axes.loglog(x, y, marker="o", markersize=4, color=COLOURS[options], label=NAMES[options])
    first = [1, 4096]
    axes.loglog(first, [1.5 / x for x in first], "--", color="#999999", linewidth=1)
    axes.text(1100, 2.2e-3, "1 / t", color="#777777")
    axes.loglog(first, [3 / x**2 for x in first], ":", color="#999999", linewidth=1)
    axes.text(380, 2.5e-6, "1 / t²", color="#777777")
    axes.set_ylim(1e-7, 1)
    axes.set_xlabel("iterations of CFR+")
    axes.set_ylabel("exploitability (payoffs are ±1)")
    axes.legend(frameon=False, loc="lower left")
    finish(figure, axes, "equilibrium-convergence")


def exploitabilities(measured):
    rows = measured["hand=4"]["policies"][1:]
    order = [row["policy"] for row in sorted(rows, key=lambda row: -row["exploitability"])]
    figure, axes = plt.subplots(figsize=(7.2, 6.6))
    height = 0.27
    for place, (options, found) in enumerate(measured.items()):
        by_name = {row["policy"]: row for row in found["policies"]}
        spots = [number + (place - 1) * height for number, name in enumerate(order) if name in by_name]
        shown = [by_name[name] for name in order if name in by_name]
        worst = [row["exploitability"] for row in shown]
        axes.barh(spots, worst, height, color=COLOURS[options], label=f"{NAMES[options]}: to a best opponent")
        if "equilibrium" in found:
            lost = [row["lost_to_equilibrium"] for row in shown]
            axes.plot(lost, spots, "|", color="black", markersize=8, markeredgewidth=1.8)
        for spot, value in zip(spots, worst, strict=True):
            axes.text(value + 0.006, spot, f"{value:.3f}", va="center", fontsize=7)
    axes.plot([], [], "|", color="black", markersize=10, markeredgewidth=1.8, label="to the equilibrium")
    axes.set_yticks(range(len(order)), order)
    axes.invert_yaxis()
    axes.set_xlabel("loss beyond the value of the game, mean of both seats (payoffs are ±1)")
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[1:] + handles[:1], labels[1:] + labels[:1], frameon=False, loc="lower right")
    finish(figure, axes, "equilibrium-exploitability")


def samples():
    found = json.loads((HERE / "equilibrium-samples.json").read_text())
    figure, axes = plt.subplots(figsize=(6.4, 3.6))
    for (name, rows), colour in zip(found["agents"].items(), COLOURS.values(), strict=False):
        for row in rows:
            values = row["exploitability"]
            axes.plot([row["samples"]] * len(values), values, "o", color=colour, alpha=0.3, markersize=4)
        numbers = [row["samples"] for row in rows]
        means = [sum(row["exploitability"]) / len(row["exploitability"]) for row in rows]
        axes.plot(numbers, means, color=colour, label=f"{name}, asked")
    axes.axhline(found["random"], linestyle="--", color="#777777", linewidth=1, label="random, as it is")
    axes.set_xscale("log", base=2)
    axes.set_xticks(numbers, [str(number) for number in numbers])
    axes.set_ylim(bottom=0)
    axes.set_xlabel("samples at every information set")
    axes.set_ylabel("exploitability (payoffs are ±1)")
    axes.legend(frameon=False, loc="center right")
    finish(figure, axes, "equilibrium-samples")


if __name__ == "__main__":
    plt.rcParams |= {"svg.hashsalt": "paiyou", "font.size": 9}
    everything = read()
    convergence(everything)
    exploitabilities(everything)
    samples()
