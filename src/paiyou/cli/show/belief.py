"""What is printed of a belief about hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from paiyou.calibration import Calibration


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
    table = Table("chance", "how often given", "mean", "came true")
    for one in found.bins:
        table.add_row(
            f"{one.low:.1f} to {one.high:.1f}", f"{one.number:,}", f"{one.believed:.3f}", f"{one.happened:.3f}"
        )
    return line, table
