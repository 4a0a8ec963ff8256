"""The methods' learning curves: what follows from made-up ones, and short runs of all methods."""

import pytest

from paiyou.reproduce.douzero_fig7 import Curve, DouzeroFig7, curves
from paiyou.reproduce.douzero_generalisation import DouzeroGeneralisation
from paiyou.reproduce.gongzhu_targets import GongzhuTargets
from paiyou.reproduce.runner import reproduce
from paiyou.reproduce.training_tasks import HELD_OUT, METHODS, PLANS, Plan, TrainingRun, main

TINY = Plan(
    METHODS,
    game="mini-doudizhu",
    frames=240,
    seconds=0.0,
    seeds=2,
    deals=4,
    opponent="",
    options={"games": 2, "minibatch": 2, "width": 16, "state_width": 16, "depth": 1, "device": "cpu"},
)


def kept(rise, frames=100, seconds=10.0, bias=0.0):
    """A run whose WP rises from a half, evenly by frames and by time."""
    places = (0.1, 0.4, 1.0)
    looks = [{"frames": int(frames * x), "seconds": seconds * x, "wp": 0.5 + rise * x} for x in places]
    return {"looks": looks, "frames": frames, "seconds": seconds, "bias": bias, "error": 0.5}


def test_a_curve_is_straight_between_its_points():
    curve = Curve((1.0, 3.0, 4.0), (0.0, 1.0, 0.0))
    assert [curve.at(x) for x in (0, 1, 2, 3, 3.5, 4, 9)] == [0, 0, 0.5, 1, 0.5, 0, 0]
    assert Curve((1.0, 3.0), (0.0, 1.0)).mean(1.0, 2.0) == pytest.approx(0.25)
    looks = [{"frames": 5, "wp": 0.1}, {"frames": 9, "wp": 0.2}, {"frames": 9, "wp": 0.3}]
    assert curves([{"looks": looks}], "frames") == [Curve((5.0, 9.0), (0.1, 0.3))]


def test_methods_are_compared_over_equal_frames_and_over_equal_time():
    """One that rises half as far in as many frames, but in half the time, is behind by frames and equal by time."""
    experiment = DouzeroFig7(Plan(METHODS))
    results = {}
    for run in experiment.plan.at(1.0).runs(7):
        rise = 0.2 + 0.001 * run.number
        results[run.key] = {
            "DMC": kept(rise),
            "SARSA": kept(rise - 0.002 * (run.number - 1), seconds=10.0),
            "DQN": kept(rise / 2, seconds=5.0, bias=0.1 + 0.01 * run.number),
            "Q-learning": kept(rise, frames=50, seconds=20.0),
            "actor-critic": kept(-rise),
        }[run.arm]
    rows = {row.what: row for row in experiment.findings(results, 1.0, 7).rows}
    assert len(results) == 15
    assert rows["DMC less DQN: WP, mean over equal frames"].verdict == "agrees"
    assert rows["DMC less DQN: WP, after equal frames"].ours.mean == pytest.approx(0.1005)
    assert rows["DMC less DQN: WP, after equal time"].ours.mean == pytest.approx(0.0, abs=1e-9)
    assert rows["DMC less SARSA: WP, mean over equal frames"].verdict == "open"
    # Twice as good by frames, half as good by time.
    assert rows["DMC less Q-learning: WP, after equal frames"].ours.mean == pytest.approx(-0.1005)
    assert rows["DMC less Q-learning: WP, mean over equal frames"].verdict == "differs"
    assert rows["DMC less Q-learning: WP, after equal time"].ours.mean == pytest.approx(0.1005)
    assert rows["DMC less actor-critic: WP, mean over equal time"].verdict == "agrees"
    assert rows["DQN: bias of values"].verdict == "agrees"
    assert rows["actor-critic: WP at the end"].ours.mean == pytest.approx(0.5 - 0.201)
    assert rows["DQN: million frames a second"].ours.mean == pytest.approx(20e-6)


def test_all_methods_train_and_what_was_trained_elsewhere_is_taken_over(tmp_path, monkeypatch):
    pytest.importorskip("torch")
    told = ["douzero-fig7", str(tmp_path), "--scale", "0.5", "--warm", "0"]
    main([*told, "--numbers", "1"], {"douzero-fig7": TINY})
    done = []
    train = TrainingRun.run

    def counted(run):
        done.append((run.arm, run.number))
        return train(run)

    monkeypatch.setattr(TrainingRun, "run", counted)
    report = reproduce(DouzeroFig7(TINY), scale=0.5, into=tmp_path, cores=1)
    assert done == [(method, 0) for method in METHODS], "the others were there"
    assert report.findings.rows
    assert "120 frames" in report.size
    assert [len(plot.series) for plot in report.findings.plot.plots] == [5, 5]
    assert (tmp_path / "douzero-fig7.json").exists()
    main(told, {"douzero-fig7": TINY})
    assert len(done) == 5, "nothing is trained twice"


def test_paper_003_is_compared_by_its_own_methods():
    plan = PLANS["douzero-fig7"]
    assert list(plan.arms) == ["DMC", "SARSA", "DQN", "actor-critic"]
    assert len(plan.runs(1)) == 12


def test_two_methods_in_another_game():
    experiment = GongzhuTargets()
    results = {run.key: kept(0.2 if run.arm == "DMC" else 0.1 + 0.01 * run.number) for run in experiment.tasks(1.0, 1)}
    findings = experiment.findings(results, 1.0, 1)
    assert len(results) == 6
    rows = {row.what: row for row in findings.rows}
    assert rows["DMC less Q-learning: WP, after equal frames"].ours.mean == pytest.approx(0.09)
    assert {plot.level for plot in findings.plot.plots} == {0.25}


def test_what_never_learning_costs():
    """With features a little, by numbers much."""
    experiment = DouzeroGeneralisation()
    results = {}
    for run in PLANS[experiment.name].runs(1):
        never, by_number = "learnt" not in run.arm, run.arm.startswith("numbers")
        cost = (0.5 if by_number else 0.01) * never * (1 + 0.01 * run.number)
        results[run.key] = kept(0.2 - cost / 10) | {
            "held_out_error": 0.6 + cost + 0.001 * run.number,
            "held_out_bias": cost,
        }
    rows = {row.what: row for row in experiment.findings(results, 1.0, 1).rows}
    assert len(results) == 24
    assert rows["features: cost in error"].ours.mean == pytest.approx(0.0101)
    assert rows["numbers: cost in error"].ours.mean == pytest.approx(0.505)
    assert rows["numbers: cost in WP"].ours.mean == pytest.approx(0.0505)
    assert rows["numbers: bias, never learnt"].ours.mean == pytest.approx(0.505)
    assert rows["features less numbers: error, never learnt"].verdict == "agrees"


def test_actions_are_held_out_of_short_runs(tmp_path):
    pytest.importorskip("torch")
    plan = Plan(**vars(TINY) | {"arms": HELD_OUT, "seeds": 1, "options": TINY.options | {"log_every": 1000.0}})
    report = reproduce(DouzeroGeneralisation(plan), scale=1.0, into=tmp_path, cores=1)
    assert {row.verdict for row in report.findings.rows} == {"", "open"}, "nothing follows from a single run"
