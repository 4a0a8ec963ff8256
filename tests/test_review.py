from dataclasses import replace

import pytest

import paiyou
from paiyou.agents.base import Agent
from paiyou.agents.rules import RulesAgent
from paiyou.records import Forfeit, Record
from paiyou.review import COSTS, judged_decision, review


def played(game, agent, seed=4):
    """The record of a game in which an agent has every seat."""
    game = paiyou.game(game)
    player, state = paiyou.agent(agent, game), game.deal(seed=seed)
    while not state.over:
        state.play(player.choose(state.view(state.turn)))
    return Record.of(game, state, seed=seed)


def ended(hands, *moves, game="doudizhu"):
    """The record of an endgame."""
    game = paiyou.game(game)
    state = game.start(hands)
    for move in moves:
        state.play(move)
    return Record.of(game, state, hands=hands)


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("doudizhu:bidding=123", "rules"),
        ("doudizhu:bidding=call-rob", "dmc"),
        ("mini-doudizhu", "isuct:iterations=200"),
        ("zhengshangyou", "rules"),
        ("paodekuai", "rules"),
        ("gongzhu", "rules"),
    ],
)
def test_who_judges_himself_finds_nothing_better(game, agent):
    record = played(game, agent)
    reviewed = review(record, agent)
    assert (reviewed.game, reviewed.agent) == (game, agent)
    assert [decision.move for decision in reviewed.decisions] == [move for _, move in record.decisions()]
    assert {decision.verdict for decision in reviewed.decisions} <= {"best", "forced"}
    for summary in reviewed.summaries:
        assert summary.best == summary.decisions
    assert sum(summary.decisions for summary in reviewed.summaries) > 0


@pytest.mark.parametrize("agent", ["rules", "dmc", "isuct:iterations=500"])
def test_a_win_thrown_away_is_a_blunder(agent):
    # The ace stands against both kings, and the three follows; after the three a king goes out.
    thrown, kept = (
        review(ended(["3A", "K", "K"], *moves), agent).decisions for moves in (("3", "K"), ("A", "pass", "pass", "3"))
    )
    assert (thrown[0].verdict, thrown[0].told[0].move, thrown[0].made.rank) == ("blunder", "A", 2)
    assert thrown[0].loss > COSTS[-1]
    assert thrown[1].verdict == "best"
    assert (kept[0].verdict, kept[0].loss) == ("best", 0.0)
    assert [decision.verdict for decision in kept[1:]] == ["forced"] * 3


def test_two_sure_ways_are_both_best():
    for first, second in (("22", "AA"), ("AA", "22")):
        decision = review(ended(["AA22", "K", "K"], first, "pass", "pass", second), "rules").decisions[0]
        assert (decision.verdict, decision.made.rank, decision.made.value) == ("best", 1, 1.0)


class Opinionated(Agent):
    """Thinks of the legal moves, in their order, what it is told to."""

    def __init__(self, game, unit, values):
        super().__init__(game)
        self._unit, self._values = unit, values

    def choose(self, view):
        return view.moves()[0]

    def evaluate(self, view):
        return [(move, value, 1.0) for move, value in zip(view.moves(), self._values, strict=False)]

    def unit(self, _):
        return self._unit


@pytest.mark.parametrize(
    ("game", "unit", "cost", "verdict"),
    [
        ("zhengshangyou", "result", 0.0, "best"),
        ("zhengshangyou", "result", 0.09, "good"),
        ("zhengshangyou", "result", 0.11, "inaccuracy"),
        ("zhengshangyou", "result", 0.21, "mistake"),
        ("zhengshangyou", "result", 0.41, "blunder"),
        ("gongzhu:expose=off", "points", 19.0, "good"),
        ("gongzhu:expose=off", "points", 20.0, "inaccuracy"),
        ("gongzhu:expose=off", "points", 40.0, "mistake"),
        ("gongzhu:expose=off", "points", 80.0, "blunder"),
        ("zhengshangyou", "points", 80.0, "other"),
        ("zhengshangyou", "order", 0.5, "other"),
    ],
)
def test_verdicts_go_by_what_a_move_costs(game, unit, cost, verdict):
    game = paiyou.game(game)
    state = game.deal(seed=2)
    while len(state.moves()) < 2:
        state.play(state.moves()[0])
    view = state.view(state.turn)
    decision = judged_decision(Opinionated(game, unit, [0.5, 0.5 - cost]), view, view.moves()[1])
    assert (decision.verdict, decision.moves) == (verdict, len(view.moves()))
    assert decision.made.value == (None if unit == "order" else 0.5 - cost)
    assert (decision.loss is None) == (unit == "order")


def test_calls_are_judged_in_points_by_who_has_learnt_to_bid():
    record = played("doudizhu:bidding=123", "random")
    calls = review(record, "dmc").decisions[: len(record.auction)]
    assert calls
    for call in calls:
        assert call.unit == "points"
        assert call.verdict == "forced" or call.loss >= 0
        assert call.made.rank != 1 or not call.loss


def test_calls_are_put_in_order_without_numbers():
    record = played("doudizhu:bidding=123", "random")
    calls = review(record, "rules").decisions[: len(record.auction)]
    assert calls
    for call in calls:
        assert (call.unit, call.loss, call.made.value) == ("order", None, None)
        assert call.verdict in ("best", "other")
        assert call.made.rank == 1 or call.verdict == "other"


def test_the_judge_sees_a_view_and_nothing_else(monkeypatch):
    seen = []

    class Watched(RulesAgent):
        def evaluate(self, view):
            seen.append(view)
            return super().evaluate(view)

    record = played("gongzhu", "random")
    monkeypatch.setattr("paiyou.review.find_agent", lambda _, game: Watched(game))
    decisions = [decision for decision in review(record, "rules").decisions if decision.verdict != "forced"]
    assert [view.seat for view in seen] == [decision.seat for decision in decisions]
    for view in seen:
        assert not hasattr(view, "hands")
        assert view.seat == view.turn


def test_another_deal_that_looks_the_same_is_judged_the_same():
    record, judge = played("doudizhu", "random"), paiyou.agent("rules", "doudizhu")
    for step in record.replay().steps():
        view = step.state.view(step.state.turn)
        other = view.sample(step.number).view(view.seat)
        assert judged_decision(judge, view, step.move) == judged_decision(judge, other, step.move)


def test_moves_of_stand_ins_count_for_nobody():
    record = played("zhengshangyou", "random")
    whole, less = review(record, "rules"), review(replace(record, info={"stand_ins": "0 1 2 3 4"}), "rules")
    assert less.decisions == whole.decisions
    dropped = [decision for decision in whole.decisions[:5] if decision.verdict != "forced"]
    assert dropped
    for seat, (one, other) in enumerate(zip(whole.summaries, less.summaries, strict=True)):
        assert one.decisions - other.decisions == sum(decision.seat == seat for decision in dropped)


def test_moves_that_win_for_certain_are_all_best():
    """A network may promise more than everything, and of that a little less."""
    game = paiyou.game("doudizhu")
    view = game.deal(3).view(0)
    judge = Opinionated(game, "result", [1.75 - 0.25 * place for place in range(len(view.moves()))])
    verdicts = [judged_decision(judge, view, move).verdict for move in view.moves()[:6]]
    assert verdicts == ["best"] * 4 + ["mistake", "blunder"]


@pytest.mark.parametrize("agent", ["cheat-uct", "human", "random"])
def test_who_cannot_judge(agent):
    with pytest.raises(ValueError, match="cannot judge"):
        review(played("mini-doudizhu", "rules"), agent)


def test_only_a_finished_game_is_reviewed():
    game = paiyou.game("mini-doudizhu")
    state = game.deal(seed=1)
    with pytest.raises(ValueError, match="not finished"):
        review(Record.of(game, state, seed=1), "rules")
    given_up = Record.of(game, state, seed=1, forfeit=Forfeit(0, "left"), payoffs=[-1, 1])
    assert review(given_up, "rules").decisions == ()


def test_json_has_what_the_judge_said():
    said = review(ended(["3A", "K", "K"], "3", "K"), "rules").to_json()
    assert set(said) == {"game", "agent", "decisions", "summaries"}
    first = said["decisions"][0]
    assert (first["seat"], first["move"], first["verdict"], first["unit"], first["rank"]) == (
        0,
        "3",
        "blunder",
        "result",
        2,
    )
    assert first["told"][0] == {"move": "A", "rank": 1, "value": 1.0, "points": None}
    assert first["loss"] == pytest.approx(1.0 - first["value"], abs=0.002)
    assert said["summaries"][0] == {"decisions": 1, "best": 0, "verdicts": {"blunder": 1}}


@pytest.mark.parametrize(
    ("game", "agent", "unit"),
    [
        ("doudizhu", "dmc", "result"),
        ("doudizhu", "dmc:model=doudizhu-adp", "points"),
        ("doudizhu:bidding=123", "isuct:iterations=10", "points"),
        ("doudizhu", "isuct:iterations=10", "result"),
        ("doudizhu", "rules", "result"),
        ("gongzhu", "rules", "order"),
        ("gongzhu:expose=off", "rules", "points"),
        ("doudizhu:bidding=123", "rules", "order"),
        ("doudizhu:bidding=123", "dmc:bidder=rules", "order"),
        ("mini-doudizhu:hand=3", "det-minimax", "order"),
    ],
)
def test_agents_know_what_their_values_are(game, agent, unit):
    game = paiyou.game(game)
    state = game.deal(seed=1)
    assert paiyou.agent(agent, game).unit(state.view(state.turn)) == unit
