"""The agent `dmc`: plays the move a network values most (Deep Monte Carlo, DouZero, section 3).

The network was trained on games of its own to tell the expected result of every legal move. There is no search; what
else has a say is the family's business (`parts.py`). A model may be shipped with the package or come from `paiyou
train`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from paiyou.agents.base import Agent, Evaluation, Unit
from paiyou.agents.neural.network import PLAYED_FOR, Network
from paiyou.agents.neural.overrides import Overrides
from paiyou.agents.neural.parts import OPTIONS as FAMILY_OPTIONS
from paiyou.games.family import NEURAL, Family
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.games.registry import game_info
from paiyou.models.fit import fits
from paiyou.models.folders import default_model, find_model, models
from paiyou.options import Option, Value, shown, unknown

OPTIONS = {
    "model": Option(
        str, "a shipped model by name, or the folder of one; by default the game's shipped one", remote=True
    ),
    "objective": Option(
        str,
        "what to play for: wins or the top score (wp), or points (adp); by default what the model was trained for",
        PLAYED_FOR,
        remote=True,
    ),
    "seed": Option(
        int, "taken so that all agents can be given it (0); there is no chance in this one", remote=2**63 - 1
    ),
    **FAMILY_OPTIONS,
}

UNITS: dict[str, Unit] = {"wp": "result", "adp": "points", "logadp": "order"}
"""What the values of networks are, by their objective."""


class DmcAgent(Agent):
    """Plays by a network; the same view always gives the same move."""

    name = "dmc"
    line = "a network that knows the worth of every move (DouZero)"
    options = OPTIONS
    needs = (NEURAL,)
    quick = True
    remote = True
    bids = False

    def __init__(self, game: Game, *, model: str = "", objective: str = "", seed: int = 0, **of_family: Any) -> None:
        super().__init__(game, seed=seed)
        _check_options(of_family, game.family)
        folder = find_model(model or model_for(game, objective))
        self._network = Network(folder, game, objective)
        self._overrides: Overrides = game.family.part(NEURAL).overrides(game, self._network.card, **of_family)
        self.bids = "bidder" in of_family  # who asks for a bidder gets it at a table, too
        # A folder that was named from here is found from elsewhere, too.
        self._options = {"model": str(folder) if model else "", "objective": objective, "seed": seed, **of_family}

    @classmethod
    def check_remote(cls, values: Mapping[str, Value], game: str) -> None:
        """A model of the game that the server knows by name, and no folder of its own."""
        known, wanted = models(), values.get("model")
        _check_options((name for name in values if name in FAMILY_OPTIONS), game_info(game).family)
        if wanted is not None and wanted not in known:
            raise unknown("model", str(wanted), known)
        playing = [name for name, card in known.items() if fits(card, game) and (wanted or not card.imitates)]
        if not playing:
            raise ValueError(f"there is no network for {game}: ask another agent than dmc")
        if wanted is not None and wanted not in playing:
            raise ValueError(f"the model {shown(str(wanted))} does not play {game}; {' and '.join(playing)} do")

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (type(self), self.game, self._options)

    def choose(self, view: View) -> str:
        """The move the network values most, or one that its family knows to be better."""
        moves = _moves(view)
        return moves[0] if len(moves) == 1 else self.evaluate(view)[0][0]

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with the network's value, best first: -1 to 1 where it plays to win, else points."""
        moves = _moves(view)
        other = self._overrides.instead(view)
        if other is not None:
            return other.evaluate(view)
        values = (self._network.values(view, moves) * self._overrides.factor(view)).tolist()
        found: Evaluation = [(move, value, 1.0) for move, value in zip(moves, values, strict=True)]
        found.sort(key=lambda entry: entry[1], reverse=True)
        return found if len(moves) == 1 else self._overrides.improved(view, self._on_second_thoughts(view, found))

    def _on_second_thoughts(self, view: View, found: Evaluation) -> Evaluation:  # noqa: ARG002 - others look at it
        """What the network says of two moves or more, best first, before others have their say: here, as it is."""
        return found

    def unit(self, view: View) -> Unit:
        """What the network plays for, or the unit of whoever decides in its place."""
        other = self._overrides.instead(view)
        if other is not None:
            return other.unit(view)
        card = self._network.card
        return "order" if card.imitates else UNITS[card.objective]  # an imitation says how likely moves are


def _check_options(given: Iterable[str], family: Family[Any]) -> None:
    """ValueError where one is for other families than this."""
    part = family.part(NEURAL)
    for name in given:
        if name not in FAMILY_OPTIONS:
            raise unknown("option of dmc", name, OPTIONS)
        if name not in part.options:
            raise ValueError(f"the option {name} of dmc means nothing in {family.title}: leave it out")


def model_for(game: Game, objective: str = "") -> str:
    """The shipped model that plays a game where none is named, best one that was trained for what is played for.

    Points count where an auction sets the stake, else wins.
    """
    if objective:
        return default_model(game.name, (objective,))
    return default_model(game.name, ("adp", "logadp", "wp") if game.spec.auction is not None else ("wp",))


def _moves(view: View) -> list[str]:
    if not hasattr(view, "seat"):
        raise ValueError("this agent sees what one seat sees: give it state.view(seat)")
    moves = view.moves()
    if not moves:
        raise ValueError("there is no move to choose: this seat is not to move")
    return moves


def _make(kind: type[DmcAgent], game: Game, options: dict[str, Any]) -> DmcAgent:
    return kind(game, **options)
