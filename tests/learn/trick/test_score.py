"""The score on torch: the engine's, and the same inside an exported network."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("torch")

import onnxruntime
import torch

from paiyou.games.registry import game_spec
from paiyou.learn.trick.score import CardScore
from trick_batches import EVERY_GONGZHU, ODD_GAMES
from trick_reference import EXPOSABLE, gongzhu_score

SCORED = sorted({name.replace("=on", "=off").replace("expose=off", "expose=on") for name in EVERY_GONGZHU})
"""Who leads what and who plays with whom does not change what cards are worth."""


def random_sets(cards: int, number: int, seed: int) -> torch.Tensor:
    """From none to all of the cards, every size as likely."""
    generator = torch.Generator().manual_seed(seed)
    size = torch.randint(cards + 1, (number, 1), generator=generator)
    return (torch.rand(number, cards, generator=generator).argsort(dim=1) < size).long()


@pytest.mark.parametrize("name", SCORED)
def test_it_is_the_score_of_the_rules_text(name: str) -> None:
    spec, rng = game_spec(name), random.Random(name)
    options = dict(option.split("=") for option in name.partition(":")[2].split(","))
    hearts = spec.cards[:13]
    taken, exposed, expected = [], [], []
    for _ in range(2000):
        few = rng.sample(hearts, rng.choice([0, 1, 5, 12, 13]))
        others = [card for card in ("SQ", "DJ", "CT", "S2", "DA") if rng.random() < 0.6]
        shown = [card for card in EXPOSABLE if rng.random() < 0.4]
        taken.append([int(card in few or card in others) for card in spec.cards])
        exposed.append([int(card in shown) for card in spec.cards])
        expected.append(gongzhu_score([*few, *others], shown, options["ha_doubles"], options["pig_flip"]))
    found = CardScore(spec)(torch.tensor(taken), torch.tensor(exposed))
    assert found.tolist() == expected


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("spec", [game_spec("gongzhu"), *(game.spec for game in ODD_GAMES)], ids=lambda spec: spec.name)
def test_an_exported_network_scores_the_same(spec, tmp_path: Path) -> None:
    score = CardScore(spec).eval()
    taken, exposed = (random_sets(len(spec.cards), 500, seed) for seed in (1, 2))
    file = tmp_path / "score.onnx"
    torch.onnx.export(
        score, (taken, exposed), str(file), input_names=["taken", "exposed"], dynamo=False, opset_version=17
    )
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    points = session.run(None, {"taken": taken.numpy(), "exposed": exposed.numpy()})[0]
    assert points.tolist() == score(taken, exposed).tolist()
    assert len(set(points.tolist())) > 5
