"""A player that gets rid of its lowest cards first and never thinks ahead."""

from paiyou import Agent, View

ORDER = "3456789TJQKA2BR"


class Thrifty(Agent):
    """Plays the lowest cards it may, many of them rather than few; it passes only where it must.

    The class says all about itself: name, line and options for the lists, and what a server needs to know.
    """

    name = "thrifty"
    line = "its lowest cards first, in climbing games"
    quick = True  # it answers within milliseconds, so that it need not wait behind searchers
    remote = True  # clients of a server may ask for it: it reads no files, and nobody can make it slow

    def choose(self, view: View) -> str:
        """A legal move of the seat; the view knows what the seat may know, and no more."""
        moves = view.moves()
        if not moves:
            raise ValueError("there is no move to choose: this seat is not to move")
        return min(moves, key=price)


def price(move: str) -> tuple[bool, int, int]:
    """What a move costs: passing most, then its highest card; of two alike the longer is the better bargain."""
    if move == "pass":
        return True, 0, 0
    return False, max(map(ORDER.find, move)), -len(move)
