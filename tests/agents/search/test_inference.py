"""Inference against Bayes' rule written out, and the agents that use it."""

import random
from collections import Counter
from math import factorial, prod

import pytest

import paiyou
from agents.search.reference import expectimax_moves, posterior, votes
from agents.search.test_expectimax import auction_game
from core.test_trick_sample import small_game
from paiyou.agents.base import what_it_sees
from paiyou.agents.search.inference import Inference
from paiyou.arena.play_game import play_game
from positions import reach

MINI = "mini-doudizhu:hand=4,ranks=3"


def ways(cards, hands):
    """In how many ways the cards themselves can be shared out like this, the rest put aside."""
    left = Counter(cards)
    for hand in hands:
        left -= Counter(hand)
    shares = [*map(Counter, hands), left]
    return prod(factorial(n) / prod(factorial(share[rank]) for share in shares) for rank, n in Counter(cards).items())


def dealt_to(view, game):
    """Counts the deals of a beginning, as the seat saw it."""
    deck = [game.spec.symbols[rank] for rank in game.spec.rank_of_card]

    def dealt(hands):
        others = [hand for seat, hand in enumerate(hands) if seat != view.seat]
        return ways(list((Counter(deck) - Counter(hands[view.seat])).elements()), others)

    return dealt


def decisions(game, players, seeds):
    """The views of every decision in games of these agents."""
    for seed in seeds:
        state = game.deal(seed)
        while not state.over:
            yield state.copy(), state.view(state.turn)
            agent = players[state.turn]
            state.play(agent.choose(what_it_sees(agent, state)))


@pytest.mark.parametrize("model", ["expectimax", "det-minimax", "cheat-minimax"])
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_the_posterior_is_bayes_rule(model, noise):
    game = paiyou.game(MINI)
    inference = Inference(game, model, noise=noise)
    plain = paiyou.agent(model, game)
    mixed = [paiyou.agent("random:seed=1", game), plain]
    tested = vanished = 0
    for _, view in decisions(game, mixed, range(8)):
        expected = posterior(game, view, plain, noise, dealt_to(view, game))
        found = inference.deals(view)
        assert inference.statistics["listed"]
        assert inference.statistics["explained"] == (expected is not None)
        if expected is None:
            vanished += 1
            begun = [dealt_to(view, game)(state.rewound().hands) for state, _ in view.deals()]
            expected = [weight / sum(begun) for weight in begun]
        by_key = {state.key: weight for state, weight in found}
        assert [by_key.get(state.key, 0) for state, _ in view.deals()] == pytest.approx(expected)
        assert inference.statistics["states"] == len(found) == sum(weight > 0 for weight in expected)
        assert inference.statistics["likeliest"] == pytest.approx(max(expected))
        tested += 1
    assert tested > 30
    assert (vanished > 0) == (noise == 0)


def test_without_moves_of_others_nothing_is_inferred():
    game = paiyou.game(MINI)
    view = game.deal(1).view(0)
    deals = view.deals()
    total = sum(weight for _, weight in deals)
    found = Inference(game, "expectimax").deals(view)
    assert found == [(state, weight / total) for state, weight in deals]


def test_the_right_model_never_rules_out_the_real_deal():
    game = paiyou.game("mini-doudizhu:hand=5")
    players = [paiyou.agent("expectimax", game) for _ in range(2)]
    inference = Inference(game, "expectimax")
    certain = fewer = late = 0
    for state, view in decisions(game, players, range(12)):
        found = inference.deals(view)
        assert any(deal == state for deal, _ in found)
        assert inference.statistics["explained"]
        if len(view.history) >= 3:
            late += 1
            certain += len(found) == 1
            fewer += len(found) < len(view.deals())
    assert late > 20
    assert fewer > late / 3
    assert certain > late / 10


def test_particles_agree_with_the_whole_set():
    game = paiyou.game("mini-doudizhu:hand=5")
    players = [paiyou.agent("det-minimax", game) for _ in range(2)]
    whole = Inference(game, "det-minimax", noise=0.3)
    drawn = Inference(game, "det-minimax", noise=0.3, max_states=0, particles=3_000)
    tested = 0
    for _, view in decisions(game, players, range(3)):
        exact = {state.key: weight for state, weight in whole.deals(view)}
        found = Counter()
        for state, weight in drawn.deals(view, seed=5):
            found[state.key] += weight
        assert not drawn.statistics["listed"]
        assert set(found) <= set(exact)
        assert sum(found.values()) == pytest.approx(1)
        # Twice the total variation; some eighty deals at three thousand draws.
        assert sum(abs(found[key] - weight) for key, weight in exact.items()) < 0.25
        tested += len(exact) > 5
    assert tested > 5


def test_draws_follow_the_weights():
    game = paiyou.game("mini-doudizhu:hand=5")
    state = game.deal(4)
    state.play(paiyou.agent("expectimax", game).choose(state.view(0)))
    view = state.view(1)
    inference = Inference(game, "expectimax", noise=0.3)
    exact = {deal.key: weight for deal, weight in inference.deals(view)}
    found = Counter(deal.key for deal in inference.draw(view, 1_000, seed=3))
    assert sum(found.values()) == 1_000
    assert all(abs(found[key] - 1_000 * weight) <= 1 + 1e-6 for key, weight in exact.items())
    assert [deal.key for deal in inference.draw(view, 5, seed=1)] == [
        deal.key for deal in inference.draw(view, 5, seed=1)
    ]


def test_calls_of_an_auction_tell_too():
    """And the landlord's pile, once seen, was in the pile from the beginning."""
    game = auction_game()
    model = paiyou.agent("det-minimax", game)
    inference = Inference(game, "det-minimax", noise=0.25)
    rng, tested = random.Random(4), 0
    for seed in range(12):
        state = game.deal(seed)
        while not state.over:
            view = state.view(state.turn)
            weights = []
            for deal, _ in view.deals():
                replay = deal.rewound()
                others = [hand for seat, hand in enumerate(replay.hands) if seat != view.seat]
                weight = ways("".join(others) + replay.bottom, others)
                for seat, move in deal.history:
                    if seat != view.seat:
                        chosen = model.choose(replay.view(seat))
                        weight *= 0.75 * (chosen == move) + 0.25 / len(replay.moves())
                    replay.play(move)
                weights.append(weight)
            found = {deal.key: weight for deal, weight in inference.deals(view)}
            expected = [weight / sum(weights) for weight in weights]
            assert [found[deal.key] for deal, _ in view.deals()] == pytest.approx(expected)
            tested += len(expected) > 1
            state.play(rng.choice(state.moves()))
    assert tested > 30


def test_cards_and_exposures_of_tricks_tell_too():
    """All cards are different: every deal was as likely as any other."""
    game = small_game()
    model = paiyou.agent("det-minimax", game)
    inference = Inference(game, "det-minimax", noise=0.25)
    rng, tested = random.Random(4), 0
    for seed in range(8):
        state = game.deal(seed)
        while not state.over:
            view = state.view(state.turn)
            if len(view.history) > 3:
                weights = []
                for deal, _ in view.deals():
                    replay, weight = deal.rewound(), 1
                    for seat, move in deal.history:
                        if seat != view.seat:
                            chosen = model.choose(replay.view(seat))
                            weight *= 0.75 * (chosen == move) + 0.25 / len(replay.moves())
                        replay.play(move)
                    weights.append(weight)
                found = {deal.key: weight for deal, weight in inference.deals(view)}
                expected = [weight / sum(weights) for weight in weights]
                assert [found[deal.key] for deal, _ in view.deals()] == pytest.approx(expected)
                tested += len(set(weights)) > 1
            state.play(rng.choice(state.moves()))
    assert tested > 15


@pytest.mark.parametrize("name", ["doudizhu:bidding=123", "paodekuai", "gongzhu"])
def test_big_games_by_particles(name):
    game = paiyou.game(name)
    inference = Inference(game, "rules", noise=0.2, particles=10, max_states=5)
    told_apart = 0
    for seed in range(4):
        state = reach(game, seed, 10 + seed)
        view = state.view(state.turn)
        found = inference.deals(view, seed)
        assert not inference.statistics["listed"]
        assert all(deal.view(view.seat) == view for deal, _ in found)
        assert sum(weight for _, weight in found) == pytest.approx(1)
        told_apart += max(weight for _, weight in found) > 1.2 / 10
        assert found == inference.deals(view, seed)
        assert found == inference.deals(view.sample(9).view(view.seat), seed)
    assert told_apart >= 3


def test_agents_use_it():
    game = paiyou.game(MINI)
    det = paiyou.agent("det-minimax:infer=expectimax,noise=0.1", game)
    exp = paiyou.agent("expectimax:infer=expectimax,noise=0.1", game)
    inference = Inference(game, "expectimax", noise=0.1)
    players = [paiyou.agent("expectimax", game) for _ in range(2)]
    changed = 0
    for _, view in decisions(game, players, range(4)):
        deals = inference.deals(view)
        means, counted = votes(game, deals, "mean", "one")
        evaluation = det.evaluate(view)
        assert {move: value for move, value, _ in evaluation} == pytest.approx(means)
        assert {move: share for move, _, share in evaluation} == pytest.approx(counted)
        assert det.statistics["states"] == len(deals)
        assert det.statistics["likeliest"] == pytest.approx(max(weight for _, weight in deals))
        expected = expectimax_moves(game, view, {}, deals)
        evaluation = exp.evaluate(view)
        assert {move: value for move, value, _ in evaluation} == pytest.approx(expected, abs=1e-9)
        plain = paiyou.agent("expectimax", game).evaluate(view)
        changed += dict(item[:2] for item in plain) != pytest.approx(expected)
    assert changed > 3


def test_a_model_may_be_an_agent_an_inference_or_a_text_with_options():
    game = paiyou.game(MINI)
    views = [view for _, view in decisions(game, [paiyou.agent("expectimax", game)] * 2, range(3))]
    texts = paiyou.agent("det-minimax:infer=det-minimax/ties=first/vote=split", game)
    model = paiyou.agent("det-minimax:ties=first,vote=split", game)
    from paiyou.agents.search.det_minimax import DetMinimaxAgent

    agents = [texts, DetMinimaxAgent(game, infer=model), DetMinimaxAgent(game, infer=Inference(game, model))]
    assert texts.inference.model._vote == "split"
    answers = [[agent.evaluate(view) for view in views] for agent in agents]
    assert answers[0] == answers[1] == answers[2]
    with pytest.raises(ValueError, match="the model plays four-card"):
        Inference(game, paiyou.agent("expectimax", "four-card"))


def test_following_a_game_is_the_same_as_coming_to_it_late():
    game = paiyou.game("mini-doudizhu:hand=5")
    along = paiyou.agent("det-minimax:infer=det-minimax,noise=0.1", game)
    for _, view in decisions(game, [paiyou.agent("det-minimax", game)] * 2, range(4)):
        late = paiyou.agent("det-minimax:infer=det-minimax,noise=0.1", game)
        assert along.evaluate(view) == late.evaluate(view)


def test_a_whole_game_with_nested_models():
    game = paiyou.game(MINI)
    agents = [
        paiyou.agent("det-minimax:infer=expectimax", game),
        paiyou.agent("expectimax:infer=det-minimax/infer=expectimax", game),
    ]
    for seed in range(5):
        assert play_game(game, agents, seed).forfeit is None
