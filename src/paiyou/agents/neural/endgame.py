"""Endgames: where few deals are possible, the open-hand solver looks at every one of them and may overrule a network.

`sure`: a move that does not win in every deal gives way to one that does. `most`: besides, where there is no such move,
a move gives way to one that wins in more of the deals. Deals count by the number of ways the cards themselves can lie.
In each deal the solver takes all hands for open (`core/search/endgame/every_deal.hpp`): its word is a strong hint, no
proof. The limits are numbers of deals and positions, never time: the same view always gives the same move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from paiyou.agents.search.base import REMOTE_NODES, require_at_least, require_one_of
from paiyou.options import Option

if TYPE_CHECKING:
    from paiyou._core import ClimbingView

OVERRULE = ("sure", "most")
MAX_DEALS = 100
MAX_NODES = 5000

OPTIONS = {
    "endgame": Option(
        int,
        f"look at every possible deal with the open-hand solver where there are at most so many ({MAX_DEALS})",
        remote=200,
    ),
    "overrule": Option(
        str,
        "when the solver overrules the network: a move wins in every deal and the network's does not (sure, the "
        "default), or also where a move wins in more deals (most)",
        OVERRULE,
        remote=True,
    ),
    "max_nodes": Option(
        int, f"positions the solver may search for a move; then the network's stands ({MAX_NODES})", remote=REMOTE_NODES
    ),
}


@dataclass(frozen=True)
class Endgame:
    """Looks at decisions with few possible deals; `max_deals` 0 looks at none."""

    max_deals: int = MAX_DEALS
    overrule: str = "sure"
    max_nodes: int = MAX_NODES

    def __post_init__(self) -> None:
        require_at_least("endgame", self.max_deals, 0, 1_000_000)
        require_one_of("overrule", self.overrule, OVERRULE)
        require_at_least("max_nodes", self.max_nodes, 1)

    def shares(self, view: ClimbingView, favourite: str) -> dict[str, float]:
        """Moves with the share of the deals they win: those to choose from, or (`most`) all; none if the limits forbid.

        Where the favourite wins in every deal, no other move is looked at.
        """
        if self.max_deals == 0:
            return {}
        from paiyou._core import solve_deals

        looked = solve_deals(view, favourite, self.max_deals, self.max_nodes)
        if looked is not None and not looked[0] and self.overrule == "most":
            looked = solve_deals(view, None, self.max_deals, self.max_nodes)
        return {} if looked is None else dict(looked[0])
