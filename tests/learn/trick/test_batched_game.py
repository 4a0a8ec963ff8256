"""The batch of trick games against the C++ engine, move for move and score for score."""

from __future__ import annotations

import dataclasses
import random
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("torch")

import torch

import paiyou
from paiyou.games.game import Game
from paiyou.games.registry import game_spec
from paiyou.games.trick_spec import RANKS, Exposure
from paiyou.learn.trick.batched_game import TrickBatch
from patience import PATIENCE
from trick_batches import (
    EVERY_GONGZHU,
    ODD_GAMES,
    batch_from,
    facts_of_view,
    random_actions,
    sets_of,
    steps_beside_the_engine,
)

LISTED = ["gongzhu", "gongzhu:expose=off", "gongzhu:must_lead_c2=on,partners=on", "four-card"]
GAMES = [*map(paiyou.game, LISTED), *ODD_GAMES]
named = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


WHERE = "cuda" if torch.cuda.is_available() else "cpu"
"""Where long tests have the batch: on a GPU its kernels are what is compared with the engine."""


def play_beside_the_engine(game: Game, games: int, until: int, look: int = 1, device: str = "cpu") -> None:
    """Until so many games are over; at every `look`-th step facts are compared too."""
    batch = TrickBatch(game.spec, games, seed=11, device=device)
    states = [game.deal(seed=11 + place) for place in range(games)]
    for step, _ in enumerate(steps_beside_the_engine(game, batch, states, seed=3)):
        if step % look == 0:
            compare_facts(batch, states)
        if batch.episode.sum() >= until:
            break


def compare_facts(batch: TrickBatch, states: list[Any]) -> None:
    facts, _ = batch.network_inputs(batch.at, batch.seat, *batch.legal())
    columns = sets_of(facts)
    for row in batch.active.nonzero()[:, 0].tolist():
        expected = facts_of_view(batch.spec, states[row].view(states[row].turn), int(batch.opener[row]))
        assert {name: values[row] for name, values in columns.items()} == expected


@named
def test_every_trick_game_is_the_engine_s(game: Game) -> None:
    play_beside_the_engine(game, games=16, until=24)


@pytest.mark.parametrize("name", EVERY_GONGZHU)
def test_every_option_is_the_engine_s(name: str) -> None:
    play_beside_the_engine(paiyou.game(name), games=4, until=4, look=7)


@pytest.mark.long
@pytest.mark.parametrize("name", EVERY_GONGZHU)
def test_ten_thousand_games_are_the_engine_s(name: str) -> None:
    play_beside_the_engine(paiyou.game(name), games=100, until=210, device=WHERE)  # in 48 ways


@pytest.mark.long
@pytest.mark.parametrize("game", [*GAMES[:3], *ODD_GAMES], ids=lambda game: game.name)
def test_ten_thousand_games_of_each_are_the_engine_s(game: Game) -> None:
    play_beside_the_engine(game, games=1000, until=10_000, look=9, device=WHERE)


def grand_deal(rng: random.Random) -> list[list[str]]:
    """A deal whose opener can take all hearts: he has all but one of them, and the two of clubs."""
    spec = game_spec("gongzhu")
    missing = "H" + rng.choice(RANKS[:5])
    hand = [card for card in spec.cards if (card[0] == "H" and card != missing) or card == "C2"]
    rest = [card for card in spec.cards if card not in hand]
    rng.shuffle(rest)
    return [hand, rest[:13], rest[13:26], rest[26:]]


@pytest.mark.parametrize("name", [name for name in EVERY_GONGZHU if "expose=on" in name and "must_lead_c2=off" in name])
def test_whole_sets_score_as_in_the_engine(name: str) -> None:
    """Games of chance hardly ever see all hearts or all sixteen cards taken by one."""
    game, rng = paiyou.game(name), random.Random(5)
    states = [game.start(grand_deal(rng), turn=0) for _ in range(40)]
    batch = TrickBatch(game.spec, len(states), seed=0)
    for row, state in enumerate(states):
        for place, hand in enumerate(state.hands):
            batch.at.hands[row, place] = batch.at.dealt[row, place] = sum(1 << game.spec.number(card) for card in hand)
    batch.opener[:] = 0
    ends = [[0] for _ in states]
    for _ in steps_beside_the_engine(game, batch, states, seed=1):
        for row in batch.ended.nonzero()[:, 0].tolist():
            ends[row] += batch.payoffs[row].abs().tolist()
        if (batch.episode > 0).all():
            break
    assert max(map(max, ends)) >= 200


@named
def test_hidden_hands_do_not_matter(game: Game) -> None:
    """Deals that agree with all that a seat knows give the same tensors."""
    rng = random.Random(7)
    different = 0
    for seed in range(30):
        state = game.deal(seed=seed)
        opener = state.turn
        for _ in range(rng.randrange(game.seats * (game.spec.hand_size + 1))):
            if not state.over:
                state.play(rng.choice(state.moves()))
        if state.over:
            continue
        view = state.view(state.turn)
        twins = [state, *(view.sample(draw) for draw in range(6))]
        batch = batch_from(game.spec, twins, opener)
        assert (batch.seat + opener) % game.seats == view.turn
        row, action = batch.legal()
        moves = [action[row == place].tolist() for place in range(len(twins))]
        assert all(own == moves[0] for own in moves)
        facts, told = batch.network_inputs(batch.at, batch.seat, row, action)
        for field in dataclasses.fields(facts):
            values = getattr(facts, field.name)
            assert (values == values[:1]).all(), field.name
        for values in (told.card, told.exposes):
            assert all(torch.equal(values[row == place], values[row == 0]) for place in range(len(twins)))
        assert {name: values[0] for name, values in sets_of(facts).items()} == facts_of_view(game.spec, view, opener)
        different += len({tuple(map(tuple, twin.hands)) for twin in twins}) > 1
    assert different >= 2


@named
def test_moves_are_told_by_their_cards(game: Game) -> None:
    batch = TrickBatch(game.spec, 50, seed=1)
    generator = torch.Generator().manual_seed(1)
    cards, exposable = len(game.spec.cards), len(game.spec.exposures)
    for _ in range(3 * game.seats):
        row, action = batch.legal()
        _, moves = batch.network_inputs(batch.at, batch.seat, row, action)
        assert torch.equal(moves.decision, row)
        assert moves.card.shape == (len(row), cards)
        assert moves.exposes.shape == (len(row), max(exposable, 1))
        for place, number in enumerate(action.tolist()):
            shown = max(number - cards, 0)
            assert moves.card[place].nonzero().flatten().tolist() == ([number] if number < cards else [])
            assert moves.exposes[place].tolist() == [shown >> bit & 1 for bit in range(max(exposable, 1))]
        batch.play(random_actions(row, action, 50, generator))


@named
def test_it_goes_on_from_a_checkpoint(game: Game) -> None:
    generator = torch.Generator().manual_seed(3)
    batch = TrickBatch(game.spec, 40, seed=2)
    other = TrickBatch(game.spec, 40, seed=77)
    for step in range(4 * game.seats * (game.spec.hand_size + 1)):
        if step == 3 * game.seats + 1:
            kept = {name: value.clone() for name, value in batch.state().items() if isinstance(value, torch.Tensor)}
            columns = {name: value.clone() for name, value in vars(batch.at).items()}
            other.load({"seat": batch.seat, **kept, "at": columns})
        row, action = batch.legal()
        chosen = random_actions(row, action, 40, generator)
        batch.play(chosen)
        if step >= 3 * game.seats + 1:
            assert all(map(torch.equal, other.legal(), (row, action)))
            other.play(chosen)
            state, twin = batch.state(), other.state()
            assert state.pop("seat") == twin.pop("seat")
            columns, others = state.pop("at"), twin.pop("at")
            assert {*state} == {"deal_seed", "episode", "payoffs", "won", "ended", "turn", "opener"}
            assert all(torch.equal(value, twin[name]) for name, value in state.items())
            assert all(torch.equal(value, others[name]) for name, value in columns.items())
    assert batch.episode.min() >= 1


@named
def test_a_kept_position_tells_the_same(game: Game) -> None:
    """Columns fit into the smaller numbers that the ring of experience keeps."""
    batch = TrickBatch(game.spec, 60, seed=4)
    generator = torch.Generator().manual_seed(4)
    for _ in range(game.seats * (game.spec.hand_size + 1)):
        row, action = batch.legal()
        kept = {name: value.to(batch.at.kept.get(name, value.dtype)) for name, value in vars(batch.at).items()}
        facts, _ = batch.network_inputs(batch.at, batch.seat, row, action)
        again, _ = batch.network_inputs(type(batch.at)(**kept), batch.seat, row, action)
        assert all(torch.equal(getattr(facts, name), getattr(again, name)) for name in vars(facts))
        batch.play(random_actions(row, action, 60, generator))


CHANGES = [
    ({"teams": (0, 0, 1, 1)}, "the teams of gongzhu differ with the seat that opens"),
    ({"cards": tuple(a + b for a in "HSCD" for b in RANKS + "xyz"), "hand_size": 16}, "has room for 1 to 63"),
    ({"suits": "HSCDefghi"}, "has 9 suits; a batch has room for 8"),
    ({"suits": "SHCD"}, "must be sorted suit by suit"),
    ({"exposures": tuple(Exposure(card) for card in range(9))}, "lets 9 cards be exposed; a batch has room for 8"),
    ({"exposures": (Exposure(1), Exposure(1))}, "must be different cards of its deck"),
    ({"exposures": (Exposure(52),)}, "must be different cards of its deck"),
    ({"hand_size": 14}, "deals 14 cards to each seat; it has 52 for 4"),
    ({"hand_size": 12}, "has a card that leads: every card must be dealt"),
    ({"lead_card": None, "must_lead_card": True}, "names no card that must be led"),
    ({"open_cards": (tuple(range(14)), (), (), ())}, "has more open cards than go into a hand"),
]


@pytest.mark.parametrize(("change", "sentence"), CHANGES)
def test_what_cannot_be_is_refused(change: dict[str, Any], sentence: str) -> None:
    spec = dataclasses.replace(game_spec("gongzhu"), **change)
    with pytest.raises(ValueError, match=sentence):
        TrickBatch(spec, 4, seed=1)


def test_there_must_be_a_game() -> None:
    with pytest.raises(ValueError, match="the number of games must be at least 1, not 0"):
        TrickBatch(game_spec("gongzhu"), 0, seed=1)


WITHOUT_CORE = """
import sys
sys.modules["paiyou._core"] = None  # whoever imports the core fails
import torch
from paiyou.games.registry import game_spec
from paiyou.learn.trick.batched_game import TrickBatch
games = TrickBatch(game_spec("gongzhu:partners=on"), 8, seed=1)
for _ in range(120):
    row, action = games.legal()
    games.network_inputs(games.at, games.seat, row, action)
    chosen = torch.zeros(8, dtype=torch.int64)
    chosen[row] = action
    games.play(chosen)
print(games.episode.tolist())
"""


def test_it_needs_no_compiled_core() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_CORE], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str([1] * 8)


def test_in_quiet_games_nothing_is_exposed() -> None:
    games = TrickBatch(game_spec("gongzhu"), 2000, seed=1, quiet=0.3)
    quiet = games.at.speaking == 0
    assert 0.25 < float(quiet.float().mean()) < 0.35
    row, action = games.legal()
    assert ((action < 52) == quiet[row]).all()
    with pytest.raises(ValueError, match="nothing is exposed in gongzhu:expose=off; leave quiet out"):
        TrickBatch(game_spec("gongzhu:expose=off"), 4, seed=1, quiet=0.3)
    with pytest.raises(ValueError, match="quiet is a share of the games"):
        TrickBatch(game_spec("gongzhu"), 4, seed=1, quiet=3)
