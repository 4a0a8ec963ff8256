"""What learning needs of trick games: the part of the family that `paiyou.learn` supplies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.batch import points_that_count
from paiyou.learn.nets.networks import FactsNetwork, ValueNetwork
from paiyou.learn.trick.batched_game import TrickBatch
from paiyou.learn.trick.card_tensors import check_room
from paiyou.learn.trick.device_playouts import DevicePlayouts
from paiyou.learn.trick.encoder import Encoder
from paiyou.learn.trick.hidden_cards import HiddenCards
from paiyou.learn.trick.playout_features import PlayoutFeatures
from paiyou.learn.trick.redealt_batch import RedealtBatch

NETWORKS = ("facts", "paper", "cnn", "numbers")


class TrickLearning:
    """The interface is `paiyou.games.family.Learn`."""

    def check(self, spec: TrickSpec, objective: str = "wp") -> None:
        """A game that fits a batch; the logarithm of points is for a stake that doubles."""
        check_room(spec)
        if objective == "logadp":
            raise ValueError(f"{spec.name} is paid in points, not by a stake that doubles; train it with adp or wp")

    def batch(
        self, spec: TrickSpec, number: int, seed: int | Tensor, device: torch.device | str = "cpu", quiet: float = 0.0
    ) -> TrickBatch:
        """Games in lockstep, by places from the opener."""
        return TrickBatch(spec, number, seed, device, quiet)

    def redealt(self, games: TrickBatch, rows: Tensor, seeds: Tensor) -> RedealtBatch:
        """Games from positions of a batch."""
        return RedealtBatch(games, rows, seeds)

    def playouts(self, game: Any, model: Any, device: str = "") -> DevicePlayouts:
        """Play-outs by a model's own networks."""
        return DevicePlayouts(game, model, device)

    def moves(self, spec: TrickSpec) -> Sequence[str]:
        """The cards, then what may be exposed together."""
        return (*spec.cards, *spec.exposure_moves)

    def first_seat(self, state: Any) -> int:
        """The seat that opens."""
        seat: int = state.turn
        return seat

    def longest_game(self, spec: TrickSpec) -> int:
        """Everyone speaks once; every trick may wait for its leader until all other places have had their step."""
        steps = spec.seats * bool(spec.exposures) + spec.hand_size * (2 * spec.seats - 1)
        return -(-steps // spec.seats) * spec.seats

    def points_unit(self, spec: TrickSpec, seat: int) -> float:  # noqa: ARG002 - the same for all
        """As the spec has it."""
        return spec.points_unit

    def counts(self, spec: TrickSpec) -> Sequence[Sequence[float]]:
        """Own points, or those of the own pair less the other's."""
        return points_that_count(spec.teams, spec.has_partners)

    def networks(self, kind: str, spec: TrickSpec) -> int:
        """Of ours one that is told its place; of the paper's one for each place (its A to D)."""
        return spec.seats if kind == "paper" else 1

    def network(self, kind: str, spec: TrickSpec, position: int, **sizes: int) -> ValueNetwork:  # noqa: ARG002
        """Ours, the paper's, which is alike in every place, or a convolutional one."""
        given = {name: size for name, size in sizes.items() if size}
        if "declined" in given:
            raise ValueError(f"nobody passes in {spec.name}; leave declined out")
        if kind == "facts":
            return FactsNetwork(Encoder(spec), HiddenCards(spec), **given)
        if kind == "numbers":
            from paiyou.learn.nets.numbered_network import NumberedNetwork

            return NumberedNetwork(Encoder(spec), HiddenCards(spec), len(self.moves(spec)), **given)
        if kind == "paper":
            from paiyou.learn.trick.paper_network import PaperNetwork

            if given:
                raise ValueError(f"the network paper has the sizes of the paper; leave out {', '.join(given)}")
            return PaperNetwork(spec)
        if kind == "cnn":
            from paiyou.learn.trick.convolutional_network import ConvolutionalNetwork

            if given:
                raise ValueError(f"the network cnn has sizes of its own; leave out {', '.join(given)}")
            return ConvolutionalNetwork(spec)
        raise ValueError(f"there is no network {kind!r} for trick games; there are {', '.join(NETWORKS)}")

    def playout_features(self, spec: TrickSpec) -> PlayoutFeatures:
        """Of cards and of numbers, one by one."""
        return PlayoutFeatures(spec)

    def graph(self, network: ValueNetwork, spec: TrickSpec, position: int) -> Any:
        """With the encoder inside."""
        from paiyou.learn.trick.facts_graph import facts_graph

        return facts_graph(network, spec, self.points_unit(spec, position))

    def card(self, network: ValueNetwork, spec: TrickSpec) -> dict[str, Any]:  # noqa: ARG002
        """The facts of trick games, the paper's network like ours; no groups of combos, no number of last moves."""
        return {"kind": "facts", "history": 0}


LEARNING = TrickLearning()
