"""What the experiments of paper 003 share (Zha et al. 2021, DouZero): the game, the players, the paper's figures.

The paper trains one player for each aim, WP (share of games won) and ADP (average difference in points). So do we:
`dmc` stands for `doudizhu-wp` where WP is measured and for `doudizhu-adp` where ADP is. Our player asks a solver in
endgames with few possible deals, which the paper's does not; without it, it is "the network alone".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from paiyou.agents.base import Agent
from paiyou.agents.registry import agent as make_agent
from paiyou.games.registry import game as find_game
from paiyou.models.folders import find_model
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


@lru_cache(maxsize=32)
def identity(spec: str) -> str:
    """A player for the key of a kept result: a network that was trained anew has the same name but another identity."""
    found = re.search("model=([^,]*)", spec)
    if found is None:
        return spec
    try:
        files = sorted(find_model(found[1]).glob("*.onnx"))
    except ValueError as missing:
        raise _missing(spec, missing) from None
    return f"{spec} ({sha256(b''.join(file.read_bytes() for file in files)).hexdigest()[:12]})"


@lru_cache(maxsize=32)
def player(spec: str, seat: int) -> Agent:
    """The player of a seat in this process; ValueError with one sentence where it cannot be had."""
    del seat  # an agent may remember the game it is in, so every seat has one of its own
    try:
        return make_agent(spec, find_game(GAME))
    except ValueError as missing:
        raise _missing(spec, missing) from None


def _missing(spec: str, why: ValueError) -> ValueError:
    return ValueError(f"the experiments of paper 003 need the player {spec}: {why}")


def quoted(figure: str, *, share: bool) -> Claim:
    """A figure of the paper as other people quote it, such as `0.889`; our copy of the paper does not print it."""
    value, room = float(figure), 0.5 * 10 ** -len(figure.partition(".")[2])
    text = f"{value:.1%}" if share else figure
    return Claim(f"{text} (quoted)", value - room, value + room)
