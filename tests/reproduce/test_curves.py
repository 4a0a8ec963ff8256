"""Training logs, the file that is kept of them, and what the curves say; logs are made up."""

import json

import pytest

from paiyou.arena.statistics import Estimate
from paiyou.reproduce.douzero_curves import DouzeroCurves, curves_of, minutes_to_pass, second_half
from paiyou.reproduce.report import Report
from paiyou.reproduce.runner import reproduce
from paiyou.reproduce.training_log import Point, main, read_course, thinned


def around(mean, give=0.02):
    return {"mean": mean, "low": mean - give, "high": mean + give}


def evaluation(frames, seconds, wp, opponent="rules"):
    measures = {"wp": around(wp), "adp": around(4 * wp - 2, 0.1)}
    return {"event": "evaluation", "frames": frames, "seconds": seconds, "opponent": opponent, "deals": 500} | measures


def write_log(folder, *events):
    folder.mkdir(exist_ok=True)
    lines = [{"event": "start", "frames": 10**12, "seed": 1}, *events]
    (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder


def progress(frames, seconds):
    return {"event": "progress", "frames": frames, "seconds": seconds, "loss": 0.5}


def point(seconds, wp, objective="wp", opponent="rules"):
    line = evaluation(int(seconds * 1000), seconds, wp, opponent)
    return Point.from_json(line | {"objective": objective})


class TestLog:
    def test_runs_that_go_on_from_each_other_are_added_up(self, tmp_path):
        first = write_log(tmp_path / "a", evaluation(100, 10.0, 0.3), progress(250, 25.0))
        second = write_log(tmp_path / "b", progress(5, 0.5), evaluation(50, 5.0, 0.6))
        points = read_course("adp", [first, second / "log.jsonl"])
        assert [(each.frames, each.seconds, each.wp.mean) for each in points] == [(100, 10.0, 0.3), (300, 30.0, 0.6)]
        assert {each.objective for each in points} == {"adp"}

    def test_opponents_whom_the_last_run_did_not_meet_are_left_out(self, tmp_path):
        first = write_log(tmp_path / "a", evaluation(100, 10.0, 0.3), evaluation(100, 10.0, 0.9, "random"))
        second = write_log(tmp_path / "b", evaluation(50, 5.0, 0.6))
        assert [each.opponent for each in read_course("wp", [first, second])] == ["rules", "rules"]
        assert [each.opponent for each in read_course("wp", [second, first])] == ["rules", "rules", "random"]

    def test_what_a_killed_run_did_after_its_checkpoint_is_void(self, tmp_path):
        log = write_log(
            tmp_path / "a",
            evaluation(100, 10.0, 0.3),
            evaluation(200, 20.0, 0.4),
            evaluation(300, 30.0, 0.5),
            {"event": "start", "resume": "a"},
            evaluation(150, 15.0, 0.35),
            evaluation(150, 15.0, 0.9, "random"),
            evaluation(250, 25.0, 0.45),
        )
        points = [each for each in read_course("wp", [log]) if each.opponent == "rules"]
        assert [(each.frames, each.wp.mean) for each in points] == [(100, 0.3), (150, 0.35), (250, 0.45)]

    def test_its_own_networks_are_no_opponents(self, tmp_path):
        log = write_log(tmp_path / "a", evaluation(1, 1.0, 0.5, "last"), evaluation(1, 1.0, 0.5, "start"))
        assert read_course("wp", [log]) == []

    def test_few_points_are_kept_and_the_last(self):
        points = [point(float(number), 0.5) for number in range(1, 1_001)]
        kept = thinned(points)
        assert len(kept) < 60
        assert kept[0] == points[0]
        assert kept[-1] == points[-1]
        both = thinned([*points, point(500.0, 0.9, opponent="random")])
        assert [each.opponent for each in both].count("random") == 1

    def test_the_kept_file_says_what_the_logs_say(self, tmp_path):
        run = write_log(tmp_path / "a", evaluation(100, 10.0, 0.3), evaluation(200, 20.0, 0.61))
        uct = evaluation(7, 1.0, 0.2, "uct:trees=40,iterations=250")
        other = write_log(tmp_path / "b", evaluation(5, 1.0, 0.6), uct)
        kept = tmp_path / "kept.jsonl"
        kept.write_text(main([f"wp={run}", f"adp={run},{other}"]), encoding="utf-8")
        points = [Point.from_json(json.loads(line)) for line in kept.read_text(encoding="utf-8").splitlines()]
        assert [each.objective for each in points] == ["wp", "wp", "adp", "adp", "adp", "adp"]
        assert points[1].wp == Estimate(0.61, 0.59, 0.63)
        assert points[-1].opponent == "uct:trees=40,iterations=250"
        assert points[-1].frames == 207

    @pytest.mark.parametrize("wrong", ["runs/a", "wp=", "speed=runs/a"])
    def test_bad_arguments_are_refused(self, wrong):
        with pytest.raises(ValueError, match="must be wp=RUN,RUN or adp=RUN,RUN"):
            main([wrong])

    def test_bad_logs_are_refused(self, tmp_path):
        with pytest.raises(ValueError, match="no training log to read"):
            read_course("wp", [tmp_path / "nowhere"])
        (tmp_path / "log").write_text('{"event": "start"}\nnonsense\n', encoding="utf-8")
        with pytest.raises(ValueError, match=r"line 2 of .* is not a line of a training log"):
            read_course("wp", [tmp_path / "log"])


class TestCourse:
    def test_ahead_for_good_means_never_behind_again(self):
        curve = [point(60.0 * minute, wp) for minute, wp in enumerate((0.4, 0.6, 0.51, 0.6, 0.7), start=1)]
        assert minutes_to_pass(curve) == Estimate(4.0, 3.0, 4.0), "0.51 may be a half"
        assert minutes_to_pass(curve[3:]) == Estimate(4.0, 0.0, 4.0)
        assert minutes_to_pass(curve[:3]) is None

    def test_points_are_ahead_above_zero(self):
        curve = [point(60.0, 0.52, "adp"), point(120.0, 0.55, "adp")]  # ADP 0.08 and 0.2, 0.1 either way
        assert minutes_to_pass(curve) == Estimate(2.0, 1.0, 2.0)

    def test_the_second_half_is_that_of_the_time(self):
        curve = [point(seconds, wp) for seconds, wp in ((1.0, 0.3), (10.0, 0.5), (48.0, 0.6), (100.0, 0.7))]
        gain = second_half(curve)
        assert gain.mean == pytest.approx(0.1)
        assert gain.high - gain.mean == pytest.approx(0.02 * 2**0.5)
        assert second_half(curve[:1]) is None

    def test_curves_are_sorted_out(self):
        points = [point(2.0, 0.5), point(1.0, 0.4), point(1.0, 0.4, "adp"), point(1.0, 0.9, opponent="random")]
        curves = curves_of(points)
        assert set(curves) == {("wp", "rules"), ("wp", "random"), ("adp", "rules")}
        assert [each.seconds for each in curves["wp", "rules"]] == [1.0, 2.0]


@pytest.fixture
def kept(tmp_path):
    rising = [point(60.0 * 2**step, 0.3 + 0.05 * step, objective) for step in range(9) for objective in ("wp", "adp")]
    others = [point(60.0 * 2**step, 0.9, objective, "random") for step in range(9) for objective in ("wp", "adp")]
    path = tmp_path / "curves.jsonl"
    path.write_text("".join(json.dumps(each.to_json()) + "\n" for each in rising + others), encoding="utf-8")
    return path


class TestExperiment:
    def test_the_report(self, kept, tmp_path):
        report = reproduce(DouzeroCurves(kept), cores=1, into=tmp_path / "out")
        rows = {row.what: row for row in report.findings.rows}
        assert len(rows) == len(report.findings.rows)
        assert rows["player for WP v rules: WP after 256 min, 15 million frames"].ours.mean == pytest.approx(0.7)
        passing = rows["player for WP v rules: minutes until it was ahead for good"]
        assert passing.ours == Estimate(32.0, 16.0, 32.0)
        assert passing.verdict == "agrees"
        assert rows["player for ADP v rules: gain in the second half of the time"].verdict == "agrees"
        assert rows["v rules: minutes in ADP less minutes in WP"].ours.mean == 0
        assert Report.from_json(report.to_json()) == report
        assert (tmp_path / "out" / "douzero-curves.svg").stat().st_size > 10_000
        assert "not run" in report.markdown()
        assert "nothing is trained" in report.markdown()

    def test_every_panel_shows_the_same_opponents(self, kept):
        experiment = DouzeroCurves(kept)
        (task,) = experiment.tasks(1.0, 1)
        panels = experiment.findings({task.key: task.run()}, 1.0, 1).plot.plots
        assert [panel.x_label for panel in panels] == ["million frames", "minutes of training"] * 2
        assert [panel.percent for panel in panels] == [True, True, False, False]
        assert {tuple(series.name for series in panel.series) for panel in panels} == {("v rules", "v random")}
        assert panels[1].series[0].x == tuple(2.0**step for step in range(9))

    def test_neither_scale_nor_seed_matter(self, kept):
        experiment = DouzeroCurves(kept)
        (one,), (other,) = experiment.tasks(1.0, 1), experiment.tasks(0.1, 7)
        assert one.key == other.key

    def test_another_file_has_another_key(self, kept):
        (task,) = DouzeroCurves(kept).tasks(1.0, 1)
        key = task.key
        kept.write_text(kept.read_text(encoding="utf-8").replace("rules", "rlcard"), encoding="utf-8")
        assert task.key != key

    def test_who_was_never_ahead_is_told(self, tmp_path):
        path = tmp_path / "curves.jsonl"
        path.write_text(json.dumps(point(60.0, 0.4).to_json()) + "\n", encoding="utf-8")
        report = reproduce(DouzeroCurves(path), cores=1, into=tmp_path)
        assert report.findings.notes[-1] == "The player for WP v rules was not ahead for good."

    def test_a_missing_file_is_told(self, tmp_path):
        with pytest.raises(ValueError, match="there are no training curves in"):
            reproduce(DouzeroCurves(tmp_path / "none"), into=tmp_path)
