"""The figures of the searchers can be measured, and so can the peer's."""

import pytest

from paiyou.bench.search import FIGURES
from paiyou.bench.search_peers import PEERS


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_works(key):
    assert FIGURES[key](0.01) > 0


@pytest.mark.parametrize(("key", "peer"), [(key, peer) for key, peers in PEERS.items() for peer in peers])
def test_every_peer_works(key, peer):
    assert key in FIGURES
    assert PEERS[key][peer]()() > 0
