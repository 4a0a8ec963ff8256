"""Networks that others have trained play a side in training, and are measured against."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.dmc import trainer  # noqa: E402
from paiyou.learn.dmc.arguments import arguments_of  # noqa: E402
from paiyou.learn.dmc.experience import Experience  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs import checkpoints  # noqa: E402
from paiyou.learn.runs.weights import frozen_player  # noqa: E402
from training_runs import QUICK, SHORT, SMALL, assert_same, has_learnt, lines, whole  # noqa: E402


def rival_run(folder: Path, objective: str = "wp") -> Path:
    """A run of nearly untrained networks whose two heads and positions all want something else."""
    return train(replace(SHORT, seed=77, objective=objective, folder=str(folder)))


@pytest.mark.parametrize("objective", ["wp", "adp"])
def test_a_rival_plays_its_best_moves_and_nothing_is_learnt_from_them(
    objective: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every step is looked at: whose move it was, by the share and the side of the deal, and what became of it."""
    rival, head = rival_run(tmp_path / "rival", objective), {"wp": 0, "adp": 1}[objective]
    spec = game_spec("mini-doudizhu")
    networks = [make_network("facts", spec, position, **SMALL) for position in range(2)]
    for network, weights in zip(networks, torch.load(rival / checkpoints.WEIGHTS)["weights"], strict=True):
        network.load_state_dict(weights)
    run = replace(QUICK, games=1000, minibatch=250, frames=40_000, rival=str(rival), rival_share=0.5, weak=0.25)
    keep, seen = Experience.keep_decision, {"rival": 0, "weak": 0, "own": 0, "same": 0, "other": 0}

    def look(experience: Any, action: Any, row: Any, special: Any) -> None:
        games = experience.games
        _, legal = games.legal()
        value = networks[games.seat].values(games, games.at, games.seat, row, legal)[:, head]
        for place in games.active.nonzero()[:, 0].tolist():
            seed, mine = int(games.deal_seed[place]), row == place
            on_special_side = seed // 1000 % 2 == games.seat
            kind = "weak" if seed % 1000 < 250 else "rival" if seed % 1000 < 750 else "own"
            kind = kind if on_special_side else "own"
            assert bool(special[place]) == (kind != "own")
            seen[kind] += 1
            if int(mine.sum()) > 1:
                best = action[place] == legal[mine][value[mine].argmax()]
                assert best or kind != "rival"
                if kind == "own":
                    seen["same" if best else "other"] += 1
        slot = experience.step % experience.length * experience.number
        keep(experience, action, row, special)
        assert not experience.chosen[slot : slot + experience.number][special].any()
        if experience.step == 8:
            raise KeyboardInterrupt  # enough was seen

    monkeypatch.setattr(Experience, "keep_decision", look)
    with pytest.raises(KeyboardInterrupt):
        train(replace(run, folder=str(tmp_path / "run")))
    assert seen["rival"] > 500
    assert seen["weak"] > 200
    assert seen["other"] > 500  # the run's own networks want other moves


def test_a_run_with_a_rival_goes_on_exactly_and_leaves_the_rival_as_it_was(tmp_path: Path) -> None:
    rival = rival_run(tmp_path / "rival")
    before = (rival / checkpoints.WEIGHTS).read_bytes()
    # The same learning rate throughout: a cosine would know that the second run was to end early.
    run = replace(QUICK, rival=str(rival), rival_share=0.8, weak=0.2, frames=2500, final_rate=1.0)
    in_one = train(replace(run, folder=str(tmp_path / "in one")))
    stopped = train(replace(run, frames=1800, folder=str(tmp_path / "stopped")))
    assert has_learnt(stopped)
    assert whole(stopped)["frames"] < whole(in_one)["frames"]
    train(arguments_of(stopped, frames=2500))
    assert_same(whole(in_one), whole(stopped))
    assert (rival / checkpoints.WEIGHTS).read_bytes() == before


def test_several_rivals_share_the_games_and_each_is_measured_against(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [str(rival_run(tmp_path / name)) for name in ("one", "two")]
    ask, of_network = trainer.decide_skipping_forced, {}

    def look(games: Any, network: Any, head: int, row: Any, *others: Any) -> Any:
        quarters = (games.deal_seed[row] % 1000 // 250).tolist()
        of_network.setdefault(id(network), (network, set()))[1].update(quarters)
        return ask(games, network, head, row, *others)

    monkeypatch.setattr(trainer, "decide_skipping_forced", look)
    run = replace(QUICK, games=1000, minibatch=250, frames=38_001, rival="; ".join(names), rival_share=0.5, weak=0.25)
    train(replace(run, opponents="rival", folder=str(tmp_path / "run")))
    assert {tuple(sorted(quarters)) for _, quarters in of_network.values()} == {(0, 1, 2, 3), (1,), (2,)}
    assert {line["opponent"] for line in lines(tmp_path / "run", "evaluation")} == {f"rival {name}" for name in names}


def test_a_rival_without_a_share_is_only_measured_against(tmp_path: Path) -> None:
    rival = rival_run(tmp_path / "rival")
    run = replace(QUICK, frames=1500, folder=str(tmp_path / "run"), rival=str(rival), rival_share=0.0)
    train(replace(run, opponents="rival"))
    assert {line["opponent"] for line in lines(tmp_path / "run", "evaluation")} == {"rival"}
    train(replace(run, rival="", folder=str(tmp_path / "alone")))
    assert_same(whole(tmp_path / "run"), whole(tmp_path / "alone"))


def test_a_shipped_model_can_be_the_rival() -> None:
    spec = game_spec("doudizhu:douzero")
    models = Path(trainer.__file__).parents[2] / "models"
    for name, head in (("doudizhu-wp", 0), ("doudizhu-adp", 1)):
        player = frozen_player(models / name, spec, torch.device("cpu"))
        assert player.head == head
        assert len(player.networks) == 3
        assert not any(parameter.requires_grad for network in player.networks for parameter in network.parameters())
    with pytest.raises(ValueError, match="for doudizhu:douzero, not of facts for mini-doudizhu"):
        frozen_player(models / "doudizhu-wp", game_spec("mini-doudizhu"), torch.device("cpu"))
