"""What there is: games, agents and trained models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from paiyou.cli.command import Json, app, console, print_json, says_what_is_wrong
from paiyou.options import Option


@app.command("games")
@says_what_is_wrong
def list_games(as_json: Json = False) -> None:
    """List the games with their presets and options."""
    from paiyou.games.registry import game_infos

    if as_json:
        print_json(
            {"games": {name: _describe(info.line, info.options, info.presets) for name, info in game_infos().items()}}
        )
        return
    for name, info in game_infos().items():
        console.print(f"[bold]{name}[/bold]  {info.line}", highlight=False)
        if info.presets:
            console.print(f"    presets: {', '.join(info.presets)}", highlight=False)
        _print_options(info.options)


@app.command("agents")
@says_what_is_wrong
def list_agents(as_json: Json = False) -> None:
    """List the agents with their options."""
    from paiyou.agents.registry import agent_classes

    if as_json:
        print_json({"agents": {name: _describe(kind.line, kind.options) for name, kind in agent_classes().items()}})
        return
    for name, kind in agent_classes().items():
        console.print(f"[bold]{name}[/bold]  {kind.line}", highlight=False)
        _print_options(kind.options)


@app.command("models")
@says_what_is_wrong
def show_models(
    name: Annotated[
        str | None, typer.Argument(help="A shipped model or a folder with one: its whole card; else all are listed.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the networks that the agent dmc can play by, or show one's card: training, results with intervals."""
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


def _print_options(options: Mapping[str, Option]) -> None:
    for name, option in options.items():
        values = (
            "|".join(option.choices)
            or {"bool": "on|off", "int": "N", "float": "X", "str": "TEXT"}[option.kind.__name__]
        )
        console.print(f"    {name}={values}  {option.help}", highlight=False, markup=False)
