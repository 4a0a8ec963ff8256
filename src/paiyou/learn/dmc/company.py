"""Who else plays in a run's games: rivals, and its own earlier selves. The deal decides where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from torch import Tensor

from paiyou.learn.batch import Batch
from paiyou.learn.dmc.arguments import Arguments
from paiyou.learn.selfplay.batched_match import NetworkPlayer
from paiyou.learn.selfplay.choosing import games_of_side


def company(
    games: Batch, arguments: Arguments, rivals: Sequence[NetworkPlayer], earlier: Sequence[NetworkPlayer]
) -> Iterator[tuple[NetworkPlayer, Tensor]]:
    """Each player, and the games in which the seat to move is its; a game has one of them at most."""
    others = arguments.rival_seats == "others"
    part = arguments.rival_share / max(len(rivals), 1)
    if part > 0:
        for place, rival in enumerate(rivals):
            yield rival, games_of_side(games, part, arguments.weak + place * part, others=others)
    if earlier and arguments.league_share > 0:
        above = arguments.weak + (arguments.rival_share if rivals else 0.0)
        theirs = games_of_side(games, arguments.league_share, above, others=others)
        # The digits of the seed above those that tell the share and the side.
        drawn = games.deal_seed // (1000 * len(set(games.spec.teams))) % len(earlier)
        for place, player in enumerate(earlier):
            yield player, theirs & (drawn == place)
