"""The network of Wu et al. 2022: its features are those of Table 4, its values those of public knowledge."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import onnx  # noqa: E402
import onnxruntime  # noqa: E402

import paiyou  # noqa: E402
from paiyou.agents.neural.trick_facts import TrickFactsReader  # noqa: E402
from paiyou.games.family import LEARN  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.dmc.arguments import Arguments  # noqa: E402
from paiyou.learn.dmc.trainer import train  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs.export import export, export_run  # noqa: E402
from paiyou.learn.trick.batched_game import TrickBatch  # noqa: E402
from paiyou.learn.trick.paper_encoder import PaperEncoder  # noqa: E402
from paiyou.learn.trick.paper_network import PaperNetwork  # noqa: E402
from trick_batches import ODD_GAMES, batch_from, random_actions  # noqa: E402

SPEC = game_spec("gongzhu")
TABLE_4 = {"others": 52, "taken": 4 * 52, "exposed": 4 * 4, "played": 3 * 52, "trick": 52, "hand": 52}
"""Rows of the state but the history, and the own hand, which the table leaves out."""


def network_of(spec, seed: int = 0) -> PaperNetwork:
    torch.manual_seed(seed)
    return PaperNetwork(spec).eval()


def batch_after(spec, steps: int, games: int = 24, seed: int = 1) -> TrickBatch:
    batch, generator = TrickBatch(spec, games, seed=seed), torch.Generator().manual_seed(seed)
    for _ in range(steps):
        batch.play(random_actions(*batch.legal(), games, generator))
    return batch


def test_its_features_are_those_of_table_4() -> None:
    encoder = PaperEncoder(SPEC)
    assert encoder.state_size == sum(TABLE_4.values()) == 484 + 52
    batch = batch_after(SPEC, 30)
    facts, moves = batch.network_inputs(batch.at, batch.seat, *batch.legal())
    assert encoder.state(facts).shape == (24, 536)
    assert encoder.history(facts).shape == (24, 13, 208)
    assert encoder.moves(moves).shape == (len(moves.card), 52)
    assert encoder.exposes(moves).shape == (len(moves.card), 4)


@pytest.mark.parametrize("plies", [0, 2, 4, 11, 25, 50])
def test_they_say_what_the_state_says(plies: int) -> None:
    game, encoder, rng = paiyou.game("gongzhu"), PaperEncoder(SPEC), random.Random(plies)
    for seed in range(5):
        state = game.deal(seed)
        opener, exposed = state.turn, {seat: [] for seat in range(4)}
        for _ in range(plies):
            seat, move = state.turn, rng.choice(state.moves())
            exposed[seat] += move.split()[1:] if move.startswith("expose") else []
            state.play(move)
        me = state.turn
        around = [(me + step) % 4 for step in range(4)]
        played = [(seat, card) for seat, card in state.history if card in SPEC.cards]

        def row(cards):
            return [float(card in cards) for card in SPEC.cards]

        shown = [SPEC.cards[exposure.card] for exposure in SPEC.exposures]
        expected = row([card for seat in around[1:] for card in state.hands[seat]])
        for seat in around:
            expected += row(state.taken[seat])
        expected += [float(card in exposed[seat]) for seat in around for card in shown]
        for seat in around[1:]:
            expected += row([card for who, card in played if who == seat])
        expected += row([card for _, card in played[len(played) // 4 * 4 :]])
        expected += row(state.hands[me])
        batch = batch_from(SPEC, [state], opener)
        facts, _ = batch.network_inputs(batch.at, batch.seat, *batch.legal())
        assert encoder.state(facts)[0].tolist() == expected
        tricks = encoder.history(facts)[0].reshape(13, 4, 52)
        assert tricks.sum() == len(played)
        for number, (seat, card) in enumerate(played):
            assert tricks[number // 4, around.index(seat), SPEC.cards.index(card)] == 1
        if state.exposing:
            told = row(state.hands[me]) + [float((me - opener) % 4 == place) for place in range(4)]
            told += [float(card in exposed[seat]) for seat in around[1:] for card in shown]
            assert encoder.exposing_state(facts)[0].tolist() == told


def test_it_has_six_layers_of_512_and_a_network_for_each_place() -> None:
    learning = SPEC.family.part(LEARN)
    assert learning.networks("paper", SPEC) == 4
    assert learning.networks("facts", SPEC) == 1
    network = make_network("paper", SPEC, 0)
    playing = network.playing
    shapes = [tuple(layer.weight.shape) for layer in (playing.first, *playing.between, playing.last)]
    assert shapes == [(512, 128 + 536 + 52), *[(512, 512)] * 4, (1, 512)]
    assert network.lstm.input_size == 208
    assert network.exposing.first.weight.shape[1] == 52 + 4 + 3 * 4 + 4
    with pytest.raises(ValueError, match="the network paper has the sizes of the paper; leave out width"):
        make_network("paper", SPEC, 0, width=64)


@pytest.mark.parametrize("game", [paiyou.game("gongzhu"), paiyou.game("gongzhu:expose=off"), *ODD_GAMES], ids=str)
def test_hidden_hands_swapped_give_the_same_values(game) -> None:
    network, rng, swapped = network_of(game.spec), random.Random(3), 0
    for seed in range(12):
        state = game.deal(seed)
        opener = state.turn
        for _ in range(rng.randrange(game.seats * (game.spec.hand_size + 1))):
            if not state.over:
                state.play(rng.choice(state.moves()))
        if state.over:
            continue
        view = state.view(state.turn)
        twins = [state, *(view.sample(draw) for draw in range(4))]
        batch = batch_from(game.spec, twins, opener)
        row, action = batch.legal()
        with torch.no_grad():
            values = network.values(batch, batch.at, batch.seat, row, action)
        for place in range(1, len(twins)):
            torch.testing.assert_close(values[row == place], values[row == 0])
        swapped += any(twin.hands != state.hands for twin in twins)
    assert swapped > 0


def test_only_what_is_asked_for_is_looked_at() -> None:
    """In self-play some games wait; the others have the values that they have among all of them."""
    network, batch = network_of(SPEC), batch_after(SPEC, 29)
    row, action = batch.legal()
    assert 0 < len(row.unique()) < batch.number
    with torch.no_grad():
        found = network.values(batch, batch.at, batch.seat, row, action)
        assert network.values(batch, batch.at, batch.seat, row[:0], action[:0]).shape == (0, 1)
    among_all = network(*batch.network_inputs(batch.at, batch.seat, row, action))
    torch.testing.assert_close(found, among_all.detach())
    assert found.std() > 0


@pytest.mark.parametrize(("steps", "exposing"), [(2, True), (9, False)])
def test_exposing_has_a_network_of_its_own(steps: int, exposing: bool) -> None:
    network, batch = network_of(SPEC), batch_after(SPEC, steps)
    values = network(*batch.network_inputs(batch.at, batch.seat, *batch.legal()))
    values.sum().backward()

    def moved(part) -> bool:
        return all(weights.grad is not None and weights.grad.abs().sum() > 0 for weights in part.parameters())

    def still(part) -> bool:
        return all(weights.grad is None or weights.grad.abs().sum() == 0 for weights in part.parameters())

    asked, other = network.exposing, network.playing
    assert moved(asked if exposing else other)
    assert still(other if exposing else asked)
    assert (still if exposing else moved)(network.lstm)


def test_the_lstm_by_hand_is_torch_s() -> None:
    """On a GPU it is written out step by step."""
    from paiyou.learn.nets.lstm import last_output, step_by_step

    lstm, sequence = torch.nn.LSTM(208, 128, batch_first=True), torch.rand(5, 13, 208)
    torch.testing.assert_close(step_by_step(lstm, sequence), last_output(lstm, sequence))


@pytest.mark.parametrize("name", ["gongzhu", "gongzhu:expose=off,partners=on"])
def test_an_exported_network_gives_the_same_values(name: str, tmp_path: Path) -> None:
    game = paiyou.game(name)
    networks = [network_of(game.spec, seed) for seed in range(4)]
    export(tmp_path / "m", networks, game.spec, "adp")
    asked = {given.name for given in onnx.load(tmp_path / "m" / "0.onnx").graph.input}
    assert "history" in asked
    assert not asked & {"may_hold", "led_suits", "left"}
    agent = paiyou.agent(f"dmc:model={tmp_path / 'm'}", game)
    unit = game.spec.family.part(LEARN).points_unit(game.spec, 0)
    rng, places = random.Random(1), set()
    for seed in range(4):
        state = game.deal(seed)
        opener = state.turn
        while not state.over:
            if rng.random() < 0.2:
                batch = batch_from(game.spec, [state], opener)
                row, action = batch.legal()
                with torch.no_grad():
                    values = networks[batch.seat].values(batch, batch.at, batch.seat, row, action)[:, 0] * unit
                names = [*game.spec.cards, *game.spec.exposure_moves]
                expected = {
                    names[number]: value for number, value in zip(action.tolist(), values.tolist(), strict=True)
                }
                found = {move: value for move, value, _ in agent.evaluate(state.view(state.turn))}
                assert found == pytest.approx(expected, abs=1e-3)
                places.add(batch.seat)
            state.play(rng.choice(state.moves()))
    assert len(places) == 4


def test_networks_of_ours_ask_for_no_history(tmp_path: Path) -> None:
    network = make_network("facts", SPEC, 0, width=8, state_width=8, depth=1)
    export(tmp_path / "m", [network], SPEC, "adp")
    session = onnxruntime.InferenceSession(str(tmp_path / "m" / "0.onnx"), providers=["CPUExecutionProvider"])
    told = set(TrickFactsReader(SPEC, [exposure.card for exposure in SPEC.exposures]).inputs)
    assert {given.name for given in session.get_inputs()} == told - {"history"}
    assert not paiyou.match("gongzhu", f"dmc:model={tmp_path / 'm'}", "random", deals=1, seed=1, cores=1).forfeits


@pytest.mark.parametrize(
    ("game", "objective"),
    [("gongzhu", "adp"), pytest.param("gongzhu:partners=on,expose=off", "wp", marks=pytest.mark.long)],
)
def test_a_run_learns_and_becomes_a_player(game: str, objective: str, tmp_path: Path) -> None:
    """With the settings of the paper's Table 5."""
    run, model = tmp_path / "run", tmp_path / "model"
    train(
        Arguments(
            game=game, objective=objective, network="paper", games=8, minibatch=8, frames=900, device="cpu",
            folder=str(run), learning_rate=1e-4, final_rate=1.0, epsilon=1e-5, temperature=0.0, evaluation_deals=2,
            checkpoint_every=0, log_every=1000.0,
        )
    )  # fmt: skip
    log = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
    # A slow machine writes several lines, and a place may have learnt nothing between two of them.
    by_place = zip(*(line["losses"] for line in log if line["event"] == "progress"), strict=True)
    learnt = [[loss for loss in losses if loss is not None] for losses in by_place]
    assert len(learnt) == 4
    assert all(losses and min(losses) > 0 for losses in learnt)
    export_run(run, model, "int8")
    assert sorted(path.name for path in model.iterdir()) == ["0.onnx", "1.onnx", "2.onnx", "3.onnx", "card.json"]
    result = paiyou.match(game, f"dmc:model={model}", "random", deals=2, seed=1, cores=1)
    assert result.to_json()["deals"] == 2
    assert not result.forfeits
