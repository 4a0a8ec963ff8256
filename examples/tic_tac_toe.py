"""Tic-tac-toe for Paiyou's searchers, and a game of two of them: `python examples/tic_tac_toe.py`."""

import paiyou
from paiyou.games.open_game import OpenGame

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """A board of nine squares; seat 0 plays X, seat 1 plays O."""

    def __init__(self, board: str = "." * 9) -> None:
        self.board = board

    @property
    def turn(self) -> int:
        return self.board.count("X") - self.board.count("O")

    @property
    def winner(self) -> str:
        return next((self.board[a] for a, b, c in LINES if self.board[a] == self.board[b] == self.board[c] != "."), "")

    @property
    def over(self) -> bool:
        return self.winner != "" or "." not in self.board

    @property
    def payoffs(self) -> list[int]:
        return {"X": [1, -1], "O": [-1, 1], "": [0, 0]}[self.winner]

    def moves(self) -> list[int]:
        return [square for square, mark in enumerate(self.board) if mark == "."]

    def play(self, move: int) -> "TicTacToe":
        return TicTacToe(self.board[:move] + "XO"[self.turn] + self.board[move + 1 :])

    def key(self) -> str:
        return self.board


GAME = OpenGame("tic-tac-toe", TicTacToe, seats=2)

if __name__ == "__main__":
    players = [paiyou.agent("alphabeta", GAME), paiyou.agent("minimax:depth=2", GAME)]
    position = GAME.start()
    while not position.over:
        move, value, _ = players[position.turn].evaluate(position)[0]
        print(f"{'XO'[position.turn]} takes square {move}, which is worth {value:+.0f}")
        position = position.play(move)
        print("\n".join(position.board[row : row + 3] for row in (0, 3, 6)), end="\n\n")
    print(f"{position.winner or 'nobody'} wins")
