"""A network learns to play like an agent in a trick game, from games with exposures and waits between the tricks."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.imitation import cloning  # noqa: E402
from paiyou.learn.imitation.corrections import seats_of_imitator  # noqa: E402
from paiyou.learn.imitation.demonstrations import ask_agent, record_agent  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402


def test_the_games_of_an_agent_are_replayed_and_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(spec, position, kind):
        return make_network(kind, spec, position, width=16, state_width=16, depth=1)

    monkeypatch.setattr(cloning, "fresh_network", small)
    told = record_agent("rules", "gongzhu", 12, first=100)
    assert set(told.length.tolist()) == {4 + 52}
    agreed = cloning.imitate(told, tmp_path, passes=1, at_once=8)
    assert len(agreed) == game_spec("gongzhu").seats
    assert (tmp_path / "weights.pt").exists()


def test_an_agent_is_asked_at_the_places_of_a_side() -> None:
    spec = game_spec("gongzhu:partners=on")
    told = record_agent("rules", spec.name, 4, first=100)
    asked = ask_agent(
        "rules", spec.name, 100, told.played, told.length, lambda seed: seats_of_imitator(spec.teams, seed)
    )
    questions = 0
    for step in cloning.replay(spec, asked, 4, torch.device("cpu")):
        side = step.games.deal_seed % 2 == spec.teams[step.seat]
        assert not (step.counts & ~side).any()
        questions += int(step.counts.sum())
    assert questions > 4 * 10
