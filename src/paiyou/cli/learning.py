"""For training: networks that learn by playing or by imitation, and models to play with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiyou.cli.command import (
    Cores,
    GameName,
    Json,
    Place,
    app,
    console,
    errors,
    flag,
    print_json,
    progress_bar,
    says_what_is_wrong,
)

PANEL = "Train networks"


@app.command("train", rich_help_panel=PANEL)
@says_what_is_wrong
def train(
    game: Annotated[str, typer.Argument(help="A game without auction, such as doudizhu:douzero or gongzhu.")],
    objective: Annotated[str | None, typer.Option(help="What to maximise: wp, adp or logadp (wp).")] = None,
    hours: Annotated[float | None, typer.Option(help="How long to train.")] = None,
    frames: Annotated[
        int | None, typer.Option(help="How many moves to train on; the first limit reached ends it.")
    ] = None,
    network: Annotated[
        str | None, typer.Option(help="facts (ours), paper (the LSTM of the game's paper), numbers.")
    ] = None,
    folder: Annotated[str | None, typer.Option(help="Where logs and checkpoints go (runs/GAME-OBJECTIVE).")] = None,
    resume: Annotated[str | None, typer.Option(help="Folder of a run to go on with, exactly where it stopped.")] = None,
    start: Annotated[str | None, typer.Option(help="Run, weights file or model folder to begin with.")] = None,
    opponents: Annotated[
        str | None, typer.Option(help="Who to measure against, with ; between: random, last, start, any agent.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any other argument, NAME=VALUE; 'paiyou train-arguments' lists them."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Train networks by Deep Monte Carlo.

    Runs on a GPU where there is one; on several by torchrun -m paiyou train ...

    Ctrl-C or a kill loses what came after the last checkpoint; --resume goes on from there.
    """
    given = {
        "game": game, "objective": objective, "hours": hours, "frames": frames, "network": network, "folder": folder,
        "start": start, "opponents": opponents,
    }  # fmt: skip
    from paiyou.cli.show.training import run_training

    folder_of_run = run_training(given, settings or [], resume, errors)
    if as_json:
        print_json({"folder": str(folder_of_run)})
    else:
        console.print(f"{folder_of_run}: export it with 'paiyou export-model {folder_of_run} FOLDER'")


@app.command("train-arguments", rich_help_panel=PANEL)
@says_what_is_wrong
def train_arguments() -> None:
    """List every argument of 'paiyou train' with its default."""
    from paiyou.cli.show.training import arguments_table

    console.print(arguments_table())


@app.command("imitate", rich_help_panel=PANEL)
@says_what_is_wrong
def imitate(
    agent: Annotated[str, typer.Argument(help="Who to imitate; see 'paiyou agents'.")],
    folder: Annotated[Path, typer.Argument(help="Where the recorded games and the weights go.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A game without auction.")] = "doudizhu:douzero",
    games: Annotated[
        int, typer.Option(help="Games to record; the agent has every seat, unless AGAINST is given.")
    ] = 10_000,
    seed: Annotated[int, typer.Option(help="Of the first game; the same seed gives the same games.")] = 3_000_000_000,
    passes: Annotated[int, typer.Option(help="How often every game is learnt from; 0: record alone.")] = 3,
    device: Annotated[str, typer.Option(help="cuda or cpu, for networks; a GPU where there is one by default.")] = "",
    network: Annotated[
        str, typer.Option(help="facts (ours), or in trick games cnn (planes of suits by ranks).")
    ] = "facts",
    start: Annotated[Path | None, typer.Option(help="Imitation to begin with: run, weights file or model.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="Network that START plays; the agent says what it would do in START's place.")
    ] = None,
    seats: Annotated[str, typer.Option(help="What START has in those games: one side, or the others.")] = "side",
    learning_rate: Annotated[float, typer.Option(help="Adam's step size at the beginning.")] = 1e-3,
    at_once: Annotated[int, typer.Option(help="Games replayed at once; a step learns from a decision of each.")] = 4096,
    on: Place = "local",
    cores: Cores = None,
    as_json: Json = False,
) -> None:
    """Train a network that plays like an agent.

    Records the agent's games first. 'paiyou train' trains against the network by --set rival=FOLDER.

    What was recorded in the folder before is not recorded again. A player that trains against an imitation finds out
    where it differs from the agent; with --start and --against it learns on in its games against that player.
    """
    from paiyou.cli.show.imitation import run_imitation

    result = run_imitation(
        agent, folder, game, games, seed, passes, device, cores, progress_bar,
        start=start, against=against, seats=seats, learning_rate=learning_rate, at_once=at_once, network=network, on=on,
    )  # fmt: skip
    if as_json:
        print_json(result.to_json())
    else:
        console.print(result.line(), highlight=False, markup=False, soft_wrap=True)


@app.command("self-play", rich_help_panel=PANEL)
@says_what_is_wrong
def self_play(
    file: Annotated[
        Path, typer.Argument(help="Where to keep the games: columns (.npz) or records (any other ending).")
    ],
    game: Annotated[str, typer.Option("--game", "-g", help="A climbing game without auction.")] = "doudizhu:douzero",
    model: Annotated[str, typer.Option(help="Whose networks play all seats: a model, or a run's weights.")] = (
        "doudizhu-wp"
    ),
    games: Annotated[int, typer.Option(help="How many.")] = 200_000,
    seed: Annotated[int, typer.Option(help="Of the first game.")] = 6_000_000_000,
    temperature: Annotated[float, typer.Option(help="Scale of noise on the values, in wins; 0: the best move.")] = 0.0,
    device: Annotated[str, typer.Option(help="cuda or cpu; a GPU where there is one by default.")] = "",
    as_json: Json = False,
) -> None:
    """Let a network play itself and keep the games.

    'paiyou train-supervised' learns from them. A GPU takes seconds.
    """
    from paiyou.cli.show.supervised import run_self_play

    summary = run_self_play(file, game, model, games, seed, temperature, device)
    print_json(summary) if as_json else console.print(
        f"{file}: {summary['games']:,} games", highlight=False, soft_wrap=True
    )


@app.command("convert-games", rich_help_panel=PANEL)
@says_what_is_wrong
def convert_games(
    source: Annotated[Path, typer.Argument(help="Records, or games in columns (.npz).")],
    target: Annotated[Path, typer.Argument(help="Columns (.npz), or any other ending for records.")],
    game: Annotated[str, typer.Option("--game", "-g", help="The card play that records are read as.")] = (
        "doudizhu:douzero"
    ),
    as_json: Json = False,
) -> None:
    """Convert records to columns for a GPU, or back.

    Every game is played again and checked.
    """
    from paiyou.cli.show.supervised import convert

    summary = convert(source, target, game, progress_bar)
    print_json(summary) if as_json else console.print(
        f"{target}: {summary['games']:,} games", highlight=False, soft_wrap=True
    )


@app.command("train-supervised", rich_help_panel=PANEL)
@says_what_is_wrong
def train_supervised(
    files: Annotated[list[Path], typer.Argument(help="Records, or one file of columns, and last the folder to write.")],
    game: Annotated[str, typer.Option("--game", "-g", help="The card play to learn, without auction.")] = (
        "doudizhu:douzero"
    ),
    epochs: Annotated[int, typer.Option(help="How often every game is learnt from.")] = 20,
    minibatch: Annotated[int, typer.Option(help="Decisions of a gradient step, each with all its moves.")] = 1024,
    learning_rate: Annotated[float, typer.Option(help="Adam's step size at the beginning.")] = 1e-3,
    held_out: Annotated[float, typer.Option(help="Share of the games that the accuracy is measured on.")] = 0.1,
    network: Annotated[str, typer.Option(help="facts (ours) or paper (DouZero's LSTM).")] = "facts",
    seed: Annotated[int, typer.Option(help="Of weights, order and the games held out.")] = 1,
    device: Annotated[str, typer.Option(help="cuda or cpu; a GPU where there is one by default.")] = "",
    as_json: Json = False,
) -> None:
    """Learn card play from recorded games.

    Fits moves that were played against those that were not (DouZero's paper, C.2).

    The best epoch of each position is kept. After a kill the same command goes on after the last whole epoch.
    """
    from paiyou.cli.show.supervised import run_supervised

    if len(files) < 2:
        raise ValueError("name the files of games, and after them the folder to write to")
    *games, folder = files
    summary = {
        "epochs": epochs, "minibatch": minibatch, "learning_rate": learning_rate, "held_out": held_out,
        "network": network, "seed": seed,
    }  # fmt: skip
    found = run_supervised(
        games, folder, game, summary, device, progress_bar,
        lambda line: None if as_json else console.print(line, highlight=False, markup=False, soft_wrap=True),
    )  # fmt: skip
    if as_json:
        print_json(found)
    else:
        console.print(f"{folder}: export it with 'paiyou export-model {folder} FOLDER'", highlight=False)


@app.command("bidding-playouts", rich_help_panel=PANEL)
@says_what_is_wrong
def bidding_playouts(
    file: Annotated[Path, typer.Argument(help="Where to keep them, a file .npz.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A game with a landlord; its auction does not matter.")] = (
        "doudizhu"
    ),
    model: Annotated[str, typer.Option(help="Whose networks play: a model, or a run's weights.")] = "doudizhu-adp",
    hands: Annotated[int, typer.Option(help="Hands of one seat.")] = 100_000,
    fillings: Annotated[int, typer.Option(help="Deals for each hand: the other hands and the bottom.")] = 64,
    seed: Annotated[int, typer.Option(help="Of the first hand; the same seed gives the same deals.")] = 5_000_000_000,
    device: Annotated[str, typer.Option(help="cuda or cpu; a GPU where there is one by default.")] = "",
    as_json: Json = False,
) -> None:
    """Play hands out with every seat as landlord.

    'paiyou train-bidder' learns from them.
    """
    from paiyou.cli.show.bidding import run_playouts

    summary = run_playouts(file, game, model, hands, fillings, seed, device, progress_bar)
    if as_json:
        print_json(summary)
    else:
        console.print(
            f"{file}: {summary['deals']:,} deals, landlords won {summary['landlord_wins']:.1%}", highlight=False
        )


@app.command("bidding-classes", rich_help_panel=PANEL)
@says_what_is_wrong
def bidding_classes(
    playouts: Annotated[Path, typer.Argument(help="What 'paiyou bidding-playouts' wrote.")], as_json: Json = False
) -> None:
    """Tell what hands are worth before the auction.

    Hands are told apart by jokers, twos, aces, bombs, and moves to empty the hand.
    """
    from rich.table import Table

    from paiyou.cli.show.bidding import classes_of

    classes = classes_of(playouts)
    if as_json:
        print_json({"classes": classes})
        return
    table = Table("hands with", "hands", "won as landlord", "points as landlord", "points as peasant")
    for each in classes:
        table.add_row(
            f"{each['value']} {each['kind']}", f"{each['hands']:,}", f"{each['landlord_wins']:.1%}",
            f"{each['landlord_points']:+.2f}", f"{each['peasant_points']:+.2f}",
        )  # fmt: skip
    console.print(table)


@app.command("train-bidder", rich_help_panel=PANEL)
@says_what_is_wrong
def train_bidder(
    playouts: Annotated[Path, typer.Argument(help="What 'paiyou bidding-playouts' wrote.")],
    folder: Annotated[Path, typer.Argument(help="Where the bidder and the logs go.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A game with an auction.")] = "doudizhu:bidding=call-rob",
    rounds: Annotated[int, typer.Option(help="How often everybody learns what the others do by now.")] = 5,
    passes: Annotated[int, typer.Option(help="How often every deal is learnt from in a round.")] = 2,
    paper_epochs: Annotated[
        int, typer.Option(help="Epochs for the yes-or-no network of DouZero beside it (20 there); 0: none.")
    ] = 0,
    device: Annotated[str, typer.Option(help="cuda or cpu; a GPU where there is one by default.")] = "",
    as_json: Json = False,
) -> None:
    """Learn the expected points of every call of an auction.

    The agent dmc bids with it by dmc:bidder=FILE.
    """
    from paiyou.cli.show.bidding import run_bidder

    summary = run_bidder(
        playouts, folder, game, rounds, passes, paper_epochs, device,
        lambda line: None if as_json else console.print(line, highlight=False, markup=False, soft_wrap=True),
    )  # fmt: skip
    if as_json:
        print_json(summary)
    else:
        console.print(f"bid with it by dmc:bidder={summary['file']}", highlight=False, soft_wrap=True)


@app.command("export-model", rich_help_panel=PANEL)
@says_what_is_wrong
def export_model(
    run: Annotated[Path, typer.Argument(help="Folder of a run, or its file of weights.")],
    folder: Annotated[Path, typer.Argument(help="Folder to write the model to.")],
    weights: Annotated[str, typer.Option(help="How weights are stored: int8, float16 or float32.")] = "int8",
    mean_with: Annotated[
        list[Path] | None,
        typer.Option(help="Another run that this one went on from; the mean of the weights is written."),
    ] = None,
    belief: Annotated[
        bool, flag("--belief", "Keep what it believes of the hidden cards (a run with hidden above 0).")
    ] = False,
) -> None:
    """Write the networks of a run as a model.

    The agent dmc plays it: dmc:model=FOLDER.
    """
    try:
        from paiyou.learn.runs.export import export_run
    except ModuleNotFoundError as missing:
        raise ValueError(f"exporting needs the package {missing.name}: pip install 'paiyou[train]'") from None
    export_run(run, folder, weights, mean_with or (), belief=belief)
    console.print(f"play it with dmc:model={folder}")


@app.command("adversary", rich_help_panel=PANEL)
@says_what_is_wrong
def adversary(
    agent: Annotated[str, typer.Argument(help="A network: dmc:model=NAME, or a model's name or folder, or a run's.")],
    frames: Annotated[int, typer.Option(help="How many moves to train on; 0: by the hours alone.")] = 0,
    hours: Annotated[float, typer.Option(help="How long to train; 0: by the frames alone.")] = 0.0,
    deals: Annotated[int, typer.Option(help="Duplicate deals to measure it on.")] = 10_000,
    folder: Annotated[str, typer.Option(help="Where its run goes (runs/adversary-MODEL).")] = "",
    resume: Annotated[bool, flag("--resume", "Go on with the run in that folder.")] = False,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Any argument of the run, NAME=VALUE; 'paiyou train-arguments' lists them."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Train a player against a frozen network alone.

    Tells how much it wins: what can be exploited at least.
    """
    from paiyou.cli.show.training import run_adversary

    found = run_adversary(
        agent, deals, settings or [], errors, frames=frames, hours=hours, folder=folder, resume=resume
    )
    if as_json:
        print_json(found.to_json())
    else:
        console.print(found.line, highlight=False, markup=False, soft_wrap=True)


@app.command("belief", rich_help_panel=PANEL)
@says_what_is_wrong
def belief(
    model: Annotated[
        str,
        typer.Argument(help="A model that tells of hidden cards: its name or its folder. With --infer, who plays."),
    ] = "",
    game: GameName = "doudizhu:douzero",
    infer: Annotated[
        str, typer.Option(help="Another belief, as searchers take it: playouts, or an agent whose play is a model.")
    ] = "",
    noise: Annotated[float, typer.Option(help="With --infer: how often the others play just any move.")] = 0.0,
    particles: Annotated[int, typer.Option(help="With --infer: deals that are drawn and weighed.", min=1)] = 200,
    games: Annotated[int, typer.Option(help="Games to play and look at.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    player: Annotated[
        list[str] | None, typer.Option(help="Who plays, once for each seat; by default the model in all of them.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw chances given and how often they came true into this file (SVG or PNG).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure a belief about hidden cards.

    That is how many bits it is better than counting, and whether its probabilities are calibrated.

    A run learns it with --set hidden=WEIGHT, and 'paiyou export-model --belief' keeps it. Other beliefs need no model
    of their own: 'paiyou belief --infer playouts' asks a small network how likely the others' moves were.
    """
    from paiyou.calibration import calibrate
    from paiyou.cli.show.belief import calibration_table, reliability_plot
    from paiyou.games.registry import game as find_game

    if plot is not None:
        from paiyou.reproduce.plots import check_drawable

        check_drawable(plot)
    with progress_bar("games", games) as advance:
        found = calibrate(
            find_game(game), model, infer=infer, noise=noise, particles=particles, players=player or (), games=games,
            seed=seed, advance=advance,
        )  # fmt: skip
    if plot is not None:
        reliability_plot(found).draw(plot)
    if as_json:
        print_json(found.to_json())
    else:
        line, table = calibration_table(found)
        console.print(line, highlight=False, soft_wrap=True)
        console.print(table)


@app.command("import-douzero", rich_help_panel="Other programs")
@says_what_is_wrong
def import_from_douzero(
    source: Annotated[Path, typer.Argument(help="Folder with landlord.ckpt, landlord_down.ckpt and landlord_up.ckpt.")],
    to: Annotated[Path, typer.Option("--to", help="Folder for the model; 'dmc:model=FOLDER' plays it.")],
    objective: Annotated[
        str | None, typer.Option(help="What the player was trained for: wp, adp or logadp; by default wp.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a model of networks that DouZero has trained.

    Reads its published files, or a run's model.tar.
    """
    from paiyou.interop.douzero_checkpoints import import_douzero

    card = import_douzero(source, to, objective=objective)
    if as_json:
        print_json(card.to_json())
    else:
        console.print(
            f"wrote the model {card.name}; paiyou match 'dmc:model={to}' rules", highlight=False, soft_wrap=True
        )
