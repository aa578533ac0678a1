"""One sentence about one action."""

from __future__ import annotations

from collections.abc import Sequence

from spades import Bid, Rules
from spades.cli.names import YOU, Names
from spades.cli.screen import Screen, points
from spades.cli.steps import Step
from spades.cli.text import Text

Parts = list["str | Text | tuple[str, str]"]


def tell(screen: Screen, names: Names, step: Step) -> Text:
    """What was done, in a sentence."""
    action = str(step.action)
    if step.phase == "play":
        return screen.text(*_play(screen, names, step))
    if step.phase == "draft":
        return screen.text(*_draft(screen, names, step, action))
    if step.phase == "blind":
        verb, rest = ("bid", "blind nil") if action == "blind-nil" else ("look", "at the cards")
        parts: Parts = [names.does(step.seat, verb), f" {rest}."]
    elif step.redealt:
        why = ": all bids are void, the pack is dealt again."
        parts = [names.does(step.seat, "say"), " misdeal", why]
    else:
        parts = [names.does(step.seat, "bid"), " ", (action, "bold"), "."]
    return screen.text(*parts)


def special_bid(rules: Rules, names: Names, bids: Sequence[Bid | None], seat: int) -> str:
    """What a bid means that is no ordinary one: a nil, both partners' nils, the moon; else ""."""
    bid = bids[seat]
    if bid is None:
        return ""
    side = rules.side_of(seat)
    partners = [other for other in range(rules.players) if rules.side_of(other) == side]
    nils = [other for other in partners if (made := bids[other]) is not None and made.is_nil]
    if rules.double_nil_bonus and bid.is_nil and len(nils) == 2:
        bonus = rules.double_nil_bonus
        return (
            f"Both nil: {names.sides[side]} score {bonus:+d} if neither wins a trick, 0 if one of "
            f"them does, {-bonus} if both do."
        )
    if bid.is_nil:
        blind = bid.is_blind
        bonus = rules.blind_nil_bonus if blind else rules.nil_bonus
        penalty = rules.blind_nil_penalty if blind else rules.nil_penalty
        who = names.does(seat, "score")
        none = "you win no trick" if names.seats[seat] == YOU else "it wins no trick"
        what = "Blind nil" if blind else "Nil"
        return f"{what}: {who} {bonus:+d} if {none}, {points(-penalty)} if not."
    if rules.moon_bonus and int(bid) == 13:
        who = names.does(seat, "score")
        return (
            f"The moon: {who} {rules.moon_bonus:+d} for all 13 tricks; missed, it costs nothing, "
            "but its tricks are bags."
        )
    return ""


def tell_trick(screen: Screen, names: Names, step: Step) -> Text:
    """Who won the trick that an action completed, with its cards."""
    assert step.winner is not None  # called for steps that complete a trick
    cards: Parts = []
    for seat, card in step.trick:
        cards += [", " if cards else "", f"{names.seats[seat]} ", screen.face.text(card)]
    style = "bold green" if names.seats[step.winner] == YOU else "bold"
    return screen.text((names.does(step.winner, "win"), style), " the trick: ", *cards)


def _play(screen: Screen, names: Names, step: Step) -> Parts:
    card = step.action.card
    assert card is not None  # nothing else is done in the play
    only = " (the only card that may be played)" if step.auto else ""
    return [f"{names.does(step.seat, 'play')} ", screen.face.text(card), f"{only}."]


def _draft(screen: Screen, names: Names, step: Step, action: str) -> Parts:
    you = names.seats[step.seat] == YOU
    taken = screen.face.text(step.taken) if step.taken else None
    thrown = screen.face.text(step.thrown) if step.thrown else None
    who = names.does(step.seat, {"up": "take", "down": "take"}.get(action, action))
    if action in ("up", "down"):
        lies = "face-up" if action == "up" else "face-down"
        parts: Parts = [f"{who} ", *(["the ", taken] if taken else ["a card"])]
        parts.append(f" that lay {lies.replace('-', ' ')}")
        return [*parts, *(["; ", thrown, " is thrown away."] if thrown else ["."])]
    if action == "keep":
        parts = [f"{who} ", taken or "the card"]
        if thrown:
            parts += ["; the next card, ", thrown, ", is thrown away"]
        return [*parts, "."]
    parts = [f"{who} ", thrown or "the card"]
    if taken:
        parts += [" and ", "get " if you else "gets ", taken, " instead"]
    elif not you:
        parts += [" and takes the next one"]
    return [*parts, "."]
