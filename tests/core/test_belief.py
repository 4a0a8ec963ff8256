"""Views with a belief about hidden cards, beside the same worked out over every deal one by one."""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

import paiyou
from core.test_trick_sample import small_game
from positions import reach

GAMES = {
    "mini": (paiyou.game("mini-doudizhu:hand=5"), 4),
    "landlord": (paiyou.game("doudizhu"), 62),
    "first leader": (paiyou.game("zhengshangyou"), 60),
    "tricks": (small_game(), 3),
    "tricks with a pile": (small_game(lead_card=None, exposable=(), hand_size=2), 1),
    "four seats": (paiyou.game("gongzhu"), 44),
}


def views(name, number=4, most=1_000):
    """Views of random games with few enough deals to list."""
    game, plies = GAMES[name]
    found = 0
    for seed in range(400):
        state = reach(game, seed, plies)
        if state.over:
            continue
        view = state.view(state.turn)
        try:
            deals = view.deals(most)
        except ValueError:
            continue
        if len(deals) < 2:
            continue
        yield game, view, deals
        found += 1
        if found == number:
            return
    raise AssertionError("there were too few")


def classes_of(game):
    """The class of every card, as hands are written."""
    return {card: place for place, card in enumerate(getattr(game.spec, "symbols", None) or game.spec.cards)}


def numbers_held(game, view, state, shape):
    """Which number of cards of each class each holder has besides known ones: 1 there, else 0."""
    classes, seats = classes_of(game), game.seats
    around = [(view.seat + step) % seats for step in range(1, seats)]
    hands = [Counter(state.hands[seat]) - Counter(view.known[seat]) for seat in around]
    if shape[1] == seats:
        pile = Counter(view.unseen)
        for seat in around:
            pile -= Counter(state.hands[seat])
        hands.append(pile)
    free = Counter(view.unseen)
    for seat in around:
        free -= Counter(view.known[seat])
    table = np.zeros(shape)
    for card in free:
        for holder, hand in enumerate(hands):
            table[classes[card], holder, hand[card]] = 1
    return table


def laid_out(game, view, deals):
    """Every deal as such a table, and its probability."""
    shape = np.array(view.chances()).shape
    tables = np.array([numbers_held(game, view, state, shape) for state, _ in deals])
    weights = np.array([weight for _, weight in deals])
    return tables, weights / weights.sum()


@pytest.mark.parametrize("name", GAMES)
def test_chances_are_those_of_all_deals(name):
    for game, view, deals in views(name):
        tables, weights = laid_out(game, view, deals)
        found = np.array(view.chances())
        hidden = tables.any(axis=(0, 2, 3))
        assert found[hidden] == pytest.approx(np.einsum("d,dchn->chn", weights, tables)[hidden])
        assert not found[~hidden][:, :, 1:].any()


@pytest.mark.parametrize("name", GAMES)
def test_beliefs_make_the_distribution_nearest_to_uniform(name):
    """Iterative proportional fitting over the deals themselves comes to the same probability of every deal."""
    rng = np.random.default_rng(3)
    for game, view, deals in views(name, 3, 200):
        tables, uniform = laid_out(game, view, deals)
        # Chances that can be met: those of some distribution.
        tilted = uniform * np.exp(rng.normal(size=len(deals)))
        wanted = np.einsum("d,dchn->chn", tilted / tilted.sum(), tables)
        believing = view.believing(wanted)
        hidden = tables.any(axis=(0, 2, 3))
        assert np.array(believing.chances())[hidden] == pytest.approx(wanted[hidden], abs=0.01)
        expected = uniform.copy()
        for _ in range(60):
            for one, holder in np.argwhere(wanted.sum(axis=2) > 0):
                have = np.einsum("d,dn->n", expected, tables[:, one, holder])
                ratio = np.where(have > 0, wanted[one, holder] / np.maximum(have, 1e-300), 0)
                expected *= tables[:, one, holder] @ ratio
                expected /= expected.sum()
        found = {state.key: weight for state, weight in believing.deals(3_000)}
        assert len(found) == len(deals), "no deal that agrees is ruled out"
        weights = np.array([found[state.key] for state, _ in deals])
        assert weights / weights.sum() == pytest.approx(expected, abs=0.02)
        # Half of the way from uniform at least is gone, however hard the chances are to meet.
        assert np.abs(weights / weights.sum() - expected).sum() <= 0.5 * np.abs(uniform - expected).sum() + 1e-6


@pytest.mark.parametrize("name", ["mini", "tricks", "four seats"])
def test_samples_follow_the_belief(name):
    rng = np.random.default_rng(5)
    _, view, _ = next(views(name))
    believing = view.believing(np.array(view.chances()) * np.exp(rng.normal(size=np.array(view.chances()).shape)))
    weights = {state.key: weight for state, weight in believing.deals(3_000)}
    total, draws = sum(weights.values()), 4_000
    drawn = Counter(believing.sample(seed).key for seed in range(draws))
    assert drawn.keys() <= weights.keys()
    expected = np.array([draws * weight / total for weight in weights.values()])
    seen = np.array([drawn[key] for key in weights])
    rare = expected < 5
    expected, seen = (np.append(counts[~rare], counts[rare].sum()) for counts in (expected, seen))
    keep = expected > 0
    assert stats.chisquare(seen[keep], expected[keep] * seen.sum() / expected[keep].sum()).pvalue > 1e-4


@pytest.mark.parametrize("name", GAMES)
def test_believing_what_counting_says_changes_nothing(name):
    _, view, deals = next(views(name))
    believing = view.believing(np.array(view.chances()))
    total, of_all = sum(weight for _, weight in deals), {state.key: weight for state, weight in deals}
    found = believing.deals(3_000)
    weighed = sum(weight for _, weight in found)
    for state, weight in found:
        assert weight / weighed == pytest.approx(of_all[state.key] / total, abs=1e-6)
        assert believing.ways(state) == pytest.approx(weight)
    assert believing == view, "it is what the seat knows all the same"
    assert believing.copy().chances() == believing.chances()


@pytest.mark.parametrize("name", ["doudizhu", "gongzhu"])
def test_what_is_no_belief_is_refused(name):
    view = paiyou.game(name).deal(1).view(1)
    chances = np.array(view.chances())
    for wrong in (chances[:, :1], np.zeros((len(chances) + 1, *chances.shape[1:]))):
        with pytest.raises(ValueError, match="a belief about this view has at most"):
            view.believing(np.ascontiguousarray(wrong))
    for number in (-1.0, float("nan"), float("inf")):
        wrong = chances.copy()
        wrong[0, 0, 0] = number
        with pytest.raises(ValueError, match="chances must be numbers of at least 0"):
            view.believing(wrong)
    # Whatever is said, deals agree with the view.
    shaken = view.believing(np.random.default_rng(1).random(chances.shape))
    assert all(view.ways(shaken.sample(seed)) > 0 for seed in range(50))
