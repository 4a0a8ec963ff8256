"""A page for each game, made from what the game says of itself: rules with pictures, actions, observations, players.

The documentation's build asks for them (`hooks.py`); nothing of them is kept in the repository, so nothing can be old.

    python docs/building/game_pages.py

writes the two pictures of positions that are kept; a test holds them to the games.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import paiyou
from paiyou.games.info import GameInfo
from paiyou.games.registry import game_infos
from paiyou.games.rules_page import rules_page
from paiyou.ladder.shipped import later_ladders, shipped_ladder
from paiyou.models import models
from paiyou.pictures import svg
from paiyou.pictures.drawing import draw_cards

PARTS = {
    "hand": "own cards",
    "unseen": "cards of all others together",
    "pile": "what the landlord took face up",
    "standing": "the combo to beat",
    "owner": "whose the combo to beat is",
    "played": "by seat: all it has played",
    "latest": "by seat: what it did last",
    "left": "by seat: how many cards it holds",
    "landlord": "by seat: whether it is the landlord",
    "calls": "by seat: its last call, from 1",
    "bombs": "bombs and rockets played so far",
    "stake": "what is played for",
    "bidding": "whether the auction is on",
    "exposed": "cards shown before the first lead",
    "trick": "by seat: its card in the trick in progress",
    "taken": "by seat: the cards it has taken",
    "tricks": "by seat: how many tricks it has taken",
    "unfollowed": "by seat: suits it did not follow",
    "exposing": "whether cards are being exposed",
}
"""What the parts of an observation hold; a part that is not explained here stops the build."""


def game_files() -> dict[str, str]:
    """Every page and picture, by its path in the documentation."""
    files = {}
    for info in game_infos().values():
        game = paiyou.game(info.name)
        pictures = _pictures(info, game)
        files |= {f"games/{name}": drawing for name, drawing in pictures.items()}
        files[f"games/{info.name}.md"] = _page(info, game, pictures)
    return files


def still_pictures() -> dict[str, str]:
    """Positions that pages written by hand show; kept in the repository, where its readers see them."""
    game = paiyou.game("doudizhu")
    return {
        "images/deal.svg": svg(game.deal(seed=7).view(0)),
        "images/endgame.svg": svg(game.start(["666789T2", "5TTK", "34JR"])),
    }


def _page(info: GameInfo, game: paiyou.Game, pictures: Mapping[str, str]) -> str:
    head, about, *rest = rules_page(info).split("\n\n")
    told = [
        head,
        info.about.en,
        f"{info.seats} players · {len(game.actions):,} actions of card play · version {info.version} of the rules · "
        f'`paiyou.game("{info.name}")` · `paiyou play --game {info.name}`',
        f"![A deal as seat 0 sees it]({info.name}-view.svg)",
        "*Seed 7 as seat 0 sees it: `game.deal(seed=7).view(0)`.*",
        *_combos(info, pictures),
        "## Rules",
        *rest,
        *_actions(info, game),
        *_observation(game),
        *_variants(info),
        *_players(info),
        about,
    ]
    return "\n\n".join(told) + "\n"


def _pictures(info: GameInfo, game: paiyou.Game) -> dict[str, str]:
    state = game.deal(seed=7)
    drawn = {f"{info.name}-view.svg": svg(state.view(0)), f"{info.name}-state.svg": svg(state)}
    for combo, move in info.examples.items():
        drawn[f"{info.name}-{_file(combo)}.svg"] = draw_cards(list(move), width=34)
    return drawn


def _file(combo: str) -> str:
    return combo.replace(" ", "-").replace("+", "-with-")


def _combos(info: GameInfo, pictures: Mapping[str, str]) -> list[str]:
    words = {**info.family.words, **info.words}
    rows = []
    for combo, move in info.examples.items():
        name = words.get(f"caption.{combo}") or words.get(f"combo.{combo}")
        assert name is not None, f"{info.name} does not say what {combo} is called"
        assert f"{info.name}-{_file(combo)}.svg" in pictures
        english = name.en.removeprefix("a ").capitalize()
        rows.append(f"| {english} {name.zh} | ![{move}]({info.name}-{_file(combo)}.svg) | `{move}` |")
    return (
        ["## Combinations", "\n".join(["| combination | cards | as a move |", "|---|---|---|", *rows])] if rows else []
    )


def _actions(info: GameInfo, game: paiyou.Game) -> list[str]:
    counts: dict[str, list[Any]] = {}
    for action in game.actions:
        kind = info.family.combo_of(game.spec, action) or ("pass" if action == "pass" else "card")
        counts.setdefault(kind, [0, action])[0] += 1
    rows = [f"| {kind} | {number:,} | `{example}` |" for kind, (number, example) in counts.items()]
    first = "Every card-play action of the usual rules is a string of `game.actions`; bids and exposures come besides."
    table = "\n".join(
        ["| kind | actions | such as |", "|---|---|---|", *rows, f"| **all** | **{len(game.actions):,}** | |"]
    )
    return ["## Actions", first, table]


def _observation(game: paiyou.Game) -> list[str]:
    blocks = game.core.observation_blocks
    rows = [f"| `{name}` | {height} × {width} | {PARTS[name]} |" for name, height, width in blocks]
    total = sum(height * width for _, height, width in blocks)
    first = (
        f"What an environment of PettingZoo or Gymnasium hands to a learner: {total:,} small whole numbers, "
        "which are the parts below one after the other ([other worlds](../other-worlds.md)). "
        "Seats are counted from the one that looks."
    )
    return ["## Observation", first, "\n".join(["| part | shape | what it holds |", "|---|---|---|", *rows])]


def _variants(info: GameInfo) -> list[str]:
    if not info.variants:
        return []
    rows = [f"| `{one.game}` | {one.title.en} | {one.title.zh} |" for one in info.variants]
    return ["## At the table", "\n".join(["| name | what the page offers | |", "|---|---|---|", *rows])]


def _players(info: GameInfo) -> list[str]:
    told = ["## The strongest players"]
    if info.levels:
        levels = ", ".join(f"{level} `{agent}`" for level, agent in info.levels.items())
        told.append(f"Levels at the table: {levels}. Hints and reviews come from `{info.strongest}`.")
    ladder = shipped_ladder(info.name)
    if ladder is not None:
        later = [place for one in later_ladders(info.name).values() for place in one.places]
        since = [place for place in later if ladder.place(place.agent) is None]
        places = sorted((*ladder.places, *since), key=lambda place: -place.rating.mean)
        rows = [
            f"| `{place.agent}` | {place.rating.mean:.0f} | {place.rating.low:.0f} to {place.rating.high:.0f} |"
            for place in places
        ]
        told += [
            "Rated on duplicate deals, all against all; [the ladder](../ladder.md) has command, deals and seed.",
            "\n".join(["| agent | rating | 95% interval |", "|---|---|---|", *rows]),
        ]
    shipped = [f"`{name}`" for name, card in models().items() if card.plays == info.name]
    if shipped:
        told.append(f"Networks that are shipped: {', '.join(shipped)}; `paiyou models NAME` shows how one was trained.")
    return told if len(told) > 1 else []


if __name__ == "__main__":
    for path, picture in still_pictures().items():
        (Path(__file__).parents[1] / path).write_text(picture, encoding="utf-8")
