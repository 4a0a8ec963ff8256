"""Expectimax over information sets against section III.E written out in Python."""

import random
import re

import pytest

import paiyou
from agents.search.reference import best_of, expectimax_moves
from core.test_sample import tiny
from core.test_trick_sample import small_game
from paiyou.games.auctions import call_rob
from paiyou.games.climbing_spec import ClimbingSpec, Score
from paiyou.games.combos import build_table, sets
from paiyou.games.game import Game
from positions import GAMES, TRICK_GAMES, reach


def compare(game, state, known=None):
    view = state.view(state.turn)
    expected = expectimax_moves(game, view, known)
    agent = paiyou.agent("expectimax", game)
    evaluation = agent.evaluate(view)
    assert {move: value for move, value, _ in evaluation} == pytest.approx(expected, abs=1e-9)
    assert agent.choose(view) == evaluation[0][0] == best_of(expected, 1e-9)[0]


@pytest.mark.parametrize(
    "name", ["mini-doudizhu:hand=3,ranks=2", "mini-doudizhu:hand=3,ranks=3", "mini-doudizhu:hand=4,ranks=2"]
)
def test_mini_with_small_hands(name):
    """Every decision of many deals, both seats."""
    game, known, tested = paiyou.game(name), {}, 0
    for seed in range(25):
        state, rng = game.deal(seed), random.Random(seed)
        while not state.over:
            compare(game, state, known)
            tested += 1
            state.play(rng.choice(state.moves()))
    assert tested > 100


def test_the_four_card_hand():
    """Leading a six is worth 0, a club half a trick less, since MAX must guess which six to keep."""
    game = paiyou.game("four-card")
    evaluation = paiyou.agent("expectimax", game).evaluate(game.deal(1).view(0))
    values = {move: value for move, value, _ in evaluation}
    assert values["H6"] == values["D6"] == 0
    assert values["C8"] == -0.5
    for seed in range(10):
        state, rng = game.deal(seed), random.Random(seed)
        while not state.over:
            compare(game, state)
            state.play(rng.choice(state.moves()))


def test_tricks_of_three_seats_with_exposures():
    game = small_game()
    rng, tested = random.Random(2), 0
    for seed in range(40):
        state = game.deal(seed)
        for _ in range(rng.randrange(2, 9)):
            if not state.over:
                state.play(rng.choice(state.moves()))
        if state.over or len(state.view(state.turn).deals()) > 25:
            continue
        compare(game, state)
        tested += 1
    assert tested > 15


def test_three_selfish_seats_that_must_beat():
    game, rng, tested = tiny(must_beat=True), random.Random(1), 0
    for seed in range(40):
        state = game.deal(seed)
        for _ in range(rng.randrange(6, 20)):
            if not state.over:
                state.play(rng.choice(state.moves()))
        if state.over or sum(map(len, state.hands)) > 8 or len(state.view(state.turn).deals()) > 30:
            continue
        compare(game, state)
        tested += 1
    assert tested > 8


def test_peasants_are_allies():
    game, rng = paiyou.game("doudizhu:pagat"), random.Random(3)
    for _ in range(12):
        cards = rng.sample("3344455566BR", 7)
        state = game.start(["".join(cards[:2]), "".join(cards[2:4]), "".join(cards[4:])], turn=rng.randrange(3))
        compare(game, state)


def auction_game():
    """A deal of seven cards with an auction: the landlord's card comes to light."""
    return Game(
        ClimbingSpec(
            name="seven",
            title="Seven",
            symbols="345",
            deck=tuple(card for card in range(12) if card not in (0, 4, 5, 8, 9)),
            seats=3,
            hand_size=2,
            teams=(0, 1, 1),
            pile="landlord",
            table=build_table([*sets("solo", range(3), 1), *sets("pair", range(3), 2)]),
            score=Score(kind="stake"),
            auction=call_rob(),
        )
    )


def test_the_auction_brings_the_pile_to_light():
    game = auction_game()
    for seed in range(8):
        state, rng = game.deal(seed), random.Random(seed)
        state.play(rng.choice(state.moves()))
        while not state.over:
            compare(game, state)
            state.play(rng.choice(state.moves()))


def test_what_is_left_out_does_not_matter():
    """With ties by equation 1 every move of every set is searched; the values must be the same. Full Mini."""
    game = paiyou.game("mini-doudizhu")
    for seed in range(12):
        state = reach(game, seed, seed % 5)
        if state.over:
            continue
        view = state.view(state.turn)
        pruned = paiyou.agent("expectimax", game).evaluate(view)
        whole = paiyou.agent("expectimax:ties=mean", game).evaluate(view)
        expected = {move: value for move, value, _ in whole}
        assert {move: value for move, value, _ in pruned} == pytest.approx(expected, abs=1e-9)
        for agent in ("expectimax", "expectimax:ties=mean", "expectimax:ties=random"):
            assert expected[paiyou.agent(agent, game).choose(view)] == pytest.approx(max(expected.values()), abs=1e-9)


def test_ties_random_takes_any_of_the_best():
    game = paiyou.game("four-card")
    view = game.deal(1).view(0)
    chosen = {paiyou.agent(f"expectimax:ties=random,seed={seed}", game).choose(view) for seed in range(40)}
    assert chosen == {"H6", "D6"}


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
def test_legal_moves_that_do_not_depend_on_what_is_hidden(name):
    """Small games whole, large ones near their ends; else the agent says that it is too much."""
    game = paiyou.game(name)
    agent = paiyou.agent("expectimax:max_states=200,max_nodes=3000", game)
    played, refused = 0, set()
    for seed in range(40):
        state = reach(game, seed, random.Random(seed).randrange(30, 60) if game.seats > 2 else seed % 8)
        if state.over:
            continue
        view = state.view(state.turn)
        try:
            evaluation = agent.evaluate(view)
        except ValueError as error:
            refused.add(re.search("max_[a-z]*=[0-9]*", str(error))[0])
            continue
        played += 1
        assert sorted(move for move, _, _ in evaluation) == sorted(view.moves())
        assert agent.evaluate(view.sample(seed).view(state.turn)) == evaluation
        assert agent.choose(view) == evaluation[0][0]
        with pytest.raises(ValueError, match="not to move"):
            agent.choose(state.view((state.turn + 1) % game.seats))
    assert played > 2
    assert refused <= {"max_states=200", "max_nodes=3000"}


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=123", "gongzhu", "paodekuai", "zhengshangyou"])
def test_big_games_are_refused(name):
    game = paiyou.game(name)
    state = game.deal(1)
    with pytest.raises(ValueError, match="more than max_states=1000"):
        paiyou.agent("expectimax", game).choose(state.view(state.turn))


def test_what_was_asked_before_does_not_matter():
    game = paiyou.game("mini-doudizhu:hand=5")
    views = [(state := reach(game, seed, seed % 3)).view(state.turn) for seed in range(20)]
    agent = paiyou.agent("expectimax", game)
    assert [agent.choose(view) for view in views] == [paiyou.agent("expectimax", game).choose(view) for view in views]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("expectimax:max_states=0", "max_states must be at least 1"),
        ("expectimax:ties=none", "mean, sum, first, random"),
        ("expectimax:noise=x", "noise must be a number"),
    ],
)
def test_bad_options_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        paiyou.agent(text, "mini-doudizhu")


def test_a_state_is_refused():
    with pytest.raises(ValueError, match=r"state\.view"):
        paiyou.agent("expectimax", "mini-doudizhu").choose(paiyou.game("mini-doudizhu").deal(1))
    with pytest.raises(ValueError, match=r"state\.view"):
        paiyou.agent("det-minimax", "mini-doudizhu").choose(paiyou.game("mini-doudizhu").deal(1))
