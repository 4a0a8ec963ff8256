"""All targets by name."""

from __future__ import annotations

from collections.abc import Mapping

from paiyou.learn.dmc.targets.actor_critic import ActorCritic
from paiyou.learn.dmc.targets.bootstrapped import Bootstrapped
from paiyou.learn.dmc.targets.dqn import Dqn
from paiyou.learn.dmc.targets.monte_carlo import MonteCarlo
from paiyou.learn.dmc.targets.oracle import Oracle
from paiyou.learn.dmc.targets.sarsa import Sarsa
from paiyou.learn.dmc.targets.target import Target

TARGETS: Mapping[str, type[Target]] = {
    "monte_carlo": MonteCarlo,
    "sarsa": Sarsa,
    "dqn": Dqn,
    "bootstrapped": Bootstrapped,
    "actor_critic": ActorCritic,
    "oracle": Oracle,
}
