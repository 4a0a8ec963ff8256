"""`view.sample` draws uniformly from the deals that agree with all the seat knows: shown by enumeration."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import paiyou
from paiyou.games.climbing_spec import ClimbingSpec, Score
from paiyou.games.combos import build_table, chains, sets
from paiyou.games.game import Game
from positions import GAMES, reach

DRAWS = 12_000


def some_of(seeds, few):
    """The first few of so many seeds; the others take long."""
    return [seed if seed < few else pytest.param(seed, marks=pytest.mark.long) for seed in range(seeds)]


def hand_out(cards, rooms):
    """Every way to hand out cards that are all told apart: one tuple of cards per room."""
    if not rooms:
        yield ()
        return
    for chosen in combinations(range(len(cards)), rooms[0]):
        rest = [card for place, card in enumerate(cards) if place not in chosen]
        for others in hand_out(rest, rooms[1:]):
            yield (tuple(cards[place] for place in chosen), *others)


def enumerate_deals(view, known=None, weight=None):
    """The chance of every deal of the unseen cards, each card told apart from the others of its rank.

    `known` fixes cards of a seat; `weight` is asked for the hands of all seats, with the pile under None.
    """
    known = known or {}
    cards = list(view.unseen)
    for fixed in known.values():
        for card in fixed:
            cards.remove(card)
    seats = [seat for seat in range(len(view.counts)) if seat != view.seat]
    rooms = [view.counts[seat] - len(known.get(seat, "")) for seat in seats]
    seats.append(None)
    rooms.append(len(cards) - sum(rooms))
    ways = Counter()
    for hands in hand_out(cards, rooms):
        dealt = {seat: "".join(sorted((*hand, *known.get(seat, "")))) for seat, hand in zip(seats, hands, strict=True)}
        ways[tuple(sorted((str(seat), hand) for seat, hand in dealt.items()))] += 1
    if weight is not None:
        for deal in ways:
            hands = {None if seat == "None" else int(seat): hand for seat, hand in deal} | {view.seat: view.hand}
            ways[deal] *= weight(hands)
    total = sum(ways.values())
    return {deal: number / total for deal, number in ways.items() if number}


def draw(view, game, number=DRAWS):
    found = Counter()
    for seed in range(number):
        state = view.sample(seed)
        hands = {str(seat): "".join(sorted(hand)) for seat, hand in enumerate(state.hands) if seat != view.seat}
        aside = game.spec.pile == "hidden" or state.bidding
        hands["None"] = "".join(sorted(state.bottom)) if aside else ""
        found[tuple(sorted(hands.items()))] += 1
    return found


def assert_uniform(view, game, **how):
    expected = enumerate_deals(view, **how)
    found = draw(view, game)
    assert set(found) <= set(expected)
    if len(expected) == 1:
        return
    deals = sorted(expected)
    result = stats.chisquare([found[deal] for deal in deals], [expected[deal] * DRAWS for deal in deals])
    assert result.pvalue > 0.0001


def test_plain_counts():
    game = paiyou.game("doudizhu")
    view = game.start(["345B", "5567", "36R"], turn=1, last=(0, "4")).view(1)
    assert_uniform(view, game)


def test_the_landlords_open_cards_stay_with_him_until_played():
    game = paiyou.game("doudizhu")
    state = game.start(["3355", "789T", "358"], bottom="35B")  # B has been played before
    assert_uniform(state.view(1), game, known={0: "35"})
    state.play("3")  # one of his two threes was open: it counts as that one
    assert_uniform(state.view(1), game, known={0: "5"})
    assert_uniform(state.view(2), game, known={0: "5"})
    state.play("7")
    state.play("pass")
    state.play("pass")
    assert_uniform(state.view(2), game, known={0: "5"})


def test_a_hidden_pile():
    game = paiyou.game("mini-doudizhu:ranks=2,hand=3")
    assert_uniform(game.start(["334", "44B"]).view(0), game)
    game = paiyou.game("mini-doudizhu:ranks=2,hand=4")
    state = game.start(["3344", "34BR"])
    assert_uniform(state.view(1), game)
    state.play("33")
    assert_uniform(state.view(1), game)


def tiny(*, must_beat=False, lead_card=None):
    """A made-up game of 15 cards for three players: small enough to write down every deal."""
    ranks = 5
    return Game(
        ClimbingSpec(
            name="tiny",
            title="Tiny",
            symbols="34567",
            deck=tuple(card for card in range(20) if card % 4 < 3),
            seats=3,
            hand_size=5,
            teams=(0, 1, 2),
            must_beat=must_beat,
            lead_card=lead_card,
            table=build_table(
                [
                    *sets("solo", range(ranks), 1),
                    *sets("pair", range(ranks), 2),
                    *sets("trio", range(ranks), 3, power=1),
                    *chains("solo chain", ranks, (2, 3), 1),
                ]
            ),
            score=Score(kind="cards"),
        )
    )


def positions_of(game, seed):
    """Every position of a random game after its first move."""
    state, rng = game.deal(seed), random.Random(seed)
    state.play(rng.choice(state.moves()))
    while not state.over:
        yield state.copy()
        state.play(rng.choice(state.moves()))


@pytest.mark.parametrize("seed", some_of(4, 1))
def test_the_first_leader_held_the_card_that_leads(seed):
    game = tiny(lead_card=2)  # the three of spades
    state = game.deal(seed)
    leader = state.turn
    assert "S3" in state.cards(leader)
    for position in (state, *positions_of(game, seed)):
        for seat in range(3):
            view = position.view(seat)

            def threes(hands, view=view):
                # Any of the threes the leader has held may be the three of spades.
                return (hands[leader] + view.played[leader]).count("3")

            assert_uniform(view, game, weight=threes)


def test_knowing_the_leader_matters():
    """The test above is not empty: a leader seen from outside always has a three."""
    game = tiny(lead_card=2)
    state = game.deal(0)
    view = state.view((state.turn + 1) % 3)
    assert all("3" in view.sample(seed).hands[state.turn] for seed in range(500))
    assert any(dict(deal)[str(state.turn)].count("3") == 0 for deal in enumerate_deals(view))


def replayable(game, view):
    """Whether the history could have happened with these hands: every pass among it was allowed."""

    def weight(hands):
        state = game.start([hands[seat] + view.played[seat] for seat in range(3)], turn=view.history[0][0])
        try:
            for seat, move in view.history:
                assert state.turn == seat
                state.play(move)
        except ValueError:
            return 0
        return 1

    return weight


@pytest.mark.parametrize("seed", some_of(8, 2))
def test_a_pass_denies_what_would_have_beaten(seed):
    """Where beating is a duty; solos, pairs and chains are passed on in these games."""
    game = tiny(must_beat=True)
    for position in positions_of(game, seed):
        for seat in range(3):
            view = position.view(seat)
            assert_uniform(view, game, weight=replayable(game, view))


def test_passes_in_the_tiny_game_do_deny_something():
    """The test above is not empty: with the passes ignored, more deals would be possible."""
    game = tiny(must_beat=True)
    fewer = 0
    for seed in range(4):
        for position in positions_of(game, seed):
            view = position.view(position.turn)
            fewer += len(enumerate_deals(view, weight=replayable(game, view))) < len(enumerate_deals(view))
    assert fewer >= 5


@pytest.mark.parametrize(
    ("arguments", "moves"),
    [
        ({"hands": ["34567", "45", "36677"], "turn": 1, "last": (0, "5")}, []),
        ({"hands": ["34567", "45", "36677"], "turn": 1, "last": (0, "5")}, ["pass"]),
        ({"hands": ["34567", "45", "33567"], "turn": 2, "last": (0, "6")}, []),  # seat 1 has passed before
        ({"hands": ["34567", "45", "33567"], "turn": 2, "last": (0, "6")}, ["7"]),
        ({"hands": ["457", "34", "33567"], "turn": 2, "last": (0, "66")}, ["pass", "4", "pass"]),
    ],
)
def test_passes_on_the_combo_a_game_began_with(arguments, moves):
    game = tiny(must_beat=True)
    start = game.start(**arguments)
    state = start.copy()
    for move in moves:
        state.play(move)
    for seat in range(3):
        view = state.view(seat)

        def possible(hands, view=view):
            dealt = [hands[other] + view.played[other] for other in range(3)]
            try:
                again = game.start(dealt, turn=arguments["turn"], last=arguments["last"])
                for move in moves:
                    again.play(move)
            except ValueError:
                return 0
            return 1

        assert_uniform(view, game, weight=possible)


def test_open_cards_of_a_started_game_are_those_the_landlord_still_holds():
    game = paiyou.game("doudizhu")
    view = game.start(["24", "25", "3"], bottom="222").view(2)
    assert_uniform(view, game, known={0: "2"})


def test_suits_agree_with_the_lead():
    game = paiyou.game("zhengshangyou")
    state = game.deal(3)
    view = state.view((state.turn + 1) % 3)
    for seed in range(50):
        sample = view.sample(seed)
        assert "S3" in sample.cards(state.turn)
        assert ["".join(card[-1] for card in sample.cards(seat)) for seat in range(3)] == sample.hands


def test_hidden_cards_during_the_auction():
    """Seventeen, seventeen and three: the chance of each joker in the pile is 3 in 37."""
    view = (
        paiyou.game("doudizhu:bidding=123")
        .start(["3333444455556666R", "7777888899990000B".replace("0", "T"), "JJJJQQQQKKKKAAAA2"], bottom="222")
        .view(0)
    )
    draws = 20_000
    piles = Counter()
    for seed in range(draws):
        state = view.sample(seed)
        assert [len(hand) for hand in state.hands] == [17, 17, 17]
        assert len(state.bottom) == 3
        piles["B" in state.bottom] += 1
    assert stats.binomtest(piles[True], draws, 3 / 37).pvalue > 0.001


@given(st.sampled_from(GAMES), st.integers(0, 2**64 - 1), st.integers(0, 90), st.integers(0, 2**64 - 1))
def test_a_sample_could_have_been_the_game(name, seed, depth, sample_seed):
    """The history can be replayed on the drawn deal, duties to beat included."""
    game = paiyou.game(name)
    state = reach(game, seed, depth)
    for seat in range(game.seats):
        sample = state.view(seat).sample(sample_seed)
        assert sample.hands[seat] == state.hands[seat]
        assert sample.moves() == state.moves() or seat != state.turn
        assert sorted("".join(sample.hands) + sample.bottom) == sorted("".join(state.hands) + state.bottom)
        if game.spec.auction is not None:
            continue
        dealt = [sample.hands[other] + sample.played[other] for other in range(game.seats)]
        first = state.history[0][0] if state.history else state.turn
        replayed = game.start(dealt, turn=first, bottom=sample.bottom)
        for mover, move in sample.history:
            assert replayed.turn == mover
            replayed.play(move)
        assert replayed.hands == sample.hands


def test_the_same_seed_is_the_same_deal():
    view = paiyou.game("paodekuai").deal(4).view(1)
    assert view.sample(9) == view.sample(9)
    assert view.sample(9) != view.sample(10)
