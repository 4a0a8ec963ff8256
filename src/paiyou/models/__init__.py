"""Networks for players: those shipped in this folder, one folder each, and how such folders are found and written.

Example::

    from paiyou.models import models

    for name, card in models().items():
        print(name, card.title, card.frames)
"""

from paiyou.models.card import Figure, ModelCard, Result
from paiyou.models.folders import add_models, default_model, find_model, models

__all__ = ["Figure", "ModelCard", "Result", "add_models", "default_model", "find_model", "models"]
