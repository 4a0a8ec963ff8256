"""Pictures of positions and cards as SVG: what notebooks show of a state or a view, and the documentation of a game.

A picture is plain SVG: no script, no style sheet, no font or file from elsewhere, so it looks the same on its own, in
an `<img>` and inside a page. What is seen on it each family says (`parts.py`); how it is drawn is the same for all.
"""

from __future__ import annotations

from typing import Literal, cast

from paiyou.games.family import PICTURES, Pictures
from paiyou.games.protocol import GameSpec, State, View
from paiyou.pictures.drawing import draw
from paiyou.pictures.parts import default_pictures
from paiyou.pictures.scene import Scene

Language = Literal["en", "zh"]


def svg(position: State | View, language: Language = "en") -> str:
    """A state with all its hands, or a view without a hidden card, as SVG.

    `state.svg()` is the same, and notebooks show it of themselves. A position of a family from outside is drawn from
    what every State and View has, unless it has a `spec` whose family supplies a part of its own.

    Example: `Path("deal.svg").write_text(paiyou.svg(game.deal(seed=7).view(1)))`.
    """
    if language not in ("en", "zh"):
        raise ValueError(f"pictures are drawn in en or zh, not in {language!r}")
    spec: GameSpec | None = getattr(position, "spec", None)
    pictures: Pictures = default_pictures() if spec is None else spec.family.part(PICTURES)
    return draw(cast(Scene, pictures.scene(position)), language, repr(position))
