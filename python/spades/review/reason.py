"""Why one action is better than another, in a plain sentence."""

from __future__ import annotations

from collections.abc import Callable

from spades._core import Action, Bid, Card, Rules
from spades.review.position import Position, winning
from spades.review.value import Value
from spades.review.verdict import Verdict

# A difference of chances below it is no reason.
_LEAST = 0.015
Face = Callable[[Card], str]


def reason(
    rules: Rules,
    phase: str,
    position: Position,
    verdict: Verdict,
    face: Face = str,
) -> str:
    """Why what the bot would have done is better; made of numbers that the seat could know.

    Args:
        rules: The rules.
        phase: The phase.
        position: What the seat saw.
        verdict: With both values.
        face: How a card is written.
    """
    played, better = verdict.played, verdict.better
    if better is None:
        return ""
    if played is None:
        return "The bot has no value for it."
    if phase == "draft":
        return _draft(position, played, better, face)
    if phase == "play":
        return _play(rules, position, played, better, face)
    if phase == "blind":
        return _blind(played, better)
    return _bid(rules, played, better)


def percent(chance: float) -> str:
    """A chance as `12 %`, small and large ones with what they need.

    Examples:
        >>> percent(0.123), percent(0.0012), percent(0.9996), percent(1.0)
        ('12 %', 'under 1 %', 'over 99 %', '100 %')
    """
    if 0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1:
        return "over 99 %"
    return f"{chance * 100:.0f} %"


def shown(action: Action, face: Face = str) -> str:
    """An action as it stands in a sentence."""
    return str(action) if action.card is None else face(action.card)


def _draft(position: Position, played: Value, better: Value, face: Face) -> str:
    shown_value = played if str(played.action) in ("keep", "up") else better
    other = better if shown_value is played else played
    card = "The card shown" if position.shown is None else face(position.shown)
    words = f"is worth about {shown_value.mean:.2f} tricks, a card not seen {other.mean:.2f}"
    if position.bids[position.seat] is not None:
        words = f"costs a nil {-shown_value.mean:.2f}, a card not seen {-other.mean:.2f}"
    return f"{card} {words} on average."


def _blind(played: Value, better: Value) -> str:
    made = played.made if played.made is not None else better.made
    if made is not None:
        return f"A blind nil is kept about {percent(made)} of the time."
    return f"It is worth {better.mean - played.mean:.0f} points more on average."


def _bid(rules: Rules, played: Value, better: Value) -> str:
    good, bad = better.action.bid, played.action.bid
    if played.made is None or better.made is None or good is None or bad is None:
        return f"It is worth {better.mean - played.mean:.0f} points more on average."
    one = f"{good} {'is kept' if good.is_nil else 'is made'} in {percent(better.made)}"
    other = f"{bad} {'is kept' if bad.is_nil else 'is made'} in {percent(played.made)}"
    if good.is_nil:
        bonus = f" and brings {rules.nil_bonus} points"
        return f"{_upper(one)} of the deals that fit{bonus}; {other}."
    if bad.is_nil:
        return f"{_upper(other)} of the deals that fit, {one}."
    more = int(good) - int(bad)
    if more < 0:
        only = "" if played.made > 0.5 else "only "
        return f"{_upper(one)} of the deals that fit, {bad} {only}in {percent(played.made)}."
    points = more * (rules.trick_points - rules.bag_points)
    tail = f"bidding {more} more brings {points} points more each time it is made"
    return f"{_upper(one)} of the deals that fit, {bad} in {percent(played.made)}: {tail}."


def _play(rules: Rules, position: Position, played: Value, better: Value, face: Face) -> str:
    good, bad = shown(better.action, face), shown(played.action, face)
    fact = _fact(rules, position, played.action, better.action, face)
    why = _chances(rules, position, played, better, good, bad)
    return _upper(f"{fact}{why}.")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _chances(
    rules: Rules, position: Position, played: Value, better: Value, good: str, bad: str
) -> str:
    """The largest of what speaks for a card."""
    own = position.bids[position.seat]
    is_nil = own is not None and own.is_nil
    found: list[tuple[float, str]] = []
    if played.made is not None and better.made is not None:
        gain = better.made - played.made
        worth = rules.nil_bonus + rules.nil_penalty if is_nil else 2 * _contract(rules, position)
        kept = "nil is kept" if is_nil else "the bid is made"
        if rules.partnerships and not is_nil:
            kept = "the side's bid is made"
        if gain >= _LEAST:
            compared = f"{percent(better.made)} of the deals that fit, with {bad} in "
            found.append((gain * worth, f"with {good} {kept} in {compared}{percent(played.made)}"))
    if played.beaten is not None and better.beaten is not None:
        gain = better.beaten - played.beaten
        if gain >= _LEAST:
            compared = f"{percent(better.beaten)} of the deals that fit, with {bad} in "
            who = "the other's bid fails" if rules.players == 2 else "an opponent's bid fails"
            text = f"with {good} {who} in {compared}{percent(played.beaten)}"
            found.append((gain * 80, text))
    if found:
        return max(found)[1]
    if played.tricks is not None and better.tricks is not None:
        gain = better.tricks - played.tricks
        if gain <= -0.2 and better.mean > played.mean:
            bags = "which would only be bags"
            if rules.bag_limit:
                bags += f", and {rules.bag_limit} bags cost {rules.bag_penalty} points"
            return f"it takes {_tricks(-gain)} fewer on average, {bags}"
        if gain >= 0.2 and better.mean > played.mean:
            return f"it takes {_tricks(gain)} more on average"
    gain = better.mean - played.mean
    if gain < 0.05 and better.win is not None and played.win is not None:
        return f"it wins {(better.win - played.win) * 100:.1f} % more of the games"
    return f"over the deals that fit it ends {gain:.1f} points better on average"


def _tricks(count: float) -> str:
    text = f"{count:.1f}".removesuffix(".0")
    return f"{text} trick" if text == "1" else f"{text} tricks"


def _contract(rules: Rules, position: Position) -> float:
    """Points of the side's contract."""
    side = rules.side_of(position.seat)
    bids = [bid for seat, bid in enumerate(position.bids) if rules.side_of(seat) == side]
    return rules.trick_points * sum(int(bid) for bid in bids if isinstance(bid, Bid))


def _fact(rules: Rules, position: Position, played: Action, better: Action, face: Face) -> str:
    """What the two cards do in this trick, as far as it is sure."""
    bad, good = played.card, better.card
    if bad is None or good is None or not position.trick:
        return ""
    ends = _end(position, bad), _end(position, good)
    if ends == ("lost", "lost"):
        if bad.suit == good.suit and bad.rank > good.rank:
            return f"{face(bad)} is wasted on a trick that it cannot win; "
        return ""
    owner, best = position.trick[winning(position.trick)]
    if ends[1] == "lost" and rules.side_of(owner) == rules.side_of(position.seat):
        return f"{face(bad)} overtakes the partner's {face(best)}; "
    if ends == ("won", "won"):
        return f"{face(good)} wins this trick just as {face(bad)} does; "
    if ends == ("won", "lost"):
        return f"{face(bad)} wins this trick and {face(good)} leaves it; "
    if ends == ("lost", "won"):
        return f"{face(good)} wins this trick and {face(bad)} leaves it; "
    return ""


def _end(position: Position, card: Card) -> str:
    """Whether a card wins the trick; "open" while others may take it."""
    trick = (*position.trick, (position.seat, card))
    if winning(trick) != len(trick) - 1:
        return "lost"
    return "won" if len(trick) == len(position.bids) else "open"
