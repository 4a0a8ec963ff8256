import pytest

import paiyou
from paiyou.advice import advice_unit, advise, evaluation_json, view_to_move

SEEN = {"seat": 1, "hand": "3456789TJQKA2BR33", "history": [(0, "44")], "bottom": "557"}


def test_advice_is_what_the_agent_says_of_the_view():
    game = paiyou.game("doudizhu")
    view = view_to_move(game, **SEEN)
    assert (view.seat, view.hand, view.history) == (1, "333456789TJQKA2BR", [(0, "44")])
    for agent in ("rules", "isuct:iterations=200,seed=3"):
        assert advise(game, agent, **SEEN) == paiyou.agent(agent, game).evaluate(view)


def test_what_values_are_is_told():
    assert advice_unit(paiyou.game("doudizhu"), "rules", **SEEN) == "result"
    asked = {"seat": 0, "hand": "3456789TJQKA2BR33"}
    assert advice_unit(paiyou.game("doudizhu:bidding=123"), "rules", **asked) == "order"


@pytest.mark.parametrize("agent", ["cheat-uct", "human", "alphabeta"])
def test_who_sees_all_or_asks_a_person_cannot_advise(agent):
    with pytest.raises(ValueError, match="cannot advise"):
        advise(paiyou.game("doudizhu"), agent, **SEEN)


def test_only_the_seat_to_move_is_advised():
    with pytest.raises(ValueError, match="it is seat 0's turn after this history, not seat 1's"):
        advise(paiyou.game("doudizhu"), "rules", **SEEN | {"history": []})


def test_json():
    assert evaluation_json([("33", 0.5, 2.0)]) == [{"move": "33", "value": 0.5, "weight": 2.0}]
