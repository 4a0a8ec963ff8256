"""An adversary trains against a frozen network alone, is measured on deals of its own, and can go on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from commands import paiyou  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.dmc.adversary import SEED, adversary_of, exploit, main, measure  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.runs.export import export_run  # noqa: E402
from paiyou.learn.runs.weights import frozen_player  # noqa: E402
from paiyou.learn.selfplay.batched_match import play_out  # noqa: E402
from training_runs import QUICK, SHORT, SMALL, lines  # noqa: E402

QUICKLY: dict[str, Any] = {
    name: getattr(QUICK, name)
    for name in ("games", "minibatch", "device", "learning_rate", "average", "log_every", "evaluation_deals")
}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A player that has hardly learnt anything."""
    export_run(train(replace(SHORT, folder=str(tmp_path / "run"), opponents="")), tmp_path / "model")
    return tmp_path / "model"


def test_it_finds_what_can_be_exploited(model: Path, tmp_path: Path) -> None:
    """A weak player is beaten clearly; that figure is the one of a match on the same deals; a player equals itself."""
    folder = str(tmp_path / "adversary")
    found = exploit(adversary_of(str(model), frames=9000, folder=folder, settings=QUICKLY), deals=300)
    assert found.wp["low"] is not None
    assert found.wp["low"] > 0.55
    assert (found.game, found.objective, found.deals, found.seed) == ("mini-doudizhu", "wp", 300, SEED)
    assert found.frames >= 9000
    (told,) = lines(Path(folder), "start")
    assert (told["rival"], told["start"], told["rival_share"]) == (str(model), str(model), 1.0)
    spec, device = game_spec("mini-doudizhu"), torch.device("cpu")
    players = [frozen_player(path, spec, device) for path in (Path(folder), model)]
    won = [play_out(spec, seats, 300, SEED, device)[0] for seats in (players, players[::-1])]
    assert found.wp["mean"] == pytest.approx(float((won[0][:, 0] + won[1][:, 1]).mean()) / 2)
    assert measure(Path(folder), Path(folder), 50).wp == {"mean": 0.5, "low": 0.5, "high": 0.5}
    assert f"WP {found.wp['mean']:.3f} [" in found.line
    assert "(0.5 for equals)" in found.line
    assert "began with its weights" in found.line
    more = exploit(adversary_of(str(model), frames=9500, folder=folder, resume=True), deals=20)
    assert more.frames > found.frames


def test_where_everyone_is_for_himself_it_meets_the_model_in_all_other_seats(tmp_path: Path) -> None:
    run = replace(QUICK, game="zhengshangyou", games=4, minibatch=4, frames=700, opponents="")
    train(replace(run, folder=str(tmp_path / "run")))
    settings = {name: getattr(run, name) for name in ("games", "minibatch", "device", "evaluation_deals")} | SMALL
    found = exploit(
        adversary_of(str(tmp_path / "run"), frames=700, folder=str(tmp_path / "on"), settings=settings), deals=10
    )
    assert found.equal == pytest.approx(1 / 3)
    assert lines(tmp_path / "on", "start")[0]["rival_seats"] == "others"


def test_the_command_says_it_as_json_and_in_a_line(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = [word for name, value in QUICKLY.items() for word in ("--set", f"{name}={value}")]
    words = ["adversary", f"dmc:model={model}", "--frames", "1600", "--deals", "20", *settings]
    told = json.loads(paiyou(*words, "--folder", str(tmp_path / "one"), "--json").stdout)
    assert set(told["wp"]) == {"mean", "low", "high"}
    assert told["deals"] == 20
    assert told["frames"] >= 1600
    assert "paiyou adversary model --frames" in told["line"]
    main([str(model), "--frames", "1650", "--deals", "20", "--folder", str(tmp_path / "one"), "--resume"])
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["frames"] > told["frames"]
    for wrong, says in (
        (["rules", "--frames", "1000"], "an adversary trains against a network alone"),
        (["dmc:model=doudizhu-wp,endgame=0", "--frames", "1000"], "an adversary trains against a network alone"),
        (["doudizhu-wp"], "say how long to train"),
        (["nobody", "--frames", "1000"], "unknown model"),
    ):
        refused = paiyou("adversary", *wrong)
        assert refused.returncode == 2
        assert says in " ".join(refused.stderr.split())
