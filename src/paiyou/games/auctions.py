"""The ways to choose the landlord, as transition tables (docs/rules/doudizhu.md)."""

from __future__ import annotations

from collections.abc import Callable

from paiyou.games.climbing_spec import Auction, AuctionStep

SEATS = 3

Said = tuple[int, ...]
"""What was said so far, call by call; it stands for a node of the auction."""


def call_rob() -> Auction:
    """Call and rob (叫地主, 抢地主; DouZero): all decide once, the first caller once more when others robbed.

    The first to want it calls, later ones rob; every rob doubles the stake. Nobody calls: redeal.
    """
    calls = ("decline", "call", "rob")

    def node(said: Said) -> tuple[int, dict[int, Said]]:
        yes = 2 if any(said) else 1
        speaker = len(said) if len(said) < SEATS else said.index(1)
        return speaker, {0: (*said, 0), yes: (*said, 1)}

    def outcome(said: Said) -> AuctionStep | None:
        if len(said) < SEATS:
            return None
        wanted = [seat for seat, yes in enumerate(said[:SEATS]) if yes]
        if not wanted:
            return AuctionStep(None)
        if len(wanted) == 1:
            return AuctionStep(None, wanted[0], 1)
        if len(said) == SEATS:
            return None
        landlord = wanted[0] if said[SEATS] else wanted[-1]
        return AuctionStep(None, landlord, 2 ** (sum(said) - 1))

    return _build(calls, node, outcome)


def bids(*, multi_round: bool = False, all_pass: str = "redeal", random_opener: bool = True) -> Auction:
    """Bids of 1, 2 and 3: each bid is higher than the last, 3 ends it, the highest bidder is landlord at his bid.

    One round by default; with `multi_round` it goes on until two passes follow a bid. With `all_pass="first"` the seat
    that opened becomes landlord at stake 1 when nobody bids (Botzone), else the cards are dealt again.
    """
    calls = ("bid 0", "bid 1", "bid 2", "bid 3")

    def node(said: Said) -> tuple[int, dict[int, Said]]:
        highest = max(said, default=0)
        return len(said) % SEATS, {bid: (*said, bid) for bid in (0, *range(highest + 1, 4))}

    def outcome(said: Said) -> AuctionStep | None:
        highest = max(said, default=0)
        if highest == 0:
            if len(said) < SEATS:
                return None
            return AuctionStep(None, 0, 1) if all_pass == "first" else AuctionStep(None)
        passes_since = len(said) - 1 - said.index(highest)
        over = passes_since == SEATS - 1 if multi_round else len(said) == SEATS
        return AuctionStep(None, said.index(highest) % SEATS, highest) if over or highest == 3 else None

    return _build(calls, node, outcome, random_opener=random_opener)


def _build(
    calls: tuple[str, ...],
    node: Callable[[Said], tuple[int, dict[int, Said]]],
    outcome: Callable[[Said], AuctionStep | None],
    *,
    random_opener: bool = True,
) -> Auction:
    """Number the nodes in the order of a walk by levels, so that every step leads forward."""
    order: list[Said] = [()]
    for said in order:
        order.extend(then for then in node(said)[1].values() if outcome(then) is None)
    place = {said: number for number, said in enumerate(order)}
    speakers, steps = [], []
    for said in order:
        speaker, options = node(said)
        speakers.append(speaker)
        steps.append({call: outcome(then) or AuctionStep(place[then]) for call, then in options.items()})
    return Auction(calls, tuple(speakers), tuple(steps), random_opener)
