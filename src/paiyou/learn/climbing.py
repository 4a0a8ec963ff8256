"""What learning needs of climbing games: the part of the family that `paiyou.learn` supplies."""

from __future__ import annotations

from typing import Any

import torch

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.batch.batched_game import BatchedGame
from paiyou.learn.nets.encoder import RECENT
from paiyou.learn.nets.networks import FactsNetwork, ValueNetwork, make_network


class ClimbingLearning:
    """The interface is `paiyou.games.family.Learn`."""

    def check(self, spec: ClimbingSpec, objective: str = "wp") -> None:
        """An auction is not learnt, and the logarithm of points is for a stake that doubles."""
        if spec.auction is not None:
            raise ValueError(f"{spec.name} has an auction, which networks do not learn: leave out the option bidding")
        if objective == "logadp" and spec.score.kind != "stake":
            raise ValueError(f"{spec.name} is paid by cards, not by a stake that doubles; train it with adp or wp")

    def batch(self, spec: ClimbingSpec, number: int, seed: int, device: torch.device | str = "cpu") -> BatchedGame:
        """Games in lockstep."""
        self.check(spec)
        return BatchedGame(spec, number, seed, device)

    def longest_game(self, spec: ClimbingSpec) -> int:
        """Each card played alone and passed by all others, and one round."""
        return spec.seats * (spec.seats * spec.hand_size + spec.pile_size + 1)

    def points_unit(self, spec: ClimbingSpec, seat: int) -> float:
        """A seat's share of the stake, or the cards of half a hand."""
        if spec.score.kind == "stake":
            return float(spec.score.landlord_factor if seat == 0 else 1)
        return spec.hand_size / 2

    def network(self, kind: str, spec: ClimbingSpec, position: int, **sizes: int) -> ValueNetwork:
        """Ours or the paper's."""
        return make_network(kind, spec, position, **sizes)

    def graph(self, network: ValueNetwork, spec: ClimbingSpec, position: int) -> Any:
        """With the encoder inside, or of the paper's features."""
        if isinstance(network, FactsNetwork):
            from paiyou.learn.nets.facts_graph import facts_graph

            return facts_graph(network, spec, self.points_unit(spec, position))
        from paiyou.learn.nets.layout_graph import layout_graph
        from paiyou.learn.nets.paper_network import PaperNetwork

        assert isinstance(network, PaperNetwork)
        return layout_graph(network.float().cpu().eval())

    def card(self, network: ValueNetwork, spec: ClimbingSpec) -> dict[str, Any]:
        """Facts or a layout; the names of the groups by which a network of facts is told of combos."""
        if isinstance(network, FactsNetwork):
            return {"kind": "facts", "history": RECENT, "groups": tuple(spec.table.groups)}
        return {"kind": "layout", "history": RECENT}


LEARNING = ClimbingLearning()
