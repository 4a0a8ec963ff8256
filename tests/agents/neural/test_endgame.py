"""The solver over an information set beside one solution for each of its deals, and the agent that listens to it."""

import random
from contextlib import suppress

import pytest

import paiyou
from networks import facts_model
from paiyou._core import solve_deals
from paiyou.agents.neural.endgame import Endgame

MAX_DEALS = 30


def endgames(name, games, seed=0):
    """Decisions between several moves with few possible deals, from random games."""
    game, rng = paiyou.game(name), random.Random(seed)
    for number in range(games):
        state = game.deal(number)
        while not state.over:
            view = state.view(state.turn)
            if len(view.moves()) > 1 and not state.bidding and len(state.hands[state.turn]) < 9:
                deals = None
                with suppress(ValueError):  # more deals than that
                    deals = view.deals(MAX_DEALS)
                if deals:
                    yield state.copy(), view, deals
            state.play(rng.choice(state.moves()))


def shares_by_solving(view, deals):
    won, total = dict.fromkeys(view.moves(), 0.0), 0.0
    for deal, ways in deals:
        total += ways
        for move in paiyou.solve(deal).moves:
            won[move] += ways
    return {move: ways / total for move, ways in won.items()}


@pytest.mark.parametrize(
    ("name", "games"),
    [("doudizhu", 40), ("doudizhu:bidding=123", 25), ("mini-doudizhu", 25), ("zhengshangyou", 25), ("paodekuai", 15)],
)
def test_it_says_what_solving_every_deal_says(name, games):
    mixed = sure = 0
    for _, view, deals in endgames(name, games):
        expected = shares_by_solving(view, deals)
        moves, number, _, stopped = solve_deals(view, None, MAX_DEALS, 10**7)
        assert dict(moves) == pytest.approx(expected)
        assert number == len(deals)
        assert not stopped
        winners = {move for move, share in expected.items() if share > 1 - 1e-9}
        for favourite in view.moves():
            found, number, _, stopped = solve_deals(view, favourite, MAX_DEALS, 10**7)
            assert {move for move, _ in found} == ({favourite} if favourite in winners else winners)
            assert all(share == 1.0 for _, share in found)
            assert number == len(deals)
            assert not stopped
        mixed += any(0 < share < 1 for share in expected.values())
        sure += 0 < len(winners) < len(expected)
    assert sure >= 3
    assert mixed >= 3 or name == "mini-doudizhu"


def test_limits_are_kept():
    _, view, deals = max(endgames("doudizhu", 20), key=lambda one: len(one[2]))
    assert len(deals) > 10
    assert solve_deals(view, None, len(deals) - 1, 10**6) is None
    moves, number, nodes, stopped = solve_deals(view, None, len(deals), 10**6)
    assert moves
    assert not stopped
    assert nodes > 0
    assert solve_deals(view, None, len(deals), nodes)[0] == moves
    assert solve_deals(view, None, len(deals), nodes - 1) == ([], number, nodes - 1, True)


def test_only_a_decision_of_card_play_can_be_asked_about():
    state = paiyou.game("doudizhu").deal(1)
    with pytest.raises(ValueError, match="not to move"):
        solve_deals(state.view(1), None, 10, 10)
    with pytest.raises(ValueError, match="more cards R than the deck"):
        solve_deals(state.view(0), "RRRR", 10, 10)
    auction = paiyou.game("doudizhu:bidding=123").deal(1)
    with pytest.raises(ValueError, match="only decisions of card play"):
        solve_deals(auction.view(auction.turn), None, 10, 10)


def landlord_to_lead(hand, down, up, bottom=""):
    """Seat 0 leads; which peasant holds which of the other cards it cannot know."""
    return paiyou.game("doudizhu").start([hand, down, up], bottom=bottom).view(0)


def test_sure_moves_by_hand():
    """With 3 and AA against two single cards below the ace: the pair first wins in both deals, the 3 in none."""
    view = landlord_to_lead("3AA", "5", "6")
    assert len(view.deals()) == 2
    assert dict(solve_deals(view, None, 10, 1000)[0]) == {"3": 0.0, "A": 1.0, "AA": 1.0}
    for favourite, found in (("3", {"A": 1.0, "AA": 1.0}), ("A", {"A": 1.0})):
        assert Endgame(10).shares(view, favourite) == found
    assert Endgame(0).shares(view, "3") == {}
    assert Endgame(1).shares(view, "3") == {}
    assert Endgame(10, max_nodes=1).shares(landlord_to_lead("3344667789", "55T", "JQK"), "3") == {}


def test_most_moves_by_hand():
    """Down holds one card and up two of 4, 5 and 6: a lead of 4 or 5 lets down go out in some of the deals."""
    view = landlord_to_lead("4577", "5", "46")
    every = shares_by_solving(view, view.deals())
    assert 0 < max(every.values()) < 1
    assert len(set(every.values())) > 1
    assert Endgame(10, "sure").shares(view, "4") == {}
    assert Endgame(10, "most").shares(view, "4") == pytest.approx(every)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return facts_model(tmp_path_factory.mktemp("models") / "tiny", objective="adp")[0]


@pytest.mark.parametrize("overrule", ["sure", "most"])
def test_the_agent_plays_the_networks_choice_among_those_that_win_most(tiny, overrule):
    """In `sure` only where they win in every deal."""
    game = paiyou.game("doudizhu")
    plain = paiyou.agent(f"dmc:model={tiny},endgame=0", game)
    agent = paiyou.agent(f"dmc:model={tiny},endgame={MAX_DEALS},overrule={overrule},max_nodes=1000000", game)
    changed = 0
    for state, view, deals in endgames("doudizhu", 40, seed=2):
        shares = shares_by_solving(view, deals)
        best = max(shares.values())
        order = [move for move, _, _ in plain.evaluate(view)]
        if overrule == "most" or best > 1 - 1e-9:
            order = [move for move in order if shares[move] > best - 1e-9]
        assert agent.choose(view) == order[0]
        found = agent.evaluate(view)
        assert found[0][0] == order[0]
        assert [value for _, value, _ in found] == sorted((value for _, value, _ in found), reverse=True)
        if best > 1 - 1e-9:
            assert found[0][1] >= 2**state.bombs * (2 if state.turn == 0 else 1)
        changed += agent.choose(view) != plain.choose(view)
    assert changed > 5


def test_wrong_options_are_refused(tiny):
    for options, message in (
        ("endgame=-1", "at least 0"),
        ("overrule=never", "one of sure, most"),
        ("max_nodes=0", "1"),
    ):
        with pytest.raises(ValueError, match=message):
            paiyou.agent(f"dmc:model={tiny},{options}", "doudizhu")
