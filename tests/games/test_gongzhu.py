"""Gongzhu: every row of the scoring, every option, whole games accounted for, and legality against a plain referee."""

import random
from itertools import combinations

import pytest

import paiyou
from trick_reference import EXPOSABLE, RANKS, Reference, gongzhu_score

HEARTS = [f"H{rank}" for rank in RANKS]
SIXTEEN = [*HEARTS, "SQ", "DJ", "CT"]
ALL_FOUR = list(EXPOSABLE)

ROWS = [
    (HEARTS, [], 200),
    (HEARTS, ["HA"], 400),
    ([*HEARTS, "SQ"], [], 100),
    ([*HEARTS, "CT"], [], 400),
    ([*HEARTS, "CT"], ["CT"], 800),
    (SIXTEEN, [], 800),
    (SIXTEEN, ALL_FOUR, 3200),
    (["CT"], [], 50),
    (["CT"], ["CT"], 100),
    (["CT", "SQ"], ["CT", "SQ"], -800),
    (["CT", "DJ"], ["CT"], 400),
    (["HA", "HK"], ["HA"], -180),
    # The numbered sentences beside the table.
    ([], ALL_FOUR, 0),
    (HEARTS[:-1], [], -150),
    (HEARTS[:-1], ["HA"], -300),  # whoever exposed the ace, all hearts double
    (["SQ"], [], -100),
    (["SQ"], ["SQ"], -200),
    (["DJ"], [], 100),
    (["DJ"], ["DJ"], 200),
    (["CT", "H3"], [], 0),  # the small hearts are scoring cards
    (["CT", "H3"], ["CT"], 0),
    (["CT", "SQ", "DJ"], [], 0),
    (["CT", "HK"], ["CT"], -160),
    ([*HEARTS, "SQ", "DJ"], [], 200),
    (["S2", "C3", "DA"], ALL_FOUR, 0),
]


@pytest.mark.parametrize(("taken", "exposed", "score"), ROWS)
def test_rows_of_the_scoring(taken, exposed, score):
    assert paiyou.game("gongzhu").core.score(taken, exposed) == score
    assert gongzhu_score(taken, exposed) == score


@pytest.mark.parametrize(
    ("options", "taken", "exposed", "score"),
    [
        ("ha_doubles=card", ["HA", "HK"], ["HA"], -140),
        ("ha_doubles=card", ["HK"], ["HA"], -40),
        ("ha_doubles=card", HEARTS, ["HA"], 400),
        ("pig_flip=full", [*HEARTS, "SQ"], [], 300),
        ("pig_flip=full", SIXTEEN, [], 800),
        ("pig_flip=never", [*HEARTS, "SQ"], [], 100),
        ("pig_flip=never", SIXTEEN, [], 400),
    ],
)
def test_options_of_the_scoring(options, taken, exposed, score):
    assert paiyou.game(f"gongzhu:{options}").core.score(taken, exposed) == score


@pytest.mark.parametrize("ha_doubles", ["suit", "card"])
@pytest.mark.parametrize("pig_flip", ["slam", "full", "never"])
def test_any_cards_score_as_the_plain_referee_says(ha_doubles, pig_flip):
    game = paiyou.game(f"gongzhu:ha_doubles={ha_doubles},pig_flip={pig_flip}")
    rng = random.Random(1)
    for _ in range(3000):
        taken = rng.sample(SIXTEEN, rng.choice([0, 1, 2, 3, 8, 13, 14, 15, 16]))
        if rng.random() < 0.3:
            taken = list({*taken, *HEARTS})
        exposed = rng.sample(ALL_FOUR, rng.randrange(5))
        assert game.core.score(taken, exposed) == gongzhu_score(taken, exposed, ha_doubles, pig_flip)


@pytest.mark.parametrize("games", [15_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_every_card_and_point_is_accounted_for_in_random_games(games):
    """By the end every card has been taken once, and each score is the score of the cards taken."""
    game = paiyou.game("gongzhu")
    score = game.core.score
    deck = sorted(game.actions)
    rng = random.Random(1)
    pick = rng.random
    by_cards = {}
    for seed in range(games):
        state = game.deal(seed)
        while not state.over:
            moves = state.moves()
            state.play(moves[int(pick() * len(moves))])
        taken = state.taken
        assert sorted(card for cards in taken for card in cards) == deck
        assert sum(state.tricks) == 13
        exposed = state.exposed
        for cards, payoff in zip(taken, state.payoffs, strict=True):
            scoring = tuple(card for card in cards if card in SIXTEEN_SET)
            key = (scoring, tuple(exposed))
            if key not in by_cards:
                by_cards[key] = score(list(scoring), exposed)
                if len(by_cards) < 30_000:
                    assert by_cards[key] == gongzhu_score(scoring, exposed)
            assert payoff == by_cards[key]


SIXTEEN_SET = set(SIXTEEN)


def test_random_play_with_nothing_exposed_loses_60_points():
    """Known from 40,000 deals: mean -60.6, standard deviation 114 per player."""
    totals = paiyou.game("gongzhu:expose=off").core.playouts(400_000, 1)
    assert totals["moves"] == 52 * totals["games"]
    mean = sum(totals["points"]) / 4 / totals["games"]
    # The known mean has an error of 0.57 at 95% if players were independent, ours a third of that.
    assert mean == pytest.approx(-60.6, abs=0.7)


@pytest.mark.parametrize("options", ["", ":expose=off", ":must_lead_c2=on", ":must_lead_c2=on,expose=off"])
def test_legal_moves_and_tricks_equal_those_of_a_plain_referee(options):
    game = paiyou.game("gongzhu" + options)
    rng = random.Random(5)
    for seed in range(250):
        state = game.deal(seed)
        opener = next(seat for seat, hand in enumerate(state.hands) if "C2" in hand)
        assert state.turn == opener
        reference = Reference(
            state.hands, opener, () if "expose=off" in options else EXPOSABLE, must_lead="must_lead" in options
        )
        while not state.over:
            moves = state.moves()
            assert len(set(moves)) == len(moves)
            assert set(moves) == reference.legal()
            assert state.turn == reference.turn
            illegal = set(game.core.names) - set(moves)
            before = state.copy()
            for move in rng.sample(sorted(illegal), 3):
                with pytest.raises(ValueError, match=r"\w"):
                    state.play(move)
            assert state == before
            # Exposing a lot and playing exposed cards early reaches the odd corners of the rules.
            shown = [move for move in moves if move in reference.exposed or move.count(" ") > 1]
            move = rng.choice(shown if shown and rng.random() < 0.5 else moves)
            state.play(move)
            reference.play(move)
            assert [sorted(cards) for cards in state.taken] == [sorted(cards) for cards in reference.taken]
            assert state.trick == reference.trick
        assert reference.legal() == set()


def test_an_exposed_card_waits_for_its_suit():
    game = paiyou.game("gongzhu")
    hands = [["SQ", "S2", "D2"], ["SA", "S3", "D3"], ["S4", "H2", "D4"], ["S5", "H3", "D5"]]
    # With fewer than thirteen cards the suits count as led: the pig is free.
    assert "SQ" in game.start(hands, exposed=["SQ"]).moves()
    full = [[f"{suit}{rank}" for rank in RANKS] for suit in "SHCD"]
    full[0][0], full[2][0] = "C2", "S2"
    state = game.start(full, exposed=["SQ"])
    assert "SQ" not in state.moves()
    with pytest.raises(ValueError, match="'SQ' is exposed and may not be played in the first trick of its suit"):
        state.play("SQ")
    state.play("S3")
    for card in ("H2", "S2", "D2"):
        state.play(card)
    assert "SQ" in state.moves()
    # Its holder's only card of the suit may be led and played.
    alone = [hand.copy() for hand in full]
    alone[0] = ["SQ", *(f"C{rank}" for rank in RANKS[:-1])]
    alone[2] = ["CA", *(f"S{rank}" for rank in RANKS if rank != "Q")]
    assert "SQ" in game.start(alone, exposed="SQ").moves()


def test_with_full_hands_the_holder_of_c2_begins_and_everybody_knows():
    game = paiyou.game("gongzhu")
    dealt = game.deal(5)
    state = game.start(dealt.hands, turn=dealt.turn)
    assert state == dealt
    assert state.view((dealt.turn + 1) % 4).known[dealt.turn] == ["C2"]
    with pytest.raises(ValueError, match=f"with full hands the holder of C2 leads, seat {dealt.turn}, not seat"):
        game.start(dealt.hands, turn=(dealt.turn + 1) % 4)


def test_the_numbers_of_the_paper():
    game = paiyou.game("gongzhu")
    numbers = {card: game.actions.index(card) for card in ("HA", "SQ", "CT", "DJ", "C2")}
    assert numbers == {"HA": 12, "SQ": 23, "CT": 34, "DJ": 48, "C2": 26}
    assert len(game.actions) == 52
    assert game.seats == 4


def test_exposures_are_subsets_of_what_is_held():
    game = paiyou.game("gongzhu")
    hands = [["SQ", "DJ", "CT", "HA", "C2"], [], [], []]
    rest = [card for card in game.actions if card not in hands[0]]
    for seat in range(4):
        while len(hands[seat]) < 13:
            hands[seat].append(rest.pop())
    state = game.start(hands)
    moves = state.moves()
    assert len(moves) == 16
    assert moves[0] == "expose none"
    assert moves[-1] == "expose SQ DJ CT HA"
    subsets = [list(subset) for size in range(1, 5) for subset in combinations(EXPOSABLE, size)]
    assert set(moves[1:]) == {"expose " + " ".join(subset) for subset in subsets}
    state.play("expose HA SQ")  # in any order
    assert state.history == [(0, "expose SQ HA")]
    assert state.moves() == ["expose none"]
    assert set(state.view(1).known[0]) == {"SQ", "HA", "C2"}


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("expose", "does not say what to expose"),
        ("expose SK", "'SK' cannot be exposed"),
        ("expose SQ SQ", "names SQ twice"),
        ("exposeSQ", "does not say what to expose"),
        ("XX", "'XX' is not a card of this game"),
        ("", "'' is not a card"),
        ("pass", "is not a card"),
        (3, "a move is a string such as 'SQ', not int"),
        ("C2", "cannot be played before everyone has exposed"),
    ],
)
def test_wrong_moves_are_explained(move, sentence):
    state = paiyou.game("gongzhu").deal(1)
    with pytest.raises(ValueError, match=sentence):
        state.play(move)
    assert state == paiyou.game("gongzhu").deal(1)
