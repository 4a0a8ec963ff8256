"""Whitehouse et al. and Rui and Wang under other readings, and what their first ledger had left out."""

from collections import Counter
from itertools import combinations

import pytest

import paiyou
from paiyou.games.all_deals import all_deals
from paiyou.reproduce import whitehouse_table2_rows as rows
from paiyou.reproduce.registry import EXPERIMENTS
from paiyou.reproduce.rui_printed import MAIN, OTHERS
from paiyou.reproduce.whitehouse import HALVED, ONE, OURS
from paiyou.reproduce.whitehouse_information_sets import InformationSets, hands_of, mini_sizes
from paiyou.reproduce.whitehouse_mini_readings import HALVED as MINI_HALVED
from paiyou.reproduce.whitehouse_mini_readings import HALVED_OTHERS


def test_a_reading_changes_everybodys_constant_and_nothing_else():
    assert (OURS.opponent, OURS.cheat) == ("uct:trees=40,iterations=250", "cheat-uct:trees=40,iterations=250")
    assert HALVED.opponent == f"{OURS.opponent},c=0.3"
    assert HALVED.cheat == f"{OURS.cheat},c=0.3"
    assert HALVED.information_set(500, 0.44) == "isuct:iterations=500,c=0.22"
    assert ONE.as_landlord(ONE.information_set()) == ("isuct:iterations=10000,c=1", *[f"{OURS.opponent},c=1"] * 2)
    for plain in ("whitehouse-table1", "whitehouse-table2", "whitehouse-iterations", "whitehouse-exploration"):
        for name in (f"{plain}-halved", f"{plain}-one"):
            assert EXPERIMENTS[name].title.startswith(EXPERIMENTS[plain].title)
            keys = [{task.key for task in EXPERIMENTS[one].tasks(0.01, 1)} for one in (plain, name)]
            assert not keys[0] & keys[1]


def test_every_player_of_the_readings_can_be_made():
    game, mini = paiyou.game("zhengshangyou"), paiyou.game("mini-doudizhu")
    readings = [reading(20) for reading in (MAIN | OTHERS).values()]
    assert len({(meeting.a, meeting.b) for meeting in readings}) == len(readings)
    for meeting in readings:
        assert paiyou.agent(meeting.a, game)
        assert paiyou.agent(meeting.b, game)
    for specs in (MINI_HALVED | HALVED_OTHERS).values():
        assert all(paiyou.agent(spec, mini) for spec in specs)


class TestInformationSets:
    def test_hands_are_counted_as_sets_of_ranks(self):
        cards = "33345567"
        different = {"".join(sorted(hand)) for hand in combinations(cards, 4)}
        assert hands_of(Counter(cards), (4, 4)) == len(different)

    def test_mini_dou_dizhu_agrees_with_its_list_of_deals(self):
        game = paiyou.game("mini-doudizhu")
        deck = Counter(str(game.spec.symbols[rank]) for rank in game.spec.rank_of_card)
        for hands, _ in all_deals(game)[::2000]:
            possible = len(game.start(list(hands)).view(0).deals())
            assert hands_of(deck - Counter(hands[0]), (7, 4)) == possible
            assert possible in mini_sizes()

    def test_the_largest_and_the_mean(self):
        experiment = InformationSets()
        results = {task.key: [[10, 20, 30], [1000, 2000, 3000]] for task in experiment.tasks(1e-9, 1)}
        found = {row.what: row.ours.mean for row in experiment.findings(results, 1e-9, 1).rows}
        assert found["landlord: the most"] == 1000
        assert found["peasant, three cards shown: mean"] == 1010
        assert found["landlord: mean power of ten"] == pytest.approx(2)


class TestRareRows:
    def played(self, monkeypatch, fast, slow):
        """One deal whose games end as given: wins of the two fast landlords, then of the three slow ones."""
        asked = []

        def wins(_self, cell):
            asked.append(cell)
            number = fast[len(asked) - 1] if len(asked) <= 2 else slow[len(asked) - 3]
            return [1.0] * number + [0.0] * (cell.plays - number)

        monkeypatch.setattr(rows.Screened, "wins", wins)
        return rows.Screened(1, 0).run(), len(asked)

    def test_a_deal_goes_as_far_as_it_is_of_interest(self, monkeypatch):
        assert self.played(monkeypatch, (12, 5), ()) == ([7 / 16], 2)
        found, asked = self.played(monkeypatch, (14, 5), (30, 10))
        assert asked == 4, "a gain of exactly 50% is not above it"
        assert found[0] == 9 / 16
        assert self.played(monkeypatch, (14, 5), (31, 10, 20))[1] == 5

    def test_rates_are_those_of_the_deals_above_a_threshold(self):
        def deal(*wins):
            return [0.6, *([1.0] * number + [0.0] * (40 - number) for number in wins)]

        experiment = rows.Table2Rows()
        kept = [[0.1], deal(20, 10), deal(32, 8, 20), deal(34, 2, 38), [0.2]]
        results = {task.key: value for task, value in zip(experiment.tasks(0.005, 1), kept, strict=True)}
        found = {row.what: row for row in experiment.findings(results, 0.005, 1).rows}
        assert found["deals that the fast searches found"].ours.mean == pytest.approx(3 / 5)
        at_least = [
            found[f"deals with a gain {name}, at least (paper {of}%)"] for name, of in (("> 50%", 1.2), ("> 75%", 0.1))
        ]
        assert [row.ours.mean for row in at_least] == [pytest.approx(2 / 5), pytest.approx(1 / 5)]
        assert {row.verdict for row in at_least} == {""}, "a lower bound contradicts nothing that is above it"
        above = "gain of cheating > 50% (2 deals; paper 12 of 1,000)"
        assert found[f"{above}: determinized"].ours.mean == pytest.approx(10 / 80)
        assert found[f"{above}: gain of information set"].ours.mean == pytest.approx(48 / 80)
        (alone,) = (row for row in found.values() if "> 75% (1 deals" in row.what and row.what.endswith("determinized"))
        assert alone.verdict == "open"
