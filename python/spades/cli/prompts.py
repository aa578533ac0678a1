"""What the player is asked, and what it is about, in words for a first game."""

from __future__ import annotations

from spades import Observation, Rules
from spades.cli.names import Names
from spades.cli.rules_words import bid_stakes
from spades.cli.screen import Screen
from spades.cli.standing import winning
from spades.cli.text import Text


def intro(rules: Rules, phase: str) -> tuple[str, ...]:
    """What a phase is about; told when it comes for the first time."""
    if phase == "blind":
        return (
            "Before you see a card you may bid blind nil, that is, to win no trick at all "
            f"({rules.blind_nil_bonus:+d} if you win none, {-rules.blind_nil_penalty} if you do). "
            "Or you look first and bid later.",
        )
    if phase == "draft" and rules.deal == "draw":
        face_up = rules.discards == "face-up"
        seen = "Both of you see what is" if face_up else "Nobody but you sees what you have"
        return (
            "First the hands are made. You take turns to look at the top card of the stock: keep "
            "it, and the next card is thrown away; or refuse it, and the next card is yours, "
            f"whatever it is. 13 turns each make 13 cards. {seen} thrown away.",
        )
    if phase == "draft":
        return (
            "First the hands are made. Of each two cards, one face up and one face down, you take "
            "one; the other is thrown away as it lies. 13 pairs make your 13 cards.",
        )
    if phase == "bid":
        return (
            f"Now say how many tricks you will win: nil (none) to {rules.max_bid}. "
            f"{bid_stakes(rules)}",
        )
    if phase == "play":
        return (
            "Now the tricks. Follow the suit that was led if you can; if not, play anything. The "
            "highest spade wins, else the highest card of the suit that was led, and its player "
            "leads next. A spade may be led only once spades are broken: once one has been played.",
        )
    return ()


def about_turn(screen: Screen, names: Names, seen: Observation) -> tuple[Text, ...]:
    """What is to be decided now."""
    if seen.phase == "draft":
        return _draft(screen, seen)
    if seen.phase == "play":
        return (_play(screen, names, seen),)
    if seen.phase == "bid":
        return _bid(screen, seen)
    if seen.phase == "blind":
        return (
            screen.text(("blind-nil", "bold"), " (b)  bid to win no trick, before you see a card"),
            screen.text(("look", "bold"), " (l)       see your cards, and bid later"),
        )
    return ()


def prompt(seen: Observation) -> str:
    """The words before the cursor."""
    if seen.phase == "draft":
        return "up or down (u/d)> " if seen.rules.deal == "pick" else "keep or refuse (k/r)> "
    if seen.phase == "bid":
        return f"your bid (nil, 1-{seen.rules.max_bid})> " if seen.rules.max_bid else "bid (nil)> "
    if seen.phase == "blind":
        return "blind-nil or look (b/l)> "
    return "your card> "


def _draft(screen: Screen, seen: Observation) -> tuple[Text, ...]:
    shown = seen.shown_card
    card = (screen.face.text(shown) if shown is not None else Text("hidden")).styled("bold")
    if seen.rules.deal == "pick":
        return (
            screen.text("Two cards: ", card, " face up, and one face down."),
            screen.text(("up", "bold"), " (u)    take ", screen.text(card)),
            screen.text(("down", "bold"), " (d)  take the card that you cannot see"),
        )
    return (
        screen.text("The top card of the stock is ", card, "."),
        screen.text(("keep", "bold"), " (k)    take it; the next card is thrown away"),
        screen.text(("refuse", "bold"), " (r)  throw it away; the next card is yours"),
    )


def _bid(screen: Screen, seen: Observation) -> tuple[Text, ...]:
    if not any(str(action) == "misdeal" for action in seen.legal_actions()):
        return ()
    poor = "A hand as poor as this may be dealt again: say "
    return (screen.text(poor, ("misdeal", "bold"), " (m)."),)


def _play(screen: Screen, names: Names, seen: Observation) -> Text:
    if not seen.trick:
        if seen.broken or not seen.hand.suit("spades"):
            return screen.text("You lead: any card.")
        if len(seen.hand) == len(seen.hand.suit("spades")):
            return screen.text("You lead, and hold only spades: one may be led, and breaks them.")
        return screen.text("You lead: any card but a spade, which nobody has played yet.")
    leader, card = seen.trick[0]
    best = winning(seen.trick)
    cards = dict(seen.trick)
    led = f"{names.seats[leader]} led {card.suit}"
    if best is not None and best != leader:
        face = screen.face.plain(cards[best])
        led += f", {names.whose(best)} {face} wins so far"
    if seen.hand.suit(card.suit):
        return screen.text(f"{led}: you must follow.")
    if card.suit != "spades" and seen.hand.suit("spades"):
        return screen.text(f"{led}: you have no {card.suit}; any card, and a spade trumps.")
    return screen.text(f"{led}: you have no {card.suit}; any card.")
