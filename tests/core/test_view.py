"""A View holds what its seat may know and nothing else."""

import random

from hypothesis import given
from hypothesis import strategies as st

import paiyou
from positions import GAMES, reach

names = st.sampled_from(GAMES)
seeds = st.integers(0, 2**64 - 1)
depths = st.integers(0, 90)
ATTRIBUTES = (
    "seat",
    "turn",
    "bidding",
    "hand",
    "counts",
    "history",
    "last",
    "public",
    "landlord",
    "stake",
    "bombs",
    "unseen",
    "played",
)


def contents(view):
    return {name: getattr(view, name) for name in ATTRIBUTES} | {"moves": view.moves()}


@given(names, seeds, depths)
def test_a_view_tells_what_the_seat_sees(name, seed, depth):
    game = paiyou.game(name)
    state = reach(game, seed, depth)
    for seat in range(game.seats):
        view = state.view(seat)
        assert view.seat == seat
        assert view.turn == state.turn
        assert view.hand == state.hands[seat]
        assert view.counts == [len(hand) for hand in state.hands]
        assert view.history == state.history
        assert view.last == state.last
        assert view.moves() == (state.moves() if seat == state.turn else [])
        hidden = "".join(hand for other, hand in enumerate(state.hands) if other != seat)
        if game.spec.pile == "hidden" or state.bidding or state.redeal:
            hidden += state.bottom
            assert view.public == ""
        else:
            assert view.public == state.bottom
        assert sorted(view.unseen) == sorted(hidden)


@given(names, seeds, depths, seeds)
def test_a_view_does_not_change_when_hidden_cards_are_swapped(name, seed, depth, other_seed):
    """Another deal that agrees with what the seat has seen gives the very same View."""
    game = paiyou.game(name)
    state = reach(game, seed, depth)
    for seat in range(game.seats):
        view = state.view(seat)
        twin = view.sample(other_seed)
        assert twin.view(seat) == view
        assert contents(twin.view(seat)) == contents(view)


def replay(game, dealt, bottom, first, history):
    """A game from these hands with this history, or None where it could not have happened."""
    state = game.start(dealt, turn=first, bottom=bottom)
    try:
        for _, move in history:
            state.play(move)
    except ValueError:
        return None
    return state


@given(names, seeds, depths)
def test_swapping_hidden_cards_of_the_deal_changes_nothing(name, seed, depth):
    """Two deals that differ in hidden cards only, played with the same moves: the seat sees the same."""
    game = paiyou.game(name)
    rng = random.Random(seed)
    state = reach(game, seed, depth)
    first = state.history[0][0] if state.history else state.turn
    # Hands as they were dealt; with an auction the landlord's pile goes back.
    dealt = [hand + played for hand, played in zip(state.hands, state.played, strict=True)]
    if game.spec.auction is not None and state.landlord is not None:
        for card in state.bottom:
            dealt[state.landlord] = dealt[state.landlord].replace(card, "", 1)
    pile_is_hidden = game.spec.pile == "hidden" or state.landlord is None
    seat = rng.randrange(game.seats)
    for _ in range(10):
        piles = [*dealt, state.bottom]
        places = [place for place in range(len(piles)) if place != seat]
        if not pile_is_hidden or not state.bottom:
            places.pop()
        if len(places) < 2:
            return
        a, b = rng.sample(places, 2)
        one, two = rng.choice(piles[a]), rng.choice(piles[b])
        open_cards = state.bottom if state.landlord in (a, b) and game.spec.auction is None else ""
        if one in open_cards or two in open_cards:
            continue
        piles[a] = piles[a].replace(one, "", 1) + two
        piles[b] = piles[b].replace(two, "", 1) + one
        original = replay(game, dealt, state.bottom, first, state.history)
        twin = replay(game, piles[:-1], piles[-1], first, state.history)
        assert original.hands == state.hands
        if twin is not None and twin.over == original.over:
            assert twin.view(seat) == original.view(seat)
            assert contents(twin.view(seat)) == contents(original.view(seat))
            assert twin.view(seat).sample(seed) == original.view(seat).sample(seed)


@given(seeds)
def test_nothing_of_the_pile_is_seen_after_a_redeal(seed):
    game = paiyou.game("doudizhu:bidding=123")
    state = game.deal(seed)
    for _ in range(3):
        state.play("bid 0")
    for seat in range(3):
        view = state.view(seat)
        assert view.public == ""
        assert len(view.unseen) == 37
        assert len({view.sample(number).bottom for number in range(20)}) > 1


def test_views_of_different_things_differ():
    state = paiyou.game("doudizhu").deal(1)
    assert state.view(0) != state.view(1)
    assert state.view(0) != paiyou.game("doudizhu").deal(2).view(0)
    assert state.view(0) != "a view"
