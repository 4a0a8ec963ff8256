"""Small networks with random weights, with the inputs and outputs of real ones, and model folders made of them."""

import io
import warnings

import onnx
import torch

import paiyou
from paiyou.agents.neural.facts import NAMES
from paiyou.models.card import ModelCard
from paiyou.models.write import write_model

SEATS = 3
ASKED = [name for name in NAMES if name not in ("declined", "place")]
"""What these networks ask for: not all that networks may."""


class FactsNet(torch.nn.Module):
    """One number for every fact, and two layers: enough to tell moves apart, and to notice a fact that is wrong."""

    def __init__(self, ranks, groups, history, width=16):
        super().__init__()
        facts = ranks * (3 + 2 * SEATS + history) + SEATS + 2
        self.groups = groups + 1
        self.state = torch.nn.Linear(facts, width)
        self.move = torch.nn.Linear(ranks + self.groups + 3, width)
        self.out = torch.nn.Linear(width, 2)

    def forward(
        self,
        hand,
        unseen,
        played,
        known,
        standing,
        owner,
        history,
        left,
        bombs,
        move_cards,
        move_group,
        move_key,
        move_power,
        move_size,
    ):
        facts = [hand, unseen, played, known, standing, owner, history, left, bombs]
        state = torch.cat([fact.float().flatten(1) if fact.dim() > 1 else fact.float()[:, None] for fact in facts], 1)
        group = torch.nn.functional.one_hot(move_group, self.groups).float()
        numbers = torch.stack([move_key, move_power, move_size], 1).float()
        moves = torch.cat([move_cards.float(), group, numbers], 1)
        return torch.tanh(self.out(torch.relu(self.state(state) + self.move(moves))))


class LayoutNet(torch.nn.Module):
    """The same for the layout of DouZero."""

    def __init__(self, state, width=16):
        super().__init__()
        self.history = torch.nn.Linear(5 * 162, width)
        self.state = torch.nn.Linear(state, width)
        self.move = torch.nn.Linear(54, width)
        self.out = torch.nn.Linear(width, 1)

    def forward(self, state, history, moves):
        return self.out(torch.relu(self.state(state) + self.history(history.flatten(1)) + self.move(moves)))


def facts_example(ranks, history, moves=3):
    """Facts of the right shapes."""
    shapes = {
        "hand": (1, ranks),
        "unseen": (1, ranks),
        "played": (1, SEATS, ranks),
        "known": (1, SEATS, ranks),
        "standing": (1, ranks),
        "owner": (1,),
        "history": (1, history, ranks),
        "left": (1, SEATS),
        "bombs": (1,),
        "move_cards": (moves, ranks),
    }
    return {name: torch.zeros(shapes.get(name, (moves,)), dtype=torch.int64) for name in ASKED}


def export(net, example):
    """A network as ONNX: the number of moves stays open."""
    kept = io.BytesIO()
    moves = [name for name in example if name.startswith("move")]
    with warnings.catch_warnings():  # the older exporter takes a tenth of the time
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net,
            tuple(example.values()),
            kept,
            input_names=list(example),
            output_names=["value"],
            dynamic_axes={name: {0: "M"} for name in [*moves, "value"]},
            dynamo=False,
        )
    return onnx.load_from_string(kept.getvalue())


def card_for(game, **changes):
    spec = paiyou.game(game).spec
    said = {"name": "tiny", "game": game, "title": "a random network", "kind": "facts", "objective": "wp"}
    return ModelCard(**{**said, "groups": tuple(spec.table.groups), **changes})


def facts_model(folder, game="doudizhu", *, seed=0, width=16, weights="float32", **changes):
    """A folder with a random model of the kind facts; returns its path and its networks in torch."""
    torch.manual_seed(seed)
    card = card_for(game, **changes)
    ranks = len(paiyou.game(game).spec.symbols)
    nets = [FactsNet(ranks, len(card.groups), card.history, width).eval() for _ in range(SEATS)]
    graphs = [export(net, facts_example(ranks, card.history)) for net in nets]
    write_model(folder, card, graphs, weights)
    return folder, nets


def layout_model(folder, *, seed=0, **changes):
    """The same of the kind layout."""
    torch.manual_seed(seed)
    card = card_for("doudizhu:douzero", **{"kind": "layout", "groups": (), **changes})
    nets = [LayoutNet(width).eval() for width in (319, 430, 430)]
    graphs = [
        export(
            net,
            {"state": torch.zeros(1, width), "history": torch.zeros(1, 5, 162), "moves": torch.zeros(3, 54)},
        )
        for net, width in zip(nets, (319, 430, 430), strict=True)
    ]
    write_model(folder, card, graphs, "float32")
    return folder, nets
