"""The peers do the work they are measured at."""

from types import SimpleNamespace

import pytest

from paiyou.bench import timing
from paiyou.bench.engine import FIGURES
from paiyou.bench.engine_peers import PEERS
from paiyou.bench.report import Report
from paiyou.bench.timing import rate


@pytest.mark.parametrize(("key", "peer"), [(key, peer) for key, peers in PEERS.items() for peer in peers])
def test_every_peer_works(key, peer):
    assert key in FIGURES
    assert PEERS[key][peer]()() > 0


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_works(key):
    assert FIGURES[key](0.01) > 0


def test_rates_count_units_per_second(monkeypatch):
    now = 0.0

    def work():
        nonlocal now
        now += 0.25
        return 10

    monkeypatch.setattr(timing, "time", SimpleNamespace(perf_counter=lambda: now))
    assert rate(work, 5.0) == 40
    assert rate(work, 0.01) == 40, "once where there is no time for more"


def test_ratios_are_to_the_best_peer():
    report = Report({"a": 100.0, "b": 3.0}, {"a": {"x": 10.0, "y": 25.0}})
    assert report.ratios == {"a": 4.0}
    assert report.to_json()["ratios"] == {"a": 4.0}
    assert "ratios" not in Report({"a": 1.0}).to_json()
    assert report.table().row_count == 2
