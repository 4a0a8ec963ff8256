"""Determinized minimax against votes counted by hand."""

import random

import pytest

import paiyou
from agents.search.reference import votes
from positions import GAMES, TRICK_GAMES, reach

SMALL = ["mini-doudizhu:hand=3,ranks=2", "mini-doudizhu:hand=4,ranks=2", "four-card"]


@pytest.mark.parametrize("ties", ["mean", "sum", "first"])
@pytest.mark.parametrize("vote", ["one", "split", "value"])
@pytest.mark.parametrize("weight", ["deals", "equal"])
def test_votes_and_values(ties, vote, weight):
    for name in SMALL:
        game = paiyou.game(name)
        agent = paiyou.agent(f"det-minimax:ties={ties},vote={vote},weight={weight}", game)
        for seed in range(6):
            state = reach(game, seed, seed % 3)
            if state.over:
                continue
            view = state.view(state.turn)
            deals = [(deal, 1 if weight == "equal" else ways) for deal, ways in view.deals()]
            means, counted = votes(game, deals, ties, vote)
            evaluation = agent.evaluate(view)
            assert {move: value for move, value, _ in evaluation} == pytest.approx(means)
            assert {move: share for move, _, share in evaluation} == pytest.approx(counted)
            rank = means if vote == "value" else counted
            assert rank[evaluation[0][0]] == pytest.approx(max(rank.values()))
            assert agent.choose(view) == evaluation[0][0]
            assert agent.statistics["states"] == len(deals)
            assert not agent.statistics["sampled"]


def test_the_rules_do_differ():
    """Ties, votes and weights each change some move of Mini."""
    game = paiyou.game("mini-doudizhu")
    views = [(state := reach(game, seed, seed % 4)).view(state.turn) for seed in range(24)]

    def moves(options):
        agent = paiyou.agent(f"det-minimax:{options}", game)
        return [agent.choose(view) for view in views]

    plain = moves("ties=mean")
    for options in ("ties=sum", "ties=first", "ties=random", "vote=split,ties=first", "vote=value", "weight=equal"):
        assert moves(options) != plain


def test_averaging_over_clairvoyance_overrates_the_club():
    """The lecture's hand: with each four in the open a club is worth 0, and so it is to this agent."""
    game = paiyou.game("four-card")
    evaluation = paiyou.agent("det-minimax:vote=value", game).evaluate(game.deal(1).view(0))
    values = {move: value for move, value, _ in evaluation}
    assert values["C8"] == values["H6"] == values["D6"] == 0


def test_large_information_sets_are_sampled():
    game = paiyou.game("mini-doudizhu")
    view = game.deal(3).view(0)
    whole = paiyou.agent("det-minimax:vote=value", game)
    exact = {move: value for move, value, _ in whole.evaluate(view)}
    sampled = paiyou.agent("det-minimax:vote=value,max_states=10,samples=2000", game)
    drawn = {move: value for move, value, _ in sampled.evaluate(view)}
    assert sampled.statistics["sampled"]
    assert sampled.statistics["states"] == 2_000
    assert drawn == pytest.approx(exact, abs=0.1)
    assert drawn != exact


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
def test_legal_moves_that_do_not_depend_on_what_is_hidden(name):
    """On positions of every game; hidden cards are swapped by drawing another deal with the same view."""
    game = paiyou.game(name)
    agent = paiyou.agent("det-minimax:max_nodes=600,samples=3,max_states=20", game)
    for seed in range(80):
        state = reach(game, seed, 0 if seed < 3 else random.Random(seed).randrange(60))
        if state.over:
            continue
        view = state.view(state.turn)
        evaluation = agent.evaluate(view)
        assert sorted(move for move, _, _ in evaluation) == sorted(view.moves())
        swapped = view.sample(seed)
        assert agent.evaluate(swapped.view(state.turn)) == evaluation
        with pytest.raises(ValueError, match="not to move"):
            agent.choose(state.view((state.turn + 1) % game.seats))


def test_what_was_asked_before_does_not_matter():
    game = paiyou.game("mini-doudizhu")
    views = [(state := reach(game, seed, seed % 5)).view(state.turn) for seed in range(30)]
    agent = paiyou.agent("det-minimax", game)
    forwards = [agent.evaluate(view) for view in views]
    backwards = [agent.evaluate(view) for view in reversed(views)]
    assert forwards == backwards[::-1]
    assert forwards[7] == paiyou.agent("det-minimax", game).evaluate(views[7])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("det-minimax:vote=two", "one, split, value"),
        ("det-minimax:weight=none", "deals, equal"),
        ("det-minimax:samples=0", "samples must be at least 1"),
        ("det-minimax:infer=nobody", "unknown agent"),
        ("det-minimax:infer=expectimax,noise=2", "from 0 to 1"),
        ("det-minimax:infer=human", "a person cannot be the model"),
    ],
)
def test_bad_options_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        paiyou.agent(text, "mini-doudizhu")
