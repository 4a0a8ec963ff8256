"""Properties of play: cards are kept, legal moves and only those are accepted, refusals change nothing."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import paiyou
from positions import GAMES, reach

names = st.sampled_from(GAMES)
seeds = st.integers(0, 2**64 - 1)
depths = st.integers(0, 90)


def cards_in_play(state, game):
    """Hands, played cards and what lies aside."""
    aside = "" if game.spec.pile == "landlord" and not state.bidding and not state.redeal else state.bottom
    return Counter("".join(state.hands) + "".join(state.played) + aside)


@given(names, seeds)
def test_play_never_loses_or_makes_a_card(name, seed):
    game = paiyou.game(name)
    deck = Counter({symbol: game.spec.rank_of_card.count(rank) for rank, symbol in enumerate(game.spec.symbols)})
    rng = random.Random(seed)
    state = game.deal(seed)
    while True:
        assert cards_in_play(state, game) == deck
        if state.over:
            break
        state.play(rng.choice(state.moves()))
    assert state.moves() == []
    assert len(state.payoffs) == game.seats
    assert sum(state.payoffs) == 0
    assert state.redeal or "" in state.hands


@pytest.mark.parametrize("most", [2_000, pytest.param(100_000, marks=pytest.mark.long)])
@given(name=names, seed=seeds, depth=depths)
def test_legal_moves_are_accepted_and_all_others_refused(most, name, seed, depth):
    """Of others so many, drawn anew each time: a game may have tens of thousands."""
    game = paiyou.game(name)
    state = reach(game, seed, depth)
    legal = state.moves()
    assert len(set(legal)) == len(legal)
    for move in legal:
        after = state.copy()
        after.play(move)
        assert after.history == [*state.history, (state.turn, move)]
    before, described = state.copy(), repr(state)
    calls = game.spec.auction.calls if game.spec.auction else ("bid 1", "call")
    others = sorted({*game.actions, *calls} - set(legal))
    for move in random.Random(seed).sample(others, min(most, len(others))):
        try:
            state.play(move)
        except ValueError:
            continue
        pytest.fail(f"{move} was accepted")
    assert state == before
    assert repr(state) == described


@given(names, seeds, depths)
def test_moves_are_read_in_any_order_and_written_in_one(name, seed, depth):
    state = reach(paiyou.game(name), seed, depth)
    rng = random.Random(seed)
    for move in rng.sample(state.moves(), min(20, len(state.moves()))):
        after = state.copy()
        mixed = move if " " in move or move.islower() else "".join(rng.sample(move, len(move)))
        after.play(mixed)
        assert after.history[-1] == (state.turn, move)


def test_turns_and_leads():
    state = paiyou.game("doudizhu").start(["345", "66", "77"])
    assert (state.turn, state.last) == (0, None)
    state.play("3")
    assert (state.turn, state.last) == (1, (0, "3"))
    state.play("pass")
    state.play("7")
    assert (state.turn, state.last) == (0, (2, "7"))
    state.play("pass")
    state.play("pass")  # two passes in a row: seat 2 leads again
    assert (state.turn, state.last) == (2, None)
    assert "pass" not in state.moves()


def test_states_are_equal_when_nothing_tells_them_apart():
    game = paiyou.game("doudizhu")
    hands = ["345", "66", "77"]
    assert game.start(hands) == game.start(hands)
    for other in (
        game.start(hands, turn=1),
        game.start(["344", "66", "77"]),
        game.start(hands, bottom="3"),
        paiyou.game("doudizhu:douzero").start(hands),
    ):
        assert other != game.start(hands)
    # The same combo on the table, but another player's: the lead will go elsewhere.
    assert game.start(hands, last=(1, "3")) != game.start(hands, last=(2, "3"))
    with pytest.raises(TypeError, match="unhashable"):
        hash(game.deal(1))


def test_a_bomb_on_the_table_counts():
    state = paiyou.game("doudizhu").start(["3", "55", "6"], turn=1, last=(0, "4444"))
    assert state.bombs == 1
    for move in ("pass", "pass", "3"):
        state.play(move)
    assert state.payoffs == [8, -4, -4]  # the bomb, and a spring: the peasants have played nothing since the start


def test_a_finalizer_may_ask_for_moves_while_a_list_is_made():
    """Making a list may collect garbage, and garbage may ask the same game for moves."""
    game = paiyou.game("doudizhu")
    big = game.start(["33344455566677789KBR", "T", "J"])
    small = game.start(["3", "4", "5"])

    class Garbage:
        def __init__(self):
            self.me = self

        def __del__(self):
            assert len(big.moves()) == 404

    kept = []
    for number in range(20_000):
        if number % 50 == 0:
            Garbage()
        kept.append(small.moves())
    assert all(moves == ["3"] for moves in kept)


def test_copies_are_independent():
    state = paiyou.game("doudizhu").deal(1)
    twin = state.copy()
    twin.play(twin.moves()[0])
    assert state.history == []
    assert state != twin
    assert state != "something else"


def test_start_with_a_combo_on_the_table():
    game = paiyou.game("doudizhu")
    state = game.start(["2", "44", "5"], turn=2, last=(0, "33"))
    assert state.moves() == ["pass"]
    state.play("pass")  # seat 1 has passed before: the lead goes back to seat 0
    assert (state.turn, state.last) == (0, None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hands": ["3", "4"]}, "list of 3"),
        ({"hands": "345"}, "list of 3 hands"),
        ({"hands": ["3", "4", ""]}, "seat 2 is empty"),
        ({"hands": ["3", "4", "x"]}, "does not exist"),
        ({"hands": ["333", "33", "4"]}, "more cards of a rank"),
        ({"hands": ["BB", "3", "4"]}, "which has 1"),
        ({"hands": ["3", "4", "5"], "turn": 3}, "no seat 3"),
        ({"hands": ["3", "4", "5"], "last": (1, "pass")}, "not 'pass'"),
        ({"hands": ["3", "4", "5"], "turn": 1, "last": (1, "66")}, "leave last out"),
        ({"hands": ["3", "4", "5"], "last": (1, "35")}, "not a combination"),
        ({"hands": ["3333", "4", "5"], "turn": 1, "last": (2, "3")}, "in a hand already"),
        ({"hands": ["3", "4", "5"], "bottom": "3456"}, "leaves 3"),
        ({"hands": ["3", "R", "4"], "bottom": "R"}, "cannot have taken"),
        ({"hands": ["3" * 4 + "4" * 4 + "5" * 4 + "6" * 4 + "7" * 4 + "8", "9", "T"]}, "21 cards; it may have 20"),
        ({"hands": ["9", "3" * 4 + "4" * 4 + "5" * 4 + "6" * 4 + "78", "T"]}, "18 cards; it may have 17"),
        ({"hands": ["3", "4", 5]}, "hands are strings"),
        ({"hands": ["3", "4", "5"], "last": "33"}, "hands are strings"),
    ],
)
def test_a_start_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        paiyou.game("doudizhu").start(**arguments)


def test_more_starts_that_cannot_be():
    paodekuai, mini = paiyou.game("paodekuai"), paiyou.game("mini-doudizhu")
    with pytest.raises(ValueError, match="only as the last cards"):
        paodekuai.start(["4", "55", "6"], turn=1, last=(0, "333"))
    with pytest.raises(ValueError, match="seat 1 would have passed on '9', but can beat it"):
        paodekuai.start(["4", "TT", "6"], turn=2, last=(0, "9"))
    with pytest.raises(ValueError, match="in a hand or on the table"):
        mini.start(["3334445", "4555666"], last=(1, "R"), bottom="R")
    assert mini.start(["3334445", "4555666"], last=(1, "R")).bottom == ""
    assert paiyou.game("doudizhu").start(["3", "4", "5"], turn=1, last=(0, "R"), bottom="R").bottom == "R"
    with pytest.raises(ValueError, match="cannot have taken"):
        paiyou.game("doudizhu").start(["3", "4", "5"], turn=2, last=(1, "R"), bottom="R")


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("pass", "leads and may not pass"),
        ("99", "is not in the hand of seat 0, who holds 3345"),
        ("35", "is not a combination"),
        ("3x", "does not exist"),
        ("", "empty text"),
        ("bid 1", "does not exist"),
        (7, "not int"),
        ("\udc80", "broken characters"),
    ],
)
def test_a_refusal_says_why(move, message):
    state = paiyou.game("doudizhu").start(["3345", "4", "5"])
    with pytest.raises(ValueError, match=message):
        state.play(move)


def test_more_refusals():
    state = paiyou.game("doudizhu").start(["33", "4K", "5"], turn=1, last=(2, "A"))
    with pytest.raises(ValueError, match="does not beat 'A'"):
        state.play("K")
    over = paiyou.game("doudizhu").start(["3", "4", "5"])
    over.play("3")
    with pytest.raises(ValueError, match="the game is over"):
        over.play("4")
    bidding = paiyou.game("doudizhu:bidding=123").deal(1)
    with pytest.raises(ValueError, match="may say 'bid 0', 'bid 1'"):
        bidding.play("3")
    bidding.play("bid 2")
    with pytest.raises(ValueError, match="who may say 'bid 0', 'bid 3'"):
        bidding.play("bid 1")
    bidding.play("bid 3")
    with pytest.raises(ValueError, match="auction, which is over"):
        bidding.play("bid 0")
    with pytest.raises(ValueError, match="no seat -1"):
        bidding.view(-1)
    with pytest.raises(ValueError, match="0 or more"):
        bidding.perft(-1)
