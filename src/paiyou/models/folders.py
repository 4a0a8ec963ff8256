"""Where models are: folders shipped with the package or added to them, by name, and any other folder by its path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from paiyou.models.card import CARD, ModelCard
from paiyou.models.fit import check_game, differences, fits
from paiyou.options import shown, unknown
from paiyou.plugins import Plugins

SHIPPED = Path(__file__).parent
"""The models of the package, one folder for each."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
"""Of a model: what can stand in `dmc:model=NAME`."""


def models() -> dict[str, ModelCard]:
    """The shipped models by name, and those that the running program has added."""
    return {name: ModelCard.load(folder) for name, folder in _folders().items()}


def add_models(folder: str | Path) -> list[str]:
    """Have the models of a folder found by name like shipped ones: it is a model itself, or holds folders of some.

    Returns their names, which are those of the folders; ValueError where there is none, or one's name is taken.
    """
    where = Path(folder).expanduser().absolute()
    found = [where] if (where / CARD).is_file() else sorted(card.parent for card in where.glob(f"*/{CARD}"))
    if not found:
        raise ValueError(f"the folder {shown(str(folder))} holds no model: there is no {CARD} in it or in its folders")
    return [_ADDED.add(one.name, one).name for one in found]


def _checked(name: str, given: object) -> Path:
    if not isinstance(given, Path):
        raise ValueError(f"a model is a folder, not {shown(repr(given))}")
    if not NAME.fullmatch(name):
        raise ValueError(f"a model's folder is named in letters, digits and .-_, not {shown(name)}")
    if name in _shipped():
        raise ValueError(f"there is a shipped model {shown(name)}: give the folder another name")
    ModelCard.load(given)
    return given


_ADDED: Plugins[Path] = Plugins("model", None, {}, _checked)


def _shipped() -> dict[str, Path]:
    return {card.parent.name: card.parent for card in sorted(SHIPPED.glob(f"*/{CARD}"))}


def _folders() -> dict[str, Path]:
    return _shipped() | dict(_ADDED.all())


def find_model(name: str | Path) -> Path:
    """The folder of a model by its name, or of any model by its path; ValueError where there is none."""
    text = str(name)
    if text in _folders():
        return _folders()[text]
    folder = Path(text).expanduser()
    if (folder / CARD).is_file():
        return folder.resolve()
    if folder.is_dir():
        raise ValueError(f"the folder {shown(text)} holds no model: there is no {CARD} in it")
    raise unknown("model", text, [*models(), "a folder with a model card"])


def default_model(game: str, aims: Sequence[str] = ("wp",), *, belief: bool = False) -> str:
    """The name of the model that plays a game: shipped ones first, then what was trained on the most similar game.

    Of those that are left the one that was trained for the first of `aims`, or the next. With `belief` only models that
    tell of hidden cards.
    """
    base = game.partition(":")[0]
    # One that imitates another player is there to be played against; whoever wants it names it.
    known = {name: card for name, card in models().items() if not card.imitates}
    if belief:
        known = {name: card for name, card in known.items() if card.belief}
    playing = [name for name, card in known.items() if card.plays == base]
    if belief and not playing:
        raise ValueError(f"no model that tells of hidden cards is shipped for {base}; belief/model=FOLDER names one")
    if not playing:
        listed = ", ".join(f"{name} (plays {card.plays})" for name, card in known.items()) or "none yet"
        raise ValueError(
            f"no model for {base} is shipped; those shipped are: {listed}; "
            "model=FOLDER takes one from a training run of your own"
        )
    fitting = [name for name in playing if fits(known[name], game)]
    if not fitting:
        check_game(known[playing[0]], game)

    def order(name: str) -> tuple[object, ...]:
        card = known[name]
        aim = aims.index(card.objective) if card.objective in aims else len(aims)
        return name in _ADDED.all(), differences(card, game), aim, name

    return min(fitting, key=order)


def network_files(folder: Path, card: ModelCard, positions: int) -> list[Path]:
    """The ONNX files of a model, position by position, or the one for all; ValueError where one is missing."""
    wanted = 1 if card.shared else positions
    files = [folder / f"{position}.onnx" for position in range(wanted)]
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        needed = "one network for all positions" if card.shared else f"one network for each of {positions} positions"
        raise ValueError(
            f"the model {card.name} lacks {' and '.join(missing)} in {shown(str(folder))}: there must be {needed}"
        )
    return files
