"""What a seat and its side still need in the round in progress."""

from __future__ import annotations

from collections.abc import Sequence

from spades import Bid, Card, Rules


def needs(rules: Rules, bids: Sequence[Bid | None], tricks: Sequence[int], seat: int) -> str:
    """How a seat stands to its bid: `2 more`, `made +1`, `nil so far`.

    Partners' bids above nil are one contract; it stands beside the first of them who bid so.

    Args:
        rules: The rules of the table.
        bids: Bids by seat; None where none has been made.
        tricks: Tricks won by seat.
        seat: The seat.

    Returns:
        A few words; nothing until every seat of the side has bid.
    """
    bid = bids[seat]
    side = rules.side_of(seat)
    seats = [other for other in range(rules.players) if rules.side_of(other) == side]
    made = {other: found for other in seats if (found := bids[other]) is not None}
    if bid is None or len(made) < len(seats):
        return ""
    if bid.is_nil:
        return "nil lost" if tricks[seat] else "nil so far"
    contract = [other for other in seats if not made[other].is_nil]
    if seat != contract[0]:
        return ""
    helping = seats if rules.nil_tricks == "contract" else contract
    missing = sum(int(made[other]) for other in contract) - sum(tricks[s] for s in helping)
    return _contract(missing, rules.hand_size - sum(tricks))


def contract(rules: Rules, bids: Sequence[Bid | None], tricks: Sequence[int], side: int) -> str:
    """How partners stand to the contract of both: `bid 7, 6 more`; nothing until both have bid."""
    seats = [seat for seat in range(rules.players) if rules.side_of(seat) == side]
    made = [bids[seat] for seat in seats]
    above = [int(bid) for bid in made if bid is not None and not bid.is_nil]
    if None in made or not above:
        return ""
    first = next(seat for seat in seats if (bid := bids[seat]) is not None and not bid.is_nil)
    return f"bid {sum(above)}, {needs(rules, bids, tricks, first)}"


def winning(trick: Sequence[tuple[int, Card]]) -> int | None:
    """The seat whose card wins a trick as far as it has been played; None for an empty one."""
    if not trick:
        return None
    led = trick[0][1].suit
    order = {"spades": 2, led: 1} if led != "spades" else {"spades": 2}
    return max(trick, key=lambda played: (order.get(played[1].suit, 0), played[1].rank))[0]


def _contract(missing: int, left: int) -> str:
    if missing > left:
        return f"{missing} short"
    if missing > 0:
        return f"{missing} more"
    return f"made +{-missing}" if missing else "made"
