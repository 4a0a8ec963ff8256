"""Two tokens on a row of squares, and a game tree with loops: `python examples/squares_with_loops.py`.

A starts on the first square and B on the last; A begins. A token steps to an empty neighbour, or jumps over the other
token where the square behind it exists. Who reaches the other end first has won. (After exercise 5.8 of Russell and
Norvig's "Artificial intelligence", third edition.)

Tokens may go back and forth, so plain minimax never returns: a position may be its own descendant. Cure: what is not
known yet is "unknown", and only what follows for certain is written down. A player who can reach a won position has
won, whatever his other moves may be worth; one whose every move is known to lose has lost. Repeat until nothing
changes. What is still unknown then is a draw by going round for ever; here there is none.

A wins on an even number of squares and B on an odd one. They walk towards each other; whoever has to step next to the
other is jumped over, and the one who jumped is ahead in the race; going back only puts it off. There are two squares
less between them than there are in all, and A begins: with an even number between it is B who must step up, else A.
"""

from itertools import product

Place = tuple[int, int, int]
"""Where A and B are, and who moves (0 is A)."""


def moves(place: Place, last: int) -> list[Place]:
    """Where the player to move may go."""
    here, there, turn = place[place[2]], place[1 - place[2]], place[2]
    found = []
    for step in (-1, 1):
        to = here + step if here + step != there else here + 2 * step
        if 1 <= to <= last:
            found.append((to, there, 1) if turn == 0 else (there, to, 0))
    return found


def solve(last: int) -> dict[Place, int]:
    """Every position that somebody wins: 1 for A, -1 for B; the others are missing."""
    places = [(a, b, turn) for a, b, turn in product(range(1, last + 1), range(1, last + 1), (0, 1)) if a != b]
    value = {place: 1 if place[0] == last else -1 for place in places if place[0] == last or place[1] == 1}
    changed = True
    while changed:
        changed = False
        for place in places:
            if place in value:
                continue
            own = 1 if place[2] == 0 else -1
            known = [value.get(after) for after in moves(place, last)]
            if own in known or None not in known:
                value[place] = own if own in known else -own
                changed = True
    return value


if __name__ == "__main__":
    for last in range(3, 13):
        value = solve(last)
        winner = {1: "A", -1: "B", None: "nobody"}[value.get((1, last, 0))]
        print(f"{last} squares: {winner} wins")
