"""What there is: games, agents and trained models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from paiyou.cli.command import Json, app, console, print_json, says_what_is_wrong
from paiyou.options import Option, unknown

PANEL = "What there is"


@app.command("games", rich_help_panel=PANEL)
@says_what_is_wrong
def list_games(
    name: Annotated[str | None, typer.Argument(help="A game: its presets and options; else all are listed.")] = None,
    as_json: Json = False,
) -> None:
    """List the games, or show one with its presets and options."""
    from paiyou.cli.show.catalog import catalog_table, print_entry
    from paiyou.games.registry import game_infos

    infos = game_infos()
    if name is not None:
        info = infos.get(name)
        if info is None:
            raise unknown("game", name, infos)
        if as_json:
            print_json({"name": name} | _describe(info.line, info.options, info.presets))
        else:
            print_entry(name, info.line, info.options, console, presets=info.presets)
    elif as_json:
        print_json({"games": {key: _describe(info.line, info.options, info.presets) for key, info in infos.items()}})
    else:
        console.print(catalog_table("game", {key: info.line for key, info in infos.items()}))


@app.command("agents", rich_help_panel=PANEL)
@says_what_is_wrong
def list_agents(
    name: Annotated[str | None, typer.Argument(help="An agent: its options; else all are listed.")] = None,
    as_json: Json = False,
) -> None:
    """List the agents, or show one with its options."""
    from paiyou.agents.registry import agent_classes
    from paiyou.cli.show.catalog import catalog_table, print_entry

    classes = agent_classes()
    if name is not None:
        kind = classes.get(name)
        if kind is None:
            raise unknown("agent", name, classes)
        if as_json:
            print_json({"name": name} | _describe(kind.line, kind.options))
        else:
            print_entry(name, kind.line, kind.options, console)
    elif as_json:
        print_json({"agents": {key: _describe(kind.line, kind.options) for key, kind in classes.items()}})
    else:
        console.print(catalog_table("agent", {key: kind.line for key, kind in classes.items()}))


@app.command("models", rich_help_panel=PANEL)
@says_what_is_wrong
def show_models(
    name: Annotated[
        str | None, typer.Argument(help="A shipped model or a folder with one: its whole card; else all are listed.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the trained networks, or show one's card.

    The agent dmc plays by them: dmc:model=NAME. A card tells how a network was trained, and its results with intervals.
    """
    from paiyou.cli.show.models import models_table, print_card
    from paiyou.models import ModelCard, find_model, models

    if name is not None:
        card = ModelCard.load(find_model(name))
        if as_json:
            print_json(card.to_json())
        else:
            print_card(card, console)
        return
    cards = models()
    if as_json:
        print_json({"models": {key: card.to_json() for key, card in cards.items()}})
    elif cards:
        console.print(models_table(cards))
    else:
        console.print("no model is shipped yet; 'paiyou train' makes one")


def _describe(line: str, options: Mapping[str, Option], presets: tuple[str, ...] = ()) -> dict[str, Any]:
    described = {
        name: {"help": option.help} | ({"choices": list(option.choices)} if option.choices else {})
        for name, option in options.items()
    }
    return {"line": line, "options": described} | ({"presets": list(presets)} if presets else {})
