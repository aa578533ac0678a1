"""What was known at a decision, as labels and texts."""

from __future__ import annotations

from collections.abc import Sequence

from spades.review.decision import Decision
from spades.review.words import Words


def facts_of(
    decision: Decision, names: Sequence[str], sides: Sequence[str], words: Words
) -> list[tuple[str, str]]:
    """The own hand, the trick, the bids, what others showed, the scores.

    Args:
        decision: The decision.
        names: By seat.
        sides: Names by side.
        words: How cards are written.
    """
    position = decision.position
    facts = [("Hand", words.cards(position.hand) or "no card yet")]
    if decision.phase == "play":
        cards = ", ".join(f"{names[seat]} {words.card(card)}" for seat, card in position.trick)
        facts.append(("Trick", cards or "to lead"))
    if decision.phase in ("bid", "play"):
        facts.append(("Bids", words.bids(position.bids, names)))
    if decision.phase == "play":
        won = ", ".join(f"{name} {won}" for name, won in zip(names, position.tricks, strict=True))
        broken = "spades broken" if position.broken else "spades not broken"
        facts.append(("Won", f"{won}; {broken}"))
    for seat, held in enumerate(position.open_cards):
        if held:
            facts.append(("Known", f"{names[seat]} holds {words.cards(held)}"))
    voids = [
        f"{names[seat]} has no {', no '.join(suits)}"
        for seat, suits in enumerate(position.voids)
        if suits and seat != position.seat
    ]
    if voids:
        facts.append(("Known", "; ".join(voids)))
    for seat, thrown in enumerate(position.thrown):
        if thrown:
            facts.append(("Thrown", f"{names[seat]}: {words.cards(thrown)}"))
    scores = zip(sides, position.scores, strict=True)
    told = (f"{name} {score.points} ({_bags(score.bags)})" for name, score in scores)
    return [*facts, ("Score", ", ".join(told))]


def _bags(count: int) -> str:
    return "1 bag" if count == 1 else f"{count} bags"
