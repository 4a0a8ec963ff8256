"""What overrides a network: nothing, unless its family knows better players or facts for some decisions."""

from __future__ import annotations

from typing import Any

from paiyou.agents.base import Agent, Evaluation


class Overrides:
    """Leaves every decision to the network."""

    def instead(self, view: Any) -> Agent | None:  # noqa: ARG002 - others look at it
        """The agent that decides in the network's place; None where the network does."""
        return None

    def factor(self, view: Any) -> float:  # noqa: ARG002
        """What the network's values are to be multiplied with: it may not know what is played for."""
        return 1.0

    def improved(self, view: Any, found: Evaluation) -> Evaluation:  # noqa: ARG002
        """What the network says of two moves or more, best first, with what is known better put right."""
        return found
