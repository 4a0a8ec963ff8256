"""Minimax over open hands and equation 1, against the formula."""

import random

import pytest

import paiyou
from agents.search.reference import best_of, equation_1, results
from interrupts import interrupted
from paiyou.agents.base import what_it_sees
from positions import GAMES, TRICK_GAMES, reach

SMALL = ["mini-doudizhu:hand=3,ranks=2", "mini-doudizhu:hand=4,ranks=3", "four-card"]


def small_positions(names, seeds):
    for name in names:
        game = paiyou.game(name)
        for seed in seeds:
            state, rng = game.deal(seed), random.Random(seed)
            while not state.over:
                yield game, state
                state.play(rng.choice(state.moves()))


def endgames():
    """Positions with allies, stakes that grow and more than two seats, small enough to write out."""
    doudizhu, cards, gongzhu = paiyou.game("doudizhu:pagat"), paiyou.game("zhengshangyou"), paiyou.game("gongzhu")
    rng = random.Random(5)
    for _ in range(12):
        ranks = rng.sample("33334444555566BR", 9)
        yield doudizhu, doudizhu.start(["".join(sorted(ranks[at : at + 3])) for at in (0, 3, 6)], turn=rng.randrange(3))
        ranks = rng.sample("3333444455556678", 8)
        yield cards, cards.start(["".join(ranks[at::3]) for at in range(3)], turn=rng.randrange(3))
        hands = rng.sample(["SQ", "SK", "S2", "HA", "H2", "H9", "DJ", "D3", "CT", "C4", "C9", "D8"], 12)
        yield gongzhu, gongzhu.start([hands[at::4] for at in range(4)], turn=rng.randrange(4), exposed=[])


@pytest.mark.parametrize("how", ["mean", "sum"])
def test_equation_1(how):
    tested = 0
    for game, state in small_positions(SMALL, range(15)):
        agent = paiyou.agent(f"cheat-minimax:ties={how}", game)
        expected = equation_1(game, state, how=how)
        plain = results(game, state)
        moves, chosen, about = agent._search.search(state, 0)
        assert about["exact"]
        assert {move: value + tie for move, value, tie in moves} == pytest.approx(expected, abs=1e-12)
        assert {move: value for move, value, _ in moves} == plain
        assert moves[chosen][0] == best_of(expected)[0]
        assert set(best_of(expected)) <= set(best_of(plain))
        tested += 1
    assert tested > 150


def test_equation_1_with_allies_stakes_and_more_seats():
    """Here epsilon must be smaller for the sum of the two parts to be the paper's single number."""
    tied = 0
    for game, state in endgames():
        agent = paiyou.agent("cheat-minimax:epsilon=0.0001", game)
        expected = equation_1(game, state, epsilon=1e-4)
        plain = results(game, state)
        moves, chosen, _ = agent._search.search(state, 0)
        assert {move: value + tie for move, value, tie in moves} == pytest.approx(expected, abs=1e-10)
        assert {move: value for move, value, _ in moves} == plain
        assert moves[chosen][0] in best_of(plain)
        tied += len(best_of(plain)) > 1
    assert tied > 5


def test_no_epsilon_puts_a_move_before_one_with_a_better_result():
    for game, state in small_positions(SMALL[:2], range(6)):
        for how in ("mean", "sum"):
            agent = paiyou.agent(f"cheat-minimax:ties={how},epsilon=5", game)
            assert agent.choose(state) in best_of(results(game, state))


def test_ties_first_and_random():
    several = 0
    for game, state in small_positions(SMALL, range(5)):
        best = best_of(results(game, state))
        assert paiyou.agent("cheat-minimax:ties=first", game).choose(state) == best[0]
        chosen = {paiyou.agent(f"cheat-minimax:ties=random,seed={seed}", game).choose(state) for seed in range(40)}
        if len(best) <= 4:
            assert chosen == set(best)
            several += len(best) > 1
    assert several > 10


def test_it_gives_the_opponent_a_chance_to_go_wrong():
    """Where all is lost, and after some moves any answer wins but after others not: nearly always one of the others."""
    game = paiyou.game("mini-doudizhu:hand=5")
    hopeful = {"mean": 0, "first": 0}
    found = 0
    for _, state in small_positions([game.name], range(25)):
        plain = results(game, state)
        if max(plain.values()) > 0 or len(plain) < 2:
            continue
        hopes = set()
        for move in plain:
            after = state.copy()
            after.play(move)
            if not after.over and min(results(game, after).values()) < 0:
                hopes.add(move)
        if hopes and len(hopes) < len(plain):
            found += 1
            for ties in hopeful:
                hopeful[ties] += paiyou.agent(f"cheat-minimax:ties={ties}", game).choose(state) in hopes
    assert found > 5
    assert hopeful["mean"] >= 0.95 * found
    assert hopeful["first"] < hopeful["mean"]


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
def test_legal_moves_on_positions_of_every_game(name):
    game = paiyou.game(name)
    agent = paiyou.agent("cheat-minimax:max_nodes=500", game)
    for seed in range(80):
        state = reach(game, seed, 0 if seed < 3 else random.Random(seed).randrange(60))
        if state.over:
            with pytest.raises(ValueError, match="no move to choose"):
                agent.choose(state)
            continue
        evaluation = agent.evaluate(state)
        assert sorted(move for move, _, _ in evaluation) == sorted(state.moves())
        assert (
            evaluation[0][0] == agent.choose(state) == paiyou.agent("cheat-minimax:max_nodes=500", game).choose(state)
        )
        assert agent.statistics["nodes"] >= 0


def test_a_cut_off_search_finds_what_is_near():
    """Ten cards to go for the others, one move to the end for the landlord."""
    game = paiyou.game("doudizhu:douzero")
    state = game.start(["3334", "56789TJQKA", "456789TJQK"])
    agent = paiyou.agent("cheat-minimax:max_nodes=3000", game)
    values = {move: value for move, value, _ in agent.evaluate(state)}
    assert values["3334"] == max(values.values()) == 2
    assert not agent.statistics["exact"]
    assert agent.statistics["depth"] >= 1


def test_it_sees_all_hands_and_says_so():
    agent = paiyou.agent("cheat-minimax", "mini-doudizhu")
    assert agent.clairvoyant


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cheat-minimax:ties=best", "mean, sum, first, random"),
        ("cheat-minimax:epsilon=-1", "epsilon must be at least 0"),
        ("cheat-minimax:max_nodes=0", "max_nodes must be at least 1"),
        ("cheat-minimax:playouts=0", "playouts must be at least 1"),
        ("cheat-minimax:seconds=0", "seconds must be above 0"),
    ],
)
def test_bad_options_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        paiyou.agent(text, "mini-doudizhu")


def test_another_games_state_is_refused():
    agent = paiyou.agent("cheat-minimax", "mini-doudizhu")
    with pytest.raises(ValueError, match="another game"):
        agent.choose(paiyou.game("mini-doudizhu:hand=3").deal(1))


def test_a_view_is_refused():
    agent = paiyou.agent("cheat-minimax", "mini-doudizhu")
    with pytest.raises(ValueError, match="give it the state"):
        agent.choose(paiyou.game("mini-doudizhu").deal(1).view(0))


def test_a_clock_ends_it_with_a_look_at_every_move():
    game = paiyou.game("doudizhu")
    state = game.deal(1)
    agent = paiyou.agent("cheat-minimax:seconds=0.000001", game)
    assert sorted(move for move, _, _ in agent.evaluate(state)) == sorted(state.moves())
    assert agent.statistics["depth"] == 1
    small = paiyou.agent("cheat-minimax:seconds=100", "mini-doudizhu")
    small.choose(paiyou.game("mini-doudizhu").deal(1))
    assert small.statistics["exact"]


@pytest.mark.parametrize(("name", "game"), [("cheat-minimax", "doudizhu"), ("det-minimax", "gongzhu")])
def test_ctrl_c_ends_it(name, game):
    agent = paiyou.agent(f"{name}:max_nodes=100000000000", game)
    state = paiyou.game(game).deal(1)
    with interrupted():
        agent.choose(what_it_sees(agent, state))
