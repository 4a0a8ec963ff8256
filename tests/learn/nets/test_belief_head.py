"""What a network is asked about hidden cards: the truth is always possible, and counting is exact where it can be."""

from __future__ import annotations

import random
from typing import Any

import pytest

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from learn.climbing.test_encoder import after, exchanged  # noqa: E402
from paiyou.games.family import LEARN  # noqa: E402
from paiyou.learn.dmc.experience import Samples  # noqa: E402
from paiyou.learn.dmc.hidden_loss import HiddenLoss, bits_per_card  # noqa: E402
from paiyou.learn.nets.belief_head import log_belief  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.selfplay.choosing import choose  # noqa: E402
from trick_batches import ODD_GAMES, batch_from  # noqa: E402

SMALL = {"width": 16, "state_width": 16, "depth": 1, "belief": 8}
NAMES = ("doudizhu:douzero", "mini-doudizhu", "zhengshangyou", "paodekuai", "gongzhu", "gongzhu:expose=off")
SPECS = [*(paiyou.game(name).spec for name in NAMES), *(game.spec for game in ODD_GAMES)]


def decisions(spec: Any, games: int = 6, steps: int = 60) -> Any:
    """Random games, step by step, with what the seat to move is told and the rows in which it is to move."""
    torch.manual_seed(5)
    batch = spec.family.part(LEARN).batch(spec, games, seed=3, device="cpu")
    for _ in range(steps):
        row, action = batch.legal()
        facts, _ = batch.network_inputs(batch.at, batch.seat, row[:0], action[:0])
        yield batch, facts, batch.active
        batch.play(choose(torch.rand(len(row)), row, action, games))


def asks_of(spec: Any) -> Any:
    return make_network("facts", spec, 0, **SMALL).belief.asks


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_the_truth_is_possible_and_chances_add_up(spec: Any) -> None:
    asks, open_questions = asks_of(spec), 0
    for batch, facts, active in decisions(spec):
        counted = asks.counted(facts)[active]
        answer = asks.answer(facts, batch.at, batch.seat)[active]
        asked = counted.sum(dim=2) > 0
        torch.testing.assert_close(counted.sum(dim=2)[asked], torch.ones(int(asked.sum())), rtol=1e-4, atol=1e-5)
        assert (counted.gather(2, answer[:, :, None])[:, :, 0][asked] > 0).all()
        # Every hidden card is in one place: the expected numbers of cards are those of the cards there are.
        numbers = asks.numbers(counted)
        held = (numbers * torch.arange(numbers.shape[3])).sum(dim=3)
        torch.testing.assert_close(held.sum(dim=(1, 2)), asks.cards(facts)[active].float(), rtol=1e-3, atol=1e-3)
        open_questions += int((counted.gather(2, answer[:, :, None])[:, :, 0][asked] < 1).sum())
    assert open_questions > 0


@pytest.mark.parametrize("name", ["doudizhu:douzero", "mini-doudizhu", "gongzhu:expose=off"])
def test_counting_is_what_drawn_deals_have(name: str) -> None:
    """At the beginning nothing is proven, and chances by counting are those of uniform deals."""
    game = paiyou.game(name)
    spec, asks = game.spec, asks_of(game.spec)
    batch, none = spec.family.part(LEARN).batch(spec, 4000, seed=100, device="cpu"), torch.zeros(0, dtype=torch.int64)
    facts, _ = batch.network_inputs(batch.at, 1, none, none)
    counted, answer = asks.counted(facts), asks.answer(facts, batch.at, 1)
    asked = counted.sum(dim=2) > 0
    one_hot = torch.nn.functional.one_hot(answer, asks.answers).float()
    expected, found = counted[asked].mean(dim=0), one_hot[asked].mean(dim=0)
    torch.testing.assert_close(found, expected, rtol=0, atol=0.01)


@pytest.mark.parametrize("name", ["mini-doudizhu", "gongzhu"])
def test_bits_are_those_of_the_true_hands(name: str) -> None:
    spec = paiyou.game(name).spec
    asks, expected, cards = asks_of(spec), 0.0, 0.0
    loss = HiddenLoss(asks, 0.5, torch.device("cpu"))
    for batch, facts, active in decisions(spec, games=3, steps=12):
        weight, zeros = active.float(), torch.zeros(batch.number)
        samples = Samples(batch.at, torch.zeros(batch.number, dtype=torch.int64), weight, zeros, zeros)
        scores = torch.randn(batch.number, asks.questions, asks.answers)
        found = loss(scores, batch, samples, batch.seat)
        log_chance, answer = log_belief(scores, asks.counted(facts)), asks.answer(facts, batch.at, batch.seat)
        bits = sum(
            -float(log_chance[row, question, answer[row, question]]) / torch.log(torch.tensor(2.0)).item()
            for row in active.nonzero()[:, 0].tolist()
            for question in range(asks.questions)
            if asks.counted(facts)[row, question].sum() > 0
        )
        number = float(asks.cards(facts)[active].sum() * asks.times)
        assert float(found) == pytest.approx(0.5 * bits / max(number, 1), rel=1e-4)
        expected, cards = expected + bits, cards + number
    assert bits_per_card([loss, None])["hidden_bits"] == pytest.approx(expected / cards, abs=1e-4)
    assert bits_per_card([loss]) == {"hidden_bits": None, "counted_bits": None}, "it was looked at just now"
    assert bits_per_card([None]) == {}


@pytest.mark.parametrize("name", ["mini-doudizhu", "gongzhu"])
def test_a_head_that_scores_nothing_counts(name: str) -> None:
    spec = paiyou.game(name).spec
    asks = asks_of(spec)
    for _, facts, active in decisions(spec, steps=20):
        counted = asks.counted(facts)
        asked = counted.sum(dim=2) > 0
        found = log_belief(torch.zeros_like(counted), counted).exp()
        torch.testing.assert_close(found[asked], counted[asked], rtol=1e-3, atol=1e-6)
        assert active.shape == asked[:, 0].shape


@pytest.mark.parametrize("name", ["mini-doudizhu", "gongzhu"])
def test_values_are_the_same_with_and_without_the_head(name: str) -> None:
    """Same seed, same values; and both ways to ask for values and belief give the same."""
    spec = paiyou.game(name).spec
    torch.manual_seed(2)
    plain = make_network("facts", spec, 0, **SMALL | {"belief": 0})
    torch.manual_seed(2)
    network = make_network("facts", spec, 0, **SMALL)
    for batch, facts, _ in decisions(spec, steps=8):
        row, action = batch.legal()
        told = batch.network_inputs(batch.at, batch.seat, row, action)
        with torch.no_grad():
            learnt = network.learnt(batch, batch.at, batch.seat, row, action)
            values, scores = learnt.value, learnt.belief
            alone, numbers = network.value_and_belief(*told)
            assert torch.equal(values, plain.values(batch, batch.at, batch.seat, row, action))
        assert torch.equal(values, alone)
        counted = network.belief.asks.counted(facts)
        expected = network.belief.asks.numbers(log_belief(scores, counted).exp() * (counted > 0))
        torch.testing.assert_close(numbers, expected)


@pytest.mark.parametrize("name", ["mini-doudizhu", "gongzhu"])
def test_the_loss_teaches_the_head_and_the_state_s_layer(name: str) -> None:
    """The same few positions over and over: it gets to know their hands."""
    spec = paiyou.game(name).spec
    network = make_network("facts", spec, 0, **SMALL | {"state_width": 64, "belief": 64})
    *_, (batch, _, active) = decisions(spec, games=8, steps=6)
    before, row = network.state_in.weight.detach().clone(), torch.arange(8)
    action = torch.zeros(8, dtype=torch.int64)
    samples = Samples(batch.at, action, active.float(), torch.zeros(8), torch.zeros(8))
    loss = HiddenLoss(network.belief.asks, 1.0, torch.device("cpu"))
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    for step in range(40):
        optimizer.zero_grad()
        scores = network.learnt(batch, batch.at, batch.seat, row, action).belief
        loss(scores, batch, samples, batch.seat).backward()
        optimizer.step()
        bits = bits_per_card([loss])
        assert step > 0 or bits["hidden_bits"] == pytest.approx(bits["counted_bits"], abs=1e-4), "it begins there"
    assert bits["hidden_bits"] < 0.5 * bits["counted_bits"]
    assert not torch.equal(network.state_in.weight, before)


def scores_of(network: Any, batch: Any, at: Any) -> Any:
    """What the head scores of every position, and what counting says there."""
    row, none = torch.arange(batch.number), torch.zeros(0, dtype=torch.int64)
    facts, _ = batch.network_inputs(at, batch.seat, none, none)
    with torch.no_grad():
        scores = network.learnt(batch, at, batch.seat, row, torch.zeros_like(row)).belief
    return scores, network.belief.asks.counted(facts)


def loud(spec: Any) -> Any:
    """A network whose head scores something."""
    network = make_network("facts", spec, 0, **SMALL)
    torch.nn.init.normal_(network.belief.out.weight)
    return network


def test_hidden_hands_swapped_are_believed_the_same() -> None:
    """Only the answers differ."""
    spec = paiyou.game("doudizhu:douzero").spec
    batch, network = after(spec, 20, seed=4), loud(spec)
    other = exchanged(batch, random.Random(2))
    for found, expected in zip(scores_of(network, batch, other), scores_of(network, batch, batch.at), strict=True):
        assert torch.equal(found[batch.active], expected[batch.active])
    assert not torch.equal(other.hands, batch.at.hands)

    game = paiyou.game("gongzhu")
    state = game.deal(3)
    opener, view = state.turn, state.view(state.turn)
    twins = batch_from(game.spec, [state, *(view.sample(draw) for draw in range(4))], opener)
    for found in scores_of(loud(game.spec), twins, twins.at):
        assert (found == found[:1]).all()
    facts, _ = twins.network_inputs(twins.at, twins.seat, *2 * [torch.zeros(0, dtype=torch.int64)])
    answers = asks_of(game.spec).answer(facts, twins.at, twins.seat)
    assert (answers != answers[:1]).any()
