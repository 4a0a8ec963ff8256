"""Models with random weights whose networks tell of hidden cards."""

from __future__ import annotations

from pathlib import Path

import torch

from paiyou.games.family import LEARN
from paiyou.games.registry import game_spec
from paiyou.learn.nets.networks import FactsNetwork, make_network
from paiyou.learn.runs.export import export


def believing_networks(game: str, loud: float = 0.5) -> list[FactsNetwork]:
    """One for each position; `loud` is how far their beliefs are from counting, which is 0."""
    spec, networks = game_spec(game), []
    for position in range(spec.family.part(LEARN).networks("facts", spec)):
        torch.manual_seed(position)
        network = make_network("facts", spec, position, width=16, state_width=24, depth=1, belief=16)
        with torch.no_grad():
            for weights in network.belief.out.parameters():
                weights.normal_(std=loud)
        networks.append(network)
    return networks


def believing_model(folder: Path, game: str, loud: float = 0.5) -> Path:
    """A model folder of such networks."""
    export(folder, believing_networks(game, loud), game_spec(game), "wp")
    return folder
