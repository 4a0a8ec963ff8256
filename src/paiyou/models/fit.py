"""Which games a model plays, by their names alone.

It plays the game it was trained on with any preset and options, but for options that make it another game to a network
(`GameInfo.apart`), such as one that makes partners.
"""

from __future__ import annotations

from paiyou.games.registry import game_infos, game_options
from paiyou.models.card import ModelCard


def check_game(card: ModelCard, game: str) -> None:
    """Refuse a game that a model does not play, with one sentence."""
    base = game.partition(":")[0]
    if card.plays != base:
        raise ValueError(f"the model {card.name} plays {card.plays}, not {game}")
    option = apart(card.game, game)
    if option:
        raise ValueError(
            f"the model {card.name} was trained on {card.game} and cannot play {game}: {option} makes it another game"
        )


def apart(trained: str, game: str) -> str:
    """The option that makes a game another to networks than the one they were trained on; empty where none does."""
    base = game.partition(":")[0]
    info = game_infos().get(base)
    if info is None or trained.partition(":")[0] != base:
        return ""  # nobody has listed its options
    then, here = game_options(trained), game_options(game)
    return next((option for option in info.apart if then[option] != here[option]), "")


def fits(card: ModelCard, game: str) -> bool:
    """Whether a model plays a game."""
    try:
        check_game(card, game)
    except ValueError:
        return False
    return True


def differences(card: ModelCard, game: str) -> int:
    """In how many options, the preset among them, a game is another than the one that its model was trained on."""
    if game.partition(":")[0] not in game_infos():
        return int(card.game != game)
    trained, here = game_options(card.game), game_options(game)
    return sum(trained[option] != here[option] for option in here)
