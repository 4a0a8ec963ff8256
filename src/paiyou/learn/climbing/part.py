"""What learning needs of climbing games: the part of the family that `paiyou.learn` supplies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.batch import points_that_count
from paiyou.learn.climbing.batched_game import ClimbingBatch
from paiyou.learn.climbing.device_playouts import DevicePlayouts
from paiyou.learn.climbing.encoder import RECENT, Encoder
from paiyou.learn.climbing.hidden_cards import HiddenCards
from paiyou.learn.climbing.playout_features import PlayoutFeatures
from paiyou.learn.climbing.redealt_batch import RedealtBatch
from paiyou.learn.nets.networks import FactsNetwork, ValueNetwork

NETWORKS = ("facts", "paper", "numbers")


class ClimbingLearning:
    """The interface is `paiyou.games.family.Learn`."""

    def check(self, spec: ClimbingSpec, objective: str = "wp") -> None:
        """An auction is not learnt, and the logarithm of points is for a stake that doubles."""
        if spec.auction is not None:
            raise ValueError(f"{spec.name} has an auction, which networks do not learn: leave out the option bidding")
        if objective == "logadp" and spec.score.kind != "stake":
            raise ValueError(f"{spec.name} is paid by cards, not by a stake that doubles; train it with adp or wp")

    def batch(
        self,
        spec: ClimbingSpec,
        number: int,
        seed: int | Tensor,
        device: torch.device | str = "cpu",
        quiet: float = 0.0,
    ) -> ClimbingBatch:
        """Games in lockstep."""
        self.check(spec)
        if quiet:
            raise ValueError(f"nothing is exposed in {spec.name}; leave quiet out")
        return ClimbingBatch(spec, number, seed, device)

    def redealt(self, games: ClimbingBatch, rows: Tensor, seeds: Tensor) -> RedealtBatch:
        """Games from positions of a batch."""
        return RedealtBatch(games, rows, seeds)

    def playouts(self, game: Any, model: Any, device: str = "") -> DevicePlayouts:
        """Play-outs by a model's own networks."""
        return DevicePlayouts(game, model, device)

    def longest_game(self, spec: ClimbingSpec) -> int:
        """Each card played alone and passed by all others, and one round."""
        return spec.seats * (spec.seats * spec.hand_size + spec.pile_size + 1)

    def points_unit(self, spec: ClimbingSpec, seat: int) -> float:
        """A seat's share of the stake, or the cards of half a hand."""
        if spec.score.kind == "stake":
            return float(spec.score.landlord_factor if seat == 0 else 1)
        return spec.hand_size / 2

    def counts(self, spec: ClimbingSpec) -> Sequence[Sequence[float]]:
        """With a stake a seat's own points say it all."""
        return points_that_count(spec.teams, spec.has_partners)

    def moves(self, spec: ClimbingSpec) -> Sequence[str]:
        """The combos, and the pass."""
        return spec.actions

    def first_seat(self, state: Any) -> int:  # noqa: ARG002 - always the same
        """A batch has the engine's seats."""
        return 0

    def networks(self, kind: str, spec: ClimbingSpec) -> int:
        """One for each position, counted from the landlord; where only a card tells who opens, seats share ours."""
        alike = spec.lead_card is not None and len(set(spec.teams)) == spec.seats
        return 1 if kind == "facts" and alike else spec.seats

    def network(self, kind: str, spec: ClimbingSpec, position: int, **sizes: int) -> ValueNetwork:
        """Ours or the paper's."""
        given = {name: size for name, size in sizes.items() if size}
        encoder = Encoder(spec, declined="declined" in given)
        if kind == "facts":
            return FactsNetwork(encoder, HiddenCards(spec), **given)
        if kind == "numbers":
            from paiyou.learn.nets.numbered_network import NumberedNetwork

            return NumberedNetwork(encoder, HiddenCards(spec), len(self.moves(spec)), **given)
        if kind == "paper":
            from paiyou.learn.climbing.paper_network import PaperNetwork

            if given:
                raise ValueError(f"the network paper has the sizes of the paper; leave out {', '.join(given)}")
            return PaperNetwork(spec, position)
        raise ValueError(f"there is no network {kind!r}; there are {', '.join(NETWORKS)}")

    def playout_features(self, spec: ClimbingSpec) -> PlayoutFeatures:
        """Columns of our encoder."""
        return PlayoutFeatures(spec)

    def graph(self, network: ValueNetwork, spec: ClimbingSpec, position: int) -> Any:
        """With the encoder inside, or of the paper's features."""
        if isinstance(network, FactsNetwork):
            from paiyou.learn.climbing.facts_graph import facts_graph

            places = range(spec.seats) if network.place_bias is not None else [position]
            return facts_graph(network, spec, [self.points_unit(spec, place) for place in places])
        from paiyou.learn.climbing.layout_graph import layout_graph
        from paiyou.learn.climbing.paper_network import PaperNetwork

        assert isinstance(network, PaperNetwork)
        return layout_graph(network.float().cpu().eval())

    def card(self, network: ValueNetwork, spec: ClimbingSpec) -> dict[str, Any]:
        """Facts or a layout; the names of the groups by which a network of facts is told of combos."""
        if isinstance(network, FactsNetwork):
            return {"kind": "facts", "history": max(RECENT, network.history), "groups": tuple(spec.table.groups)}
        return {"kind": "layout", "history": RECENT}


LEARNING = ClimbingLearning()
