"""For those who take our players elsewhere: bots for Botzone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiyou.cli.command import Json, app, console, flag, print_json, says_what_is_wrong

PANEL = "Other programs"


@app.command("botzone", rich_help_panel=PANEL)
@says_what_is_wrong
def botzone(
    game: Annotated[str, typer.Argument(help="FightTheLandlord, or with bidding FightTheLandlord2.")],
    pack: Annotated[
        Path | None, typer.Option(help="Write the bot as an archive for upload; without it, play here by JSON lines.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="With --pack: put networks and tables into this folder, for user storage.")
    ] = None,
    keep_running: Annotated[
        bool, flag("--keep-running", "Ask Botzone to keep the program running for the whole game.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Make a bot for Botzone's Dou Dizhu, or play it here.

    It is packed into an archive that needs only Python and NumPy.
    """
    from paiyou.interop.botzone.bot import main
    from paiyou.interop.botzone.pack import files_of, pack_bot

    if pack is None:
        if data is not None or as_json:
            raise ValueError("--data and --json go with --pack")
        main(files_of(game, keep_running=keep_running).__getitem__)
        return
    written = pack_bot(game, pack, keep_running=keep_running, data=data)
    if as_json:
        print_json({"game": game, "files": {str(path): path.stat().st_size for path in written}})
    else:
        for path in written:
            console.print(f"{path}: {path.stat().st_size:,} bytes", highlight=False, markup=False, soft_wrap=True)
