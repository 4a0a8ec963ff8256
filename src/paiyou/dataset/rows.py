"""What a dataset tells: a row for every game, or one for every decision, each column with its type and meaning.

A hand is one string: `33456` in climbing games, `SQ HA` in trick games. Hands are everybody's, in the order of
the seats: what a player could not see is there for those who study.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from paiyou.agents.base import Agent
from paiyou.arena.outcome import Outcome
from paiyou.games.protocol import Hand

TEXT, WHOLE, NUMBER = "string", "int64", "float"
SMALL, TEXTS, SMALLS, NUMBERS = "int16", "list<string>", "list<int16>", "list<float>"


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    kind: str
    """As Parquet's: one of those above."""
    meaning: str


GAMES = (
    Column("game", WHOLE, "number of the game in the dataset, from 0"),
    Column("seed", "uint64", "of the deal: `paiyou.game(NAME).deal(seed)` deals it again"),
    Column("agents", TEXTS, "who played, seat by seat"),
    Column("hands", TEXTS, "every seat's cards at the beginning"),
    Column("seats", SMALLS, "who made each move"),
    Column("moves", TEXTS, "all moves, calls and exposures before card play among them"),
    Column("payoffs", NUMBERS, "every seat's points at the end"),
    Column("forfeit", SMALL, "the seat whose agent failed, where one did; null otherwise"),
)

DECISIONS = (
    Column("game", WHOLE, "number of the game in the dataset, from 0"),
    Column("ply", SMALL, "moves made before this one; rows with a lower ply of the same game are its history"),
    Column("seat", SMALL, "who decides"),
    Column("agent", TEXT, "who sits there"),
    Column("hand", TEXT, "the seat's own cards"),
    Column("counts", SMALLS, "how many cards every seat holds"),
    Column("public", TEXT, "cards everybody has seen without their being played"),
    Column("last_seat", SMALL, "whose move is to be answered; null for the seat that leads"),
    Column("last_move", TEXT, "the combo to beat or the card that was led; null for the seat that leads"),
    Column("legal", TEXTS, "all legal moves"),
    Column("move", TEXT, "the move made"),
    Column("values", NUMBERS, "what the judge thinks of each legal move, where there is a judge; null otherwise"),
    Column("hands", TEXTS, "every seat's cards at this moment, hidden ones too"),
    Column("payoff", NUMBER, "the seat's points at the end of the game"),
)


def cards(hand: Hand) -> str:
    """A hand as one string."""
    return hand if isinstance(hand, str) else " ".join(hand)


def game_row(number: int, outcome: Outcome, agents: Sequence[str]) -> dict[str, Any]:
    """One row of `GAMES`."""
    history = outcome.state.history
    return {
        "game": number,
        "seed": outcome.seed,
        "agents": list(agents),
        "hands": [cards(hand) for hand in outcome.state.rewound().hands],
        "seats": [seat for seat, _ in history],
        "moves": [move for _, move in history],
        "payoffs": outcome.payoffs,
        "forfeit": None if outcome.forfeit is None else outcome.forfeit.seat,
    }


def decision_rows(
    number: int, outcome: Outcome, agents: Sequence[str], judge: Agent | None = None
) -> Iterator[dict[str, Any]]:
    """A row of `DECISIONS` for every move of a game; the judge sees what the seat saw."""
    state = outcome.state.rewound()
    if judge is not None:
        judge.begin(outcome.seed)
    for ply, (seat, move) in enumerate(outcome.state.history):
        view = state.view(seat)
        legal = view.moves()
        values = None
        if judge is not None:
            judged = {each: value for each, value, _ in judge.evaluate(view)}
            values = [judged.get(each) for each in legal]
        yield {
            "game": number,
            "ply": ply,
            "seat": seat,
            "agent": agents[seat],
            "hand": cards(view.hand),
            "counts": view.counts,
            "public": cards(view.public),
            "last_seat": None if view.last is None else view.last[0],
            "last_move": None if view.last is None else view.last[1],
            "legal": legal,
            "move": move,
            "values": values,
            "hands": [cards(hand) for hand in state.hands],
            "payoff": outcome.payoffs[seat],
        }
        state.play(move)
