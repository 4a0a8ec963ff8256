"""Self-play can be measured, and so can DouZero's actor, with the same networks."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.bench import learn  # noqa: E402
from paiyou.bench.learn import FIGURES, on_one_core, self_play  # noqa: E402
from paiyou.bench.learn_peers import PEERS  # noqa: E402
from paiyou.bench.report import BENCHMARKS  # noqa: E402
from paiyou.learn.climbing.paper_network import PaperNetwork  # noqa: E402


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_works(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "CPU_GAMES", 8)  # enough to see that it works
    assert FIGURES[key](0.01) > 0
    assert key in BENCHMARKS["learn"][0]


@pytest.mark.parametrize(("key", "peer"), [(key, peer) for key, peers in PEERS.items() for peer in peers])
def test_every_peer_works(key: str, peer: str) -> None:
    pytest.importorskip("git", reason="DouZero's training needs it")
    assert key in FIGURES
    assert PEERS[key][peer]()() > 10  # decisions of a game


def test_the_peer_s_networks_are_ours() -> None:
    models = pytest.importorskip("douzero.dmc.models")
    made: list[PaperNetwork] = []

    def remember(*arguments: Any) -> PaperNetwork:
        made.append(PaperNetwork(*arguments))
        return made[-1]

    self_play(remember, "cpu", games=4)
    for seed, position in enumerate(("landlord", "landlord_down", "landlord_up")):
        torch.manual_seed(seed)
        theirs = models.model_dict[position]().state_dict()
        for name, values in made[seed].state_dict().items():
            assert torch.equal(values, theirs[name])


def test_only_decisions_are_counted() -> None:
    work = self_play(PaperNetwork, "cpu", games=16)
    # Three steps of sixteen games, less the places that wait for their landlord.
    counted = [work() for _ in range(30)]
    assert max(counted) <= 48
    assert 20 < min(counted) < 48


def test_one_core_is_one_thread_and_the_threads_come_back() -> None:
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(2)
        assert on_one_core(lambda: torch.get_num_threads)()() == 1
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
