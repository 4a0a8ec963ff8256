"""`view.deals` lists the information set that `view.sample` draws from, each deal with its weight."""

import random
from collections import Counter
from math import comb

import pytest
from scipy import stats

import paiyou
from core.test_sample import enumerate_deals, positions_of, replayable, tiny
from core.test_trick_sample import GAMES as TRICKS
from core.test_trick_sample import agreeing_deals, key_of
from positions import GAMES, TRICK_GAMES, reach


def listed(view, game):
    """The deals of a view in the words of `enumerate_deals`, with their chances."""
    found = {}
    for state, weight in view.deals():
        hands = {str(seat): "".join(sorted(hand)) for seat, hand in enumerate(state.hands) if seat != view.seat}
        aside = game.spec.pile == "hidden" or state.bidding
        hands["None"] = "".join(sorted(state.bottom)) if aside else ""
        key = tuple(sorted(hands.items()))
        assert key not in found
        found[key] = weight
    total = sum(found.values())
    return {deal: weight / total for deal, weight in found.items()}


def assert_whole(view, game, **how):
    assert listed(view, game) == pytest.approx(enumerate_deals(view, **how))


def test_plain_counts_and_a_hidden_pile():
    game = paiyou.game("doudizhu")
    assert_whole(game.start(["345B", "5567", "36R"], turn=1, last=(0, "4")).view(1), game)
    mini = paiyou.game("mini-doudizhu:ranks=2,hand=3")
    state = mini.deal(4)
    assert_whole(state.view(0), mini)
    state.play(state.moves()[0])
    assert_whole(state.view(1), mini)


def test_the_landlords_open_cards():
    game = paiyou.game("doudizhu")
    state = game.start(["3355", "789T", "358"], bottom="35B")
    assert_whole(state.view(1), game, known={0: "35"})
    state.play("3")
    assert_whole(state.view(1), game, known={0: "5"})


@pytest.mark.parametrize("seed", range(2))
def test_the_card_that_leads_and_what_a_pass_denies(seed):
    game = tiny(lead_card=2)
    state = game.deal(seed)
    leader = state.turn
    for position in (state, *positions_of(game, seed)):
        view = position.view((leader + 1) % 3)
        assert_whole(view, game, weight=lambda hands, view=view: (hands[leader] + view.played[leader]).count("3"))
    game = tiny(must_beat=True)
    for position in positions_of(game, seed):
        view = position.view(position.turn)
        assert_whole(view, game, weight=replayable(game, view))


@pytest.mark.parametrize("name", TRICKS)
def test_voids_and_known_cards_of_tricks(name):
    """Against every way of handing out the unseen cards in which a plain referee allows all moves."""
    game, rng, tested = TRICKS[name], random.Random(name), 0
    for seed in range(150):
        state = game.deal(seed)
        for _ in range(rng.randrange(2, 3 + game.seats * game.spec.hand_size)):
            if not state.over:
                state.play(rng.choice(state.moves()))
        view = state.view(rng.randrange(game.seats))
        if len(view.unseen) > 8:
            continue
        deals = view.deals()
        assert all(weight == 1 for _, weight in deals)
        assert sorted(key_of(deal) for deal, _ in deals) == sorted(agreeing_deals(game, view))
        tested += 1
    assert tested > 20


def test_mini_has_at_most_66_states_and_330_ways():
    game = paiyou.game("mini-doudizhu")
    sizes = set()
    for seed in range(400):
        deals = game.deal(seed).view(0).deals()
        assert sum(weight for _, weight in deals) == comb(11, 4)
        sizes.add(len(deals))
    assert max(sizes) == 66


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
def test_samples_come_as_often_as_their_weights_say(name):
    """Late positions of real games: every deal has the view, the real one is among them, and frequencies agree."""
    game, tested, smallest = paiyou.game(name), 0, []
    for seed in range(30):
        state = reach(game, seed, random.Random(seed).randrange(20, 70))
        for seat in range(game.seats):
            view = state.view(seat)
            try:
                deals = view.deals(300)
            except ValueError:
                continue
            assert any(deal == state for deal, _ in deals)
            keys = [deal.key for deal, _ in deals]
            assert len(set(keys)) == len(deals)
            assert all(deal.view(seat) == view for deal, _ in deals)
            assert all(view.ways(deal) == weight for deal, weight in deals)
            tested += 1
            if 1 < len(deals) <= 40 and len(smallest) < 2:
                smallest.append((view, deals, keys))
    assert tested > 3
    for view, deals, keys in smallest:
        draws = 3_000
        found = Counter(view.sample(seed).key for seed in range(draws))
        total = sum(weight for _, weight in deals)
        expected = [draws * weight / total for _, weight in deals]
        assert sum(found[key] for key in keys) == draws
        assert stats.chisquare([found[key] for key in keys], expected).pvalue > 0.0001


def test_a_deal_that_does_not_agree_has_no_ways():
    game = paiyou.game("mini-doudizhu")
    view = game.deal(1).view(0)
    assert view.ways(game.deal(2)) == 0
    four = paiyou.game("four-card")
    state = four.deal(1)
    state.play("C8")
    assert state.view(0).ways(four.deal(1)) == 0


def test_more_than_the_limit_is_refused_with_the_number():
    view = paiyou.game("mini-doudizhu").start(["3344556", "33445B6"], bottom="566R").view(0)
    number = len(view.deals())
    assert len(view.deals(number)) == number
    with pytest.raises(ValueError, match=f"{number} deals agree with this view, which is more than {number - 1}"):
        view.deals(number - 1)
    with pytest.raises(ValueError, match=r"[0-9]{6} deals agree"):
        paiyou.game("doudizhu").deal(1).view(0).deals()
    with pytest.raises(ValueError, match=r"[0-9]{15} deals agree"):
        paiyou.game("gongzhu").deal(1).view(0).deals()
    state = reach(paiyou.game("paodekuai"), 3, 12)
    with pytest.raises(ValueError, match="more than 10"):
        state.view(0).deals(10)
    for wrong in (-1, 1.5, "many", 10**30):
        with pytest.raises(ValueError, match="limit"):
            view.deals(wrong)
