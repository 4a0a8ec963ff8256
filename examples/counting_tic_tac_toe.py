"""Tic-tac-toe in numbers: `python examples/counting_tic_tac_toe.py`.

How many games there are, how few positions, and what a simple evaluation and alpha-beta make of the first two moves.
(After exercise 5.9 of Russell and Norvig's "Artificial intelligence", third edition.) A line counts for a player while
the other has nothing in it: one for a single mark, three for two; the evaluation is X's count less O's.
"""

import runpy
from collections import Counter
from pathlib import Path

from paiyou.theory.pruning import alphabeta, best_first, minimax

PARTS = runpy.run_path(str(Path(__file__).parent / "tic_tac_toe.py"))
START, LINES = PARTS["TicTacToe"](), PARTS["LINES"]
ROTATED, MIRRORED = (6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)


def same(board: str) -> str:
    """The first of the up to eight boards that are this one turned or mirrored."""
    boards = []
    for _ in range(4):
        board = "".join(board[square] for square in ROTATED)
        boards += [board, "".join(board[square] for square in MIRRORED)]
    return min(boards)


def levels():
    """After each number of moves: the positions with the ways to reach them, games that are over not played on."""
    level = Counter({START.board: 1})
    while level:
        yield level
        after = Counter()
        for board, ways in level.items():
            position = type(START)(board)
            for move in [] if position.over else position.moves():
                after[position.play(move).board] += ways
        level = after


def evaluation(board: str) -> int:
    """X's open lines less O's."""
    lines = [Counter(board[square] for square in line) for line in LINES]
    worth = {1: 1, 2: 3, 3: 100}
    return sum(worth.get(line["X"], 0) for line in lines if not line["O"]) - sum(
        worth.get(line["O"], 0) for line in lines if not line["X"]
    )


def two_moves() -> dict[str, list[int]]:
    """X's first moves that differ, each with the evaluations of O's replies that differ."""
    after = {same(START.play(move).board) for move in START.moves()}
    replies = {
        board: {same(type(START)(board).play(move).board) for move in type(START)(board).moves()} for board in after
    }
    return {board: sorted(evaluation(reply) for reply in boards) for board, boards in sorted(replies.items())}


if __name__ == "__main__":
    known = list(levels())
    games = sum(ways for level in known for board, ways in level.items() if type(START)(board).over)
    positions = [board for level in known for board in level]
    print(f"{games:,} games, {len(positions):,} positions, {len(set(map(same, positions)))} of them different")
    tree = two_moves()
    for board, values in tree.items():
        print(f"X {board[:3]}/{board[3:6]}/{board[6:]}: replies are worth {values}, so it is {min(values)}")
    leaves = list(tree.values())
    looked = len(alphabeta(leaves, best_first).leaves)
    print(f"the best is worth {minimax(leaves)}; alpha-beta looks at {looked} of {sum(map(len, leaves))} leaves")
