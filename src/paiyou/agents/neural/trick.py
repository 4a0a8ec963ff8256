"""Networks in trick games: they play and expose cards; one that has not learnt to expose leaves that to `rules`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from paiyou.agents.base import Agent
from paiyou.agents.neural.overrides import Overrides
from paiyou.agents.neural.playouts import CorePlayouts
from paiyou.agents.neural.reader import Reader
from paiyou.agents.neural.trick_facts import TrickFactsReader
from paiyou.agents.neural.trick_playouts import playout_network
from paiyou.agents.rules import RulesAgent
from paiyou.games.game import Game
from paiyou.games.registry import game_spec
from paiyou.games.trick_family import TRICK
from paiyou.games.trick_spec import TrickSpec
from paiyou.models.card import ModelCard
from paiyou.models.playout_networks import PlayoutNetworkFile

if TYPE_CHECKING:
    from paiyou._core import TrickView


class TrickNetworks:
    """The interface is `paiyou.games.family.Neural`."""

    options: frozenset[str] = frozenset()

    def reader(self, game: Game, card: ModelCard) -> Reader:
        """Of facts; exposures are told by the list of the game that the model was trained on."""
        if card.kind != "facts":
            raise ValueError(
                f"the model {card.name} is of the kind {card.kind}; in trick games networks are told facts"
            )
        return TrickFactsReader(TRICK.spec_of(game, "these networks play"), exposures_of(_trained_on(game, card)))

    def overrides(self, game: Game, card: ModelCard) -> Overrides:
        """Nobody, where the model was trained with all that may be exposed."""
        spec = TRICK.spec_of(game, "these networks play")
        learnt = set(exposures_of(spec)) <= set(exposures_of(_trained_on(game, card)))
        return Overrides() if learnt else ExposesByRules(game)

    def points_unit(self, game: Game) -> float:
        """As the spec has it."""
        return TRICK.spec_of(game, "these networks play").points_unit

    def playouts(self, game: Game, file: PlayoutNetworkFile) -> CorePlayouts:
        """The core's network."""
        return playout_network(game, file)


class ExposesByRules(Overrides):
    """For networks that were trained where less is exposed."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def _rules(self) -> RulesAgent:
        return RulesAgent(self._game)

    def instead(self, view: TrickView) -> Agent | None:
        """The rule player, before the first lead."""
        return self._rules if view.exposing else None


def exposures_of(spec: TrickSpec) -> list[int]:
    """The cards that may be exposed."""
    return [exposure.card for exposure in spec.exposures]


def _trained_on(game: Game, card: ModelCard) -> TrickSpec:
    return cast(TrickSpec, game.spec if card.game == game.name else game_spec(card.game))


PART = TrickNetworks()
