"""DouZero's experiments with stand-ins for the trained players: what is counted, and what follows from it."""

import random
from collections import Counter
from statistics import fmean, median

import pytest

import paiyou
from paiyou.games.dealing import random_word
from paiyou.reproduce import douzero_bombs
from paiyou.reproduce.douzero import CONTENDERS, GAME, Contender, player, quoted
from paiyou.reproduce.douzero_cooperation import DouzeroCooperation
from paiyou.reproduce.douzero_duels import Duel, Games
from paiyou.reproduce.douzero_helping import Position, first_position, sure_moves
from paiyou.reproduce.douzero_table1 import DouzeroTable1, deals_of
from paiyou.reproduce.douzero_times import Decisions, DouzeroTimes, decisions, quantile
from paiyou.reproduce.registry import EXPERIMENTS
from paiyou.reproduce.runner import reproduce

LEARNER = Contender("dmc", "rules", "rules:seed=2")
NETWORK = Contender("dmc, network alone", "rules:seed=3", "rules:seed=4", alone=True)
SEARCHER = Contender("uct", "uct:trees=2,iterations=10", slow=True)
STAND_INS = (LEARNER, NETWORK, SEARCHER, Contender("random", "random"))


def rows_of(findings):
    return {row.what: row for row in findings.rows}


def test_a_missing_player_is_named_in_one_sentence(tmp_path):
    missing = Contender("dmc", "dmc:model=no-such-model", "dmc:model=no-such-model-either")
    for experiment in (DouzeroTable1, DouzeroTimes, DouzeroCooperation):
        with pytest.raises(ValueError, match=r"needs the player dmc:model=no-such-model: [^\n]*$"):
            reproduce(experiment((missing, *STAND_INS[2:])), scale=0.001, cores=1, into=tmp_path)


def test_a_quoted_figure_has_the_room_of_its_decimals():
    share, points = quoted("0.889", share=True), quoted("2.29", share=False)
    assert (share.text, share.low, share.high) == ("88.9% (quoted)", pytest.approx(0.8885), pytest.approx(0.8895))
    assert (points.text, points.low, points.high) == ("2.29 (quoted)", pytest.approx(2.285), pytest.approx(2.295))


class TestDuels:
    def test_the_games_are_those_of_a_match(self):
        duel = Duel("rules", "rlcard", chunk=7)
        score = duel.score({task.key: task.run() for task in duel.tasks(12, 5)}, 12, 5)
        match = paiyou.match(GAME, "rules", "rlcard", deals=12, seed=5, cores=1)
        for ours, theirs in ((score.wp, match.wp.as_share()), (score.adp, match.adp)):
            assert ours.mean == pytest.approx(theirs.mean)
            assert ours.low == pytest.approx(theirs.low)

    def test_bombs_are_counted_by_side(self, tmp_path):
        """Against the records of the same games, with a rule of our own for what a bomb is."""
        from paiyou.records import read_records

        found = Games("rules", "random", 3, 0, 30).run()
        paiyou.match(GAME, "rules", "random", deals=30, seed=3, cores=1, save=tmp_path / "games")
        records = list(read_records(tmp_path / "games"))
        ours = [game for deal in found for game in deal]
        assert len(records) == len(ours) == 60
        for game, record in zip(ours, records, strict=True):
            more = 0
            for seat, move in record.replay().state.history:
                if move == "BR" or (len(move) == 4 and len(set(move)) == 1):
                    more += 1 if record.agents[seat] == "rules" else -1
            assert game[2] == more
        assert any(game[2] for game in ours)


class TestTable1:
    def test_who_meets_whom(self):
        experiment = DouzeroTable1()
        quick = [(duel.a, duel.b) for duel, slow in experiment.duels() if not slow]
        slow = [(duel.a, duel.b) for duel, slow in experiment.duels() if slow]
        wp, adp = "dmc:model=doudizhu-wp", "dmc:model=doudizhu-adp"
        assert len(set(quick + slow)) == len(quick + slow)
        for opponent in ("rules", "rlcard", "random"):
            for model in (wp, adp, f"{wp},endgame=0", f"{adp},endgame=0"):
                assert (model, opponent) in quick
        assert (wp, adp) in quick
        assert (wp, "uct:trees=40,iterations=250") in slow
        assert not any("endgame=0" in a + b for a, b in slow)
        others = [one.spec for one in CONTENDERS if not one.for_points]
        met = {frozenset(pair) for pair in quick + slow}
        assert {frozenset((a, b)) for a in others for b in others if a != b} <= met

    def test_all_players_but_the_learner_exist(self):
        for contender in CONTENDERS:
            if not contender.for_points:
                assert player(contender.spec, 0).game.name == GAME

    def test_each_aim_has_its_player(self):
        """The one for wins always wins by 1 point, the one for points wins a fourth of the games, by 16."""
        experiment = DouzeroTable1(STAND_INS)
        results = {}
        for task in experiment.tasks(0.005, 1):
            wins = [1.0, 1.0, 1.0] if task.a == LEARNER.spec else [0.25, 16.0, -1.0]
            results[task.key] = [[wins, wins]] * task.deals
        rows = rows_of(experiment.findings(results, 0.005, 1))
        assert rows["dmc v random: WP"].ours.mean == 1
        assert rows["dmc v random: ADP"].ours.mean == 16
        assert rows["dmc v uct: ADP"].ours.mean == 16
        assert rows["dmc, network alone v random: WP"].ours.mean == 0.25
        assert "dmc, network alone v uct: WP" not in rows
        assert rows["dmc for WP v dmc for ADP: bombs a game more than the other"].ours.mean == 1
        assert rows["dmc v random: WP"].paper.text == "98.9% (quoted)"

    def test_a_small_run(self, tmp_path):
        experiment = DouzeroTable1(STAND_INS)
        report = reproduce(experiment, scale=0.001, cores=1, into=tmp_path)
        rows = rows_of(report.findings)
        assert rows["dmc v random: WP"].ours.mean > 0.8
        assert rows["dmc v dmc, network alone: WP"].ours.mean == 0.5, "stand-ins that play alike"
        assert len(rows) == len(report.findings.rows)
        wp, adp = report.findings.plot.plots
        assert wp.groups == adp.groups == ("uct", "random")
        assert [series.x for series in wp.series] == [(0, 1), (1,), (1,)]
        assert wp.series[0].y[1] == rows["dmc v random: WP"].ours
        assert adp.series[1].y[0] == rows["dmc, network alone v random: ADP"].ours
        assert "DeltaDou" in report.markdown()
        assert "not run" in report.markdown()

    def test_searchers_have_fewer_deals(self):
        assert deals_of(1.0, slow=False) == 10_000
        assert deals_of(1.0, slow=True) == 500


class TestTimes:
    def test_all_players_are_asked_for_the_same_decisions(self):
        seed = random_word(1, 0)
        views = decisions(seed)
        state, asked = paiyou.game(GAME).deal(seed), 0
        rules = paiyou.agent("rules", GAME)
        while not state.over:
            if len(state.moves()) > 1:
                assert views[asked].key == state.view(state.turn).key
                asked += 1
            state.play(rules.choose(state.view(state.turn)))
        assert len(views) == asked
        for spec in ("random", "rules"):
            (times,) = Decisions(spec, 1, 0, 1).run()
            assert len(times) == asked
            assert all(0 <= value < 10_000 for value in times)

    def test_quantiles_lie_among_the_values(self):
        rng = random.Random(1)
        values = [rng.random() for _ in range(501)]
        middle = quantile(values, 0.5)
        assert middle.mean == median(values)
        assert 0.4 < middle.low < middle.mean < middle.high < 0.6
        late = quantile(values, 0.99)
        assert sum(value < late.mean for value in values) == 495
        assert late.low < late.mean <= late.high <= max(values)
        assert quantile([3.0], 0.99).mean == 3.0

    def test_intervals_of_quantiles_hold_what_they_promise(self):
        rng = random.Random(2)
        held = 0
        for _ in range(400):
            found = quantile([rng.random() for _ in range(200)], 0.5)
            held += found.low <= 0.5 <= found.high
        assert 0.92 <= held / 400 <= 0.98

    def test_findings_are_in_milliseconds(self):
        experiment = DouzeroTimes(STAND_INS)
        results = {
            task.key: [[1.0, 2.0, 3.0, 50.0] for _ in range(task.deals)]
            if task.spec == "rules"
            else [[0.004]] * task.deals
            for task in experiment.tasks(0.2, 1)
        }
        findings = experiment.findings(results, 0.2, 1)
        rows = rows_of(findings)
        assert rows["dmc: mean"].ours.mean == 14
        assert rows["dmc: mean"].paper.text == "a few ms (quoted)"
        assert rows["dmc: mean"].verdict == "open", "no two games differ"
        assert rows["dmc: 99%"].ours.mean == 50
        assert rows["random: median"].shown().startswith("0.004")
        assert findings.plot.log_y

    def test_a_small_run(self, tmp_path):
        report = reproduce(DouzeroTimes(STAND_INS), scale=0.07, cores=1, into=tmp_path)
        rows = rows_of(report.findings)
        assert rows["random: mean"].ours.mean > 0
        assert rows["uct: mean"].ours.mean > rows["random: mean"].ours.mean


def wins_by_hand(state, seat):
    """Minimax of our own over open hands: whether the side of a seat wins, and who goes out, by any line."""
    if state.over:
        return (state.winner == 0) == (seat == 0)
    mine = (state.turn == 0) == (seat == 0)
    outcomes = []
    for move in state.moves():
        after = state.copy()
        after.play(move)
        won = wins_by_hand(after, seat)
        if won == mine:
            return won
        outcomes.append(won)
    return outcomes[0]


class TestHelping:
    def test_the_papers_picture(self):
        """The partner, next to play, has one card left: a solo below every hidden card lets it out."""
        state = paiyou.game(GAME).start(["77J", "379", "6"], turn=1)
        position = Position(state.view(1), sure_moves(state.view(1)))
        assert position.sure == ("3",)
        assert position.kind == "leads"
        assert position.chance == pytest.approx(1 / 3)

    def test_a_partner_who_has_the_lead_is_left_alone(self):
        state = paiyou.game(GAME).start(["79K", "44TJ", "AA"], turn=2)
        for move in ("A", "pass"):
            state.play(move)
        position = Position(state.view(1), sure_moves(state.view(1)))
        assert position.sure == ()  # nothing but passing is legal
        state = paiyou.game(GAME).start(["79K", "44TJ", "8A"], turn=2)
        for move in ("8", "pass"):
            state.play(move)
        position = Position(state.view(1), sure_moves(state.view(1)))
        assert position.sure == ("pass",)
        assert position.kind == "passes"

    @pytest.mark.parametrize(
        ("hands", "turn"),
        [
            (["77J", "379", "6"], 0),  # the landlord has no partner
            (["77J", "379", "66"], 1),  # the partner has two cards
            (["77J", "3", "6"], 1),  # there is no choice
            (["55J", "6", "6"], 1),
            (["333", "AKK", "4"], 1),  # the peasant goes out by itself
        ],
    )
    def test_other_positions_do_not_count(self, hands, turn):
        assert sure_moves(paiyou.game(GAME).start(hands, turn=turn).view(turn)) == ()

    def test_sure_moves_win_against_every_deal_and_others_do_not(self):
        """Real positions with few cards, judged again by a minimax of our own over all ways to share the cards."""
        seen = Counter()
        for number in range(400):
            position = first_position("random", random_word(11, number))
            if position is None or sum(position.view.counts) > 10:
                continue
            view = position.view
            partner = 3 - view.seat
            seen[position.kind] += 1
            shown = Counter(view.public) - Counter(view.played[0])  # the landlord is known to hold these
            cards = sorted(Counter(view.unseen) - shown)
            for move in view.moves():
                always = True
                for card in cards:
                    hands = [""] * 3
                    hands[view.seat], hands[partner], hands[0] = view.hand, card, view.unseen.replace(card, "", 1)
                    state = paiyou.game(GAME).start(hands, turn=view.seat, last=view.last)
                    state.play(move)
                    always = always and wins_by_hand(state, view.seat)
                assert always == (move in position.sure), (view.hand, view.last, view.unseen, move)
        assert sum(seen.values()) >= 10, seen

    def test_a_search_that_sees_all_that_matters_makes_these_moves(self):
        right = []
        for number in range(300):
            position = first_position("random", random_word(12, number))
            if position is not None:
                agent = paiyou.agent("isuct:iterations=2000", GAME)
                right.append(agent.choose(position.view) in position.sure)
        assert len(right) >= 10
        assert fmean(right) > 0.9


class TestCooperation:
    def test_shares_are_counted_by_source_and_kind(self):
        experiment = DouzeroCooperation(STAND_INS)
        results = {}
        for task in experiment.tasks(0.005, 1):
            kind, chance = ("leads", 0.5) if task.source == "random" else ("passes", 0.25)
            results[task.key] = [[kind, chance, [True, task.source == "random", False, True]]] * 5
        findings = experiment.findings(results, 0.005, 1)
        rows = rows_of(findings)
        assert rows["random games (5 positions): dmc"].ours.mean == 1
        assert rows["random games (5 positions): dmc"].ours.low < 1, "five positions are few"
        assert rows["rules games (5 positions): dmc, network alone"].ours.mean == 0
        assert rows["passes (5 positions): by chance"].ours.mean == 0.25
        gain = rows["all positions: dmc, network alone less chance"]
        assert gain.ours.mean == pytest.approx((0.5 - 0.25) / 2)
        assert not any("answers" in what for what in rows), "there were none"
        assert findings.plot.groups == ("random games\n5", "rules games\n5", "leads\n5", "passes\n5")

    def test_a_run_without_any_position_has_no_rows(self):
        experiment = DouzeroCooperation(STAND_INS)
        results = {task.key: [] for task in experiment.tasks(0.001, 1)}
        assert experiment.findings(results, 0.001, 1).rows == ()

    def test_a_small_run(self, tmp_path):
        report = reproduce(DouzeroCooperation(STAND_INS), scale=0.01, cores=1, into=tmp_path)
        rows = rows_of(report.findings)
        (chance,) = (row for what, row in rows.items() if what.startswith("random games") and "by chance" in what)
        assert 0 < chance.ours.mean < 1


def test_they_are_in_the_list():
    assert {"douzero-table1", "douzero-curves", "douzero-times", "douzero-cooperation"} <= set(EXPERIMENTS)


class TestBombs:
    def test_positions_have_a_choice_and_both_players_answer(self):
        found = [at for seed in (3, 5) for at in douzero_bombs.positions_of(seed)]
        assert found
        for seat, bombs, leads, chance, bombed in found:
            assert 0 <= seat < 3
            assert bombs >= 0
            assert isinstance(leads, bool)
            assert 0 <= chance <= 1
            assert len(bombed) == 2

    def test_shares_are_those_of_the_positions(self):
        experiment = douzero_bombs.DouzeroBombs()
        (task,) = experiment.tasks(0.002, 1)
        both, wins, points, none = ([True, True], [True, False], [False, True], [False, False])
        deals = [
            [[0, 0, False, 0.1, both], [1, 0, True, 0.9, points]],
            [[2, 1, False, 0.5, none], [0, 2, False, 0.97, points], [0, 0, False, 0.2, wins]],
        ]
        findings = experiment.findings({task.key: deals}, 0.002, 1)
        rows = {row.what: row.ours.mean for row in findings.rows}
        assert rows["all positions (5 positions): WP player bombs"] == pytest.approx(2 / 5)
        assert rows["all positions (5 positions): ADP player bombs"] == pytest.approx(3 / 5)
        assert rows["all positions (5 positions): WP player less ADP player"] == pytest.approx(-1 / 5)
        assert rows["seat: landlord (3 positions): WP player bombs"] == pytest.approx(2 / 3)
        assert rows["one bomb on the table (1 positions): ADP player bombs"] == 0
        assert rows["chance to win below 25% (2 positions): WP player less ADP player"] == pytest.approx(1 / 2)
        assert rows["above 95% (1 positions): WP player less ADP player"] == -1
        assert findings.plot.series[0].x == (12.5, 62.5, 85.0, 97.5)
