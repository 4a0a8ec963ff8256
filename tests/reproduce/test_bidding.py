"""The experiments with bidding, played by stand-ins: what is counted, and what follows from it."""

import json
from statistics import fmean

import pytest

import paiyou
from bidder_files import random_bidder
from paiyou.agents.bidders import bidder_for
from paiyou.arena.play_game import play_game
from paiyou.arena.seating import seatings_for
from paiyou.games.dealing import random_word
from paiyou.models.bidder_network import STATES
from paiyou.reproduce import bidding_gains
from paiyou.reproduce.bidding_gains import GAMES, OTHERS, TEMPERED, BiddingGains
from paiyou.reproduce.douzero_bidding import GAME, DouzeroBidding, Tables, WithBidder
from paiyou.reproduce.douzero_fig14 import DouzeroFig14
from paiyou.reproduce.runner import reproduce


def rows_of(findings):
    return {row.what: row for row in findings.rows}


@pytest.fixture(scope="module")
def bidders(tmp_path_factory):
    """Files of bidders with random weights, one for each auction."""
    folder, names = tmp_path_factory.mktemp("bidders"), []
    for number, name in enumerate(GAMES):
        spec = paiyou.game(name).spec
        sizes = (len(spec.symbols) * STATES, 5, len(spec.auction.steps) * len(spec.auction.calls))
        names.append(str(folder / f"{number}.npz"))
        random_bidder(spec.bidding_key, sizes, temper=2.0).save(folder / f"{number}.npz")
    return tuple(names)


class TestGains:
    def test_auctions_on_known_card_play_are_whole_games(self, bidders):
        """The same calls and cards, played from the deal to the end by the engine."""
        name = GAMES[0]
        game, file = paiyou.game(name), bidders[0]
        learnt, other, player = bidder_for(game, file), bidder_for(game, "rules"), paiyou.agent("rules", game)
        task = bidding_gains.Deals("rules", bidders, 5, 0, 3)
        for number, told in enumerate(task.run()):
            gains = []
            for seating in seatings_for(game, 2):
                state = game.deal(random_word(5, number))
                while not state.over:
                    view = state.view(state.turn)
                    caller = (learnt, other)[seating[state.turn]]
                    state.play((caller if state.bidding else player).choose(view))
                gains.append(sum(state.payoffs[seat] for seat in range(3) if seating[seat] == 0))
            assert told[f"{name} rules"] == pytest.approx(fmean(gains))

    def test_every_figure_is_told(self, bidders, tmp_path):
        experiment = BiddingGains("rules", bidders)
        report = reproduce(experiment, scale=0.0003, into=tmp_path, cores=1)
        rows = rows_of(report.findings)
        assert len(rows) == len(GAMES) * (len(OTHERS) + 3)
        results = {task.key: task.run() for task in experiment.tasks(0.0003, 1)}
        found = [deal for deals in results.values() for deal in deals]
        assert len(found) == 3
        for name in GAMES:
            for other in OTHERS:
                wanted = fmean(deal[f"{name} {other}"] for deal in found)
                assert rows[f"{name}: points a game, points bidder v {other}"].ours.mean == pytest.approx(wanted)
            cost = rows[f"{name}: points a game that a temper costs"].ours.mean
            assert cost == pytest.approx(fmean(deal[f"{name} {TEMPERED}"] for deal in found))

    def test_without_a_bidder_that_has_learnt_it_is_refused(self, monkeypatch):
        monkeypatch.setattr(bidding_gains, "bidder_for", lambda game, name="": bidder_for(game, name or "rules"))
        with pytest.raises(ValueError, match="nobody has learnt to bid in doudizhu:bidding=call-rob"):
            BiddingGains().tasks(1.0, 1)


class TestFig14:
    def test_the_best_epoch_of_a_kept_log_is_told(self, tmp_path):
        log = tmp_path / "log.jsonl"
        start = {
            "event": "start", "decisions": 900, "held_out_decisions": 100, "calls": 0.4, "points_bidder_accuracy": 0.8,
            "playouts": [50, 8, 3], "model": "doudizhu-adp",
        }  # fmt: skip
        epochs = [
            {"event": "epoch", "epoch": epoch, "accuracy": accuracy, "points_lost": 0.1}
            for epoch, accuracy in ((1, 0.7), (2, 0.83), (3, 0.81))
        ]
        log.write_text("".join(json.dumps(line) + "\n" for line in (start, *epochs)))
        report = reproduce(DouzeroFig14(log), scale=1.0, into=tmp_path / "kept", cores=1)
        shares = [row.ours.mean for row in report.findings.rows]
        assert shares == [pytest.approx(share) for share in (0.83, 0.7, 0.6, 0.8)]
        assert report.findings.rows[0].verdict == "agrees"
        assert report.findings.plot.series[0].x == (1.0, 2.0, 3.0)

    def test_without_a_log_it_is_refused(self, tmp_path):
        with pytest.raises(ValueError, match="there are no epochs of a bidding network in"):
            reproduce(DouzeroFig14(tmp_path / "none"), scale=1.0, into=tmp_path, cores=1)


class TestThreePlayers:
    def test_points_add_up_and_are_those_of_whole_games(self):
        players = ("rules", "random", "isuct:iterations=5")
        game = paiyou.game(GAME)
        bidder = bidder_for(game)
        (deal,) = Tables(players, 2, 0, 1).run()
        assert sum(points for points, _ in deal) == pytest.approx(0.0)
        assert all(0 <= wins <= 1 for _, wins in deal)
        seated = [WithBidder(game, paiyou.agent(player, game), bidder) for player in players]
        payoffs = [0.0] * 3
        for stream, seating in enumerate(seatings_for(game, 3)):
            agents = [seated[number] for number in seating]
            outcome = play_game(game, agents, random_word(2, 0), stream, seating=seating)
            for seat, number in enumerate(seating):
                payoffs[number] += outcome.payoffs[seat] / 6
        assert [points for points, _ in deal] == pytest.approx(payoffs)

    def test_one_bidder_calls_for_all(self):
        game = paiyou.game(GAME)
        bidder = bidder_for(game)
        silent = WithBidder(game, paiyou.agent("random", game), bidder)
        for seed in range(10):
            state = game.deal(seed)
            while state.bidding and not state.over:
                assert silent.choose(state.view(state.turn)) == bidder.choose(state.view(state.turn))
                state.play(state.moves()[-1])

    def test_the_first_place_is_compared_with_the_paper(self, tmp_path):
        report = reproduce(DouzeroBidding(("rules", "random", "random:seed=2")), scale=0.002, into=tmp_path, cores=1)
        rows = rows_of(report.findings)
        assert rows["rules: points a game"].paper is not None
        assert rows["random: points a game"].paper is None
        assert len(rows) == 6
