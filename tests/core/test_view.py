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
        if game.spec.pile == "hidden" or state.bidding:
            hidden += state.bottom
            assert view.public == ""
        elif not state.redeal:
            assert view.public == state.bottom
        if not state.redeal:
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


@given(seeds, st.integers(0, 2))
def test_swapping_two_hidden_cards_by_hand_changes_nothing(seed, seat):
    game = paiyou.game("doudizhu")
    state = game.deal(seed)
    rng = random.Random(seed)
    hands = state.hands
    a, b = (other for other in range(3) if other != seat)
    # Cards the landlord showed stay where they are.
    free_a = [card for card in hands[a] if a != 0 or card not in state.bottom]
    free_b = [card for card in hands[b] if b != 0 or card not in state.bottom]
    one, two = rng.choice(free_a), rng.choice(free_b)
    swapped = list(hands)
    swapped[a] = hands[a].replace(one, "", 1) + two
    swapped[b] = hands[b].replace(two, "", 1) + one
    views = [game.start(dealt, bottom=state.bottom).view(seat) for dealt in (hands, swapped)]
    assert contents(views[0]) == contents(views[1])
    assert views[0] == views[1]


def test_views_of_different_things_differ():
    state = paiyou.game("doudizhu").deal(1)
    assert state.view(0) != state.view(1)
    assert state.view(0) != paiyou.game("doudizhu").deal(2).view(0)
    assert state.view(0) != "a view"
