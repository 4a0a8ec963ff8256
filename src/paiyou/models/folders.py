"""Where models are: the folders shipped with the package, by name, and any other folder by its path."""

from __future__ import annotations

from pathlib import Path

from paiyou.models.card import CARD, ModelCard
from paiyou.options import shown, unknown

SHIPPED = Path(__file__).parent
"""The models of the package, one folder for each."""


def models() -> dict[str, ModelCard]:
    """The shipped models by name."""
    folders = sorted(card.parent for card in SHIPPED.glob(f"*/{CARD}"))
    return {folder.name: ModelCard.load(folder) for folder in folders}


def find_model(name: str | Path) -> Path:
    """The folder of a shipped model by its name, or of any model by its path; ValueError where there is none."""
    text = str(name)
    if (SHIPPED / text / CARD).is_file() and Path(text).name == text:
        return SHIPPED / text
    folder = Path(text).expanduser()
    if (folder / CARD).is_file():
        return folder.resolve()
    if folder.is_dir():
        raise ValueError(f"the folder {shown(text)} holds no model: there is no {CARD} in it")
    raise unknown("model", text, [*models(), "a folder with a model card"])


def default_model(game: str) -> str:
    """The name of the shipped model that plays a game, whatever its preset: the one trained to win comes first."""
    base = game.partition(":")[0]
    shipped = models()
    fitting = [name for name, card in shipped.items() if card.plays == base]
    if not fitting:
        listed = ", ".join(f"{name} (plays {card.plays})" for name, card in shipped.items()) or "none yet"
        raise ValueError(
            f"no model for {base} is shipped; those shipped are: {listed}; "
            "model=FOLDER takes one from a training run of your own"
        )
    return min(fitting, key=lambda name: (shipped[name].objective != "wp", name))


def network_files(folder: Path, card: ModelCard, positions: int) -> list[Path]:
    """The ONNX files of a model, position by position; ValueError where one is missing."""
    files = [folder / f"{position}.onnx" for position in range(positions)]
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        raise ValueError(
            f"the model {card.name} lacks {' and '.join(missing)} in {shown(str(folder))}: "
            f"there must be one network for each of {positions} positions"
        )
    return files
