"""Play-out networks of trick games in the core beside the same on torch: features, values, whole games, bit for bit."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from paiyou.games.dealing import random_word  # noqa: E402
from paiyou.games.family import NEURAL  # noqa: E402
from paiyou.games.game import Game  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.games.trick_history import TrickHistory  # noqa: E402
from paiyou.learn.distillation.playout_network import PlayoutNetwork  # noqa: E402
from paiyou.learn.trick.batched_game import TrickBatch  # noqa: E402
from paiyou.learn.trick.device_playouts import DevicePlayouts  # noqa: E402
from paiyou.models.playout_networks import UNIT  # noqa: E402
from playout_networks import core_of, file_of, random_networks  # noqa: E402
from positions import reach  # noqa: E402
from trick_batches import ODD_GAMES, shares, steps_beside_the_engine  # noqa: E402

NAMES = [
    "gongzhu", "gongzhu:partners=on,ha_doubles=card", "gongzhu:must_lead_c2=on,pig_flip=full,expose=off", "four-card"
]  # fmt: skip
GAMES = [*map(paiyou.game, NAMES), *ODD_GAMES]
named = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def names_of(game: Game) -> list[str]:
    return [*game.spec.cards, *game.spec.exposure_moves]


def compare(core: Any, network: PlayoutNetwork, batch: Any, states: list[Any], number_of: dict[str, int]) -> int:
    """Features and values of all decisions of a step; how many those are."""
    row, action = batch.legal()
    encoded = network.features.encoder.encode(batch, batch.at, batch.seat, row, action, torch.float32)
    state, move = network.features(*encoded, row)
    with torch.no_grad():
        value = (network.values(batch, batch.at, batch.seat, row, action)[:, 0] * UNIT).long()
    assert {*state.unique().tolist(), *move.unique().tolist()} <= {0.0, 1.0}
    places = batch.active.nonzero()[:, 0].tolist()
    for place in places:
        view = states[place].view(states[place].turn)
        of_state, of_moves = core.features(view)
        assert sorted(of_state) == state[place].nonzero()[:, 0].tolist()
        pairs = {int(action[at]): at for at in (row == place).nonzero()[:, 0].tolist()}
        assert [number_of[text] for text, _ in of_moves] == list(pairs)
        for text, of_move in of_moves:
            expected = move[pairs[number_of[text]]].nonzero()[:, 0] + state.shape[1]
            assert sorted(of_move) == expected.tolist()
        found = {number_of[text]: number for text, number in core.values(view)}
        assert found == {number: int(value[at]) for number, at in pairs.items()}
    return len(places)


@named
def test_features_and_values_are_those_of_torch(game: Game) -> None:
    (network,) = random_networks(game.spec)
    core = core_of(game, [network])
    number_of = {text: number for number, text in enumerate(names_of(game))}
    batch = TrickBatch(game.spec, 4, seed=5)
    states = [game.deal(seed=5 + place) for place in range(4)]
    looked = 0
    for _ in islice(steps_beside_the_engine(game, batch, states, seed=3), 110):
        looked += compare(core, network, batch, states, number_of)
    assert looked > 100


class SetUp(DevicePlayouts):
    """Sets games up, which no model is needed for."""

    def __init__(self, game: Game) -> None:
        super(DevicePlayouts, self).__init__(game.spec, [], torch.device("cpu"))
        self._history = TrickHistory(game.spec)


def test_games_from_given_hands_are_told_alike() -> None:
    game = paiyou.game("gongzhu")
    (network,) = random_networks(game.spec)
    core = core_of(game, [network])
    number_of = {text: number for number, text in enumerate(names_of(game))}
    hands = [["HA", "H3", "SQ", "C4"], ["H4", "S2", "S3", "D5"], ["CT", "C2", "D6", "D7"], ["DJ", "H9", "ST", "SK"]]
    for start in (
        {"turn": 1, "exposed": ["SQ"]},
        {"turn": 2, "last": (1, "S3"), "exposed": ["SQ", "DJ"]},
    ):
        given = [[card for card in hand if card != "S3" or "last" not in start] for hand in hands]
        state: Any = game.start(given, **start)
        for _ in range(5):
            assert compare(core, network, SetUp(game).game_of(state.view(state.turn)), [state], number_of) == 1
            state.play(state.moves()[-1])


def chosen(core: Any, state: Any, number_of: dict[str, int]) -> str:
    """The reference: the move of the highest value, of equal ones that with the highest number."""
    found = core.values(state.view(state.turn))
    best: str = max(found, key=lambda entry: (entry[1], number_of[entry[0]]))[0]
    return best


@named
def test_sums_that_follow_the_cards_are_those_computed_anew(game: Game) -> None:
    core = core_of(game, random_networks(game.spec, seed=3))
    number_of = {text: number for number, text in enumerate(names_of(game))}
    for seed in range(4):
        state = reach(game, seed, 3 * seed)
        if state.over:
            continue
        for move in core.play_out(state):
            assert move == chosen(core, state, number_of)
            state.play(move)
        assert state.over


@named
def test_play_outs_follow_a_reference_in_python(game: Game) -> None:
    core = core_of(game, random_networks(game.spec, seed=6))
    number_of = {text: number for number, text in enumerate(names_of(game))}
    spec = game.spec
    for seed in (8, 9):
        state = reach(game, seed, 3)
        view = state.view(state.turn)
        tried = view.moves()[-2:]
        won: list[list[float]] = []
        points: list[list[int]] = []
        for move in tried:
            won.append([])
            points.append([])
            for deal in range(5, 9):
                end = view.sample(random_word(77, deal))
                end.play(move)
                while not end.over:
                    end.play(chosen(core, end, number_of))
                won[-1].append(2 * shares(end.payoffs, spec.teams)[view.seat] - 1)
                own = [1 if spec.teams[seat] == spec.teams[view.seat] else -1 for seat in range(spec.seats)]
                if not spec.has_partners:
                    own = [int(seat == view.seat) for seat in range(spec.seats)]
                points[-1].append(sum(sign * paid for sign, paid in zip(own, end.payoffs, strict=True)))
        assert core.play_outs(view, tried, 5, 4, seed=77, points=True).tolist() == points
        assert np.allclose(core.play_outs(view, tried, 5, 4, seed=77), won)


def test_deals_that_are_given_are_played_out() -> None:
    game = paiyou.game("gongzhu")
    core = core_of(game, random_networks(game.spec, seed=4))
    view = reach(game, 3, 20).view(reach(game, 3, 20).turn)
    deals = [(view.sample(seed), 1.0 + seed) for seed in range(3)]
    tried = view.moves()[:2]
    possible = []
    for deal, _ in deals:
        ends = []
        for move in tried:
            end = deal.copy()
            end.play(move)
            for answer in core.play_out(end):
                end.play(answer)
            ends.append(float(end.payoffs[view.seat]))
        possible.append(tuple(ends))
    results = core.play_outs(view, tried, 0, 40, seed=9, points=True, deals=deals)
    assert {tuple(column) for column in results.T.tolist()} == set(possible)


def test_a_network_that_was_taught_with_exposures_plays_without() -> None:
    """Its rows for exposed cards are never used there; points are those of the rules that are played."""
    file = file_of(game_spec("gongzhu"), random_networks(game_spec("gongzhu")))
    game = paiyou.game("gongzhu:expose=off")
    core = game.family.part(NEURAL).playouts(game, file)
    state: Any = game.deal(1)
    line = core.play_out(state)
    assert len(line) == len(game.spec.cards)
    assert not any(move.startswith("expose") for move in line)
    quiet: Any = paiyou.game("gongzhu").deal(1)
    for _ in range(4):
        quiet.play("expose none")
    assert core_of("gongzhu", random_networks(game_spec("gongzhu"))).play_out(quiet) == line


def test_what_does_not_fit_is_refused() -> None:
    gongzhu, four = paiyou.game("gongzhu"), paiyou.game("four-card")
    file = file_of(four.spec, random_networks(four.spec))
    with pytest.raises(ValueError, match="features, and this game has"):
        gongzhu.family.part(NEURAL).playouts(gongzhu, file)
    with pytest.raises(ValueError, match="told who exposes 'X2', which is no card here"):
        gongzhu.family.part(NEURAL).playouts(gongzhu, replace(file, names=("X2",)))
    with pytest.raises(ValueError, match="plays all seats"):
        four.family.part(NEURAL).playouts(four, replace(file, positions=file.positions * 4))
    core = core_of(gongzhu, random_networks(gongzhu.spec))
    with pytest.raises(ValueError, match="another game"):
        core.values(four.deal(1).view(0))
    state: Any = gongzhu.deal(1)
    with pytest.raises(ValueError, match="not to move"):
        core.values(state.view((state.turn + 1) % 4))
    for move in core.play_out(state):
        state.play(move)
    with pytest.raises(ValueError, match="nothing to play"):
        core.play_out(state)
