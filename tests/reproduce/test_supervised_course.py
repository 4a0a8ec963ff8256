"""The course of supervised learning makes every line once, and a second call makes none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from paiyou.arena.statistics import Estimate  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.imitation import supervised  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs.weights import write_weights  # noqa: E402
from paiyou.reproduce import supervised_course  # noqa: E402
from paiyou.reproduce.douzero_expert import DouzeroExpert  # noqa: E402
from paiyou.reproduce.douzero_fig13 import DouzeroFig13  # noqa: E402
from paiyou.reproduce.supervised_course import RESULTS, main  # noqa: E402
from paiyou.reproduce.training_log import read_lines  # noqa: E402

GAME = "mini-doudizhu"
SMALL = {"width": 16, "state_width": 16, "depth": 1}


def test_every_step_is_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = game_spec(GAME)
    about = {"game": GAME, "version": spec.version, "network": "facts", "objective": "wp"}
    write_weights(tmp_path / "expert", [make_network("facts", spec, seat, **SMALL) for seat in range(2)], about)
    monkeypatch.setattr(supervised_course, "find_model", Path)
    monkeypatch.setattr(
        supervised, "fresh_network", lambda spec, position, kind: make_network(kind, spec, position, **SMALL)
    )
    folder = tmp_path / "course"
    told = [
        str(folder), "--device", "cpu", "--cores", "1", "--game", GAME, "--model", str(tmp_path / "expert"),
        "--games", "30", "--epochs", "2", "--minibatch", "32", "--seconds", "600", "--snapshots", "0.001",
        "--deals", "4", "--searcher", "random", "--searcher-deals", "2", "--agreement-games", "10",
        "--told", "frames=2000", "games=16", "minibatch=8", *(f"{name}={size}" for name, size in SMALL.items()),
    ]  # fmt: skip
    main(told)
    lines = list(read_lines(folder / RESULTS))
    assert [line["event"] for line in lines] == ["start", "epoch", "epoch", "match", "snapshot", "searcher"]
    *_, snapshot, searcher = lines
    (agreed,) = snapshot["agreement"].values()
    assert sum(agreed["decisions"]) > 0
    assert (snapshot["run"], snapshot["frames"]) == (searcher["run"], searcher["frames"])
    assert 0 < snapshot["frames"] < 2000
    main(told)
    assert list(read_lines(folder / RESULTS)) == lines


def measured(wp: float) -> dict[str, object]:
    return {
        "opponent": "somebody", "deals": 100, "wp": {"mean": wp, "low": wp - 0.02, "high": wp + 0.02},
        "adp": {"mean": 2 * wp - 1, "low": 2 * wp - 1.1, "high": 2 * wp - 0.9},
    }  # fmt: skip


def made_up() -> list[dict[str, object]]:
    """Self-play that passes both opponents, and becomes less like the records in the end."""
    lines: list[dict[str, object]] = [
        {"event": "start", "games": 1000, "decisions": [9000, 8000, 7000], "players": "expert"},
        *({"event": "epoch", "epoch": n, "accuracy": [0.7 + n / 100, 0.84, 0.9 - n / 100], "of_all": [0.9] * 3,
           "decisions": [1000, 900, 800]} for n in (1, 2, 3)),
        {"event": "match", "player": "expert", **measured(0.6)},
    ]  # fmt: skip
    for event, wins in (("snapshot", (0.2, 0.52, 0.49, 0.6)), ("searcher", (0.3, 0.55, 0.6, 0.7))):
        for seconds, wp, agreed in zip((3, 10, 30, 100), wins, (0.4, 0.6, 0.7, 0.65), strict=True):
            told = {"expert": {"accuracy": [agreed] * 3, "of_all": [0.9] * 3, "decisions": [3000, 3000, 4000]}}
            line = {"event": event, "run": f"after-{seconds}s", "frames": seconds, "seconds": seconds, **measured(wp)}
            lines.append(line | ({"agreement": told} if event == "snapshot" else {}))
    return lines


def test_the_figures_are_those_of_the_lines(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in made_up()), encoding="utf-8")
    fig13, expert = DouzeroFig13(file), DouzeroExpert(file)
    results = {task.key: task.run() for task in fig13.tasks(1.0, 1)}
    rows = {row.what: row for row in fig13.findings(results, 1.0, 1).rows}
    assert rows["landlord: recorded move made, best epoch"].ours.mean == pytest.approx(0.73)
    assert rows["last: recorded move made, best epoch"].ours.mean == pytest.approx(0.89, abs=1e-3)
    assert rows["next: recorded move made, best epoch"].verdict == "agrees"
    assert rows["expert v supervised: WP"].ours.mean == 0.6
    # 270 of 1,000 decisions are wrong; if that is a tenth of all moves, there are 2,700 of them.
    of_all = rows["landlord: of all moves, forced ones counted as right, last epoch"].ours
    assert of_all == Estimate.of_share([True] * 2430 + [False] * 270)
    findings = expert.findings(results, 1.0, 1)
    rows = {row.what: row for row in findings.rows}
    # Ahead for good only where all later measurements are ahead, too.
    assert rows["seconds until it was ahead of supervised in WP for good"].ours.mean == 100
    assert rows["seconds until it was ahead of the searcher in WP for good"].ours.mean == 10
    assert rows["agreement with the games of expert, highest before the end, after 30 s"].ours.mean == pytest.approx(
        0.7
    )
    change = rows["agreement with the games of expert: from there to the end"]
    assert (change.ours.mean, change.verdict) == (pytest.approx(-0.05), "agrees")
    assert findings.plot is not None
    findings.plot.draw(tmp_path / "plot.svg")


@pytest.mark.parametrize(("agreed", "verdict"), [((0.6, 0.7, 0.65), "agrees"), ((0.6, 0.7, 0.695), "open"),
                                                 ((0.6, 0.65, 0.7), "differs")])  # fmt: skip
def test_agreement_that_rises_to_the_end_is_told_like_one_that_falls(
    agreed: tuple[float, ...], verdict: str, tmp_path: Path
) -> None:
    lines = made_up()
    snapshots = [line for line in lines if line["event"] == "snapshot"][: len(agreed)]
    for line, value in zip(snapshots, agreed, strict=True):
        line["agreement"] = {"expert": {"accuracy": [value] * 3, "decisions": [3000, 3000, 4000]}}
    file = tmp_path / "kept.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in [*lines[:5], *snapshots]), encoding="utf-8")
    experiment = DouzeroExpert(file)
    results = {task.key: task.run() for task in experiment.tasks(1.0, 1)}
    rows = {row.what: row for row in experiment.findings(results, 1.0, 1).rows}
    change = rows["agreement with the games of expert: from there to the end"]
    assert change.verdict == verdict
    first, last = (Estimate.of_share([True] * round(10_000 * of) + [False] * round(10_000 * (1 - of)))
                   for of in (max(agreed[:-1]), agreed[-1]))  # fmt: skip
    plain = ((first.high - first.low) ** 2 + (last.high - last.low) ** 2) ** 0.5
    assert change.ours.high - change.ours.low > plain, "wider than that of two measurements that were not chosen"
