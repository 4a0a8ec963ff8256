"""Our features of a trick game: how own cards stand among the others', and networks from before those features."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

import paiyou  # noqa: E402
from paiyou.agents.neural.network import Network  # noqa: E402
from paiyou.games.family import LEARN  # noqa: E402
from paiyou.games.registry import game_spec  # noqa: E402
from paiyou.learn.nets.growth import padded_for_new_features  # noqa: E402
from paiyou.learn.nets.networks import make_network  # noqa: E402
from paiyou.learn.runs.weights import network_with, weights_of_model  # noqa: E402
from paiyou.learn.trick.encoder import Encoder  # noqa: E402
from paiyou.learn.trick.facts import Facts, Moves  # noqa: E402
from paiyou.models.card import ModelCard  # noqa: E402
from paiyou.models.folders import find_model  # noqa: E402

SMALL = {"width": 16, "state_width": 16, "depth": 1}


def views(game: str, seed: int):
    """Every decision of a game of `rules`."""
    table = paiyou.game(game)
    agent = paiyou.agent("rules", game=table)
    state = table.deal(seed)
    while not state.over:
        yield state.view(state.turn)
        state.play(agent.choose(state.view(state.turn)))


def told(network: Network, view) -> tuple[Facts, Moves]:
    """What a network is told of a decision, as tensors."""
    read = {name: torch.as_tensor(value) for name, value in network._reader.read(view, view.moves()).items()}
    card, exposes = read.pop("move_card"), read.pop("move_exposes")
    return Facts(**read), Moves(torch.zeros(len(card), dtype=torch.int64), card, exposes)


@pytest.mark.parametrize("game", ["gongzhu", "gongzhu:partners=on,expose=off"])
def test_it_says_how_own_cards_stand_among_the_others(game: str) -> None:
    spec = game_spec(game)
    encoder = Encoder(spec)
    network = Network(find_model("gongzhu-partners" if spec.has_partners else "gongzhu"), paiyou.game(game))
    number = {card: place for place, card in enumerate(spec.cards)}
    for view in views(game, seed=4):
        if spec.exposures and view.exposing:
            continue
        facts, moves = told(network, view)
        state, move = (
            part[:, size:].tolist()
            for part, size in zip(
                encoder(facts, moves), (encoder.first_state_size, encoder.first_move_size), strict=True
            )
        )
        own, unseen, deck = set(view.hand), set(view.unseen), len(spec.cards)

        def above(card: str, among: set[str]) -> set[str]:
            return {other for other in among if other[0] == card[0] and number[other] > number[card]}

        def below(card: str, among: set[str]) -> set[str]:
            return {other for other in among if other[0] == card[0] and number[other] < number[card]}

        def bits(cards: set[str]) -> list[float]:
            return [float(card in cards) for card in spec.cards]

        tops = {card for card in own if not above(card, unseen)}
        lows = {card for card in own if not below(card, unseen)}
        assert state[0][:deck] == bits(tops)
        assert state[0][deck : 2 * deck] == bits(lows)
        suits, begin = spec.suits, 2 * deck + 3 * len(spec.suits)
        counts = [sum(card[0] == suit for card in unseen) / 13 for suit in suits]
        assert state[0][begin : begin + 4] == pytest.approx(counts)
        out_of = {suit: [not facts.may_hold[0, seat, [number[card] for card in spec.cards if card[0] == suit]].any()
                         for seat in (1, 2, 3)] for suit in suits}  # fmt: skip
        assert state[0][2 * deck : begin] == [float(out_of[suit][seat]) for seat in range(3) for suit in suits]
        hearts = facts.taken[0, :, [number[card] for card in spec.cards if card[0] == "H"]].sum(dim=1)
        alone = [float(hearts.sum() == hearts[seat]) for seat in range(4)]
        assert state[0][begin + 4 : begin + 8] == alone
        for card, row in zip(view.moves(), move, strict=True):
            left = own - {card}
            expected = [len(below(card, unseen)), len(below(card, left)), len(above(card, left))]
            expected += [sum(other[0] == card[0] for other in left & some) for some in (tops, lows)]
            assert row[:5] == pytest.approx([value / 13 for value in expected]), card
            assert row[5:8] == out_of[card[0]]
            assert not any(row[8:])


@pytest.mark.parametrize("name", ["gongzhu", "gongzhu-partners"])
def test_a_shipped_network_goes_on_with_the_features_of_today(name: str) -> None:
    pytest.importorskip("onnx")
    folder = find_model(name)
    game = ModelCard.load(folder).game
    spec, network = game_spec(game), Network(folder, paiyou.game(game))
    today = network_with("facts", spec, 0, weights_of_model(folder, spec, 0))
    unit = spec.family.part(LEARN).points_unit(spec, 0)
    for number, view in enumerate(views(game, seed=8)):
        if number % 6 == 0 and len(view.moves()) > 1:
            values = today(*told(network, view)).detach() * torch.tensor([1.0, unit])
            column = values[:, network._column]
            shipped = torch.as_tensor(network.values(view, view.moves()))
            torch.testing.assert_close(column, shipped, rtol=1e-3, atol=1e-3 * unit if network._column else 1e-3)


def test_weights_from_before_the_last_features_are_told_from_strange_ones() -> None:
    network = make_network("facts", game_spec("gongzhu"), 0, **SMALL)
    weights, encoder = network.state_dict(), network.encoder
    assert isinstance(encoder, Encoder)
    ((state, move),) = encoder.earlier
    before = weights | {"state_in.weight": weights["state_in.weight"][:, :state],
                        "move_in.weight": weights["move_in.weight"][:, :move]}  # fmt: skip
    now = padded_for_new_features(before, network)
    assert {part: value.shape for part, value in now.items()} == {part: value.shape for part, value in weights.items()}
    assert torch.equal(now["state_in.weight"][:, :state], before["state_in.weight"])
    assert not now["state_in.weight"][:, state:].any()
    assert not now["move_in.weight"][:, move:].any()
    strange = before | {"state_in.weight": before["state_in.weight"][:, 1:]}
    with pytest.raises(ValueError, match="no weights of the network facts as it is now"):
        network_with("facts", game_spec("gongzhu"), 0, strange)
