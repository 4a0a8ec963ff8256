"""Mini Dou Dizhu against the figures of Whitehouse et al. 2011, with a solver that shares no code with the engine."""

from collections import Counter
from functools import cache
from itertools import product
from math import comb

import pytest

import paiyou

RANKS = (4, 4, 4, 4, 1, 1)
HAND = 7


def splits(copies, size):
    """All ways to take `size` cards out of `copies`, as counts."""
    if not copies:
        return [()] if size == 0 else []
    first, rest = copies[0], copies[1:]
    return [(n, *tail) for n in range(min(first, size) + 1) for tail in splits(rest, size - n)]


def all_deals():
    for mine in splits(RANKS, HAND):
        left = tuple(copies - n for copies, n in zip(RANKS, mine, strict=True))
        for theirs in splits(left, HAND):
            yield mine, theirs


def weight(mine, theirs):
    total = 1
    for copies, a, b in zip(RANKS, mine, theirs, strict=True):
        total *= comb(copies, a) * comb(copies - a, b)
    return total


@cache
def wins(mover, other, last):
    """Whether the player to move wins with open hands; `last` is (rank, number) to beat, or None on lead."""
    for rank, held in enumerate(mover):
        if not held:
            continue
        leads = range(held, 0, -1)
        answers = [number for number in leads if last and rank > last[0] and number == last[1]]
        for number in answers if last else leads:
            rest = (*mover[:rank], held - number, *mover[rank + 1 :])
            if not any(rest) or not wins(other, rest, (rank, number)):
                return True
    return last is not None and not wins(other, mover, None)


def test_deals_weights_and_information_sets():
    deals = list(all_deals())
    assert len(deals) == 8_832
    assert sum(weight(*deal) for deal in deals) == 10_501_920
    assert max(Counter(mine for mine, _ in deals).values()) == 66


def test_the_deck_of_the_game_is_the_one_counted_here():
    spec = paiyou.game("mini-doudizhu").spec
    assert tuple(spec.rank_of_card.count(rank) for rank in range(len(spec.symbols))) == RANKS
    assert (spec.hand_size, spec.pile_size) == (HAND, 4)


def solve(state, known):
    """Whether the player to move wins, by the engine's own moves; `known` remembers positions."""
    place = (state.turn, state.last, *state.hands)
    if place not in known:
        known[place] = False
        for move in state.moves():
            after = state.copy()
            after.play(move)
            if after.payoffs[state.turn] > 0 if after.over else not solve(after, known):
                known[place] = True
                break
    return known[place]


def test_player_1_wins_seven_deals_in_ten_with_open_hands():
    """All 8,832 deals, weighted."""
    won = sum(weight(mine, theirs) * wins(mine, theirs, None) for mine, theirs in all_deals())
    assert won / 10_501_920 == pytest.approx(0.70714, abs=0.000005)


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
def test_engine_and_solver_say_so_deal_by_deal(step):
    game = paiyou.game("mini-doudizhu")
    known = {}
    for mine, theirs in list(all_deals())[::step]:
        state = game.start([as_text(mine), as_text(theirs)])
        assert solve(state, known) == wins(mine, theirs, None) == (paiyou.solve(state).winner == 0)


def as_text(counts):
    return "".join(symbol * n for symbol, n in zip("3456BR", counts, strict=True))


def test_the_engine_has_the_moves_of_the_rules():
    """Every lead, and every answer to every lead, of a sample of deals."""
    game = paiyou.game("mini-doudizhu")
    for mine, theirs in list(all_deals())[::40]:
        state = game.start([as_text(mine), as_text(theirs)])
        leads = {"3456BR"[rank] * n for rank, held in enumerate(mine) for n in range(1, held + 1)}
        assert set(state.moves()) == leads
        for lead in leads:
            after = state.copy()
            after.play(lead)
            if after.over:
                continue
            rank, number = "3456BR".index(lead[0]), len(lead)
            answers = {"3456BR"[r] * number for r in range(rank + 1, 6) if theirs[r] >= number}
            assert set(after.moves()) == answers | {"pass"}
            after.play("pass")
            assert after.turn == 0
            assert after.last is None


def test_the_hidden_pile_is_unseen():
    game = paiyou.game("mini-doudizhu")
    state = game.deal(3)
    view = state.view(0)
    assert len(view.unseen) == 11
    assert view.public == ""
    assert sorted(view.unseen) == sorted(state.hands[1] + state.bottom)


def test_payoffs_are_plus_and_minus_one():
    state = paiyou.game("mini-doudizhu").start(["3", "4"])
    state.play("3")
    assert state.payoffs == [1, -1]


@pytest.mark.parametrize(("ranks", "hand"), list(product((1, 2, 5, 13), (1, 3))))
def test_other_sizes(ranks, hand):
    game = paiyou.game(f"mini-doudizhu:ranks={ranks},hand={hand}")
    assert len(game.actions) == 1 + 4 * ranks + 2
    assert [len(cards) for cards in game.deal(1).hands] == [hand, hand]
    assert game.core.playouts(50, 1)["games"] == 50


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="hand must be 1 to 9"):
        paiyou.game("mini-doudizhu:hand=10")
    with pytest.raises(ValueError, match="ranks must be 1 to 13"):
        paiyou.game("mini-doudizhu:ranks=14")
