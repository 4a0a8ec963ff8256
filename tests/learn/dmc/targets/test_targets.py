"""What values are fitted to, beside what a plain account of the games says: in climbing games and in trick games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from paiyou.games.family import LEARN  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.batch import Batch  # noqa: E402
from paiyou.learn.dmc.experience import Experience  # noqa: E402
from paiyou.learn.dmc.held_out import is_held_out  # noqa: E402
from paiyou.learn.dmc.settings import Settings  # noqa: E402
from paiyou.learn.dmc.targets.actor_critic import ActorCritic, log_softmax  # noqa: E402
from paiyou.learn.dmc.targets.oracle import Oracle as OracleTarget  # noqa: E402
from paiyou.learn.dmc.targets.registry import TARGETS  # noqa: E402
from paiyou.learn.dmc.targets.target import Minibatch  # noqa: E402
from paiyou.learn.nets.networks import ValueNetwork, make_network  # noqa: E402
from paiyou.learn.selfplay.choosing import choose, games_of_side  # noqa: E402
from training_runs import SMALL  # noqa: E402

GAMES = ("mini-doudizhu", "gongzhu")
PLACES = 6
Policy = Callable[[Batch, torch.Tensor, torch.Tensor], torch.Tensor]
Decision = tuple[int, int, tuple[int, ...]]
"""The deal of the game, the move that was made, and all that were legal."""


class Played:
    """A ring of games played by a policy, and a plain account of every decision, by step and place."""

    def __init__(self, name: str, policy: Policy, steps: int = 0, weak: float = 0.0, heads: int = 0) -> None:
        self.spec: Any = game_spec(name)
        self.learning = self.spec.family.part(LEARN)
        self.games: Batch = self.learning.batch(self.spec, PLACES, seed=5, device="cpu")
        self.experience = Experience(self.games, heads=heads)
        self.policy, self.weak = policy, weak
        self.account: list[list[Decision | None]] = []
        self.results: dict[tuple[int, ...], torch.Tensor] = {}
        """By the hands that were dealt: for every seat its win and its points."""
        # Up to where the oldest step is learnt from, and some steps on.
        self.play(self.experience.length - 1 + steps)

    def play(self, steps: int) -> None:
        games, counts = self.games, torch.tensor(self.learning.counts(self.spec))
        units = torch.tensor([self.learning.points_unit(self.spec, seat) for seat in range(self.spec.seats)])
        for _ in range(steps):
            row, action = games.legal()
            weak = games_of_side(games, self.weak)
            value = self.policy(games, row, action)
            if self.experience.best.shape[1]:
                self.experience.keep_best(value, 0, row)
            chosen = choose(value[:, 0], row, action, PLACES)
            self.experience.keep_decision(chosen, row, weak)
            legal = [tuple(sorted(action[row == place].tolist())) for place in range(PLACES)]
            seeds, moves, learns = games.deal_seed.tolist(), chosen.tolist(), (~weak).tolist()
            self.account.append(
                [(seeds[place], moves[place], legal[place]) if learns[place] and legal[place] else None
                 for place in range(PLACES)]
            )  # fmt: skip
            dealt = [tuple(hands) for hands in games.at.dealt.tolist()]
            games.play(chosen)
            self.experience.keep_results()
            for place in games.ended.nonzero()[:, 0].tolist():
                points = counts @ games.payoffs[place].float() / units
                self.results[dealt[place]] = torch.stack([games.won[place].float() * 2 - 1, points], dim=1)

    def minibatch(self, network: ValueNetwork, gamma: float = 1.0, average: ValueNetwork | None = None) -> Minibatch:
        rows = self.experience.next_rows()
        assert rows is not None
        settings = Settings("wp", PLACES, 1.0, 0.9, 0.5, gamma=gamma, temperature=0.3)
        return Minibatch(self.experience, rows, self.seat, network, average or network, settings)

    def looks(self, every: int = 5) -> Iterator[None]:
        """Steps of a whole ring, so that games are learnt from to their ends; seats take turns."""
        for _ in range(0, self.experience.length, every):
            yield
            self.play(every)

    @property
    def seat(self) -> int:
        """Whose moves are learnt from."""
        return (self.games.seat + 1) % self.spec.seats

    def learnt(self) -> list[tuple[Decision, list[Decision]] | None]:
        """The decisions that are learnt from, each with those that follow; None where there was no choice."""
        oldest = len(self.account) + 1 - self.experience.length
        found: list[tuple[Decision, list[Decision]] | None] = []
        for place, now in enumerate(self.account[oldest]):
            steps = self.account[oldest + self.spec.seats :: self.spec.seats]
            same = [then for step in steps if (then := step[place]) and now and then[0] == now[0] and len(then[2]) > 1]
            found.append((now, same) if now and len(now[2]) > 1 else None)
        return found


def by_lot(_: Batch, row: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
    del action
    return torch.rand(len(row), 2)


@pytest.mark.parametrize("name", GAMES)
def test_the_ring_finds_the_later_decisions_of_the_same_seat_and_game(name: str) -> None:
    torch.manual_seed(1)
    played = Played(name, by_lot, weak=0.3)
    seen = set()
    for _ in played.looks():
        minibatch = played.minibatch(ValueNetwork())
        later, learnt = minibatch.later, played.learnt()
        assert (minibatch.samples.weight > 0).tolist() == [decision is not None for decision in learnt]
        then = played.experience.samples(later.row, played.seat)
        row, action = played.games.legal_in(then.at, played.seat, later.exists)
        own_row, own_action = played.games.legal_in(minibatch.samples.at, played.seat, minibatch.samples.weight > 0)
        for place, decision in enumerate(learnt):
            if decision is None:
                continue
            now, follow = decision
            assert tuple(sorted(own_action[own_row == place].tolist())) == now[2]
            assert later.count[place] == len(follow)
            assert later.exists[place] == bool(follow)
            if follow:
                assert then.action[place] == follow[0][1]
                assert tuple(sorted(action[row == place].tolist())) == follow[0][2]
            assert bool((row == place).any()) == bool(follow)
            seen.add(len(follow))
    assert {0, 1, 2} < seen


class Oracle(ValueNetwork):
    """Knows what comes of every game if all play their legal move of the highest number, and that no other is good."""

    def __init__(self, results: dict[tuple[int, ...], torch.Tensor]) -> None:
        super().__init__()
        self.results = results

    def values(self, games: Batch, at: Any, seat: int, row: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        del games
        dealt = [tuple(hands) for hands in at.dealt.tolist()]
        highest = torch.zeros(len(dealt), dtype=torch.int64).scatter_reduce(0, row, action, "amax", include_self=False)
        # A game that is not over when the test ends is not learnt from.
        known = [self.results.get(hands, torch.zeros(seat + 1, 2))[seat] for hands in dealt]
        return torch.where((action == highest[row])[:, None], torch.stack(known)[row], -9.0)


def highest_number(_: Batch, row: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
    del row
    return action[:, None].float()


@pytest.mark.parametrize("name", GAMES)
def test_values_that_are_right_have_no_error_and_last_decisions_have_the_result(name: str) -> None:
    """Whatever the method; and with a discount the result counts less for every decision until the end."""
    oracle = Oracle(Played(name, highest_number, steps=120).results)

    def by_oracle(games: Batch, row: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        return oracle.values(games, games.at, games.seat, row, action)

    played = Played(name, by_oracle, heads=2)
    last = before = 0
    for _ in played.looks():
        learns, learnt = played.minibatch(oracle).samples.weight > 0, played.learnt()
        follow = torch.tensor([0 if decision is None else len(decision[1]) for decision in learnt])
        for method in ("monte_carlo", "sarsa", "dqn", "bootstrapped"):
            target = TARGETS[method](oracle)
            minibatch = played.minibatch(oracle)
            for found, result in zip(target.targets(minibatch), minibatch.results, strict=True):
                assert torch.allclose(found[learns], result[learns]), method
            assert float(target.loss(minibatch)) == pytest.approx(0, abs=1e-9)
            minibatch = played.minibatch(oracle, gamma=0.75)
            one_step = torch.where(follow > 0, 0.75, 1.0)
            discount = 0.75**follow if method == "monte_carlo" else one_step
            for found, result in zip(target.targets(minibatch), minibatch.results, strict=True):
                assert torch.allclose(found[learns], (discount * result)[learns]), method
        last += int((follow[learns] == 0).sum())
        before += int((follow[learns] > 0).sum())
    assert min(last, before) > 5


@pytest.mark.parametrize("name", GAMES)
def test_the_maximum_that_was_kept_is_that_of_the_moves_listed_again(name: str) -> None:
    """While the weights stay as they are; by a network whose heads want different moves."""
    torch.manual_seed(2)
    network = make_network("facts", game_spec(name), 0, **SMALL).requires_grad_(False)
    other = make_network("facts", game_spec(name), 0, **SMALL).requires_grad_(False)

    def by_network(games: Batch, row: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        return network.values(games, games.at, games.seat, row, action)

    played = Played(name, by_network, heads=2)
    apart = 0.0
    for _ in played.looks(every=9):
        minibatch = played.minibatch(network, gamma=0.9)
        learns = minibatch.samples.weight > 0
        kept, listed = (torch.stack([*TARGETS[name](network).targets(minibatch)]) for name in ("dqn", "bootstrapped"))
        assert torch.allclose(kept[:, learns], listed[:, learns], atol=1e-5)
        # All play their best moves, so what SARSA asks for is the maximum too, but by the average of the weights.
        sarsa = torch.stack([*TARGETS["sarsa"](network).targets(minibatch)])
        assert torch.allclose(sarsa[:, learns], listed[:, learns], atol=1e-5)
        averaged = torch.stack([*TARGETS["sarsa"](network).targets(played.minibatch(network, 0.9, average=other))])
        apart += float((averaged - sarsa)[:, learns].abs().sum())
    assert apart > 0.1


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_learnt_from_actions_that_are_held_out(name: str) -> None:
    """They are played and measured apart; with a weight they are learnt from after all."""
    torch.manual_seed(4)
    played = Played(name, by_lot, steps=2)
    number = len(played.learning.moves(played.spec))
    apart = is_held_out(torch.arange(number), 0.4)
    assert not apart[0]
    assert 0.2 < float(apart.float().mean()) < 0.6
    for weight in (0.0, 1.0):
        network = Scores(torch.randn(number, 2))
        minibatch = played.minibatch(network)
        minibatch.settings = replace(minibatch.settings, held_out=0.4, held_out_weight=weight)
        TARGETS["monte_carlo"](network).loss(minibatch).backward()  # type: ignore[no-untyped-call]
        samples = minibatch.samples
        made = samples.action[samples.weight > 0]
        learnt = (network.scores.grad != 0).any(dim=1)
        assert learnt[made[~apart[made]]].all()
        assert learnt[made[apart[made]]].all() == (weight > 0)
        assert apart[made].any()
        miss = network.scores.detach()[samples.action, 0] - samples.win
        for group, misses in zip((~apart, apart), minibatch.misses, strict=True):  # type: ignore[arg-type]
            own = miss[group[samples.action] & (samples.weight > 0)]
            assert misses.tolist() == pytest.approx([float(own.sum()), float((own**2).sum()), len(own)])


class Scores(ValueNetwork):
    """One number for each action and head, whatever the position."""

    def __init__(self, scores: torch.Tensor) -> None:
        super().__init__()
        self.scores = torch.nn.Parameter(scores)

    def values(self, games: Batch, at: Any, seat: int, row: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        del games, at, seat, row
        return self.scores[action]


@pytest.mark.parametrize("name", GAMES)
def test_a_policy_is_drawn_to_what_its_critic_prefers(name: str) -> None:
    """Its optimum is known: the softmax of the critic's values. Its gradient at the start is worked out by hand."""
    torch.manual_seed(3)
    played = Played(name, by_lot, steps=3)
    number = len(played.learning.moves(played.spec))
    actor, worth = Scores(torch.zeros(number, 2)), torch.randn(number, 2)
    target = ActorCritic(Scores(worth.clone()))
    minibatch = played.minibatch(actor)
    temperature = minibatch.settings.temperature
    learns = (minibatch.samples.weight > 0).nonzero()[:, 0].tolist()
    row, action = played.games.legal_in(minibatch.samples.at, played.seat, minibatch.samples.weight > 0)
    # All moves are alike at first, so the gradient is the share of a move times its advantage, position by position.
    by_hand = torch.zeros(number)
    for place in learns:
        moves = action[row == place]
        advantage = worth[moves, 0] - worth[moves, 0].mean()
        by_hand[moves] -= advantage / len(moves) / len(learns)
    target.loss(minibatch).backward()  # type: ignore[no-untyped-call]
    assert torch.allclose(actor.scores.grad[:, 0], by_hand, atol=1e-6)
    assert not actor.scores.grad[:, 1].any()
    # The critic learns the returns of the moves that were made, by both heads, and nothing of the others.
    made = minibatch.samples.action[learns].unique()
    critic = target.critic.scores.grad  # type: ignore[union-attr]
    assert critic[made].all()
    assert int((critic != 0).any(dim=1).sum()) == len(made)
    # One position, until nothing changes any more.
    minibatch = Minibatch(
        played.experience, minibatch.rows[learns[:1]], played.seat, actor, actor, minibatch.settings
    )  # fmt: skip
    row, action = played.games.legal_in(minibatch.samples.at, played.seat, minibatch.samples.weight > 0)
    optimizer = torch.optim.Adam(actor.parameters(), lr=0.05)
    target.critic.load_state_dict({"scores": worth})
    for _ in range(300):
        optimizer.zero_grad()
        target.loss(minibatch).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    expected = (worth[action, 0] / temperature).softmax(0)
    found = log_softmax(actor.scores[action, 0] / temperature, row, 1).exp()
    assert len(action) > 1
    assert torch.allclose(found, expected, atol=0.02)


@pytest.mark.parametrize("name", GAMES)
def test_an_oracle_sees_all_hands_and_its_values_are_mixed_with_the_results(name: str) -> None:
    """The critic learns results and nothing else; the network learns the mixture, and leaves the critic alone."""
    torch.manual_seed(6)
    played = Played(name, by_lot, steps=2)
    network = make_network("facts", played.spec, 0, **SMALL)
    target = OracleTarget(network)
    minibatch = played.minibatch(network)
    samples, place = minibatch.samples, minibatch.place
    seen = minibatch.values(target.critic, samples.at, place, samples.action)
    # Another deal of what the seat does not see changes what the critic thinks, and not what the network does.
    hands = samples.at.hands.clone()
    one, two = (played.seat + 1) % played.spec.seats, (played.seat + 2) % played.spec.seats
    swapped = [one, two] if played.spec.seats > 2 else [one]
    hands[:, swapped] = hands[:, swapped].flip(1) if len(swapped) > 1 else hands[:, swapped].flip(0)
    other = replace(samples.at, hands=hands)
    hidden = network.hidden_cards
    assert hidden.shown(samples.at, played.seat).shape == (PLACES, hidden.features)
    assert not torch.equal(hidden.shown(samples.at, played.seat), hidden.shown(other, played.seat))
    assert not torch.equal(minibatch.values(target.critic, other, place, samples.action), seen)
    trusted = 0
    for asked, left, weights in ((0.0, 1.0, 1.0), (0.5, 0.5, 1.0), (1.0, 1.0, 1.0), (1.0, 0.0, 1.0), (0.5, 1.0, 100.0)):
        share = asked * left
        target.fade(left)
        minibatch = played.minibatch(network)
        minibatch.settings = replace(minibatch.settings, oracle=asked)
        with torch.no_grad():
            network.heads.weight *= weights  # a network that is far from the results
        network.zero_grad()
        target.zero_grad()
        loss = target.loss(minibatch)
        loss.backward()  # type: ignore[no-untyped-call]
        found = [parameter.grad.clone() for parameter in network.parameters()]
        of_critic = [parameter.grad.clone() for parameter in target.critic.parameters()]
        value = minibatch.learnt_values(place, samples.action)
        critics = minibatch.squared_error(seen, minibatch.results).item()
        if critics >= minibatch.squared_error(value, minibatch.results).item():  # it knows no more than the network
            share = 0.0
        trusted += share > 0
        wanted = [
            (1 - share) * result + share * seen[:, head].detach() for head, result in enumerate(minibatch.results)
        ]
        network.zero_grad()
        target.zero_grad()
        expected = minibatch.squared_error(value, wanted)
        expected.backward()  # type: ignore[no-untyped-call]
        for gradient, parameter in zip(found, network.parameters(), strict=True):
            assert torch.allclose(gradient, parameter.grad, rtol=1e-4, atol=1e-6)
        again = minibatch.squared_error(
            minibatch.values(target.critic, samples.at, place, samples.action), minibatch.results
        )
        again.backward()  # type: ignore[no-untyped-call]
        for gradient, parameter in zip(of_critic, target.critic.parameters(), strict=True):
            assert torch.allclose(gradient, parameter.grad, atol=1e-6)
        assert loss.item() == pytest.approx(expected.item() + again.item(), rel=1e-5)
        assert float(minibatch.critic_error) == pytest.approx(again.item(), rel=1e-5)  # type: ignore[arg-type]
    assert trusted
