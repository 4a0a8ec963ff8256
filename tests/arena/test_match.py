import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest

import paiyou
from paiyou.agents.base import Agent
from paiyou.arena.play_game import play_game
from paiyou.arena.series import Deal, ForfeitReport, Series
from paiyou.arena.tally import FORFEITS_KEPT, Tally
from paiyou.arena.workers import Pieces
from paiyou.records.files import read_records
from patience import PATIENCE


class Greedy(Agent):
    """Plays as many cards as it can, and passes only when it must: beats the random player with ease."""

    def choose(self, view):
        return max(view.moves(), key=lambda move: 0 if move == "pass" else len(move))


class Clairvoyant(Greedy):
    clairvoyant = True

    def choose(self, view):
        assert len(view.hands) == 3  # the State
        return super().choose(view)


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=call-rob", "mini-doudizhu", "paodekuai", "gongzhu"])
def test_the_result_does_not_depend_on_the_number_of_cores(name):
    def result(seed, cores):
        played = paiyou.match(name, "random", "random:seed=9", deals=37, seed=seed, cores=cores)
        return dataclasses.replace(played, seconds=0.0)

    assert result(5, cores=1) == result(5, cores=2) == result(5, cores=3)
    assert result(5, cores=1) != result(6, cores=1)


def test_equal_players_are_even():
    """Intervals of 95%: of twenty matches between equals nearly all hold 0.5, and all together do."""
    results = [paiyou.match("doudizhu", "random", "random", deals=200, seed=seed) for seed in range(20)]
    assert sum(result.wp.low < 0.5 < result.wp.high for result in results) >= 17
    assert sum(result.adp.low < 0 < result.adp.high for result in results) >= 17
    assert abs(sum(result.wp.mean for result in results) / 20 - 0.5) < 0.02  # 3.5 standard errors
    assert results[0].wp.high - results[0].wp.low < 0.12
    assert results[0].points is None
    assert "base 2" in results[0].unit


def test_a_better_player_wins_from_both_sides():
    game = paiyou.game("doudizhu")
    ahead = paiyou.match(game, Greedy, "random", deals=300, seed=1)
    behind = paiyou.match(game, "random", Greedy, deals=300, seed=1)
    assert ahead.wp.low > 0.6
    assert behind.wp.high < 0.4
    assert ahead.adp.low > 0
    assert ahead.a == "Greedy"


def test_points_where_cards_left_are_paid():
    game = paiyou.game("zhengshangyou")
    result = paiyou.match(game, Greedy, "random", deals=200, seed=1)
    assert result.adp is None
    assert result.points.low > 0
    left = [player.measures["cards_left"] for player in result.players]
    assert 0 < left[0].mean < left[1].mean
    assert "points" in result.to_json()
    assert "cards_left" in result.to_json()
    assert "adp" not in result.to_json()


def test_an_agent_that_sees_all_hands_is_named():
    game = paiyou.game("doudizhu")
    result = paiyou.match(game, Clairvoyant, "random", deals=10, cores=1)
    assert result.clairvoyant == ("Clairvoyant",)
    assert result.to_json()["clairvoyant"] == ["Clairvoyant"]
    assert [player["clairvoyant"] for player in result.to_json()["players"]] == [True, False]


def test_every_seat_has_an_agent_of_its_own():
    """One that kept what it saw at two seats would know both hands of a team."""
    made = []

    class Single(Greedy):
        def __init__(self, game):
            super().__init__(game)
            self.seats = set()
            made.append(self)

        def choose(self, view):
            self.seats.add(view.seat)
            return super().choose(view)

    paiyou.match("doudizhu", Single, "random", deals=5, cores=1)
    assert len(made) == 3
    assert [agent.seats for agent in made] == [{0}, {1}, {2}]


def test_a_match_on_ray_gives_the_same_result():
    here, there = (
        dataclasses.replace(paiyou.match("mini-doudizhu", "random", "random:seed=2", deals=40, on=on), seconds=0.0)
        for on in ("local", "ray")
    )
    assert here == there


def test_progress_is_told():
    told = []
    paiyou.match("mini-doudizhu", "random", "random", deals=50, progress=told.append)
    assert sum(told) == 50
    assert told[0] == 0  # the bar appears at once


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deals": 0}, "deals must be 1"),
        ({"cores": 0}, "cores must be 1"),
        ({"a": "nobody"}, "unknown agent"),
        ({"game": "bridge"}, "unknown game"),
        ({"game": 7}, "not by int"),
        ({"b": 7}, "not by int"),
        ({"a": "human"}, "a person cannot play"),
        ({"on": "mars"}, "local or ray"),
        ({"deals": "3"}, "deals must be a whole number, not str"),
        ({"deals": 1.5}, "deals must be a whole number, not float"),
        ({"seed": "3"}, "seed must be a whole number, not str"),
        ({"seed": 2**70}, "seed must be a whole number of at most 64 bits"),
        ({"clock": "3"}, "clock must be a number"),
        ({"a": "random\n"}, "must be printable"),
        ({"a": lambda _: 7}, "must make an Agent, not int"),
        ({"a": paiyou.agent("random", "doudizhu")}, "give a class or a function, not one agent"),
        ({"clock": 0}, "clock must be a number of seconds above 0"),
        ({"clock": float("nan")}, "clock must be a number of seconds above 0"),
        ({"seating": "2v2"}, "seating in doudizhu must be one of 1v2, 2v1"),
        ({"save": "/dev/full"}, "records cannot be saved in /dev/full: No space left"),
        ({"save": "/no/such/folder/x.jsonl"}, "records cannot be saved in /no/such/folder/x.jsonl: No such file"),
    ],
)
def test_bad_input(changes, message):
    said = {"game": "doudizhu", "a": "random", "b": "random"} | changes
    with pytest.raises(ValueError, match=message):
        paiyou.match(said.pop("game"), said.pop("a"), said.pop("b"), **said)


def test_numbers_may_come_from_numpy():
    result = paiyou.match("mini-doudizhu", "random", "random", deals=np.int64(3), seed=np.uint8(4))
    assert json.dumps(result.to_json())


def test_a_refused_match_leaves_no_file(tmp_path):
    with pytest.raises(ValueError, match="local or ray"):
        paiyou.match("doudizhu", "random", "random", on="mars", save=tmp_path / "x.jsonl")
    assert not list(tmp_path.iterdir())


def test_one_agent_is_no_match():
    with pytest.raises(ValueError, match="at least two agents, not 1"):
        paiyou.match("doudizhu", "random")


class Failing(Greedy):
    """Fails in every game where its seat holds a red joker."""

    def choose(self, view):
        if "R" in view.hand:
            raise RuntimeError("a joker!")
        return super().choose(view)


def test_the_match_goes_on_when_an_agent_fails(tmp_path):
    file = tmp_path / "games.jsonl"
    result = paiyou.match("doudizhu", Failing, "random", deals=60, seed=1, save=file)
    assert result.games == 120
    assert 20 < len(result.forfeits) == result.players[0].forfeits < 100
    assert result.players[1].forfeits == 0
    first = result.forfeits[0]
    assert first.player == "Failing"
    assert first.reason == "failed: RuntimeError: a joker!"
    assert "R" in paiyou.game("doudizhu").deal(first.seed).hands[first.seat]
    assert first.stream == (first.seating == "BAA")
    # They count as lost, so a player who would win easily is beaten.
    whole = paiyou.match("doudizhu", Greedy, "random", deals=60, seed=1)
    assert result.wp.mean < whole.wp.mean - 0.2
    assert len(result.to_json()["forfeits"]) == len(result.forfeits)
    records = list(read_records(file))
    assert sum(record.result.forfeit is not None for record in records) == len(result.forfeits)


class Crashing(Agent):
    def choose(self, view):  # noqa: ARG002
        raise RuntimeError("always")


@pytest.mark.parametrize(
    ("name", "seating"),
    [
        ("doudizhu", None),
        ("doudizhu:bidding=123", None),
        ("doudizhu:bidding=call-rob", None),
        ("mini-doudizhu", None),
        ("zhengshangyou", None),
        ("zhengshangyou", "2v1"),
        ("paodekuai", None),
        ("gongzhu", None),
        ("gongzhu", "3v1"),
        ("gongzhu", "1v3"),
        ("four-card", None),
    ],
)
def test_an_agent_that_always_fails_wins_nothing(name, seating):
    result = paiyou.match(name, Crashing, "random", deals=10, seating=seating, cores=1)
    assert result.wp.mean == 0
    assert (result.adp or result.points).high < 0
    assert result.players[1].measures["wp"].mean == 1
    assert result.players[0].forfeits == result.games
    if name == "gongzhu":
        assert result.players[0].measures["positive_reward"].mean == 0
        assert result.players[0].measures["reward"].high < 0


def test_a_reported_forfeit_can_be_played_again():
    game = paiyou.game("gongzhu")

    class Moody(Agent):
        """Fails when it holds the pig on lead."""

        def choose(self, view):
            if "SQ" in view.hand and view.last is None and not view.exposing:
                raise RuntimeError("the pig")
            return view.moves()[0]

    result = paiyou.match(game, Moody, "random", deals=10, seed=3, cores=1)
    assert len(result.forfeits) > 5
    for report in result.forfeits:
        agents = [Moody(game) if letter == "A" else paiyou.agent("random", game) for letter in report.seating]
        again = play_game(game, agents, report.seed, report.stream)
        assert (again.forfeit.seat, again.forfeit.reason) == (report.seat, report.reason)


def test_an_agent_cannot_make_itself_clairvoyant():
    class Sly(Greedy):
        def begin(self, seed):  # noqa: ARG002
            self.clairvoyant = True

        def choose(self, view):
            assert not hasattr(view, "hands")
            return super().choose(view)

    result = paiyou.match("doudizhu", Sly, "random", deals=10)
    assert result.clairvoyant == ()
    assert not result.forfeits


def test_an_agent_that_ends_the_process_ends_the_match_with_a_sentence():
    class Deadly(Agent):
        def choose(self, view):  # noqa: ARG002
            os._exit(1)

    with pytest.raises(ValueError, match="a worker process died"):
        paiyou.match("mini-doudizhu", Deadly, "random", deals=10, cores=2)


@pytest.mark.parametrize("name", ["doudizhu:bidding=123", "zhengshangyou", "gongzhu", "four-card"])
def test_saved_games_tell_the_same_result(name, tmp_path):
    file = tmp_path / "games.jsonl"
    result = paiyou.match(name, "random", "random:seed=2", deals=20, seed=3, save=file)
    broken = []
    records = list(read_records(file, broken.append))
    assert not broken
    assert len(records) == result.games
    totals = {}
    for record in records:
        assert record.replay().state.over
        assert set(record.agents) <= {"random", "random:seed=2"}
        for agent, payoff in zip(record.agents, record.result.payoffs, strict=True):
            totals[agent] = totals.get(agent, 0) + payoff
    seats = sum(record.agents.count("random") for record in records)
    mean = totals["random"] / (result.games if result.adp is not None else seats)
    assert mean == pytest.approx((result.adp or result.points).mean)
    # A second match is added behind the first.
    paiyou.match(name, "random", "random", deals=2, save=file)
    assert len(list(read_records(file))) > len(records)


def test_three_agents_at_one_table():
    result = paiyou.match("doudizhu", "random", Greedy, "random:seed=5", deals=150, seed=1)
    assert [player.name for player in result.players] == ["random", "Greedy", "random:seed=5"]
    assert result.games == 6 * 150
    assert sum(player.measures["adp"].mean for player in result.players) == pytest.approx(0)
    assert result.players[1].measures["adp"].low > result.players[0].measures["adp"].high
    assert [player["name"] for player in result.to_json()["players"]] == ["random", "Greedy", "random:seed=5"]


def test_gongzhu_two_against_two_and_one_against_three():
    class Low(Agent):
        """Ducks as high as it can, throws the pig and high hearts, exposes nothing."""

        def choose(self, view):
            if view.exposing:
                return "expose none"
            moves = sorted(view.moves(), key=lambda card: "23456789TJQKA".index(card[1]))
            if view.last is None:
                return moves[0]
            suit = view.last[1][0]
            if moves[0][0] != suit:
                return max(moves, key=lambda card: (card == "SQ", card[0] == "H"))
            best = max("23456789TJQKA".index(card[1]) for _, card in view.trick if card[0] == suit)
            under = [card for card in moves if "23456789TJQKA".index(card[1]) < best]
            return under[-1] if under else moves[0]

    even = paiyou.match("gongzhu", Low, "random", deals=150, seed=1)
    alone = paiyou.match("gongzhu", Low, "random", deals=150, seed=1, seating="1v3")
    assert (even.games, alone.games) == (900, 600)
    for result in (even, alone):
        ours, theirs = (player.measures for player in result.players)
        assert ours["points"].low > theirs["points"].high
        assert ours["reward"].low > 0.5
        assert ours["positive_reward"].mean > theirs["positive_reward"].mean
        assert 0 <= ours["positive"].mean <= 1
    rewards = [player.measures["reward"].mean for player in alone.players]
    assert rewards[0] + 3 * rewards[1] == pytest.approx(0)


def test_the_memory_of_a_match_does_not_grow_with_its_deals():
    series = Series(paiyou.game("mini-doudizhu"), ("random", "random"), 1, None, None, keep=False)
    tally = Tally(2)
    deals = series.play_deals(range(100))
    for deal in deals:
        tally.count(deal)
    tracemalloc.start()
    try:
        for _ in range(40):
            for deal in deals:
                tally.count(deal)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 4000  # less than a byte for each of 4,000 deals: no more than other numbers in the same places


def test_failures_are_counted_and_the_first_of_them_kept():
    tally = Tally(2)
    for number in range(FORFEITS_KEPT + 200):
        report = ForfeitReport(number, 1, 0, "AB", 0, "a", "failed")
        tally.count(Deal([{"wp": [0.0, 1.0]}, {"wp": [1.0, 1.0]}], [report], [1, 0], []))
    assert tally.failed == [FORFEITS_KEPT + 200, 0]
    assert [one.deal for one in tally.forfeits] == list(range(FORFEITS_KEPT))


def like(result):
    return dataclasses.replace(result, seconds=0.0)


@pytest.mark.parametrize("name", ["mini-doudizhu", "gongzhu"])
def test_a_kept_match_goes_on_and_ends_as_if_nothing_had_been(name, tmp_path):
    file = tmp_path / "match.json"
    whole = paiyou.match(name, "random", "random:seed=2", deals=41, cores=1)
    assert like(paiyou.match(name, "random", "random:seed=2", deals=13, cores=1, keep=file)).deals == 13
    told = []
    longer = paiyou.match(name, "random", "random:seed=2", deals=41, cores=2, keep=file, progress=told.append)
    assert like(longer) == like(whole)
    assert sum(told) == 41
    assert like(paiyou.match(name, "random", "random:seed=2", deals=41, cores=1, keep=file)) == like(whole)
    with pytest.raises(ValueError, match="41 deals of this match are kept already"):
        paiyou.match(name, "random", "random:seed=2", deals=40, keep=file)
    with pytest.raises(ValueError, match="holds another match"):
        paiyou.match(name, "random", "random:seed=3", deals=50, keep=file)
    file.write_text("{")
    with pytest.raises(ValueError, match="does not hold a match"):
        paiyou.match(name, "random", "random:seed=2", deals=50, keep=file)
    with pytest.raises(ValueError, match="would save some of them twice"):
        paiyou.match(name, "random", "random", keep=file, save=file)


def test_a_match_that_is_stopped_by_force_is_kept(tmp_path):
    file = tmp_path / "match.json"

    class Stop(BaseException):
        pass

    def stop(_, told=[]):  # noqa: B006
        told.append(1)
        if len(told) == 12:
            raise Stop

    with pytest.raises(Stop):
        paiyou.match("mini-doudizhu", "random", "random", deals=400, cores=1, keep=file, progress=stop)
    assert 0 < json.loads(file.read_text())["tally"]["deals"] < 400
    after = paiyou.match("mini-doudizhu", "random", "random", deals=400, cores=1, keep=file)
    assert like(after) == like(paiyou.match("mini-doudizhu", "random", "random", deals=400, cores=1))


KILLABLE = """
from paiyou.arena import kept_match
from paiyou.cli import main

kept_match.SECONDS = 0.0  # so that every piece is kept, and the test need not wait
main()
"""


def test_a_kept_match_that_is_killed_again_and_again_ends_as_if_nothing_had_been(tmp_path):
    """`kill -9` of the command in the middle of its work: it goes on, and no deal is lost or counted twice."""
    file, words = tmp_path / "match.json", ["match", "rules", "random", "--seed", "5"]

    def kept():
        return json.loads(file.read_text())["tally"]["deals"] if file.exists() else 0

    for _ in range(3):
        before = kept()
        # So many deals that it cannot be over before it is killed.
        endless = [*words, "--deals", str(10**9), "--cores", "2", "--keep", str(file)]
        playing = subprocess.Popen([sys.executable, "-c", KILLABLE, *endless], stdout=subprocess.DEVNULL)
        try:
            end = time.monotonic() + PATIENCE
            while kept() < before + 100:
                assert playing.poll() is None
                assert time.monotonic() < end
                time.sleep(0.005)
        finally:
            playing.send_signal(signal.SIGKILL)
            playing.wait()
        assert kept() >= before + 100
    deals = kept() + 60
    rest = subprocess.run(
        [sys.executable, "-c", KILLABLE, *words, "--deals", str(deals), "--keep", str(file), "--json"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    whole = paiyou.match("doudizhu", "rules", "random", seed=5, deals=deals)
    told = json.loads(json.dumps(whole.to_json()))
    assert {**json.loads(rest.stdout), "seconds": 0.0} == {**told, "seconds": 0.0}


def test_a_number_of_deals_that_cannot_be_meant_is_told_in_a_sentence():
    with pytest.raises(ValueError, match="deals must be at most 9,223,372,036,854,775,807"):
        paiyou.match("mini-doudizhu", "random", "random", deals=10**30)


def test_a_file_that_cannot_be_kept_is_told_before_anything_is_played(tmp_path):
    told = []
    with pytest.raises(ValueError, match="cannot be kept"):
        paiyou.match("mini-doudizhu", "random", "random", keep=tmp_path / "none" / "match.json", progress=told.append)
    assert not told


def test_a_long_match_begins_before_its_deals_are_listed(monkeypatch):
    made = []
    usual = Pieces.__iter__
    monkeypatch.setattr(Pieces, "__iter__", lambda pieces: (made.append(piece) or piece for piece in usual(pieces)))

    class EnoughError(Exception):
        pass

    def stop(played):
        if played:
            raise EnoughError

    with pytest.raises(EnoughError):
        paiyou.match("mini-doudizhu", "random", "random", deals=10**6, cores=1, progress=stop)
    assert len(made) <= 2, "of 40,000"
