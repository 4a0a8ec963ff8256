"""The methods' learning curves: what follows from made-up ones, and short runs of all methods."""

import pytest

from paiyou.reproduce import method_runs
from paiyou.reproduce.douzero_fig7 import Curve, DouzeroFig7, curves
from paiyou.reproduce.method_runs import METHODS, MethodRun, Plan, main
from paiyou.reproduce.runner import reproduce

TINY = Plan(
    game="mini-doudizhu",
    frames=350,
    seconds=0.0,
    seeds=2,
    deals=20,
    opponent="",
    told={"games": 4, "minibatch": 4, "width": 16, "state_width": 16, "depth": 1, "device": "cpu", "seed": 1},
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
    experiment = DouzeroFig7(Plan(seeds=3))
    results = {}
    for run in experiment.plan.at(1.0).runs(7):
        rise = 0.2 + 0.001 * run.number
        results[run.key] = {
            "monte_carlo": kept(rise),
            "sarsa": kept(rise - 0.002 * (run.number - 1), seconds=10.0),
            "dqn": kept(rise / 2, seconds=5.0, bias=0.1 + 0.01 * run.number),
            "bootstrapped": kept(rise, frames=50, seconds=20.0),
            "actor_critic": kept(-rise),
        }[run.target]
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
    monkeypatch.setattr(method_runs, "MOST_SEED", 5)
    plan = Plan(**vars(TINY) | {"told": {name: value for name, value in TINY.told.items() if name != "seed"}})
    main([str(tmp_path), "--scale", "0.5", "--numbers", "1", "--warm", "0"], plan)
    done = []
    train = MethodRun.run

    def counted(run):
        done.append((run.target, run.number))
        return train(run)

    monkeypatch.setattr(MethodRun, "run", counted)
    report = reproduce(DouzeroFig7(plan), scale=0.5, into=tmp_path, cores=1)
    assert done == [(target, 0) for target in METHODS], "the others were there"
    assert report.findings.rows
    assert "175 frames" in report.size
    assert [len(plot.series) for plot in report.findings.plot.plots] == [5, 5]
    assert (tmp_path / "douzero-fig7.json").exists()
    main([str(tmp_path), "--scale", "0.5", "--warm", "0"], plan)
    assert len(done) == 5, "nothing is trained twice"
