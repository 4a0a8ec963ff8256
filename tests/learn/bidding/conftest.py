"""Hands of Dou Dizhu with made-up results of their card play, so that nobody has to play."""

import numpy as np
import pytest
import torch

from paiyou.learn.bidding.playouts import Playouts
from paiyou.learn.climbing.combo_tensors import unpack

WORTH = torch.tensor([0.0] * 9 + [0.2, 0.5, 0.8, 1.6, 2.4, 3.0])
"""Of a card of each rank: the landlord's result follows from his high cards and those of the others."""


def strength(hands):
    """What packed hands are worth, more than the average."""
    return unpack(hands, 15).float() @ WORTH - 6.0


def made_up(hands, fillings, first=7):
    """Playouts in which who has the higher cards wins more."""
    empty = Playouts("doudizhu", "nobody", first, np.zeros((hands, fillings, 3), np.int16))
    deals, _ = empty.deals(0, hands)
    own = strength(deals.hands)
    points = (1.5 * own - 0.5 * own.sum(dim=1, keepdim=True)).round().clamp(-30, 30)
    return Playouts("doudizhu", "nobody", first, points.reshape(hands, fillings, 3).numpy().astype(np.int16))


@pytest.fixture(scope="session")
def playouts():
    return made_up(300, 8)


@pytest.fixture(autouse=True)
def _one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
