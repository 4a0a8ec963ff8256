"""Small networks for trick games with random weights, and model folders made of them."""

import torch

import paiyou
from networks import export
from paiyou.agents.neural.trick_facts import NAMES
from paiyou.models.card import ModelCard
from paiyou.models.write import write_model

POINTS = 100.0
ASKED = tuple(name for name in NAMES if name != "history")
"""What networks here ask for, as ours do: whoever plays must hand them this much and nothing else."""


class TrickNet(torch.nn.Module):
    """One number for every fact, and two layers: enough to tell moves apart, and to notice a fact that is wrong."""

    def __init__(self, facts, moves, width=16):
        super().__init__()
        self.state, self.move = torch.nn.Linear(facts, width), torch.nn.Linear(moves, width)
        self.out = torch.nn.Linear(width, 2)
        self.register_buffer("unit", torch.tensor([1.0, POINTS]))

    def forward(
        self, hand, may_hold, holds, taken, led, followed, thrown, trick, exposed, led_suits, left, place, exposing,
        move_card, move_exposes,
    ):  # fmt: skip
        facts = [hand, may_hold, holds, taken, led, followed, thrown, trick, exposed, led_suits, left]
        numbers = [fact.float().flatten(1) for fact in facts] + [place.float()[:, None], exposing.float()[:, None]]
        moves = torch.cat([move_card.float(), move_exposes.float()], 1)
        value = torch.tanh(self.out(torch.relu(self.state(torch.cat(numbers, 1)) + self.move(moves))))
        return value * self.unit


def shapes(spec, moves=3):
    """Of all facts that are asked for, in their order."""
    cards, seats, suits = len(spec.cards), spec.seats, len(spec.suits)
    by_seat = dict.fromkeys(("may_hold", "holds", "taken", "led", "followed", "thrown", "trick"), (1, seats, cards))
    return {
        "hand": (1, cards), **by_seat, "exposed": (1, cards), "led_suits": (1, suits), "left": (1, seats),
        "place": (1,), "exposing": (1,), "move_card": (moves, cards),
        "move_exposes": (moves, max(len(spec.exposures), 1)),
    }  # fmt: skip


def trick_card(game, **changes):
    said = {"name": "tiny", "game": game, "title": "a random network", "kind": "facts", "objective": "adp"}
    return ModelCard(**{**said, "history": 0, **changes})


def trick_model(folder, game="gongzhu", *, networks=1, seed=0, **changes):
    """A folder with a random model of one network for all places, or of several; returns its path and its networks."""
    torch.manual_seed(seed)
    spec = paiyou.game(game).spec
    example = {name: torch.zeros(shape, dtype=torch.int64) for name, shape in shapes(spec).items()}
    assert tuple(example) == ASKED
    moves = example["move_card"].shape[1] + example["move_exposes"].shape[1]
    facts = sum(value[0].numel() for name, value in example.items() if not name.startswith("move"))
    nets = [TrickNet(facts, moves).eval() for _ in range(networks)]
    write_model(folder, trick_card(game, **changes), [export(net, example) for net in nets], "float32")
    return folder, nets
