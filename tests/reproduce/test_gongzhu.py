"""Wu et al. 2022's experiments with stand-ins for the trained players: what is counted, and what follows from it."""

import json
from statistics import fmean

import pytest

import paiyou
from paiyou.games.dealing import random_word
from paiyou.reproduce.gongzhu import BASELINE, FOR_TOP_SCORE, OURS, player
from paiyou.reproduce.gongzhu_curves import GongzhuCurves, Line, joined, lines_of, main
from paiyou.reproduce.gongzhu_examples import DEALS, GongzhuExamples
from paiyou.reproduce.gongzhu_positions import EAST, EXAMPLES, HIGH_HEARTS, NORTH, SOUTH, WEST, catch, discard
from paiyou.reproduce.gongzhu_table6 import GongzhuTable6, above_mean, top_share, zero_sum
from paiyou.reproduce.registry import EXPERIMENTS
from paiyou.reproduce.runner import reproduce


def rows_of(findings):
    return {row.what: row for row in findings.rows}


def test_the_experiments_are_there():
    assert EXPERIMENTS["gongzhu-table6"].players == (OURS, BASELINE, BASELINE, BASELINE)
    assert EXPERIMENTS["gongzhu-examples"].specs[:3] == (OURS, FOR_TOP_SCORE, BASELINE)


def test_a_missing_player_is_named_in_one_sentence(tmp_path):
    missing = "dmc:model=no-such-model"
    for experiment in (GongzhuTable6(missing, "rules"), GongzhuExamples((missing,))):
        with pytest.raises(ValueError, match=r"needs the player dmc:model=no-such-model: [^\n]*$"):
            reproduce(experiment, scale=0.001, cores=1, into=tmp_path)


@pytest.mark.parametrize("experiment", [GongzhuTable6("rules", "random"), GongzhuExamples(("rules",))])
def test_tasks_have_keys_of_their_own_and_grow_with_the_scale(experiment):
    small, large = ({task.key: task for task in experiment.tasks(scale, 1)} for scale in (0.25, 0.5))
    assert sum(task.steps for task in small.values()) * 2 == sum(task.steps for task in large.values())
    assert set(small) <= set(large)
    assert not {task.key for task in experiment.tasks(0.25, 2)} & set(small), "another seed, other results"
    assert experiment.size(0.5) != experiment.size(0.25)


class TestTable6:
    def test_rewards_are_those_of_matches(self):
        points = [100, -50, 0, -250]
        assert [zero_sum(points, seat) for seat in range(4)] == [6, 0, 2, -8]
        assert [above_mean(points, seat) for seat in range(4)] == [1.5, 0, 0.5, -2]
        assert [top_share([50, 50, 0, 0], seat) for seat in range(4)] == [0.5, 0.5, 0, 0]
        game = paiyou.game("gongzhu")
        found = paiyou.match(game, "rules", "random", deals=8, seed=3, cores=1, seating="1v3")
        assert "reward" in found.players[0].measures

    def test_every_reading_has_its_row_beside_the_paper(self):
        experiment = GongzhuTable6("rules", "random")
        two = [[100, -100, -200, 0], [50, -50, 0, 0]]
        results = {task.key: two * (task.games // 2) for task in experiment.tasks(0.01, 1)}
        rows = rows_of(experiment.findings(results, 0.01, 1))
        assert rows["North (trained): points above 0"].ours.mean == 1
        assert rows["North (trained): points above 0"].paper.text == "78.3%"
        assert rows["East (supervised): points above 0"].ours.mean == 0
        assert rows["East (supervised): reward above 0"].ours.mean == 0.5
        assert rows["North (trained): reward"].ours.mean == pytest.approx((6 + 2) / 2)
        assert rows["North (trained): reward"].paper.text == "0.67"
        assert rows["North (trained): points less the mean of all, / 100"].ours.mean == pytest.approx(1)
        assert rows["North (trained): points a game"].ours.mean == 75
        assert rows["South (supervised): points a game"].verdict == "agrees"
        assert rows["North: reward, is it above 0?"].verdict == "agrees"
        assert sum(rows[f"{seat}: reward"].ours.mean for seat in SEATED) == pytest.approx(0)

    def test_a_small_run(self, tmp_path):
        report = reproduce(GongzhuTable6("rules", "random"), scale=0.004, cores=1, into=tmp_path)
        rows = rows_of(report.findings)
        assert len(rows) == len(report.findings.rows)
        assert rows["North (trained): reward"].ours.mean > 0
        wins, rewards = report.findings.plot.plots
        assert wins.groups == rewards.groups == ("North", "West", "South", "East")
        assert wins.series[0].y[0] == rows["North (trained): points above 0"].ours
        assert "add up to 125%" in report.markdown()


SEATED = ("North (trained)", "West (supervised)", "South (supervised)", "East (supervised)")


def points_gained(position, word):
    """What the paper's move brings more than the best other, on hands that may be; `rules` judges and plays on."""
    game, seat = paiyou.game("gongzhu"), position.view.seat
    judge = paiyou.agent("rules", game)
    judge.begin(random_word(word, 3))
    ranked = [move for move, _, _ in judge.evaluate(position.view)]
    ranked.remove(position.move)
    brought = {position.move: [], ranked[0]: []}
    for draw in range(DEALS):
        for move, points in brought.items():
            state = position.view.sample(random_word(word, 100 + draw))
            assert state.view(seat).hand == position.view.hand
            state.play(move)
            while not state.over:
                state.play(judge.choose(state.view(state.turn)))
            points.append(state.payoffs[seat])
    return fmean(brought[position.move]) - fmean(brought[ranked[0]])


class TestExamples:
    @pytest.mark.parametrize("seed", range(6))
    def test_east_can_get_rid_of_its_club(self, seed):
        position = discard(seed)
        view = position.view
        assert view.seat == view.turn == EAST
        assert (len(view.hand), list(view.trick)) == (12, [])
        assert [card for card in view.hand if card[0] == "C"] == ["C6"]
        assert "SQ" in view.hand
        assert len(set(HIGH_HEARTS) & set(view.hand)) >= 3
        assert sum(len(taken) for taken in view.taken) == len(view.taken[EAST]) == 4
        assert position.move in view.moves()
        assert 0 < position.chance < 1

    @pytest.mark.parametrize("seed", range(3))
    def test_south_can_catch_the_sheep(self, seed):
        position = catch(seed)
        view = position.view
        assert view.seat == view.turn == SOUTH
        assert view.counts == [2, 2, 3, 3]
        (north, queen), (west, spade) = view.trick
        assert (north, queen, west, spade[0]) == (NORTH, "DQ", WEST, "S")
        assert spade != "SQ"
        assert {card for card in view.unseen if card[0] == "D"} == {"DJ", "D4"}
        own = [card for card in view.hand if card[0] == "D"]
        assert "DA" in own
        assert len(own) >= 2
        assert "DK" not in own
        assert "DJ" not in view.exposed

    def test_positions_follow_from_the_seed(self):
        assert discard(7).view == discard(7).view != discard(8).view

    def test_a_small_run(self, tmp_path):
        report = reproduce(GongzhuExamples(("rules", "random")), scale=0.004, cores=1, into=tmp_path)
        rows = rows_of(report.findings)
        assert rows["trick 2, East leads C6: rules"].ours.mean > rows["trick 2, East leads C6: by chance"].ours.mean
        assert rows["trick 11, South plays DA: rules"].paper.text == "makes this move (floor 90%)"
        assert rows["trick 11, South plays DA: random"].paper is None
        assert len(report.findings.plot.series) == 3
        # What is judged, by hand for the two positions of each example.
        for name, position_of in EXAMPLES.items():
            gains = [points_gained(position_of(random_word(1, number)), random_word(1, number)) for number in range(2)]
            told = rows[f"{name}: is it right? points more than the best other"].ours
            assert told.mean == pytest.approx(fmean(gains))
            assert any(gains), "the two moves must not come to the same everywhere, or nothing is shown here"
            right = rows[f"{name}: positions in which it brings points"].ours.mean
            assert right == sum(gain > 0 for gain in gains) / 2


def test_every_seat_has_a_player_of_its_own():
    assert player("rules", 0) is player("rules", 0)
    assert player("rules", 0) is not player("rules", 1)


class TestCurves:
    @staticmethod
    def log(path, *, points, numbers=16):
        """A run whose loss falls, and in which the first place does better at first and worse later on."""
        lines = [{"event": "start", "frames": 10**9}]
        for number in range(numbers):
            first = 10 - 2 * number + number % 2
            line = {"frames": 1000 * (number + 1), "losses": [2 - number / 20 + number % 2 / 50], "games": 50 + number}
            line |= {"event": "progress", "seconds": number, "wins": [0.25 - number / 200, 0.25, 0.25, 0.25]}
            lines.append(line | ({"points": [first, -5.0 + number % 2, -5.0, -5.0]} if points else {}))
        lines.append({"event": "end", "frames": 1000 * numbers})
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return path

    def test_what_the_paper_says_of_its_curves(self, tmp_path):
        kept = tmp_path / "kept.jsonl"
        kept.write_text(main([str(self.log(tmp_path / "log.jsonl", points=True)), "made up"]), encoding="utf-8")
        report = reproduce(GongzhuCurves(kept), cores=1, into=tmp_path)
        rows = rows_of(report.findings)
        assert rows["loss, late less early, of 0 million frames"].verdict == "agrees"
        assert rows["place A: reward, late less early"].verdict == "agrees"
        assert rows["place A less the others: reward, early"].verdict == "agrees"
        assert rows["place A less the others: reward, late"].verdict == "agrees"
        assert "The run: made up." in report.markdown()
        reward, loss = report.findings.plot.plots
        assert (len(reward.series), len(loss.series)) == (4, 1)

    def test_runs_that_logged_no_points_show_top_scores(self, tmp_path):
        report = reproduce(GongzhuCurves(self.log(tmp_path / "log.jsonl", points=False)), cores=1, into=tmp_path)
        rows = rows_of(report.findings)
        assert not any("reward" in what for what in rows)
        assert rows["place A less the others: top score, late less early"].ours.mean < 0

    def test_the_kept_one_is_read(self, tmp_path):
        assert rows_of(reproduce(EXPERIMENTS["gongzhu-curves"], cores=1, into=tmp_path).findings)

    def test_lines_are_joined_by_their_games(self):
        lines = [
            Line(10, (1.0,), 100, (1.0, 0.0, 0.0, 0.0)),
            Line(20, (2.0,), 300, (0.0, 1.0, 0.0, 0.0)),
            Line(30, (3.0,), 1, (0.0,) * 4),
        ]
        one, other = joined(lines, most=2)
        assert (one.frames, one.losses, one.games, one.wins) == (20, (1.75,), 400, (0.25, 0.75, 0.0, 0.0))
        assert other == lines[2]

    def test_what_a_killed_run_did_after_its_checkpoint_is_void(self):
        events = [
            {"event": "progress", "frames": frames, "losses": [loss], "games": 5, "wins": [0.25] * 4}
            for frames, loss in ((10, 3.0), (20, 2.0), (30, None), (15, 2.5), (25, 1.5))
        ]
        assert [line.frames for line in lines_of(events)] == [10, 15, 25]

    def test_too_little_is_said(self, tmp_path):
        with pytest.raises(ValueError, match="has 3 lines of training; a curve needs 8 or more"):
            reproduce(GongzhuCurves(self.log(tmp_path / "log.jsonl", points=True, numbers=3)), cores=1, into=tmp_path)
        with pytest.raises(ValueError, match="there are no training curves in"):
            reproduce(GongzhuCurves(tmp_path / "nothing"), cores=1, into=tmp_path)
