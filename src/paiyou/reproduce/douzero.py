"""What the experiments of DouZero share (Zha et al. 2021): the game, the players, the paper's figures.

The paper trains one player for each aim, WP (share of games won) and ADP (average difference in points). So do we:
`dmc` stands for `doudizhu-wp` where WP is measured and for `doudizhu-adp` where ADP is. Our player asks a solver in
endgames with few possible deals, which the paper's does not; without it, it is "the network alone".
"""

from __future__ import annotations

from dataclasses import dataclass

from paiyou.agents.base import Agent
from paiyou.reproduce import players
from paiyou.reproduce.claims import Claim

GAME = "doudizhu:douzero"


@dataclass(frozen=True)
class Contender:
    """A player by the name it has in the tables."""

    name: str
    spec: str
    """What `paiyou.agent` takes; where there are two, the one that plays for wins."""
    for_points: str = ""
    """The one that plays for points, where it is another."""
    slow: bool = False
    """Whether it searches, so that fewer deals have to do."""
    alone: bool = False
    """Whether it is a network alone, as the paper's player is, and measured for that only."""

    @property
    def by_aim(self) -> tuple[str, str]:
        """Who plays for wins, and who for points."""
        return self.spec, self.for_points or self.spec


CONTENDERS = (
    Contender("dmc", "dmc:model=doudizhu-wp", "dmc:model=doudizhu-adp"),
    Contender("dmc, network alone", "dmc:model=doudizhu-wp,endgame=0", "dmc:model=doudizhu-adp,endgame=0", alone=True),
    Contender("rules", "rules"),
    Contender("uct", "uct:trees=40,iterations=250", slow=True),
    Contender("isuct", "isuct:iterations=10000", slow=True),
    Contender("rave", "rave:iterations=5000", slow=True),
    Contender("rlcard", "rlcard"),
    Contender("random", "random"),
)
"""The learner first: where its models are missing, that is said before anything is played."""

NOT_RUN = (
    "DeltaDou, CQN, DQN, A3C, RHCP, RHCP-v2 and the paper's supervised player (SL) are other people's programs, or "
    "trained on data that is not public: they are not run here."
)


def identity(spec: str) -> str:
    """A player for the key of a kept result."""
    return players.identity(spec, GAME)


def player(spec: str, seat: int) -> Agent:
    """The player of a seat in this process."""
    return players.player(spec, GAME, seat)


def quoted(figure: str, *, share: bool) -> Claim:
    """A figure of the paper as other people quote it, such as `0.889`; our copy of the paper does not print it."""
    value, room = float(figure), 0.5 * 10 ** -len(figure.partition(".")[2])
    text = f"{value:.1%}" if share else figure
    return Claim(f"{text} (quoted)", value - room, value + room)
