"""Who an agent is: the same name with other networks is another player."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from paiyou.agents.identity import known_as
from paiyou.models.playout_networks import PlayoutNetworkFile, shipped_playout_networks


def mark(agent: str) -> str:
    """The hash of its networks."""
    known = known_as(agent, "doudizhu")
    assert known.startswith(f"{agent} (")
    return known.removeprefix(agent)


def test_agents_without_networks_are_their_names() -> None:
    assert known_as("isuct:iterations=20", "doudizhu") == "isuct:iterations=20"


def test_other_networks_are_other_players() -> None:
    assert mark("dmc:model=doudizhu-wp") != mark("dmc:model=doudizhu-adp")
    assert mark("think:model=doudizhu-wp") != mark("think:model=doudizhu-adp")


def test_who_plays_games_out_with_another_network_is_another_player(tmp_path: Path) -> None:
    shipped = PlayoutNetworkFile.load(shipped_playout_networks()["doudizhu-wp"])
    shipped.save(tmp_path / "same.npz")
    first, *others = shipped.positions
    changed = {**first, "out_bias": first["out_bias"] + 1}
    replace(shipped, positions=(changed, *others)).save(tmp_path / "other.npz")
    same, other = (mark(f"think:model=doudizhu-wp,weights={tmp_path / name}.npz") for name in ("same", "other"))
    assert same == mark("think:model=doudizhu-wp") != mark("dmc:model=doudizhu-wp")
    assert other != same
