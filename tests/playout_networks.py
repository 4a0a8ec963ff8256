"""Play-out networks with random weights, on torch, as files and in the core."""

from __future__ import annotations

from typing import Any

import torch

import paiyou
from paiyou.agents.neural.playouts import playout_network
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.learn.distillation.playout_network import PlayoutNetwork, playout_networks
from paiyou.models.playout_networks import PlayoutNetworkFile

WIDTHS = (64, 32, 32)


def random_networks(spec: ClimbingSpec, seed: int = 1, widths: tuple[int, int, int] = WIDTHS) -> list[PlayoutNetwork]:
    """With weights so large that every layer is told apart and cut at both ends."""
    torch.manual_seed(seed)
    networks = playout_networks(spec, spec.seats, widths)
    for network in networks:
        with torch.no_grad():
            for layer in (network.second, network.third, network.out):
                layer.weight.normal_(0, 0.4)
                layer.bias.normal_(0, 0.3)
        network.keep_in_range()
    return networks


def file_of(spec: ClimbingSpec, networks: list[PlayoutNetwork]) -> PlayoutNetworkFile:
    layers = tuple(network.whole_numbers() for network in networks)
    return PlayoutNetworkFile(spec.name, tuple(spec.table.groups), {}, layers)


def core_of(name: str, networks: list[PlayoutNetwork]) -> Any:
    game = paiyou.game(name)
    return playout_network(game, file_of(game.spec, networks))
