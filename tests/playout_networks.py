"""Play-out networks with random weights, on torch, as files and in the core."""

from __future__ import annotations

from typing import Any

import torch

import paiyou
from paiyou.games.family import LEARN, NEURAL
from paiyou.games.game import Game
from paiyou.games.protocol import GameSpec
from paiyou.learn.distillation.playout_network import PlayoutNetwork, playout_networks
from paiyou.models.playout_networks import PlayoutNetworkFile

WIDTHS = (64, 32, 32)


def random_networks(
    spec: GameSpec, seed: int = 1, widths: tuple[int, int, int] = WIDTHS
) -> list[PlayoutNetwork]:  # fmt: skip
    """For each position, with weights so large that every layer is told apart and cut at both ends."""
    torch.manual_seed(seed)
    networks = playout_networks(spec, spec.family.part(LEARN).networks("facts", spec), widths)
    for network in networks:
        with torch.no_grad():
            for layer in (network.second, network.third, network.out):
                layer.weight.normal_(0, 0.4)
                layer.bias.normal_(0, 0.3)
        network.keep_in_range()
    return networks


def file_of(spec: GameSpec, networks: list[PlayoutNetwork]) -> PlayoutNetworkFile:
    layers = tuple(network.whole_numbers() for network in networks)
    return PlayoutNetworkFile(spec.name, networks[0].features.names, {}, layers)


def core_of(game: str | Game, networks: list[PlayoutNetwork]) -> Any:
    found = paiyou.game(game) if isinstance(game, str) else game
    return found.family.part(NEURAL).playouts(found, file_of(found.spec, networks))
