"""Who holds what: chances that add up, agree with a count of all deals, and move towards what play has shown."""

from collections import Counter

import pytest

import paiyou
from paiyou.beliefs import who_holds
from positions import reach


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=123", "mini-doudizhu", "paodekuai", "gongzhu"])
@pytest.mark.parametrize("source", ["counting", "rules"])
def test_chances_add_up_to_what_is_hidden(name, source):
    game = paiyou.game(name)
    state = reach(game, 5, 8)
    view = state.view(state.turn)
    told = who_holds(game, view, source)
    assert Counter({one.card: len(one.chances[0]) - 1 for one in told.holdings}) == Counter(view.unseen)
    seats = [0.0] * (game.seats + 1)
    for one in told.holdings:
        assert all(sum(chances) == pytest.approx(1) for chances in one.chances)
        assert sum(one.expected()) == pytest.approx(len(one.chances[0]) - 1)
        seats = [sum(pair) for pair in zip(seats, one.expected(), strict=True)]
    held = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
    assert seats[:-1] == pytest.approx(held)
    assert 1 <= told.effective <= told.deals + 1e-6


def test_counting_is_exact_where_all_deals_can_be_listed():
    game = paiyou.game("mini-doudizhu")
    state = game.deal(11)
    view = state.view(0)
    told = who_holds(game, view)
    deals = view.deals()
    assert told.exact
    assert told.deals == len(deals) > 1
    total = sum(ways for _, ways in deals)
    for one in told.holdings:
        mean = sum(ways * deal.hands[1].count(one.card) for deal, ways in deals) / total
        assert one.expected()[1] == pytest.approx(mean)
        assert one.expected()[0] == 0


def test_drawn_chances_are_near_those_of_the_core():
    game = paiyou.game("gongzhu")
    view = reach(game, 2, 12).view(0)
    exact, drawn = view.chances(), who_holds(game, view)
    assert not drawn.exact
    cards = game.spec.cards
    known = [card for one in view.known for card in one]
    for one in drawn.holdings:
        if one.card in known:
            continue
        for step in range(1, game.seats):
            wanted = exact[cards.index(one.card)][step - 1][1]
            # 4,000 draws: five standard errors.
            assert one.chances[(view.seat + step) % game.seats][1] == pytest.approx(wanted, abs=0.04)


@pytest.mark.parametrize("deals", [2, pytest.param(12, marks=pytest.mark.long)])
def test_a_way_of_playing_tells_more_than_counting(deals):
    """Over many positions of the rule player's own games the true holder is likelier to who knows how it plays."""
    game, player = paiyou.game("gongzhu"), paiyou.agent("rules", "gongzhu")
    gained = 0.0
    for seed in range(deals):
        state = game.deal(seed)
        while len(state.history) < 24:
            state.play(player.choose(state.view(state.turn)))
        view = state.view(state.turn)
        for source, sign in (("rules", 1), ("counting", -1)):
            for one in who_holds(game, view, source).holdings:
                holder = next(seat for seat, hand in enumerate(state.hands) if one.card in hand)
                gained += sign * one.chances[holder][1]
    assert gained > 0


def test_an_unknown_source_is_refused():
    game = paiyou.game("doudizhu")
    with pytest.raises(ValueError, match="nobody"):
        who_holds(game, game.deal(1).view(0), "nobody")
