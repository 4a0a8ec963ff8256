"""Inference (Whitehouse et al. 2011, III.H): what the others' moves say about their cards, by a model of how they play.

Bayes: the probability of a deal is that of its being dealt, times that of every move the others have made since, each
seen from the seat that made it. A model is an agent; it plays its own choice with probability 1 - noise and any legal
move with the rest. Without noise this is the paper's pure policy: a deal in which the model would have played another
move is ruled out.
"""

from __future__ import annotations

from collections.abc import Mapping

from paiyou.agents.base import Agent, what_it_sees
from paiyou.agents.random import RandomAgent
from paiyou.agents.search.base import SearchAgent, require_at_least
from paiyou.agents.search.belief import Belief, WeightedDeals
from paiyou.games.game import Game
from paiyou.games.protocol import State, View
from paiyou.options import Option, Value

INFERENCE_OPTIONS = {
    "infer": Option(
        str,
        "the agent whose way of playing tells deals apart (none); its options follow with slashes: "
        "infer=det-minimax/vote=split/ties=first; or playouts, how likely a play-out network makes the others' moves; "
        "or belief, what a network has learnt about hidden cards: infer=belief, infer=belief/model=FOLDER",
        remote=True,
    ),
    "noise": Option(float, "how often that agent is taken to play just any move (0)", remote=True),
    "particles": Option(int, "deals drawn and weighed where there are more than max_states (100)", remote=200),
}


class Inference(Belief):
    """Weighs the deals that agree with a view by how well they explain the others' moves.

    Exact where the information set has at most `max_states` deals; else `particles` deals are drawn and weighed. The
    statistics also say whether any deal `explained` the moves; where none did, the answer is what was known before.

    Example::

        inference = Inference(game, "expectimax")
        for state, probability in inference.deals(view):
            ...
    """

    def __init__(
        self,
        game: Game,
        model: str | Agent,
        *,
        noise: float = 0.0,
        particles: int = 100,
        max_states: int = 1_000,
    ) -> None:
        from paiyou.agents.registry import agent

        check_inference(noise, particles, max_states)
        self.game = game
        self.model = agent(model_spec(model), game) if isinstance(model, str) else model
        if self.model.game is not game:
            raise ValueError(f"the model plays {self.model.game.name}, not {game.name}")
        if type(self.model).interactive:
            raise ValueError("a person cannot be the model: name an agent that answers by itself")
        super().__init__(particles, max_states)
        self.noise = noise
        self._answers: dict[bytes, str] = {}
        self._followed: dict[bytes, _Followed] = {}

    def deals(self, view: View, seed: int = 0) -> WeightedDeals:
        """Deals that agree with the view and their probabilities, none of them 0."""
        weighed, listed = self.as_dealt(view, seed)
        before = self._follow(view, [state for state, _ in weighed])
        posterior = [prior * likelihood for (_, prior), likelihood in zip(weighed, before, strict=True)]
        explained = any(weight > 0 for weight in posterior)
        if not explained:
            posterior = [prior for _, prior in weighed]
        states = (state for state, _ in weighed)
        return self.weighed([*zip(states, posterior, strict=True)], listed, explained=explained)

    def _follow(self, view: View, states: list[State]) -> list[float]:
        """The probability of all moves the others have made, in each of the states.

        A deal that was followed before, to an earlier move of the same game, is taken up from there.
        """
        history = view.history
        followed: dict[bytes, _Followed] = {}
        result = []
        for state in states:
            start = state.rewound()
            key = start.key
            known = self._followed.get(key)
            if known is None or known.seat != view.seat or known.history != history[: len(known.history)]:
                known = _Followed(view.seat, start)
            self._go_on(known, history)
            followed[key] = known
            result.append(known.likelihood)
        self._followed = followed
        return result

    def _go_on(self, deal: _Followed, history: list[tuple[int, str]]) -> None:
        for seat, move in history[len(deal.history) :]:
            if deal.likelihood == 0:
                return  # ruled out for good
            if seat != deal.seat:
                deal.likelihood *= self.probability(deal.state, move)
            deal.state.play(move)
            deal.history.append((seat, move))

    def probability(self, state: State, move: str) -> float:
        """How likely the model makes a move in a state in which it is legal."""
        legal = len(state.moves())
        if legal == 1:
            return 1.0
        if self.noise == 1 or isinstance(self.model, RandomAgent):
            return 1 / legal
        seen = what_it_sees(self.model, state)
        chosen = self._answers.get(seen.key)
        if chosen is None:
            chosen = self.model.choose(seen)
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[seen.key] = chosen
        return (1 - self.noise) * (chosen == move) + self.noise / legal


MOST_ANSWERS = 1_000_000
"""The model's answers that are remembered."""


class _Followed:
    """A deal that is replayed along the history of a game."""

    def __init__(self, seat: int, state: State) -> None:
        self.seat = seat
        self.state = state
        self.history: list[tuple[int, str]] = []
        self.likelihood = 1.0


def check_inference(noise: float, particles: int, max_states: int) -> None:
    """ValueError where a number cannot be meant."""
    if not 0 <= noise <= 1:
        raise ValueError(f"noise must be a share from 0 to 1, not {noise}")
    require_at_least("particles", particles, 1, 1_000_000)
    require_at_least("max_states", max_states, 0, 10_000_000)


def model_spec(text: str) -> str:
    """The spec of a model as it is written inside another agent's: `NAME/option=value/option=value`."""
    return text.replace("/", ":", 1).replace("/", ",")


def inference_of(
    game: Game, infer: str | Agent | Belief, *, noise: float, particles: int, max_states: int
) -> Belief | None:
    """What the options of an agent ask for: nothing for `none`."""
    from paiyou.agents.neural.belief import NetworkBelief, model_of_belief
    from paiyou.agents.neural.playout_belief import PlayoutBelief, temperature_of

    check_inference(noise, particles, max_states)
    if isinstance(infer, Belief):
        return infer
    if infer == "none":
        return None
    model = model_of_belief(infer) if isinstance(infer, str) else None
    if model is not None:
        if noise:
            raise ValueError("noise is about the moves of an agent; with infer=belief leave it out")
        return NetworkBelief(game, model, particles=particles, max_states=max_states)
    temperature = temperature_of(infer) if isinstance(infer, str) else None
    if temperature is not None:
        return PlayoutBelief(game, temperature=temperature, noise=noise, particles=particles, max_states=max_states)
    return Inference(game, infer, noise=noise, particles=particles, max_states=max_states)


class InferringAgent(SearchAgent):
    """A searcher that may weigh deals by what the others' moves say."""

    @classmethod
    def check_remote(cls, values: Mapping[str, Value], game: str) -> None:
        """The model of the others must be an agent that may be asked for itself."""
        from paiyou.agents.neural.belief import check_remote_belief, model_of_belief
        from paiyou.agents.neural.playout_belief import temperature_of
        from paiyou.agents.remote import check_remote_agent
        from paiyou.models.playout_networks import find_playout_network

        infer = str(values.get("infer", "none"))
        model = model_of_belief(infer)
        if model is not None:
            check_remote_belief(model, game)
        elif temperature_of(infer) is not None:
            find_playout_network("", "", game)
        elif infer != "none":
            check_remote_agent(model_spec(infer), game)
