"""Play-outs of one decision of a trick game on a device: facts, legal moves and ends are the engine's."""

from __future__ import annotations

import pickle
import random
from dataclasses import fields, replace

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

import paiyou  # noqa: E402
from paiyou.agents.neural.trick_facts import OF_A_STATE, TrickFactsReader  # noqa: E402
from paiyou.games.game import Game  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.games.trick_history import TrickHistory  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs.export import export  # noqa: E402
from paiyou.learn.selfplay.lookahead import AT_ONCE  # noqa: E402
from paiyou.learn.trick.batched_game import TrickBatch  # noqa: E402
from paiyou.learn.trick.device_playouts import DevicePlayouts  # noqa: E402
from paiyou.learn.trick.redealt_batch import ContinuedBatch  # noqa: E402
from positions import reach  # noqa: E402
from trick_batches import ODD_GAMES, batch_from, shares  # noqa: E402

NAMES = ["gongzhu", "gongzhu:partners=on", "gongzhu:must_lead_c2=on,ha_doubles=card", "gongzhu:expose=off", "four-card"]


@pytest.fixture(scope="module")
def model_of(tmp_path_factory):
    """Models with a tiny network that has learnt nothing, by game and objective."""
    made = {}

    def model(name, objective="wp"):
        if (name, objective) not in made:
            folder, spec = tmp_path_factory.mktemp("models") / "tiny", game_spec(name)
            torch.manual_seed(2)
            export(folder, [make_network("facts", spec, 0, width=24, state_width=40, depth=1)], spec, objective)
            made[name, objective] = folder
        return made[name, objective]

    return model


class WithoutNetworks(DevicePlayouts):
    """Sets games up, which no model is needed for; for games that are in no list."""

    def __init__(self, game):
        super(DevicePlayouts, self).__init__(game.spec, [], torch.device("cpu"))
        self._history = TrickHistory(game.spec)


def states(game, number=8, start=0):
    """Positions of games, exposing and card play, one every few moves."""
    step = max(1, (game.seats * (game.spec.hand_size + bool(game.spec.exposures))) // number)
    found = [reach(game, start + seed, step * seed) for seed in range(number)]
    return [state for state in found if not state.over]


def moves_of(spec):
    return [*spec.cards, *spec.exposure_moves]


def assert_told(playouts, reader, view):
    """Legal moves and facts of the batch, beside the engine and what a player's network is told."""
    batch = playouts.game_of(view)
    row, action = batch.legal()
    names = moves_of(batch.spec)
    assert [names[number] for number in action.tolist()] == sorted(view.moves(), key=names.index)
    told, (facts, _) = reader.read(view, view.moves()), batch.network_inputs(batch.at, batch.seat, row, action)
    for fact in OF_A_STATE:
        assert getattr(facts, fact).tolist() == told[fact].tolist(), fact
    return batch


@pytest.mark.parametrize("game", [*map(paiyou.game, NAMES), *ODD_GAMES], ids=lambda game: game.name)
def test_the_position_is_that_of_a_game_that_was_played_to_there(game):
    """And so it goes on to the end: every column beside the batch that was played from the deal, at every step."""
    spec, playouts = game.spec, WithoutNetworks(game)
    reader = TrickFactsReader(spec, [exposure.card for exposure in spec.exposures])
    seen = set()
    for number, state in enumerate(states(game, 10)):
        seen.add(state.exposing)
        view = state.view(state.turn)
        opener = state.history[0][0] if state.history else state.turn
        deals = [state, view.sample(1), view.sample(2)]
        played = batch_from(spec, deals, opener)
        batch = ContinuedBatch(assert_told(playouts, reader, view), torch.zeros(3, dtype=torch.int64))
        batch.hold(*playouts._held(view, deals))
        random.seed(number)
        over = torch.zeros(3, dtype=torch.bool)
        ends = [deal.copy() for deal in deals]
        while not over.all():
            assert batch.seat == played.seat
            assert batch.active.tolist() == (played.active & ~over).tolist()
            row, action = batch.legal()
            there = ~over[played.legal()[0]]
            assert row.tolist() == played.legal()[0][there].tolist()
            assert action.tolist() == played.legal()[1][there].tolist()
            mine, theirs = (games.network_inputs(games.at, games.seat, row, action)[0] for games in (batch, played))
            for field in fields(mine):
                one, other = getattr(mine, field.name)[batch.active], getattr(theirs, field.name)[batch.active]
                assert torch.equal(one.long(), other.long()), field.name
            chosen = torch.zeros(3, dtype=torch.int64)
            for place in range(3):
                legal = action[row == place].tolist()
                if legal:
                    chosen[place] = random.choice(legal)
                    ends[place].play(moves_of(spec)[int(chosen[place])])
            batch.play(chosen)
            played.play(chosen)
            over |= batch.ended
            for place in batch.ended.nonzero(as_tuple=True)[0].tolist():
                payoffs = ends[place].payoffs
                turned = [(opener + other) % spec.seats for other in range(spec.seats)]
                won = torch.tensor([shares(payoffs, spec.teams)[seat] for seat in turned])
                assert batch.payoffs[place].tolist() == [payoffs[seat] for seat in turned]
                assert torch.equal(batch.won[place], won)
        assert all(end.over for end in ends)
        assert not batch.legal()[0].numel()
    assert seen == ({True, False} if spec.exposures else {False})


@pytest.mark.parametrize("game", [*map(paiyou.game, NAMES), *ODD_GAMES], ids=lambda game: game.name)
def test_a_game_that_was_set_up(game):
    """From the hands of a game in progress, between tricks and behind a lead: less is known there."""
    spec, playouts = game.spec, WithoutNetworks(game)
    reader = TrickFactsReader(spec, [exposure.card for exposure in spec.exposures])
    checked = 0
    for number in range(12):
        tricks = 1 + number % max(1, spec.hand_size - 1)
        state = reach(game, number, spec.seats * (bool(spec.exposures) + tricks) + number % 2)
        if state.over or state.exposing or len(state.trick) > 1:
            continue
        last = state.trick[0] if state.trick else None
        state = game.start(state.hands, turn=state.turn, last=last, exposed=state.exposed)
        while not state.over:
            assert_told(playouts, reader, state.view(state.turn))
            state.play(random.Random(number).choice(state.moves()))
            checked += 1
    assert checked > 20


def test_teams_are_those_of_the_seats_whoever_opens():
    """Where partners sit side by side, and a game that was set up is opened by another seat than the first."""
    game = Game(replace(paiyou.game("gongzhu:expose=off").spec, teams=(0, 0, 1, 1), lead_card=None))
    playouts = WithoutNetworks(game)
    state = game.start(["SQ H2", "D2 D3", "C2 C3", "H5 HA"], turn=1)
    batch = playouts.game_of(state.view(1))
    assert batch.spec.teams == (0, 1, 1, 0)
    batch.at.hands[:] = batch.at.dealt[:] = playouts._held(state.view(1), [state])[0]
    for _ in range(40):
        row, action = batch.legal()
        if len(row) and not state.over:
            state.play(moves_of(game.spec)[int(action[0])])
        batch.play(action[:1] if len(row) else torch.zeros(1, dtype=torch.int64))
        if batch.ended.any():
            break
    won = shares(state.payoffs, game.spec.teams)
    assert batch.won[0].tolist() == [won[(1 + place) % 4] for place in range(4)]


@pytest.mark.parametrize(
    ("name", "trained"),
    [
        *((name, name) for name in NAMES if name.startswith("gongzhu")),
        ("gongzhu:expose=off", "gongzhu"),
        ("gongzhu:pig_flip=full", "gongzhu:expose=off"),
    ],
)
def test_games_end_as_the_networks_own_player_ends_them(name, trained, model_of):
    game = paiyou.game(name)
    for objective in ("wp", "adp"):
        model = model_of(trained, objective)
        playouts = DevicePlayouts(game, model, "cpu")
        player = paiyou.agent(f"dmc:model={model}", game)
        counts = playouts._learning.counts(game.spec)
        for state in states(game, 5):
            view, moves = state.view(state.turn), state.moves()[:3]
            if view.exposing and trained == "gongzhu:expose=off":
                continue  # the rule player exposes for it
            deals = [state, view.sample(1)]
            for deal in deals:
                found = playouts.play_outs(view, moves, 0, 1, 7, 1, objective == "adp", [(deal, 1.0)])
                for move, result in zip(moves, found[:, 0].tolist(), strict=True):
                    end = deal.copy()
                    end.play(move)
                    while not end.over:
                        end.play(player.choose(end.view(end.turn)))
                    won = shares(end.payoffs, game.spec.teams)[view.seat]
                    points = sum(one * of for one, of in zip(counts[view.seat], end.payoffs, strict=True))
                    assert result == pytest.approx(points if objective == "adp" else 2 * won - 1, abs=1e-6)


@pytest.mark.parametrize("trained", ["gongzhu", "gongzhu:expose=off"])
def test_moves_are_worth_what_the_networks_own_player_says(trained, model_of):
    """In games that were set up and in games that were dealt, one after the other, with presets of other games."""
    game = paiyou.game("gongzhu:pig_flip=full")
    playouts = DevicePlayouts(game, model_of(trained), "cpu")
    player = paiyou.agent(f"dmc:model={model_of(trained)}", game)
    begun = game.start(["SQ H2 C2", "D2 D3 C5", "C3 C4 S2", "H5 HA S3"], turn=2, exposed="SQ")
    for state in (begun, reach(game, 1, 30), begun, game.deal(1)):
        view = state.view(state.turn)
        if view.exposing and trained == "gongzhu:expose=off":
            continue  # the rule player exposes for it
        batch = playouts.game_of(view)
        row, action = batch.legal()
        values = playouts._networks[0].values(batch, batch.at, batch.seat, row, action)[:, 0].tolist()
        told = {move: value for move, value, _ in player.evaluate(view)}
        names = moves_of(game.spec)
        assert {names[number]: value for number, value in zip(action.tolist(), values, strict=True)} == pytest.approx(
            told, abs=1e-5
        )


def test_the_same_deals_for_every_move_and_more_of_them_later(model_of):
    game = paiyou.game("gongzhu")
    playouts = DevicePlayouts(game, model_of("gongzhu"), "cpu")
    state = reach(game, 3, 20)
    view = state.view(state.turn)
    one, other = view.moves()[:2]
    whole = playouts.play_outs(view, [one, other, one], 0, 12, 5, 1, points=True)
    assert whole[0].tolist() == whole[2].tolist()
    assert len(set(whole[0].tolist())) > 1
    assert playouts.play_outs(view, [other, one], 8, 4, 5, 1, points=True)[::-1].tolist() == whole[:2, 8:].tolist()
    assert playouts.play_outs(view, [one], 0, 12, 6, 1, points=True).tolist() != whole[:1].tolist()


def test_no_result_depends_on_what_is_played_out_beside_it(model_of, monkeypatch):
    game = paiyou.game("gongzhu:partners=on")
    playouts = DevicePlayouts(game, model_of("gongzhu:partners=on", "adp"), "cpu")
    view = game.deal(4).view(game.deal(4).turn)
    whole = playouts.play_outs(view, view.moves()[:2], 0, 6, 5, 1, points=True)
    monkeypatch.setitem(AT_ONCE, "cpu", 5)
    assert playouts.play_outs(view, view.moves()[:2], 0, 6, 5, 1, points=True).tolist() == whole.tolist()


def test_weighed_deals_are_drawn_by_their_weights(model_of):
    game = paiyou.game("gongzhu")
    playouts = DevicePlayouts(game, model_of("gongzhu"), "cpu")
    state = reach(game, 2, 12)
    view = state.view(state.turn)
    deals = [(view.sample(0), 0.8), (view.sample(1), 0.2)]
    (hands,) = playouts._drawn(view, deals, torch.randint(-(2**63), 2**63 - 1, (4000,)))
    first = (hands == playouts._held(view, [deals[0][0]])[0]).all(dim=1)
    assert abs(float(first.double().mean()) - 0.8) < 0.04


@pytest.mark.parametrize(("name", "objective"), [("gongzhu", "wp"), ("gongzhu:partners=on", "adp")])
def test_think_plays_whole_games(name, objective, model_of):
    game = paiyou.game(name)
    text = f"think:model={model_of(name, objective)},device=cpu,deals=2,margin=1000,prior=0,sure=0"
    think, plain = paiyou.agent(text, game), paiyou.agent(f"dmc:model={model_of(name, objective)}", game)
    state, exposed, other = game.deal(6), 0, 0
    while not state.over:
        view = state.view(state.turn)
        move = think.choose(view)
        if len(view.moves()) > 1:
            assert think.statistics["deals"] == 2
            exposed += view.exposing
            other += move != plain.choose(view)
        state.play(move)
    assert exposed > 0
    assert other > 0


@pytest.mark.parametrize("infer", ["none", "random"])
def test_think_knows_nothing_of_hidden_cards(infer, model_of):
    """The same view gives the same values, whatever the others hold, and however often it is asked."""
    game = paiyou.game("gongzhu")
    options = f"model={model_of('gongzhu')},device=cpu,deals=6,margin=9,prior=1,infer={infer},particles=4,max_states=4"
    think = paiyou.agent(f"think:{options}", game)
    again = pickle.loads(pickle.dumps(think))
    for state in states(game, 4):
        view = state.view(state.turn)
        if len(view.moves()) < 2:
            continue
        found = think.evaluate(view)
        assert found == again.evaluate(view)
        for seed in range(2):
            other = view.sample(seed)
            assert other.hands != state.hands
            assert think.evaluate(other.view(view.seat)) == found


def test_points_have_a_margin_of_their_own(model_of):
    for name, objective, margin in (
        ("gongzhu", "wp", 0.1), ("gongzhu", "adp", 12.5), ("gongzhu:partners=on", "adp", 25.0),
    ):  # fmt: skip
        text = f"think:model={model_of(name, objective)},device=cpu"
        assert paiyou.agent(text, name)._margin == margin
        assert paiyou.agent(f"{text},margin=0.5", name)._margin == 0.5


def test_what_cannot_be_is_refused(model_of):
    with pytest.raises(ValueError, match="which has other cards than four-card"):
        DevicePlayouts(paiyou.game("four-card"), model_of("gongzhu"), "cpu")


def test_a_batch_counts_tricks_by_the_cards_that_are_left():
    """So that a game that was set up late tells of its tricks what a game from the deal would."""
    game = paiyou.game("gongzhu")
    state = game.start(["SQ H2", "D2 D3", "C3 C4", "H5 HA"])
    batch = WithoutNetworks(game).game_of(state.view(0))
    assert isinstance(batch, TrickBatch)
    batch.play(torch.tensor([game.spec.number("H2")]))
    assert batch.at.tricks[0, :, 0].tolist() == [0] * 11 + [game.spec.number("H2") + 1, 0]
