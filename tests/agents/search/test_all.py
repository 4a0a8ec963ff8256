"""What holds for every searching player alike."""

import random

import pytest

import paiyou
from paiyou.agents.registry import agent_classes
from paiyou.agents.search.base import SearchAgent
from patience import PATIENCE
from positions import GAMES, TRICK_GAMES, reach

SEARCHERS = [name for name, entry in agent_classes().items() if issubclass(entry, SearchAgent)]
QUICK = {
    "uct": "trees=3,iterations=10",
    "cheat-uct": "trees=3,iterations=10",
    "isuct": "iterations=30",
    "rave": "iterations=30",
    "minimax": "max_nodes=300",
    "alphabeta": "max_nodes=300",
    "expectiminimax": "max_nodes=300",
    "cheat-minimax": "max_nodes=300,playouts=1",
    "det-minimax": "max_nodes=300,playouts=1,samples=2,max_states=4",
    "expectimax": "max_states=30,max_nodes=3000",
}


def quick(name, game):
    return paiyou.agent(f"{name}:{QUICK[name]}", game)


def seen(agent, state):
    return state if agent.clairvoyant else state.view(state.turn)


def test_these_are_the_searchers_of_the_contract():
    assert sorted(SEARCHERS) == sorted(QUICK)


@pytest.mark.parametrize("name", SEARCHERS)
def test_all_take_the_same_options(name):
    assert {"seed", "seconds", "threads", "max_nodes"} <= set(agent_classes()[name].options)
    agent = paiyou.agent(f"{name}:seed=3,seconds=0.2,threads=2,max_nodes=100000", "four-card")
    state = paiyou.game("four-card").deal(seed=1)
    assert agent.choose(seen(agent, state)) in state.moves()
    assert {"nodes", "seconds", "full"} <= agent.statistics.keys()


def answer(name, agent, state):
    """The agent's move; None where expectimax says that there is more than it may look at."""
    try:
        return agent.choose(seen(agent, state))
    except ValueError as error:
        if name != "expectimax" or "more than max_" not in str(error):
            raise
        return None


@pytest.mark.parametrize("game_name", GAMES + TRICK_GAMES)
@pytest.mark.parametrize("name", SEARCHERS)
def test_whole_games_of_legal_moves(name, game_name):
    """Bidding and exposing included; where expectimax says that there are too many deals, that is an answer too."""
    game = paiyou.game(game_name)
    agent = quick(name, game)
    rng = random.Random(1)
    for seed in range(3):
        state = game.deal(seed)
        while not state.over:
            legal = state.moves()
            move = answer(name, agent, state) or rng.choice(legal)
            assert move in legal
            state.play(rng.choice([move, rng.choice(legal)]))


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_player_is_shown_what_it_may_see(name):
    game = paiyou.game("mini-doudizhu")
    agent = quick(name, game)
    state = game.deal(seed=1)
    other = paiyou.game("gongzhu").deal(seed=1)
    wrong = state.view(0) if agent.clairvoyant else state
    for shown in (wrong, other if agent.clairvoyant else other.view(other.turn), None, "44"):
        with pytest.raises(ValueError, match=r"all hands|one seat sees|another game|state of"):
            agent.choose(shown)


@pytest.mark.parametrize("name", SEARCHERS)
@pytest.mark.parametrize("value", ["9" * 30, "-1"])
def test_numbers_that_cannot_be_meant_are_refused(name, value):
    for option, entry in agent_classes()[name].options.items():
        if entry.kind is int and option != "seed":
            with pytest.raises(ValueError, match=f"{option} must be"):
                paiyou.agent(f"{name}:{option}={value}", "mini-doudizhu")


@pytest.mark.parametrize(
    "spec",
    ["rave:k=inf", "rave:c=inf", "isuct:c=nan", "cheat-minimax:epsilon=1e100", "expectimax:ties=sum,epsilon=inf"],
)
def test_numbers_without_end_are_refused(spec):
    with pytest.raises(ValueError, match="must be at"):
        paiyou.agent(spec, "mini-doudizhu")


@pytest.mark.parametrize(
    "spec",
    [
        "cheat-minimax:max_nodes=100000",
        "det-minimax:max_nodes=100000",
        "expectimax",
        "expectimax:ties=mean",
        "expectimax:ties=sum",
        "alphabeta",
        "isuct:iterations=200",
    ],
)
@pytest.mark.parametrize("deals", [3, pytest.param(12, marks=pytest.mark.long)])
def test_what_was_asked_before_changes_nothing(spec, deals):
    """Asked about the positions behind it first, backwards, a player answers as a fresh one does."""
    game = paiyou.game("mini-doudizhu")
    for seed in range(deals):
        line = [game.deal(seed)]
        rng = random.Random(seed)
        while len(line) < 7 and not line[-1].over:
            following = line[-1].copy()
            following.play(rng.choice(following.moves()))
            line.append(following)
        used, fresh = (paiyou.agent(spec, game) for _ in range(2))
        for state in reversed([state for state in line if not state.over]):
            answer = used.evaluate(seen(used, state))
        assert fresh.evaluate(seen(fresh, line[0])) == answer


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "expectiminimax"])
def test_under_a_clock_the_last_finished_depth_answers(name):
    game = paiyou.game("gongzhu:expose=off")
    for seed in range(3):
        state = reach(game, seed, 3)
        depth, seconds = 0, 0.03
        while not depth and seconds < PATIENCE:  # on a busy machine the first may be over before anything is finished
            timed = paiyou.agent(f"{name}:seconds={seconds}", game)
            answer = timed.evaluate(state)
            depth, seconds = timed.statistics["depth"], 4 * seconds
        assert depth >= 1
        assert paiyou.agent(f"{name}:depth={depth},max_nodes=100000000", game).evaluate(state) == answer


@pytest.mark.parametrize("name", ["doudizhu", "gongzhu"])
def test_cheating_and_inference_on_any_number_of_threads(name):
    game = paiyou.game(name)
    state = reach(game, 2, 5)
    for spec in ("cheat-uct:trees=6,iterations=30", "uct:trees=6,iterations=30,infer=rules,noise=0.2,particles=8"):
        agents = [paiyou.agent(f"{spec},threads={threads}", game) for threads in (1, 2, 3)]
        answers = [agent.evaluate(seen(agent, state)) for agent in agents]
        assert answers[0] == answers[1] == answers[2]
