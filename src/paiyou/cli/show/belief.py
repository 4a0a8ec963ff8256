"""What is printed and drawn of a belief about hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from paiyou.calibration import Calibration
    from paiyou.reproduce.plots import Panels


def calibration_table(found: Calibration) -> tuple[str, Table]:
    """A line of bits, and a table of chances beside how often they came true."""

    def bits(name: str) -> str:
        figure = getattr(found, name)
        return f"{figure.mean:.4f} [{figure.low:.4f}, {figure.high:.4f}]"

    line = (
        f"{found.model} on {found.game}, {found.decisions:,} decisions of {found.games} games, bits a hidden card: "
        f"counting {bits('counted')}, card by card {bits('told')}, as deals {bits('believed')}; "
        f"better than counting by {bits('gained')}"
    )
    table = Table("chance", "how often given", "mean", "came true", "95% interval")
    for one in found.bins:
        known = one.happened_low is not None and one.happened_high is not None
        table.add_row(
            f"{one.low:.1f} to {one.high:.1f}", f"{one.number:,}", f"{one.believed:.3f}", f"{one.happened:.3f}",
            f"{one.happened_low:.3f} to {one.happened_high:.3f}" if known else "",
        )  # fmt: skip
    return line, table


def reliability_plot(found: Calibration) -> Panels:
    """Chances given beside how often they came true, and how many of each there were."""
    from paiyou.arena.statistics import Estimate
    from paiyou.reproduce.plots import Panels, Plot, Series

    ends = (0.0, 1.0)
    came_true = Plot(
        f"{found.game}: a reliability plot of {found.model}", "chance given (%)", "came true (%)",
        (
            Series(
                "came true", tuple(100 * one.believed for one in found.bins),
                tuple(one.came_true for one in found.bins),
            ),
            Series("as often as the chance says", (0.0, 100.0), tuple(Estimate(end, end, end) for end in ends)),
        ),
    )  # fmt: skip
    numbers = tuple(Estimate(number, number, number) for number in (float(one.number) for one in found.bins))
    how_many = Plot(
        f"How many chances in {found.games} games", "chance given, up to (%)", "",
        (Series("given", tuple(map(float, range(len(numbers)))), numbers),),
        groups=tuple(f"{100 * one.high:.0f}" for one in found.bins), percent=False,
    )  # fmt: skip
    return Panels((came_true, how_many))
