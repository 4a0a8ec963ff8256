"""`view.sample` of trick games is uniform over exactly the deals in which every move so far was legal.

The deals are found from first principles: hand out the unseen cards in every way, put the played cards back, and let a
plain referee replay the game. No word about voids or single cards is said here.
"""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import paiyou
from core.test_sample import hand_out
from paiyou.games.game import Game
from paiyou.games.trick_spec import Exposure, TrickScore, TrickSpec
from trick_reference import Reference

DRAWS = 6_000


def small_game(
    *, seats=3, ranks="2QA", hand_size=3, suits="HSC", exposable=("SQ", "HA"), lead_card="C2", must_lead=False
):
    """A deck small enough to enumerate."""
    cards = tuple(suit + rank for suit in suits for rank in ranks)
    return Game(
        TrickSpec(
            name="small",
            title="small",
            suits=suits,
            cards=cards,
            seats=seats,
            hand_size=hand_size,
            teams=tuple(range(seats)),
            lead_card=None if lead_card is None else cards.index(lead_card),
            must_lead_card=must_lead,
            exposures=tuple(Exposure(cards.index(card)) for card in exposable),
            score=TrickScore(points=(0,) * len(cards), trick=1),
        )
    )


def agreeing_deals(game, view):
    """All hands of all seats and the pile in which the history is legal, as sorted tuples."""
    spec = game.spec
    seats = [seat for seat in range(game.seats) if seat != view.seat]
    rooms = [view.counts[seat] for seat in seats]
    rooms.append(len(view.unseen) - sum(rooms))
    played = [[move for seat, move in view.history if seat == who and " " not in move] for who in range(game.seats)]
    opener = view.history[0][0] if view.history else view.turn
    lead_card = None if spec.lead_card is None else spec.cards[spec.lead_card]
    found = []
    for dealt in hand_out(view.unseen, rooms):
        hands = [list(played[seat]) for seat in range(game.seats)]
        for seat, cards in zip(seats, dealt, strict=False):
            hands[seat] += cards
        hands[view.seat] += view.hand
        if lead_card is not None and lead_card not in hands[opener]:
            continue
        exposable = [spec.cards[exposure.card] for exposure in spec.exposures]
        reference = Reference(hands, opener, exposable, lead_card, spec.must_lead_card)
        for _, move in view.history:
            if move not in reference.legal():
                break
            reference.play(move)
        else:
            found.append((*tuple(tuple(sorted(hand)) for hand in reference.hands), tuple(sorted(dealt[-1]))))
    return found


def key_of(state):
    return (*tuple(tuple(sorted(hand)) for hand in state.hands), tuple(sorted(state.bottom)))


GAMES = {
    "three seats": small_game(),
    "four seats": small_game(seats=4, ranks="2TQA", suits="HS", hand_size=2, lead_card="S2"),
    "a hidden pile": small_game(seats=2, ranks="2TQA", suits="HS", hand_size=3, lead_card=None),
    "an exposed card that must be led": small_game(exposable=("SQ", "C2"), must_lead=True),
    "three suits, four each": small_game(ranks="2TQA", hand_size=4, exposable=("SQ", "CA", "HA")),
}


@pytest.mark.parametrize("name", GAMES)
def test_uniform_over_the_deals_that_agree(name):
    game = GAMES[name]
    rng = random.Random(name)
    tested = several = 0
    for seed in range(400):
        state = game.deal(seed)
        for _ in range(rng.randrange(2, 3 + game.seats * game.spec.hand_size)):
            if state.over:
                break
            # Expose gladly and play exposed cards at once: that is where the proofs are.
            moves = state.moves()
            eager = [move for move in moves if (move.count(" ") >= 1 and "none" not in move) or move in state.exposed]
            state.play(rng.choice(eager if eager and rng.random() < 0.7 else moves))
        view = state.view(rng.randrange(game.seats))
        if len(view.unseen) > 8:
            continue
        deals = agreeing_deals(game, view)
        assert key_of(state) in deals
        drawn = {key_of(view.sample(number)) for number in range(40)}
        assert drawn <= set(deals)
        if len(deals) > 1 and several < 12:
            several += 1
            found = Counter(key_of(view.sample(number)) for number in range(DRAWS))
            assert stats.chisquare([found[deal] for deal in deals]).pvalue > 0.0001
        tested += 1
    assert tested > 60
    assert several == 12


def test_an_exposed_card_played_in_its_suits_first_trick_proves_a_void():
    game = small_game(ranks="2TQA", hand_size=4, exposable=("SQ", "HA"))
    hands = [["S2", "C2", "CT", "H2"], ["SQ", "CA", "CQ", "HT"], ["ST", "SA", "HA", "HQ"]]
    state = game.start(hands)
    for move in ("expose none", "expose SQ", "expose none", "S2", "SQ"):
        state.play(move)
    view = state.view(0)
    assert view.voids == ["", "S", ""]
    for seed in range(200):
        assert not any(card[0] == "S" for card in view.sample(seed).hands[1])
    # The same card in the second trick of its suit proves nothing.
    hands = [["S2", "CQ", "CT", "H2"], ["SQ", "ST", "C2", "HT"], ["SA", "CA", "HA", "HQ"]]
    state = game.start(hands, turn=1)
    for move in ("expose SQ", "expose none", "expose none", "ST", "SA", "S2", "HQ", "H2", "HT", "HA", "CT", "SQ"):
        state.play(move)
    assert state.view(2).voids == ["H", "H", ""]


gongzhu = st.sampled_from(["gongzhu", "gongzhu:expose=off", "gongzhu:must_lead_c2=on", "four-card"])


@given(gongzhu, st.integers(0, 2**64 - 1), st.integers(0, 56), st.integers(0, 2**64 - 1))
def test_samples_of_real_games_can_be_replayed(name, seed, depth, draw):
    """A sample's deal, dealt again, reaches the same view by the same legal moves."""
    game = paiyou.game(name)
    rng = random.Random(seed)
    state = game.deal(seed)
    for _ in range(depth):
        if not state.over:
            state.play(rng.choice(state.moves()))
    for seat in range(game.seats):
        view = state.view(seat)
        sample = view.sample(draw)
        assert sample.view(seat) == view
        assert sample.history == state.history
        played = [[move for who, move in state.history if who == other and " " not in move] for other in range(4)]
        hands = [hand + played[other] for other, hand in enumerate(sample.hands)]
        opener = state.history[0][0] if state.history else state.turn
        if name != "four-card":
            assert "C2" in hands[opener]
        again = game.start(hands, turn=opener, bottom=sample.bottom)
        for _, move in state.history:
            again.play(move)
        assert again.hands == sample.hands
