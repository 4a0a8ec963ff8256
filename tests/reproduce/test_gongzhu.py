"""Paper 004's experiments with stand-ins for the trained players: what is counted, and what follows from it."""

import pytest

import paiyou
from paiyou.reproduce.gongzhu import BASELINE, OURS, player
from paiyou.reproduce.gongzhu_examples import GongzhuExamples
from paiyou.reproduce.gongzhu_positions import EAST, HIGH_HEARTS, NORTH, SOUTH, WEST, catch, discard
from paiyou.reproduce.gongzhu_table6 import GongzhuTable6, above_mean, top_share, zero_sum
from paiyou.reproduce.registry import EXPERIMENTS
from paiyou.reproduce.runner import reproduce


def rows_of(findings):
    return {row.what: row for row in findings.rows}


def test_the_experiments_are_there():
    assert EXPERIMENTS["gongzhu-table6"].players == (OURS, BASELINE, BASELINE, BASELINE)
    assert EXPERIMENTS["gongzhu-examples"].specs[:2] == (OURS, BASELINE)


def test_a_missing_player_is_named_in_one_sentence(tmp_path):
    missing = "dmc:model=no-such-model"
    for experiment in (GongzhuTable6(missing, "rules"), GongzhuExamples((missing,))):
        with pytest.raises(ValueError, match=r"need the player dmc:model=no-such-model: [^\n]*$"):
            reproduce(experiment, scale=0.001, cores=1, into=tmp_path)


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
        report = reproduce(GongzhuExamples(("rules", "random")), scale=0.006, cores=1, into=tmp_path)
        rows = rows_of(report.findings)
        assert rows["trick 2, East leads C6: rules"].ours.mean > rows["trick 2, East leads C6: by chance"].ours.mean
        assert rows["trick 11, South plays DA: rules"].paper.text == "makes this move (floor 90%)"
        assert rows["trick 11, South plays DA: random"].paper is None
        assert len(report.findings.plot.series) == 3


def test_every_seat_has_a_player_of_its_own():
    assert player("rules", 0) is player("rules", 0)
    assert player("rules", 0) is not player("rules", 1)
