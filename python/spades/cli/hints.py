"""The bot's advice in a sentence: what its choice wins, and what another one would risk."""

from __future__ import annotations

from spades import Action, Card, Observation
from spades.bots import Choice
from spades.bots.report import ActionReport
from spades.cli.cards import CardFace
from spades.cli.names import Names
from spades.cli.standing import winning


def hint_words(face: CardFace, names: Names, choice: Choice, seen: Observation) -> str:
    """What the bot would do and why.

    Args:
        face: How cards are written.
        names: Who sits where.
        choice: The bot's choice with its report.
        seen: What the seat knows. In a draft values are tricks, later points more than the best
            other side's.
    """
    best = choice.report[choice.action]
    text = face.action(choice.action)
    reasons = [_does(face, names, choice.action, seen), _expects(best, seen)]
    told = ", ".join(reason for reason in reasons if reason)
    text += f": {told}." if told else "."
    others = [entry for entry in choice.report.actions if entry.action != choice.action]
    if best.value is None or not others or others[0].value is None:
        return text
    return f"{text} {_instead(face, best, others[0], seen)}"


def _does(face: CardFace, names: Names, action: Action, seen: Observation) -> str:
    """What the action does, as far as the table shows it."""
    if action.card is not None:
        return _plays(face, names, action.card, seen)
    word = str(action)
    if seen.phase == "draft" and seen.shown_card is not None:
        card = face.plain(seen.shown_card)
        unseen = "the next card" if seen.rules.deal == "draw" else "the card that lies face down"
        better, worse = (card, unseen) if word in ("keep", "up") else (unseen, card)
        return f"it counts on more tricks from {better} than from {worse}"
    if seen.phase == "blind":
        if word == "look":
            return "blind nil is too likely to fail"
        return f"only blind nil wins enough: {seen.rules.blind_nil_bonus:+d}"
    if word == "misdeal":
        return "a new deal should be better than this hand"
    return "it expects to win no trick" if word == "nil" else ""


def _plays(face: CardFace, names: Names, card: Card, seen: Observation) -> str:
    """What a card does to the trick."""
    if not seen.trick:
        if _is_high(card, seen):
            return f"it leads the highest {card.suit[:-1]} that is left"
        return f"it leads {card.suit}"
    before = winning(seen.trick)
    assert before is not None  # the trick is not empty
    now = winning((*seen.trick, (seen.seat, card)))
    last = len(seen.trick) == seen.rules.players - 1
    if now == seen.seat:
        trumps = card.suit == "spades" and seen.trick[0][1].suit != "spades"
        verb = "trumps and" if trumps else "beats what is there and"
        return "it wins the trick" if last else f"it {verb} leads the trick so far"
    cards = dict(seen.trick)
    partner = seen.rules.partnerships and before != seen.seat and (before - seen.seat) % 2 == 0
    goes = "goes to" if last else "stays with"
    whose = f"the trick {goes} {names.seats[before]}"
    follows = card.suit == seen.trick[0][1].suit
    if partner:
        return f"{whose}, who is on your side"
    return (
        f"it stays below {face.plain(cards[before])}" if follows else f"it gives nothing: {whose}"
    )


def _is_high(card: Card, seen: Observation) -> bool:
    """Whether no card of the suit that others may hold is higher."""
    gone = seen.played | seen.hand
    for cards in seen.discards:
        gone = gone | cards
    higher = range(card.rank + 1, 13)
    return all(Card(int(card) - card.rank + rank) in gone for rank in higher)


def _expects(best: ActionReport, seen: Observation) -> str:
    """What the bot expects of its choice."""
    parts = []
    if best.made is not None and not _nil_lost(seen):
        what = "makes it" if seen.phase == "bid" else _bid_words(seen, "keeps", "makes")
        parts.append(f"{what} {best.made:.0%} of the time")
    if best.value is not None and seen.phase != "draft":
        if abs(best.value) < 0.5:
            parts.append("expects a round that ends level")
        else:
            ahead = "ahead" if best.value > 0 else "behind"
            parts.append(f"expects you {_points(best.value)} {ahead} after the round")
    if best.win is not None:
        parts.append(f"gives {best.win:.0%} to win the game")
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _instead(face: CardFace, best: ActionReport, second: ActionReport, seen: Observation) -> str:
    """What the second choice would cost or risk."""
    assert best.value is not None  # by the caller
    assert second.value is not None
    less = best.value - second.value
    parts = []
    if seen.phase == "draft":
        parts.append(f"{abs(less):.2f} tricks {_less(less)}")
    elif abs(less) < 0.5:
        parts.append("about as many points")
    else:
        parts.append(f"{_points(less)} {_less(less)}")
    made = _percent(best.made, second.made)
    if seen.phase == "bid" and second.made is not None:
        parts.append(f"made {second.made:.0%} of the time")
    elif made and not _nil_lost(seen):
        parts.append(f"{_bid_words(seen, 'keeps', 'makes')} {abs(made)} % {_less(made)} often")
    if beaten := _percent(best.beaten, second.beaten):
        parts.append(f"{abs(beaten)} % {_less(beaten)} to break the other side's bid")
    if win := _percent(best.win, second.win):
        parts.append(f"{abs(win)} % {_less(win)} to win the game")
    return f"{face.action(second.action)} instead: {', '.join(parts)}."


def _points(value: float) -> str:
    """A whole number of points, without its sign."""
    number = round(abs(value))
    return f"{number} point" if number == 1 else f"{number} points"


def _bid_words(seen: Observation, nil: str, other: str) -> str:
    bid = seen.bids[seen.seat]
    return f"{nil} your nil" if bid is not None and bid.is_nil else f"{other} your bid"


def _nil_lost(seen: Observation) -> bool:
    bid = seen.bids[seen.seat]
    return bid is not None and bid.is_nil and seen.tricks[seen.seat] > 0


def _percent(best: float | None, second: float | None) -> int:
    """How much less the second is, in whole percents; 0 where one is not known."""
    return 0 if best is None or second is None else round((best - second) * 100)


def _less(amount: float) -> str:
    return "less" if amount >= 0 else "more"
