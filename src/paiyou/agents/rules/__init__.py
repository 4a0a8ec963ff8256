"""The rule player: one kind of rules for each family of games."""

from paiyou.agents.rules.player import RulesAgent

__all__ = ["RulesAgent"]
